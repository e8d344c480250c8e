// This file makes the section of LICENSES.txt that lists the works in the files of dist/.

package build

import "strings"

// Works that are part of files in dist/. workOwn, workGo and workKernel each begin the title of a section in LICENSES.txt. workModules and
// workScripts stand for several works, each with a section of its own. workReveal and workSets have no section.
const (
	workOwn     = "Sheafscope"
	workGo      = "Go"
	workModules = "the Go modules below"
	workKernel  = "assemblyscript"
	workScripts = "the packages of the scripts below"
	workReveal  = "reveal.js, whose licence lies beside it"
	workSets    = "the data sets, each with its source beside it"
)

// worksByFile lists the works in the files of dist/. pattern has patterns of path.Match for paths in dist/, separated by spaces. works is a
// result of joinWorks.
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

// worksText returns the section of LICENSES.txt with a line for each element of worksByFile. The lines do not name compressed forms, .br
// and .gz.
func worksText() string {
	var b strings.Builder
	b.WriteString("Files and whose work is in them:\n\n")
	for _, row := range worksByFile {
		b.WriteString("  " + row.pattern + ": " + row.works + "\n")
	}
	return b.String() + "\n"
}
