package build

import "strings"

// The works that files of dist/ are made of, as the sections of LICENSES.txt are called.
const (
	workOwn     = "Sheafscope"
	workGo      = "Go"
	workModules = "the Go modules below"
	workKernel  = "assemblyscript"
	workScripts = "the packages of the scripts below"
	workReveal  = "reveal.js, whose licence lies beside it"
	workSets    = "the data sets, each with its source beside it"
)

// licensed says of every file of dist/, by patterns of path.Match, whose work is in it.
var licensed = []struct{ pattern, works string }{
	{"*.wasm", list(workOwn, workGo, workModules)},
	{"boot.js learn.js", list(workOwn, workGo, workModules, workKernel)},
	{"worker.js", list(workOwn, workGo)},
	{"islands.js islands.css lessons.js", list(workOwn, workScripts)},
	{"sheafscope.html sheafscope-learn.html *.whl", list(workOwn, workGo, workModules, workKernel, workScripts)},
	{"examples/reveal/*", list(workReveal)},
	{"datasets/* datasets/*/* datasets/*/*/*", list(workSets)},
	{"index.html learn.html style.css learn.css lessons.css first.js look.js late.js edge.js sgpc.js sums.js sw.js names.txt version.json " +
		"LICENSES.txt icon.svg look.svg embed-example.* sheafscope-embed.js element/* examples/*", list(workOwn)},
}

func list(works ...string) string { return strings.Join(works, ", ") }

// worksText is the part of LICENSES.txt that names every file beside it; files with .br or .gz after their names are these
// files, compressed.
func worksText() string {
	var b strings.Builder
	b.WriteString("Files and whose work is in them:\n\n")
	for _, l := range licensed {
		b.WriteString("  " + l.pattern + ": " + l.works + "\n")
	}
	return b.String() + "\n"
}
