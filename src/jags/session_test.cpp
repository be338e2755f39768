// Scripts that run: monitors, deviance, parameters in files.
#include "jags/session.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs::jags {
namespace {

constexpr const char* line_model = R"(model {
  for (i in 1:N) {
    Y[i] ~ dnorm(mu[i], tau)
    mu[i] <- alpha + beta * (x[i] - mean(x[]))
  }
  alpha ~ dnorm(0, 1.0E-4)
  beta ~ dnorm(0, 1.0E-4)
  tau ~ dgamma(1, 1)
  sigma <- 1 / sqrt(tau)
})";
constexpr const char* start =
    "model in m.bug\ndata in d.R\ncompile, nchains(2)\nparameters in i.R\ninitialize\n";

class Scripts : public testing::Test {
 protected:
  void SetUp() override {
    dir_.write("m.bug", line_model);
    dir_.write("d.R", "N <- 5\nx <- 1:5\nY <- c(1, 3, 3, 3, 5)\n");
    dir_.write("i.R", "alpha <- 3\nbeta <- 0\ntau <- 1\n");
  }
  bool run(const std::string& text) {
    const std::atomic<bool> interrupt = false;
    SessionSettings settings{.sampler = "slice", .threads = 1};
    settings.say = [&](const std::string& said) { said_ += said; };
    return run_script(read_script(text, "s.cmd", dir_.path()), dir_.path(), settings, interrupt);
  }
  std::string error(const std::string& text) {
    return test::error_of([&] { run(text); });
  }
  /// The sum of the second words of lines whose first word begins so.
  double sum(const std::string& file, const std::string& name) const {
    std::istringstream lines(read_text(dir_ / file));
    double total = 0, value = 0;
    for (std::string word; lines >> word >> value;)
      if (word.starts_with(name)) total += value;
    return total;
  }

  test::TempDir dir_;
  std::string said_;
};

TEST_F(Scripts, MonitorsStartWhereTheyAreSetAndKeepEveryKthIteration) {
  EXPECT_TRUE(
      run(std::string(start) +
          "adapt 100\nupdate 200, by(100)\nmonitor alpha, thin(2)\nmonitor sigma\nupdate 6\ncoda *\n"));
  EXPECT_EQ(read_text(dir_ / "CODAindex.txt"), "alpha 1 3\nsigma 4 9\n");
  const std::string chain = read_text(dir_ / "CODAchain1.txt");
  EXPECT_EQ(chain.substr(0, 5), "301  ");
  EXPECT_NE(chain.find("\n305  "), std::string::npos);
  EXPECT_NE(chain, read_text(dir_ / "CODAchain2.txt"));
}

TEST_F(Scripts, WhereUpdatesAreCutDoesNotChangeTheDraws) {
  run(std::string(start) + "update 10\nmonitor alpha\nupdate 20\ncoda *, stem(a)\n");
  run(std::string(start) + "update 10\nmonitor alpha\nupdate 7\nupdate 13, by(4)\ncoda *, stem(b)\n");
  EXPECT_EQ(read_text(dir_ / "achain2.txt"), read_text(dir_ / "bchain2.txt"));
}

TEST_F(Scripts, MeansAndVariancesAreThoseOfTheTrace) {
  run(std::string(start) +
      "update 10\nmonitor beta\nmonitor beta, type(mean)\nmonitor beta, type(variance)\nupdate 4\ncoda *\n");
  std::istringstream lines(read_text(dir_ / "CODAchain1.txt"));
  std::vector<double> x;
  double iteration = 0, value = 0;
  while (lines >> iteration >> value) x.push_back(value);
  ASSERT_EQ(x.size(), 4u);
  double mean = 0, squares = 0;
  for (double v : x) mean += v / 4;
  for (double v : x) squares += (v - mean) * (v - mean) / 3;
  EXPECT_NEAR(sum("CODAtable1.txt", "beta"), mean + squares, 1e-12);
}

