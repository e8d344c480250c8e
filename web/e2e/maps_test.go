//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
)

// A user selects the maps of neural sheaf diffusion beside the results. With identity maps the kernel has dimension d. The page trains the
// learned maps, the identity and zero maps over three seeds, and its own run stays at epoch 2. Other models do not show the choice. Then
// fileOfMaps tests a file of maps.
func TestMapsSwitch(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", model: "nsd-diag", seed: 1, settings: {epochs: "5", d: "2"}})`)
	p.call("run(2)")
	p.click("tab-results")
	p.waitFor(`document.querySelector('[data-testid="maps-switch"]')?.value === "learned"`)
	// Identity maps, at the position of the run.
	p.choose("maps-switch", "identity")
	p.waitFor(`sheafscope.recipe().settings.maps === "identity" && !sheafscope.state().busy`)
	s := p.state()
	if s.Epoch != 2 {
		t.Errorf("with identity maps the run is at epoch %d, want 2", s.Epoch)
	}
	if s.KernelDim == nil {
		t.Error("with identity maps the dimension of the kernel is unknown")
	} else if *s.KernelDim != 2 { // d on a connected graph
		t.Errorf("with identity maps the kernel has dimension %d, want 2", *s.KernelDim)
	}
	// Three seeds for each of the three choices.
	p.choose("results-runs", "3")
	p.click("maps-run")
	for _, row := range []string{"result-nsd-diag", "result-nsd-diag+identity", "result-nsd-diag+zero"} {
		p.waitFor(`document.querySelector('[data-testid="` + row + `"]')?.dataset.n === "3"`)
	}
	if s := p.state(); s.Epoch != 2 {
		t.Errorf("the run on the page is at epoch %d, want 2", s.Epoch)
	}
	// A GCN has no maps to choose.
	p.choose("model-select", "gcn")
	p.waitFor(`!document.querySelector('[data-testid="maps-switch"]').checkVisibility()`)
	p.clean()
	fileOfMaps(t, p)
}

// fileOfMaps opens an .npz file of random restriction maps: two epochs, two layers, 12 nodes, d = 3. The page displays the maps of layer 1
// and epoch 1, then of layer 2, then of epoch 2. Each displayed spectrum equals, within 1e-9, the eigenvalues of the sheaf with these maps,
// which core/sheaf assembles and normalises here. Layer 0 displays the run again.
func fileOfMaps(t *testing.T, p *page) {
	const n, d, epochs, layers = 12, 3, 2, 2
	var edges []graph.Edge
	for i := range int32(n) {
		edges = append(edges, graph.Edge{I: i, J: (i + 1) % n}, graph.Edge{I: i, J: (i + 3) % n})
	}
	g := graph.New("", n, edges)
	m := len(g.Edges)
	src := rng.New(5, "maps")
	index, maps := make([]int64, 2*m), [2][]float64{}
	for e, q := range g.Edges {
		index[e], index[m+e] = int64(q.I), int64(q.J)
	}
	for side := range maps {
		for range epochs * layers * m * d * d {
			maps[side] = append(maps[side], src.Norm())
		}
	}
	// The file has the maps in the order (epoch, layer, edge, row, column): R_ij at the end i of an edge, R_ji at the end j.
	var b bytes.Buffer
	shape := []int{epochs, layers, m, d, d}
	if err := graphio.WriteNPZ(&b, []graphio.Array{{Name: "edge_index", Shape: []int{2, m}, Int: index},
		{Name: "R_ij", Shape: shape, Float: maps[0]}, {Name: "R_ji", Shape: shape, Float: maps[1]}}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "learned.npz")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	// checkSpectrum compares the displayed spectrum with that of sheaf k of the file, k = epoch·layers + layer from 0. It first waits until
	// the spectrum differs from the last one.
	checkSpectrum := func(k int) {
		t.Helper()
		p.waitFor(fmt.Sprintf(`((s) => s.byHand?.what === "file" && !s.busy && s.byHand.spectrum.length === %d && s.byHand.spectrum[0] !== `+
			`globalThis.seen)(sheafscope.state())`, n*d))
		var got struct {
			ByHand struct{ Spectrum []float64 }
			Config struct{ Shift float64 }
		}
		p.eval("sheafscope.state()", &got)
		p.eval("globalThis.seen = sheafscope.state().byHand.spectrum[0]", nil)
		// s has the maps of the file, and hat the normalised maps.
		s, hat := sheaf.New(n, d, g.Edges), sheaf.New(n, d, g.Edges)
		for e := range m {
			for side := range 2 {
				copy(s.Map(e, side), maps[side][(k*m+e)*d*d:])
			}
		}
		sheaf.NewNormalizer(n, d, g.Edges).Forward(s, got.Config.Shift, hat)
		want, err := frame.SpectrumOf(hat)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want.Values {
			if math.Abs(v-got.ByHand.Spectrum[i]) > 1e-9 {
				t.Fatalf("sheaf %d: eigenvalue %d is %v, want %v", k, i, got.ByHand.Spectrum[i], v)
			}
		}
	}
	p.call(`load({graph: "karate", seed: 1})`) // the page opens the file with the present model
	p.files(name)
	checkSpectrum(0)
	p.shot("file-maps")
	// choose sets the select element inside the part with the test id menu.
	choose := func(menu, value string) {
		p.eval(fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("change")); `+
			`return s.value; })()`,
			byTestID(menu)+" select", value), new(string))
	}
	choose("file-layer", "2")
	checkSpectrum(1)
	choose("file-epoch", "2")
	checkSpectrum(3)
	choose("file-layer", "0")
	p.waitFor(`sheafscope.state().byHand === null`)
	p.clean()
}
