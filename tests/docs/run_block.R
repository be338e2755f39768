# run_block.R < BLOCK: an R block of the documentation, statement by statement; what needs a package that is not installed is told.
missing <- FALSE
for (statement in parse(text = readLines(file("stdin")))) {
  tryCatch(print(eval(statement, globalenv())), error = function(error) {
    text <- conditionMessage(error)
    if (grepl("there is no package called", text)) missing <<- TRUE
    else if (!missing || !grepl("could not find function|object .* not found", text)) stop(error)
    cat("not installed:", text, "\n")
  })
}
