// Tables of text, and what is wrong with them.
#include "io/table/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::TempDir;
using testing::ElementsAre;

std::string csv_error(std::string_view text) {
  return error_of([&] { parse_csv(text, "t.csv"); });
}

TEST(Csv, NumbersAndTextGetTheirColumns) {
  const Table t = parse_csv("id,dose,species\n1,2.5,seal\n2,-1e3,owl\n", "t.csv");
  EXPECT_EQ(t.source, "t.csv");
  EXPECT_EQ(t.rows, 2u);
  EXPECT_THAT(t.names(), ElementsAre("id", "dose", "species"));
  EXPECT_TRUE(t.columns[1].numeric);
  EXPECT_THAT(t.columns[1].numbers, ElementsAre(2.5, -1000));
  EXPECT_TRUE(t.columns[1].missing.empty());
  EXPECT_FALSE(t.columns[2].numeric);
  EXPECT_TRUE(t.columns[2].numbers.empty());
  EXPECT_THAT(t.columns[2].text, ElementsAre("seal", "owl"));
  EXPECT_EQ(t.columns[2].first_text, "seal");
  EXPECT_EQ(t.columns[2].first_text_line, 2u);
}

TEST(Csv, AColumnThatTurnsTextLateKeepsItsEarlierCellsAsWritten) {
  const Table t = parse_csv("a,b\n1.50,1\nNA,2\n+3,3\nx,4\n", "t.csv");
  EXPECT_THAT(t.columns[0].text, ElementsAre("1.50", "", "+3", "x"));
  EXPECT_THAT(t.columns[0].missing, ElementsAre(false, true, false, false));
  EXPECT_EQ(t.columns[0].first_text_line, 5u);
  EXPECT_EQ(t.columns[0].first_text, "x");
  EXPECT_THAT(t.columns[1].numbers, ElementsAre(1, 2, 3, 4));
}

TEST(Csv, QuotesHoldDelimitersNewlinesAndDoubledQuotes) {
  const Table t = parse_csv("\"a,1\",\"b\"\"q\"\n\"x,\ny\",\"1.5\"\n\"say \"\"hi\"\"\", \"2\" \n", "t.csv");
  EXPECT_THAT(t.names(), ElementsAre("a,1", "b\"q"));
  EXPECT_THAT(t.columns[0].text, ElementsAre("x,\ny", "say \"hi\""));
  EXPECT_THAT(t.columns[1].numbers, ElementsAre(1.5, 2));
}

TEST(Csv, LinesAfterAQuotedNewlineAreNumberedAsInTheFile) {
  EXPECT_EQ(csv_error("a,b\n\"x\ny\",1\n2\n").substr(0, 8), "t.csv:4:");
  EXPECT_EQ(csv_error("a,b\r\n\"x\r\ny\",1\r\n2\r\n").substr(0, 8), "t.csv:4:");
}

TEST(Csv, LineEndsByteOrderMarkAndBlankLinesDoNotMatter) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& text : std::vector<std::string>{
           "a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", mark + "a,b\n1,2\n3,4\n",
           "\n\na,b\n1,2\n\n  \n3,4\n\n \n\r\n", " a , b \n 1, 2\n3 ,4 \n"}) {
    const Table t = parse_csv(text, "t.csv");
    EXPECT_THAT(t.names(), ElementsAre("a", "b")) << text;
    EXPECT_THAT(t.columns[0].numbers, ElementsAre(1, 3)) << text;
    EXPECT_THAT(t.columns[1].numbers, ElementsAre(2, 4)) << text;
  }
}

TEST(Csv, MissingCellsAreFlaggedAndNaN) {
  const Table t = parse_csv("a,b\n,1\nNA,1\nNaN,1\nnan,1\nnull,1\n.,1\n?,1\n\"\",1\n7,1\n", "t.csv");
  const Column& a = t.columns[0];
  EXPECT_TRUE(a.numeric);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_TRUE(a.is_missing(i)) << i;
    EXPECT_TRUE(std::isnan(a.numbers[i])) << i;
  }
  EXPECT_FALSE(a.is_missing(8));
  EXPECT_EQ(a.numbers[8], 7);
  EXPECT_TRUE(t.columns[1].missing.empty());
}

TEST(Csv, OtherWordsCanBeMissing) {
  const Table t = parse_csv("a,b\n1,x\n-999,unknown\nunknown,z\n", "t.csv", {.missing = {"unknown", "-999"}});
  EXPECT_TRUE(t.columns[0].numeric);
  EXPECT_THAT(t.columns[0].missing, ElementsAre(false, true, true));
  EXPECT_THAT(t.columns[1].missing, ElementsAre(false, true, false));
}