TEST_F(Scripts, DevianceIsTheSumOverObservedNodes) {
  run(std::string(start) +
      "update 10\nmonitor deviance\nmonitor alpha\nmonitor beta\nmonitor tau\nmonitor deviance, "
      "type(mean)\nupdate 1\ncoda *\n");
  std::istringstream lines(read_text(dir_ / "CODAchain1.txt"));
  std::vector<double> x;
  double iteration = 0, value = 0;
  while (lines >> iteration >> value) x.push_back(value);
  ASSERT_EQ(x.size(), 4u);  // alpha, beta, tau, deviance
  const double y[] = {1, 3, 3, 3, 5};
  double deviance = 0;
  for (int i = 0; i < 5; ++i) {
    const double r = y[i] - x[0] - x[1] * (i - 2);
    deviance += std::log(2 * 3.14159265358979323846) - std::log(x[2]) + x[2] * r * r;
  }
  EXPECT_NEAR(x[3], deviance, 1e-9);
  EXPECT_EQ(read_text(dir_ / "CODAindex.txt"), "alpha 1 1\nbeta 2 2\ntau 3 3\ndeviance 4 4\n");
}

TEST_F(Scripts, DevianceKnowsThatNodesAreCut) {
  dir_.write("t.bug", "model { for (i in 1:5) { y[i] ~ dnorm(mu, 1) T(0,) }; mu ~ dnorm(0, 0.25) }");
  dir_.write("t.R", "y <- c(0.2, 0.5, 1, 0.1, 2.3)\n");
  run("model in t.bug\ndata in t.R\ncompile, nchains(2)\ninitialize\nupdate 500\nmonitor deviance\nmonitor "
      "mu\n"
      "monitor deviance, type(mean)\nmonitor pD, type(mean)\nmonitor popt, type(mean)\nmonitor WAIC, "
      "type(mean)\nupdate 20000\n"
      "coda *\n");
  std::istringstream lines(read_text(dir_ / "CODAchain1.txt"));
  std::vector<double> x;
  double iteration = 0, value = 0;
  while (lines >> iteration >> value) x.push_back(value);
  ASSERT_EQ(x.size(), 40000u);  // mu, then deviance
  const double y[] = {0.2, 0.5, 1, 0.1, 2.3};
  for (std::size_t i = 0; i < 20000; i += 1000) {
    const double mu = x[i];
    double deviance = 10 * std::log(0.5 * std::erfc(-mu * M_SQRT1_2));
    for (const double v : y) deviance += std::log(2 * M_PI) + (v - mu) * (v - mu);
    EXPECT_NEAR(x[20000 + i], deviance, 1e-6 * std::abs(deviance));
  }
  // By quadrature over mu. pD is the mean of both Kullback-Leibler divergences of two chains: cov(mu, mean of a cut normal).
  double total = 0, of[6] = {};
  for (double mu = -15; mu < 15; mu += 1e-3) {
    const double inside = 0.5 * std::erfc(-mu * M_SQRT1_2),
                 cut_mean = mu + std::exp(-0.5 * mu * mu) / std::sqrt(2 * M_PI) / inside;
    double log_weight = -0.125 * mu * mu;
    for (const double v : y) log_weight -= 0.5 * (v - mu) * (v - mu) + std::log(inside);
    const double w = std::exp(log_weight),
                 d = std::log(2 * M_PI) + (y[0] - mu) * (y[0] - mu) + 2 * std::log(inside);
    total += w;
    const double each[] = {d, d * d / 4, mu, cut_mean, mu * cut_mean};
    for (int k = 0; k < 5; ++k) of[k] += w * each[k];
  }
  for (double& v : of) v /= total;
  // Five errors of 40000 draws, of which a third are independent.
  const std::string table = read_text(dir_ / "CODAtable0.txt");
  EXPECT_NEAR(sum("CODAtable0.txt", "deviance[1]"), of[0], 0.04) << table;
  EXPECT_NEAR(sum("CODAtable0.txt", "pD[1]"), of[4] - of[2] * of[3], 0.02) << table;
  EXPECT_NEAR(sum("CODAtable0.txt", "WAIC[1]"), of[1] - of[0] * of[0] / 4, 0.02) << table;
  EXPECT_EQ(table.find("[6]"), table.npos) << table;
  EXPECT_EQ(table.find("NA"), table.npos) << table;
}

TEST_F(Scripts, EffectiveParametersOfALineAreThoseOfJags) {
  run(std::string(start) +
      "update 500\nmonitor pD\nmonitor pD, type(mean)\nmonitor popt, type(mean)\nmonitor WAIC, "
      "type(mean)\nupdate 4000\ncoda *\n");
  const double pd = sum("CODAtable0.txt", "pD"), popt = sum("CODAtable0.txt", "popt");
  EXPECT_NEAR(pd, 4.35, 4 * 0.2);  // JAGS 4.3.1, 24 runs of this length: mean 4.35, standard deviation 0.19
  EXPECT_GT(popt, pd);
  EXPECT_GT(sum("CODAtable0.txt", "WAIC"), 1);
}

