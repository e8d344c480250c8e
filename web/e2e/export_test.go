//go:build e2e

package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"

	"sheafscope/core/graphio"
)

// Every entry of the export menu writes a file that a program can read.
func TestExportsCanBeRead(t *testing.T) {
	p := blank(t, desktop)
	// Downloads are caught in the page: each blob by its address, each name by its click.
	p.beforeScripts(`globalThis.blobs = new Map(); globalThis.saved = [];
		{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { const u = make(b); blobs.set(u, b); return u; };
		  HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push({ name: this.download, href: this.href }); }; }`)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.settle() // the charts are drawn a moment after the run
	for what, end := range map[string]string{"json": "trace.json", "csv": "nodes.csv", "edges": "edges.csv", "spectrum": "spectrum.csv",
		"graphml": ".graphml", "gexf": ".gexf",
		"node-link": ".json", "npz": ".npz", "weights": "weights.npz", "pyg": "pyg.zip", "png": "graph.png", "svg": "graph.svg",
		"charts": "charts.svg", "pdf": "graph.pdf", "tikz": "graph.tex", "charts-pdf": "charts.pdf", "charts-tikz": "charts.tex"} {
		p.eval("saved.length = 0", nil)
		p.eval(`document.querySelector('[data-testid="export-`+what+`"]').click()`, nil)
		p.waitFor("saved.length === 1")
		var got struct{ Name, Data string }
		p.eval(`blobs.get(saved[0].href).arrayBuffer().then((b) => { let s = ""; for (const c of new Uint8Array(b)) s += `+
			`String.fromCharCode(c); return { name: saved[0].name, data: btoa(s) }; })`, &got)
		data, err := base64.StdEncoding.DecodeString(got.Data)
		if err != nil || len(data) < 60 || !strings.HasSuffix(got.Name, end) || strings.Count(got.Name, "karate") != 1 {
			t.Errorf("%s: %d bytes as %q, %v", what, len(data), got.Name, err)
			continue
		}
		switch what {
		case "graphml", "gexf", "node-link", "npz":
			r, err := graphio.Read([]graphio.File{{Name: got.Name, Data: data}})
			if err != nil || r.Graph.N != 34 || len(r.Graph.Edges) != 78 {
				t.Errorf("%s: %v", what, err)
			}
			if what == "graphml" && !bytes.Contains(data, []byte("kappa")) {
				t.Error("the GraphML file has no results")
			}
		case "edges", "csv":
			if lines := bytes.Count(data, []byte("\n")); what == "edges" && lines != 79 || what == "csv" && lines != 35 {
				t.Errorf("%s has %d lines", what, lines)
			}
		case "weights":
			if list, err := graphio.ReadNPZ(got.Name, data); err != nil || len(list) < 6 {
				t.Errorf("weights: %d arrays, %v", len(list), err)
			}
		case "pdf", "charts-pdf", "tikz", "charts-tikz":
			vectorFile(t, what, string(data))
		case "png":
			picture, err := png.DecodeConfig(bytes.NewReader(data))
			var shown [2]float64
			p.eval(`(() => { const b = document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect(); return [b.width, `+
				`b.height]; })()`, &shown)
			// The drawing at twice its measure, with a line above and the legend below.
			if err != nil || picture.Width != int(2*shown[0]+0.5) || float64(picture.Height) < 2*shown[1]+80 {
				t.Errorf("png: %d x %d for %v on the screen, %v", picture.Width, picture.Height, shown, err)
			}
		case "svg", "charts":
			for _, want := range pictureTexts[what] {
				if !bytes.Contains(data, []byte(want)) {
					t.Errorf("%s: %q is missing", what, want)
				}
			}
			if bytes.Contains(data, []byte("<image")) || bytes.Contains(data, []byte(`visibility="hidden"`)) {
				t.Errorf("%s has a picture of pixels, or hides something", what)
			}
			count := 0
			for d := xml.NewDecoder(bytes.NewReader(data)); ; {
				tok, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Errorf("%s: %v", what, err)
					break
				}
				if s, ok := tok.(xml.StartElement); ok {
					if s.Name.Local == "line" || s.Name.Local == "path" {
						count++
					}
					for _, a := range s.Attr {
						if a.Name.Local == "class" || strings.Contains(a.Value, "var(") {
							t.Errorf("%s: %s=%q needs a style sheet", what, a.Name.Local, a.Value)
						}
					}
				}
			}
			if what == "svg" && count != 78 || what == "charts" && count < 60 {
				t.Errorf("%s: %d lines", what, count)
			}
		}
	}
	p.clean()
}

// pictureTexts has texts of the legends of the exported pictures, with their values.
var pictureTexts = map[string][]string{
	"svg": {"Zachary's karate club", "34 nodes, 78 edges; nodes by prediction, edges by κ̄ agreement", "Mr. Hi's club",
		"officers' club", "κ̄ 0."},
	"charts": {"Zachary's karate club", "Laplacian spectrum", "136 eigenvalues", "|AFM gain|", "count", "Training", "CE 0.", "KL 0.",
		"spectral 0.", "validation ", "epoch", "Bound and risk", "test error 0.", "Clopper–Pearson"},
}