TEST(Csv, DecimalCommas) {
  const Table t = parse_csv("a;b\n1,5;x\n-2;y\n", "t.csv", {.decimal = ','});
  EXPECT_THAT(t.columns[0].numbers, ElementsAre(1.5, -2));
  EXPECT_THAT(parse_csv("a,b\n\"1,5\",2\n", "t.csv", {.decimal = ','}).columns[0].numbers, ElementsAre(1.5));
  EXPECT_FALSE(parse_csv("a;b\n1.000,5;1\n", "t.csv", {.decimal = ','}).columns[0].numeric);
}

TEST(Csv, TextColumnsCountTheirNumbers) {
  const Table t = parse_csv("a;b;c\n1;1,5;u\nx;2;2\n3;NA;v\n", "t.csv");
  EXPECT_EQ(t.columns[0].like_numbers, 2u);
  EXPECT_EQ(t.columns[0].other_decimal, 0);
  EXPECT_EQ(t.columns[1].like_numbers, 2u);
  EXPECT_EQ(t.columns[1].other_decimal, ',');
  EXPECT_EQ(t.columns[2].like_numbers, 1u);
}

TEST(Csv, NumbersInDressCountToo) {
  const Table t = parse_csv("a;b;c\n$5;1,234;a\n7;2;b\nx;1,234,567;5%\n", "t.csv");
  EXPECT_EQ(t.columns[0].like_numbers, 2u);
  EXPECT_TRUE(t.columns[0].dressed);
  EXPECT_EQ(t.columns[1].like_numbers, 3u);
  EXPECT_TRUE(t.columns[1].dressed);
  EXPECT_EQ(t.columns[1].other_decimal, ',');
  EXPECT_EQ(t.columns[2].like_numbers, 1u);
}

TEST(Csv, AColumnOfMissingCellsOnlyIsNumeric) {
  const Table t = parse_csv("a,b\nNA,1\n,2\n", "t.csv");
  EXPECT_TRUE(t.columns[0].numeric);
  EXPECT_THAT(t.columns[0].missing, ElementsAre(true, true));
  EXPECT_EQ(t.columns[0].first_text_line, 0u);
}

TEST(Csv, InATableOfOneColumnABlankLineIsAMissingCell) {
  const Table t = parse_csv("y\n1\n\n3\n\n", "t.csv");
  EXPECT_EQ(t.rows, 3u);
  EXPECT_THAT(t.columns[0].missing, ElementsAre(false, true, false));
}

TEST(Csv, ATrailingDelimiterMakesAnEmptyCell) {
  const Table t = parse_csv("a,b\n1,", "t.csv");
  EXPECT_EQ(t.rows, 1u);
  EXPECT_TRUE(t.columns[1].is_missing(0));
}

TEST(Csv, TheDelimiterIsFoundFromTheFirstLineOrTheExtension) {
  EXPECT_EQ(parse_csv("a;b,c\n1;2\n", "t.csv", {.delimiter = ';'}).columns[1].name, "b,c");
  EXPECT_EQ(parse_csv("a;b;c\n1;2;3\n", "t.csv").columns.size(), 3u);
  EXPECT_EQ(parse_csv("a\tb\tc,d\n1\t2\t3\n", "t.csv").columns.size(), 3u);
  EXPECT_EQ(parse_csv("\"a;;;\",b\n1,2\n", "t.csv").columns.size(), 2u);
  EXPECT_EQ(parse_csv("a|b\n1|2\n", "t.csv", {.delimiter = '|'}).columns.size(), 2u);
  TempDir dir;
  EXPECT_EQ(read_csv(dir.write("t.tsv", "a,1,2\tb\n1\t\n")).columns.size(), 2u);
  EXPECT_EQ(error_of([] { parse_csv("a b\n", "t.csv", {.delimiter = ' '}); }),
            "t.csv: ' ' cannot separate cells. Use a comma, a tab or a semicolon.");
}

TEST(Csv, TabsSeparateEmptyCells) {
  const Table t = parse_csv("a\tb\tc\n\t1\t\n2\t3\t\n", "t.tsv");
  EXPECT_EQ(t.rows, 2u);
  EXPECT_THAT(t.columns[0].missing, ElementsAre(true, false));
  EXPECT_THAT(t.columns[2].missing, ElementsAre(true, true));
}

TEST(Csv, AColumnWithoutNameIsCalledByItsPosition) {
  EXPECT_THAT(parse_csv(",x\n1,2\n", "t.csv").names(), ElementsAre("V1", "x"));
}

TEST(Csv, DuplicateNamesAreRefused) {
  EXPECT_EQ(csv_error("a,b,a\n1,2,3\n"),
            "t.csv:1:5: column name 'a' is used twice, for columns 1 and 3. Rename one of them.");
  EXPECT_EQ(csv_error("V2,\n1,2\n"),
            "t.csv:1:4: column name 'V2' is used twice, for columns 1 and 2. Rename one of them.");
}

