//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// This file tests the Python code beside the equations of a stage.

// runCells is a Python program that runs the code cells of a notebook one after the other, in one namespace. The cells print their output.
const runCells = `import json, sys
cells = [c for c in json.load(open(sys.argv[1]))["cells"] if c["cell_type"] == "code"]
space = {}
for c in cells:
    exec("".join(c["source"]), space)`

// runInJupyter is a Python program that executes a notebook in a kernel of Jupyter, and prints the output of the last cell.
const runInJupyter = `import sys, nbformat
from nbconvert.preprocessors import ExecutePreprocessor
book = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(book)
ExecutePreprocessor(timeout=300).preprocess(book)
print("".join(o["text"] for o in book.cells[-1].outputs), end="")`

// The code beside the equation of a stage opens by the keyboard and can be copied. The page writes the code as a notebook. The notebook
// prints quantities, each with its difference from the page: at most 1e-10, for rounding errors. Stages 5 and 10 of SGPC and stage 8 of GCN
// are tested. The code is also open in the figure "code", and on a page that is opened by the link.
func TestCodeBesideTheEquation(t *testing.T) {
	python, err := FindNotebook()
	if err != nil {
		t.Fatal(err)
	}
	// The page copies and downloads nothing, but records it: copied is the copied text, blobs has the blob of each address, and saved has
	// the name and the address (href) of each download.
	p := blank(t, desktop)
	p.beforeScripts(`globalThis.copied = ""; globalThis.blobs = new Map(); globalThis.saved = [];
		navigator.clipboard.writeText = async (text) => { copied = text; };
		{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { const u = make(b); blobs.set(u, b); return u; };
		  HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push({ name: this.download, href: this.href }); }; }`)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	const button = `[data-testid="stage-code"]`
	// notebook downloads the open code as a notebook, runs it, checks the differences, and returns what the notebook prints. file is the name
	// of the code in assets/code, without .py.
	notebook := func(file string) string {
		t.Helper()
		p.waitFor(`document.querySelector('[data-file="` + file + `"]')?.checkVisibility()`)
		p.eval("saved.length = 0", nil)
		p.eval(`document.querySelector('[data-testid="stage-code-notebook"]').click()`, nil)
		p.waitFor("saved.length === 1")
		var got struct{ Name, Text string }
		p.eval(`blobs.get(saved[0].href).text().then((text) => ({ name: saved[0].name, text }))`, &got)
		if !strings.HasSuffix(got.Name, file+".ipynb") {
			t.Errorf("the notebook is called %s, want a name that ends with %s.ipynb", got.Name, file)
		}
		book := filepath.Join(t.TempDir(), "stage.ipynb")
		if err := os.WriteFile(book, []byte(got.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"-c", runCells, book}
		if file == "peer-gcn" && share(t) > 0 { // the long form runs this notebook in Jupyter
			args = []string{"-c", runInJupyter, book}
		}
		// The settings of the user's Jupyter have no effect.
		cmd, messages := exec.Command(python, args...), new(strings.Builder)
		cmd.Env = append(os.Environ(), "JUPYTER_CONFIG_DIR="+filepath.Dir(book), "IPYTHONDIR="+filepath.Dir(book))
		cmd.Stderr = messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, messages)
		}
		for line := range strings.Lines(string(out)) {
			fields := strings.Fields(line)
			if len(fields) != 2 {
				t.Errorf("%s: the notebook prints %q, want a name and a difference", file, line)
				continue
			}
			difference := 1.0 // a printed null leaves this value, which is above the limit
			if err := json.Unmarshal([]byte(fields[1]), &difference); err != nil {
				t.Errorf("%s: the difference in %q: %v", file, line, err)
			} else if !(difference <= 1e-10) {
				t.Errorf("%s: %s differs by %v, want at most 1e-10", file, fields[0], difference)
			}
		}
		return string(out)
	}
	// file is the name of the code, quantity one of the quantities that the notebook prints, and heading a word of the stage's heading.
	for stage, want := range map[int]struct{ file, quantity, heading string }{
		5:  {"laplacian", "normalized.vals", "Laplacian"},
		10: {"gap", "gap_ascent.before.0", "Gap"},
	} {
		p.eval(fmt.Sprintf(`document.querySelector('[data-testid="stage-%d"]').click()`, stage), nil)
		p.waitFor(`document.querySelector('` + button + `')?.checkVisibility() && document.querySelector(".ihead h1").textContent.includes("` +
			want.heading + `")`)
		// The box may be open from the stage before.
		p.eval(`document.querySelector('`+button+`').focus()`, nil)
		var open string
		p.eval(`document.activeElement.getAttribute("aria-expanded")`, &open)
		if open == "false" {
			p.do(chromedp.KeyEvent(kb.Enter))
		}
		if out := notebook(want.file); !strings.Contains(out, want.quantity) {
			t.Errorf("the notebook of stage %d prints %s, want %s in it", stage, out, want.quantity)
		}
	}
	// The code of stage 5 or of stage 10 is open, since a map has no order. Each has the texts below.
	p.eval(`document.querySelector('[data-testid="stage-code-copy"]').click()`, nil)
	p.waitFor(`copied.includes("json.load(open(") && copied.includes("np.linalg.eigh") && copied.trimEnd().endsWith("difference")`)
	p.waitFor(`document.querySelector(".codebox [role=status]").textContent === "Copied."`)
	p.shot("code")
	// The link is taken while the code is open. Then the code of GCN is opened and closed.
	p.waitFor(`location.hash.startsWith("#s1.")`)
	link := ""
	p.eval("location.hash", &link)
	p.call(`load({graph: "karate", model: "gcn", seed: 1})`)
	p.call("run(2)")
	p.eval(`document.querySelector('[data-testid="stage-8"]').click()`, nil)
	p.waitFor(`document.querySelector('` + button + `[aria-expanded=false]')?.checkVisibility()`)
	p.eval(`document.querySelector('`+button+`').click()`, nil)
	notebook("peer-gcn")
	p.eval(`document.querySelector('`+button+`').click()`, nil)
	p.waitFor(`!document.querySelector('[data-testid="stage-code-text"]').checkVisibility()`)
	// The figure and the link have the code open from the beginning. Stage 6 solves its equation by conjugate gradients.
	p.visit(p.origin + base + "?figure=code:6")
	p.waitFor(`document.querySelector('[data-testid="stage-code-text"]')?.textContent.includes("conjugate gradients")`)
	p.visit(p.origin + base + link)
	p.waitFor(`document.querySelector('[data-testid="stage-code-text"]')?.checkVisibility()`)
	p.clean()
}