TEST_F(Scripts, ParametersCanBeWrittenAndReadAgain) {
  run(std::string(start) +
      "monitor alpha\nupdate 5\nparameters to p.R, chain(2)\ndata to d2.R\nmonitors to m.R\nsamplers to "
      "s.txt\n");
  EXPECT_NE(read_text(dir_ / "p.R").find("`tau` <-\n"), std::string::npos);
  EXPECT_EQ(read_text(dir_ / "d2.R"), "`N` <-\n5\n`x` <-\nc(1, 2, 3, 4, 5)\n`Y` <-\nc(1, 3, 3, 3, 5)\n");
  EXPECT_TRUE(read_text(dir_ / "m.R").starts_with("`trace` <-\nlist(\"alpha\" = structure(c("));
  EXPECT_NE(read_text(dir_ / "s.txt").find("slice\talpha\n"), std::string::npos);
  EXPECT_EQ(error("model in m.bug\ndata in d2.R\ncompile\ninits in p.R\ninitialize\nupdate 2\n"),
            "(no error)");
}

TEST_F(Scripts, RunOtherScriptsInTheirPlace) {
  dir_.write("start.cmd", start);
  EXPECT_TRUE(run("run start.cmd\nmonitor beta\nupdate 3\ncoda *, stem(x)\nexit\nupdate nonsense\n"));
  EXPECT_EQ(read_text(dir_ / "xindex.txt"), "beta 1 3\n");
  dir_.write("self.cmd", "run self.cmd\n");
  EXPECT_NE(error("run self.cmd\n").find("more than 20 deep"), std::string::npos);
}

TEST_F(Scripts, OverwriteNeitherWhatTheyReadNorWhatOthersWrote) {
  dir_.write("notes.txt", "do not lose me\n");
  dir_.write("CODAindex.txt", "an index of mine\n");
  const std::string before = read_text(dir_ / "d.R");
  for (const auto& [end, name] :
       std::vector<std::pair<std::string, std::string>>{{"data to d.R", "d.R"},
                                                        {"parameters to ./d.R", "d.R"},
                                                        {"data to m.bug", "m.bug"},
                                                        {"monitors to notes.txt", "notes.txt"},
                                                        {"samplers to notes.txt", "notes.txt"},
                                                        {"coda *", "CODAindex.txt"}}) {
    const std::string message = error(std::string(start) + "monitor alpha\nupdate 10\n" + end + "\n");
    EXPECT_NE(message.find("s.cmd:8: "), message.npos) << message;
    EXPECT_NE(message.find(name), message.npos) << message;
  }
  EXPECT_EQ(read_text(dir_ / "d.R"), before);
  EXPECT_EQ(read_text(dir_ / "notes.txt"), "do not lose me\n");
  // Again and again is fine, and so is what the script itself has written.
  const std::string whole =
      std::string(start) +
      "monitor alpha\nmonitor alpha, type(mean)\nmonitor pD\nupdate 10\ndata to e.R\nparameters to p.R\n"
      "monitors to t.R\nsamplers to s.txt\ncoda *, stem(out-)\ndata in e.R\n";
  for (int turn = 0; turn < 2; ++turn) EXPECT_TRUE(run(whole));
}

TEST_F(Scripts, ErrorsNameTheLine) {
  EXPECT_EQ(error("compile\n").substr(0, 9), "s.cmd:1: ");
  EXPECT_EQ(error("model in m.bug\nupdate 5\n"), "s.cmd:2: 'update' comes after 'initialize'.");
  EXPECT_NE(error(std::string(start) + "monitor gamma\nupdate 2\n").find("no node 'gamma'"),
            std::string::npos);
  EXPECT_EQ(error(std::string(start) + "update 1\ncoda *\n"),
            "s.cmd:7: '*': no monitor of that name has values.");
  EXPECT_EQ(error(std::string(start) + "monitor alpha\nmonitor alpha\n"),
            "s.cmd:7: 'alpha' is already monitored as trace.");
  EXPECT_EQ(error("model in m.bug\ndata in d.R\ncompile\ninitialize\nmonitor pD\n"),
            "s.cmd:5: pD compares chains: compile with nchains(2) or more.");
  EXPECT_EQ(error(std::string(start) + "load nothing\n").substr(0, 43),
            "s.cmd:6: there is no module 'nothing'. What");
}

}  // namespace
}  // namespace cggibbs::jags
