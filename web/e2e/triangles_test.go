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

// turned computes a number of the lesson on triangles from the stored rows of the study.
func turned(t *testing.T, name string) float64 {
	t.Helper()
	data, err := os.ReadFile("../../core/study/holonomy.json")
	if err != nil {
		t.Fatal(err)
	}
	var h struct {
		Epochs, Triangles []int
		Degree            []float64
		Tasks             []struct {
			Medians    [][]float64
			Test, Flat []float64
		}
		Factors [][3]float64
	}
	if err := json.Unmarshal(data, &h); err != nil {
		t.Fatal(err)
	}
	mean := func(list []float64) float64 {
		sum := 0.0
		for _, x := range list {
			sum += x
		}
		return sum / float64(len(list))
	}
	own, other, last := h.Tasks[0], h.Tasks[1], len(h.Epochs)-1
	all := 0
	for _, n := range h.Triangles {
		all += n
	}
	of := map[string]float64{"graphs": float64(len(h.Triangles)), "all": float64(all), "start": mean(own.Medians[0]),
		"early": float64(h.Epochs[4]), "earlyOwn": mean(own.Medians[4]), "earlyOther": mean(other.Medians[4]),
		"last": float64(h.Epochs[last]), "right": mean(own.Test), "flat": mean(own.Flat), "rightOther": mean(other.Test),
		"flatOther": mean(other.Flat), "degree": mean(h.Degree)}
	for k, f := range []string{"between", "grown", "grownOther", "doubled"} {
		of[f+".value"], of[f+".low"], of[f+".high"] = h.Factors[k][0], h.Factors[k][1], h.Factors[k][2]
	}
	x, ok := of[name]
	if !ok {
		t.Errorf("the lesson on triangles says %s, which the test does not compute", name)
	}
	return x
}

// The lesson can be read to its end. Keys move the slider of its figure through the epochs, and the text of the figure follows.
func TestLessonOnTriangles(t *testing.T) { inBoth(t, lessonOnTriangles) }

func lessonOnTriangles(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	const words = `[...document.querySelectorAll(".turnbox svg")].map((e) => e.getAttribute("aria-label")).join()`
	p.goThrough("triangles", func(c card) {
		var said string
		p.eval(words, &said)
		if drawn := c.At >= 4 && c.At <= 6; drawn != (said != "") {
			t.Errorf("step %d draws %q", c.At, said)
		}
		if c.At != 5 {
			return
		}
		p.axe("a lesson with a figure")
		p.key("turn-epoch", kb.Home)
		p.waitFor(words + `.includes("Epoch 1, triangles")`)
		p.key("turn-epoch", kb.ArrowRight)
		p.waitFor(words + `.includes("Epoch 2, communities")`)
		if p.eval(readCard, &c); c.At != 5 || !strings.Contains(c.Text, "slider") {
			t.Errorf("an arrow key on the slider leads to step %d", c.At)
		}
		alone := ""
		if p.eval(`document.querySelector('[data-testid="turn-alone"]').search`, &alone); alone != "?figure=triangles" {
			t.Errorf("the figure alone is at %q", alone)
		}
	})
	p.clean()
}

// The figure alone has both distributions with their texts. It saves the distributions of the displayed epoch as files of four kinds.
func TestFigureOfTriangles(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.visit(p.origin + base + "?figure=triangles")
	p.waitFor(`document.querySelectorAll(".turnbox svg").length === 2`)
	var note string
	p.eval(`document.querySelector('[data-testid="triangles"] .note').textContent`, &note)
	for name, digits := range map[string]int{"between.value": 2, "grown.value": 3} {
		if x := strconv.FormatFloat(turned(t, name), 'g', digits, 64); !strings.Contains(note, x) {
			t.Errorf("the figure does not say %s, %s: %s", name, x, note)
		}
	}
	p.key("turn-epoch", kb.Home)
	p.eval(caught+" 1", new(int))
	for name, begins := range map[string]string{"triangles.svg": "<?xml", "triangles.pdf": "%PDF", "triangles.tex": "% \\input",
		"triangles.png": "\x89PNG"} {
		p.click("turn-" + strings.Replace(name[10:], "tex", "tikz", 1))
		if data := p.file(name); !bytes.HasPrefix(data, []byte(begins)) || len(data) < 1000 ||
			name[10:] == "svg" && !bytes.Contains(data, []byte("epoch 1, 10 graphs")) {
			t.Errorf("%s: %d bytes, %.20q", name, len(data), data)
		}
	}
	p.axe("the figure of triangles alone")
	p.clean()
}
