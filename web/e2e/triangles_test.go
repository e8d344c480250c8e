//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// triangleNumber returns a number of the lesson on triangles, by the name that the lesson has for it. It computes the number from the
// stored rows of the study, core/study/holonomy.json: means over graphs, and factors with their lower and upper bounds.
func triangleNumber(t *testing.T, name string) float64 {
	t.Helper()
	data, err := os.ReadFile("../../core/study/holonomy.json")
	if err != nil {
		t.Fatal(err)
	}
	var h struct {
		Epochs, Triangles []int
		Degree            []float64
		Tasks             []struct {
			Medians    [][]float64 // by index of the epoch and by graph
			Test, Flat []float64   // test accuracies of each graph: with its own maps, and after all maps were made equal
		}
		Factors [][3]float64 // value, lower bound, upper bound
	}
	if err := json.Unmarshal(data, &h); err != nil {
		t.Fatal(err)
	}
	// The means are over graphs. In task 0 (own) a class is a tercile of the number of triangles, in task 1 (other) it is a community.
	mean := func(list []float64) float64 {
		sum := 0.0
		for _, x := range list {
			sum += x
		}
		return sum / float64(len(list))
	}
	own, other, last := h.Tasks[0], h.Tasks[1], len(h.Epochs)-1
	triangles := 0 // of all graphs
	for _, n := range h.Triangles {
		triangles += n
	}
	// The names are those of the lesson. Median angles come from epoch indices 0, 4 and the last. A factor is a ratio of median angles with
	// the ends of its interval; core/study defines the four factors.
	numbers := map[string]float64{"graphs": float64(len(h.Triangles)), "all": float64(triangles), "start": mean(own.Medians[0]),
		"early": float64(h.Epochs[4]), "earlyOwn": mean(own.Medians[4]), "earlyOther": mean(other.Medians[4]),
		"last": float64(h.Epochs[last]), "right": mean(own.Test), "flat": mean(own.Flat), "rightOther": mean(other.Test),
		"flatOther": mean(other.Flat), "degree": mean(h.Degree)}
	for k, f := range []string{"between", "grown", "grownOther", "doubled"} {
		numbers[f+".value"], numbers[f+".low"], numbers[f+".high"] = h.Factors[k][0], h.Factors[k][1], h.Factors[k][2]
	}
	x, known := numbers[name]
	if !known {
		t.Errorf("the lesson on triangles has the number %s, which the test does not compute", name)
	}
	return x
}

// The lesson can be read to its end. Its steps 4 to 6, and no others, have the figure. In step 5 keys move the slider through the epochs,
// the label of the figure follows, and the lesson stays at its step. The link to the figure alone has its address.
func TestLessonOnTriangles(t *testing.T) { inBoth(t, lessonOnTriangles) }

// lessonOnTriangles is TestLessonOnTriangles in one browser.
func lessonOnTriangles(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	const labels = `[...document.querySelectorAll(".turnbox svg")].map((e) => e.getAttribute("aria-label")).join()`
	p.goThrough("triangles", func(c card) {
		var label string
		p.eval(labels, &label)
		wantFigure, hasFigure := c.At >= 4 && c.At <= 6, label != ""
		if hasFigure != wantFigure {
			t.Errorf("step %d has a figure: %v, want %v; its label is %q", c.At, hasFigure, wantFigure, label)
		}
		if c.At != 5 {
			return // the keys are tested in one step
		}
		p.axe("a lesson with a figure")
		// The keys of the slider.
		p.key("turn-epoch", kb.Home)
		p.waitFor(labels + `.includes("Epoch 1, triangles")`)
		p.key("turn-epoch", kb.ArrowRight)
		p.waitFor(labels + `.includes("Epoch 2, communities")`)
		p.eval(readCard, &c)
		if c.At != 5 || !strings.Contains(c.Text, "slider") {
			t.Errorf("an arrow key on the slider leads to step %d with the text %q, want step 5", c.At, c.Text)
		}
		alone := ""
		p.eval(`document.querySelector('[data-testid="turn-alone"]').search`, &alone)
		if alone != "?figure=triangles" {
			t.Errorf("the figure alone is at %q, want ?figure=triangles", alone)
		}
	})
	p.clean()
}

// The figure alone has both distributions, and its note has two factors of the study, which triangleNumber computes from the stored rows.
// It saves the distributions of epoch 1, for ten graphs, as SVG, PDF, TikZ and PNG.
// The SVG states the epoch and the number of graphs.
func TestFigureOfTriangles(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.visit(p.origin + base + "?figure=triangles")
	p.waitFor(`document.querySelectorAll(".turnbox svg").length === 2`)
	// The note, with the digits that it displays.
	var note string
	p.eval(`document.querySelector('[data-testid="triangles"] .note').textContent`, &note)
	for name, digits := range map[string]int{"between.value": 2, "grown.value": 3} {
		x := strconv.FormatFloat(triangleNumber(t, name), 'g', digits, 64)
		if !strings.Contains(note, x) {
			t.Errorf("the note of the figure does not have the value %s of %s: %s", x, name, note)
		}
	}
	// The files of epoch 1.
	p.key("turn-epoch", kb.Home)
	p.eval(catchSavedFiles+" 1", new(int))
	const prefixLength = len("triangles.")
	for name, begin := range map[string]string{"triangles.svg": "<?xml", "triangles.pdf": "%PDF", "triangles.tex": "% \\input",
		"triangles.png": "\x89PNG"} {
		p.click("turn-" + strings.Replace(name[prefixLength:], "tex", "tikz", 1))
		data := p.file(name)
		if !bytes.HasPrefix(data, []byte(begin)) || len(data) < 1000 {
			t.Errorf("%s has %d bytes and begins with %.20q, want at least 1000 and %q", name, len(data), data, begin)
		}
		if name[prefixLength:] == "svg" && !bytes.Contains(data, []byte("epoch 1, 10 graphs")) {
			t.Errorf("%s does not name epoch 1 and 10 graphs", name)
		}
	}
	p.axe("the figure of triangles alone")
	p.clean()
}
