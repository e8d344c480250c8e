package build

import "strings"

// Titles of the works that are part of files in dist/. The sections of LICENSES.txt have the same titles.
const (
	workOwn     = "Sheafscope"
	workGo      = "Go"
	workModules = "the Go modules below"
	workKernel  = "assemblyscript"
	workScripts = "the packages of the scripts below"
	workReveal  = "reveal.js, whose licence lies beside it"
	workSets    = "the data sets, each with its source beside it"
)

// worksByFile has the works in every file of dist/. A pattern has one or more patterns of path.Match, separated by blanks.
var worksByFile = []struct{ pattern, works string }{
	{"*.wasm", joinWorks(workOwn, workGo, workModules)},
	{"boot.js learn.js", joinWorks(workOwn, workGo, workModules, workKernel)},
	{"worker.js", joinWorks(workOwn, workGo)},
	{"islands.js islands.css lessons.js", joinWorks(workOwn, workScripts)},
	{"sheafscope.html sheafscope-learn.html *.whl", joinWorks(workOwn, workGo, workModules, workKernel, workScripts)},
	{"examples/reveal/*", joinWorks(workReveal)},
	{"datasets/* datasets/*/* datasets/*/*/*", joinWorks(workSets)},
	{"index.html learn.html style.css learn.css lessons.css first.js look.js late.js edge.js sgpc.js sums.js sw.js *names.txt version.json " +
		"LICENSES.txt icon.svg look.svg embed-example.* sheafscope-embed.js element/* examples/*", joinWorks(workOwn)},
}

// joinWorks joins titles of works to one text.
func joinWorks(works ...string) string { return strings.Join(works, ", ") }

// worksText returns the section of LICENSES.txt with the works in every file of dist/. Compressed forms, .br and .gz, have no rows.
func worksText() string {
	var b strings.Builder
	b.WriteString("Files and whose work is in them:\n\n")
	for _, l := range worksByFile {
		b.WriteString("  " + l.pattern + ": " + l.works + "\n")
	}
	return b.String() + "\n"
}
