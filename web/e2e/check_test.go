//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// This file tests the dialog about doubtful files.

// ambiguous is an edge list whose third column may have weights or classes. One cell contains HTML that must not run.
const ambiguous = "a,b,one\nb,c,<img src=x onerror=alert(1)>\nc,d,one\nd,a,two\na,c,one\nb,d,two\n"

// A doubtful file opens a dialog before the page takes its graph. While the dialog is open, the keys e and Space do not move the run.
// Escape keeps the previous graph. A choice in a menu of the dialog changes how the file is read. After the button that accepts, and after
// a reload, the page has the graph of these choices.
func TestDoubtIsShown(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light"})
	p.ready()
	file := filepath.Join(t.TempDir(), "edges.csv")
	if err := os.WriteFile(file, []byte(ambiguous), 0o666); err != nil {
		t.Fatal(err)
	}
	const shown = `document.querySelector('[data-testid="open-doubt"]').matches(":modal")`
	const gone = `!document.querySelector('[data-testid="open-doubt"]').open`
	// The dialog gives its reason, and the graph is still the karate club.
	p.files(file)
	p.waitFor(shown)
	if reasons := p.text("open-reasons"); !strings.Contains(reasons, "Column 3") || p.state().Graph.N != 34 {
		t.Errorf("the dialog gives the reasons %q, and the graph is %+v", reasons, p.state().Graph)
	}
	p.axe("the dialog about a doubtful file")
	// Without the dialog e would step an epoch, and Space would start a run.
	before := p.state().Position
	p.do(chromedp.KeyEvent("e"), chromedp.KeyEvent(" "))
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor(gone + " && !sheafscope.state().busy")
	if s := p.state(); s.Graph.N != 34 || s.Position != before {
		t.Errorf("after Escape the state is %+v, want 34 nodes and position %d", s, before)
	}
	// As classes, the third column has 3 different values. As a header, the first of the 6 lines is no edge.
	p.files(file)
	p.waitFor(shown)
	p.choose("open-edges-3", "label")
	p.waitFor(`document.querySelector('[data-testid="open-counts"]').textContent.includes("3 classes")`)
	p.choose("open-edges-header", "yes")
	p.waitFor(`document.querySelector('[data-testid="open-counts"]').textContent.includes("5 edges")`)
	p.click("open-accept")
	const taken = `sheafscope.state().graph.n === 4 && sheafscope.state().graph.m === 5 && sheafscope.state().graph.classes === 3 && ` +
		`!sheafscope.state().busy`
	p.waitFor(gone)
	p.waitFor(taken)
	// The recipe and the address have the choices, so that a reload opens no dialog.
	p.waitFor(`location.hash.length > 10 && sheafscope.recipe().read === "edges.label=3,edges.header=yes"`)
	p.do(chromedp.Reload())
	p.ready()
	p.waitFor(taken)
	p.waitFor(gone)
	p.clean()
}

// With the correction that the only line of an edge list is a header, the dialog shows no row of the list.
func TestHeaderAloneLeavesNoRows(t *testing.T) {
	p := shared(t, desktop)
	dir := t.TempDir()
	edges, nodes := filepath.Join(dir, "edges.csv"), filepath.Join(dir, "nodes.csv")
	for file, text := range map[string]string{edges: "a,b\n", nodes: "a,1\nb,2\nc,3\nd,4\ne,5\nf,6\n"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.files(edges, nodes)
	const rows = `[...document.querySelectorAll(".check tbody")].map((b) => b.rows.length).join()`
	p.waitFor(rows + ` === "1,5"`)
	p.choose("open-edges-header", "yes")
	p.waitFor(`document.querySelector(".check .sheethead small").textContent === "Edges, no rows"`)
	var got string
	p.eval(rows, &got)
	if got != "0,5" {
		t.Errorf("the tables of edges and nodes have the rows %s, want 0,5", got)
	}
	p.click("open-cancel")
	p.waitFor(`!document.querySelector(".check").open`)
	p.clean()
}