TEST(Csv, RaggedRowsAreRefusedWithTheirLine) {
  EXPECT_EQ(
      csv_error("a,b,c\n1,2,3\n4,5\n"),
      "t.csv:3:1: this row has 2 cells, but the header has 3. Check for missing delimiters or a line break "
      "inside a cell without quotes.");
  EXPECT_EQ(csv_error("a,b\n1,2\n4,5,6\n"),
            "t.csv:3:1: this row has 3 cells, but the header has 2. Check for extra delimiters; a cell that "
            "contains "
            "one needs quotes.");
}

TEST(Csv, InfiniteCellsAreRefusedInNumericColumns) {
  EXPECT_EQ(csv_error("age,b\n1,2\n 1e999,5\n"),
            "t.csv:3:2: column 'age' has the value '1e999', which is infinite or too large for a number. "
            "Correct the "
            "cell, or write NA if the value is missing.");
  EXPECT_EQ(csv_error("age,b\n1,2\n3,-inf\n").substr(0, 48),
            "t.csv:3:3: column 'b' has the value '-inf', whic");
  EXPECT_EQ(parse_csv("word,b\ninf,2\nsup,5\n", "t.csv").columns[0].text[0], "inf");
  EXPECT_EQ(parse_csv("a\n1e-999\n", "t.csv").columns[0].numbers[0], 0);
}

TEST(Csv, EmptyFilesAndHeadersAloneAreRefused) {
  const std::string empty = "t.csv: the file is empty. It needs a header row and at least one row of data.";
  EXPECT_EQ(csv_error(""), empty);
  EXPECT_EQ(csv_error("\xEF\xBB\xBF\n \r\n"), empty);
  EXPECT_EQ(csv_error("a,b\n\n"),
            "t.csv: the file has a header but no rows of data. Check that it was written completely.");
}

TEST(Csv, QuotesThatDoNotCloseAreRefusedWhereTheyOpen) {
  EXPECT_EQ(csv_error("a,b\n1,\"x\n2,y\n"),
            "t.csv:2:3: this quote is never closed. Add the closing \" or remove this one.");
  EXPECT_EQ(
      csv_error("a,b\n\"x\"y,1\n"),
      "t.csv:2:4: text after a closing quote: 'y'. Quotes inside a quoted cell are written twice (\"\").");
}

TEST(Csv, TextThatIsNotUtf8IsLatin1) {
  const Table t = parse_csv(
      "gr\xf6\xdf"
      "e,x\n\xe9t\xe9,1\n",
      "t.csv");
  EXPECT_THAT(t.names(), ElementsAre("gr\xc3\xb6\xc3\x9f"
                                     "e",
                                     "x"));
  EXPECT_EQ(t.columns[0].text[0], "\xc3\xa9t\xc3\xa9");
}

TEST(Csv, BinaryFilesAreRefused) {
  EXPECT_EQ(csv_error(std::string_view("a,b\n1,\0\n", 8)),
            "t.csv: is not a text file: byte 7 (line 2) is zero. Check that it is a CSV file.");
  EXPECT_EQ(csv_error("\xFF\xFE"
                      "a"),
            "t.csv: is UTF-16 text. Save it as UTF-8.");
  EXPECT_EQ(csv_error("PK\x03\x04xxx"),
            "t.csv: is a zip archive or a spreadsheet, not text. Export the sheet as CSV.");
  EXPECT_EQ(csv_error("\x1f\x8b\x08"), "t.csv: is gzip-compressed. Decompress it first (gunzip).");
}

TEST(Csv, MessagesDoNotRepeatLongOrUnprintableCells) {
  EXPECT_EQ(csv_error("a\x01" + std::string(100, 'b') + ",a\x01" + std::string(100, 'b') + "\n1,2\n"),
            "t.csv:1:104: column name 'a\\x01" + std::string(38, 'b') +
                "...' is used twice, for columns 1 and 2. Rename one of them.");
}

TEST(Csv, ManyColumnsAndFewRowsAreReadAsEasilyAsTheOtherWayRound) {
  std::string text = "c0", row = "0";
  for (int j = 1; j < 20000; ++j) {
    text += ",c" + std::to_string(j);
    row += "," + std::to_string(j);
  }
  text += "\n" + row + "\n" + row + "\n";
  const Table t = parse_csv(text, "wide.csv");
  EXPECT_EQ(t.columns.size(), 20000u);
  EXPECT_THAT(t.columns[19999].numbers, ElementsAre(19999, 19999));
}

// Reserving lines x columns would ask for 80 GB here.
TEST(Csv, BlankLinesDoNotReserveMemory) {
  const std::string text = std::string(100'000, ',') + "\n" + std::string(100'000, '\n') + "1,2";
  EXPECT_THAT(csv_error(text), testing::HasSubstr("this row has 2 cells, but the header has 100001."));
}

TEST(Csv, AMissingFileIsReported) {
  TempDir dir;
  dir.write("data.csv", "a\n1\n");
  EXPECT_EQ(error_of([&] { read_csv(dir / "dat.csv"); }),
            (dir / "dat.csv") + ": no such file. Did you mean 'data.csv'?");
}

}  // namespace
}  // namespace cggibbs
