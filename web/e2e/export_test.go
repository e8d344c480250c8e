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

// Each of 17 entries of the export menu writes a file of at least 60 bytes. Its name contains "karate" once and has the ending of the
// entry. Graph formats are read by graphio as 34 nodes and 78 edges, and GraphML also has results. The tables of nodes and of edges have a
// header and a line for each node or edge. Weights are read as at least 6 arrays. SVG is checked by pictureTexts and pictureLines, PDF and
// TikZ by vectorFile, and PNG by its size. Of the other files only name and length are checked.
func TestExportsCanBeRead(t *testing.T) {
	p := blank(t, desktop)
	// The page records its downloads in place of saving them: blobs has the blob of each address, and saved the name and the address (href)
	// of each download.
	p.beforeScripts(`globalThis.blobs = new Map(); globalThis.saved = [];
		{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { const u = make(b); blobs.set(u, b); return u; };
		  HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push({ name: this.download, href: this.href }); }; }`)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.settle() // the charts are drawn a moment after the run
	// The map has, for the data-testid of each entry without "export-", the ending of its file.
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
		named := strings.HasSuffix(got.Name, end) && strings.Count(got.Name, "karate") == 1
		if err != nil || len(data) < 60 || !named {
			t.Errorf("%s: %d bytes as %q, %v; want at least 60 bytes as …%s", what, len(data), got.Name, err, end)
			continue
		}
		switch what {
		case "graphml", "gexf", "node-link", "npz":
			r, err := graphio.Read([]graphio.File{{Name: got.Name, Data: data}})
			if err != nil {
				t.Errorf("%s: %v", what, err)
			} else if r.Graph.N != 34 || len(r.Graph.Edges) != 78 {
				t.Errorf("%s is read as %d nodes and %d edges, want 34 and 78", what, r.Graph.N, len(r.Graph.Edges))
			}
			if what == "graphml" && !bytes.Contains(data, []byte("kappa")) {
				t.Error("the GraphML file has no results")
			}
		case "edges", "csv":
			want := map[string]int{"edges": 1 + 78, "csv": 1 + 34}[what] // a header, and a line for each edge or node
			if lines := bytes.Count(data, []byte("\n")); lines != want {
				t.Errorf("%s has %d lines, want %d", what, lines, want)
			}
		case "weights":
			if list, err := graphio.ReadNPZ(got.Name, data); err != nil || len(list) < 6 {
				t.Errorf("weights: %d arrays, %v; want at least 6", len(list), err)
			}
		case "pdf", "charts-pdf", "tikz", "charts-tikz":
			vectorFile(t, what, string(data))
		case "png":
			picture, err := png.DecodeConfig(bytes.NewReader(data))
			var shown [2]float64
			p.eval(`(() => { const b = document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect(); return [b.width, `+
				`b.height]; })()`, &shown)
			// The picture has the drawing at twice its size, a line of text above and the legend below: at least 80 pixels more.
			if err != nil || picture.Width != int(2*shown[0]+0.5) || float64(picture.Height) < 2*shown[1]+80 {
				t.Errorf("png: %d x %d for %v on the screen, %v; want twice the size, and at least 80 more in height", picture.Width,
					picture.Height, shown, err)
			}
		case "svg", "charts":
			for _, want := range pictureTexts[what] {
				if !bytes.Contains(data, []byte(want)) {
					t.Errorf("the picture %s does not contain %q", what, want)
				}
			}
			// The graph has a line for each edge. The charts have many lines; 60 is a low limit.
			lines := pictureLines(t, what, data)
			if what == "svg" && lines != 78 {
				t.Errorf("svg: %d lines, want 78", lines)
			}
			if what == "charts" && lines < 60 {
				t.Errorf("charts: %d lines, want at least 60", lines)
			}
		}
	}
	p.clean()
}

// pictureLines checks that an SVG file is well-formed, has no bitmap and no hidden element, and needs no style sheet. It returns the number
// of elements line and path. name names the file in messages.
func pictureLines(t *testing.T, name string, svg []byte) (count int) {
	t.Helper()
	if bytes.Contains(svg, []byte("<image")) || bytes.Contains(svg, []byte(`visibility="hidden"`)) {
		t.Errorf("%s has a bitmap or a hidden element", name)
	}
	// The decoder reads the elements one after the other.
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return count
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if element.Name.Local == "line" || element.Name.Local == "path" {
			count++
		}
		for _, a := range element.Attr {
			if a.Name.Local == "class" || strings.Contains(a.Value, "var(") {
				t.Errorf("%s: %s=%q needs a style sheet", name, a.Name.Local, a.Value)
			}
		}
	}
}

// pictureTexts has texts that an exported picture must contain, some of them the beginning of a number.
var pictureTexts = map[string][]string{
	"svg": {"Zachary's karate club", "34 nodes, 78 edges; nodes by prediction, edges by κ̄ agreement", "Mr. Hi's club",
		"officers' club", "κ̄ 0."},
	"charts": {"Zachary's karate club", "Laplacian spectrum", "136 eigenvalues", "|AFM gain|", "count", "Training", "CE 0.", "KL 0.",
		"spectral 0.", "validation ", "epoch", "Bound and risk", "test error 0.", "Clopper–Pearson"},
}
