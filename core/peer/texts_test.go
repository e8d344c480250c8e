// This file tests the texts of the peers on the page under settings that change the network.

package peer

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"sheafscope/core/graph"
	"sheafscope/core/train"
	"sheafscope/core/words"
)

// TestEquationsExplainTheirGreekLetters: every Greek letter in an equation is part of a symbol with a meaning.
func TestEquationsExplainTheirGreekLetters(t *testing.T) {
	for _, p := range All() {
		var symbols strings.Builder
		for _, s := range p.Symbols {
			symbols.WriteString(s[0])
		}
		for _, line := range p.Equation {
			for _, letter := range line {
				if unicode.Is(unicode.Greek, letter) && !strings.ContainsRune(symbols.String(), letter) {
					t.Errorf("%s: the symbols lack %c of %s", p.Name, letter, line)
				}
			}
		}
	}
}

// TestLaplacianWithIsTheLaplacianOfTheLayers: in all variants of [variants], a layer whose Laplacian is described as I − Â or as
// I − D^{−1/2}AD^{−1/2} has this matrix. An isolated node has a zero row. By default LaplacianWith returns the field Laplacian.
func TestLaplacianWithIsTheLaplacianOfTheLayers(t *testing.T) {
	g := directedGraph()
	seen := map[string]bool{}
	for _, p := range All() {
		if got := p.LaplacianWith(p.Defaults(Heterophilic)); got != p.Laplacian {
			t.Errorf("%s: the Laplacian is %s, want %s", p.Name, got, p.Laplacian)
		}
		for _, variant := range variants[p.Name] {
			layers, s := layersWith(t, p, g, variant)
			text := p.LaplacianWith(s)
			if text != trivialLaplacian && text != plainLaplacian {
				continue
			}
			seen[text] = true
			loops := selfLoops(text == trivialLaplacian)
			a := symmetricNormalize(adjacency(g, loops)).Dense()
			for k := range layers {
				layers[k].Open(g)
				l := layers[k].Lap.Dense()
				for q, v := range l.Data {
					i, j := q/g.N, q%g.N
					want := -a.Data[q]
					if isIsolated := len(g.Adjacency().Neighbors(i)) == 0; i == j {
						want = words.Either(isIsolated, 0, 1+want)
					}
					if !(math.Abs(v-want) < 1e-12) {
						t.Fatalf("%s with %v: entry (%d, %d) of %s is %g, want %g", p.Name, variant, i, j, text, v, want)
					}
				}
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("the variants have the Laplacians %v, want both", seen)
	}
}

// TestNoGainIsTheTextWithoutGain: some variant of a model with NoGain has layers without a gain, and others have a gain.
// No other model whose default layers have a gain loses the gain in a variant.
func TestNoGainIsTheTextWithoutGain(t *testing.T) {
	for _, p := range All() {
		gains := []bool{hasGain(layersWith(t, p, directedGraph(), nil))}
		for _, variant := range variants[p.Name] {
			gains = append(gains, hasGain(layersWith(t, p, directedGraph(), variant)))
		}
		loses := gains[0] && slices.Contains(gains, false)
		if loses != (p.NoGain != "") {
			t.Errorf("%s: the variants have gains %v, and NoGain is %q", p.Name, gains, p.NoGain)
		}
	}
}

// layersWith returns the layers of a peer on a graph after a forward pass, and its settings: the defaults with the changes of variant.
func layersWith(t *testing.T, p *Peer, g *graph.Graph, variant map[string]float64) ([]Layer, Settings) {
	t.Helper()
	s := p.Defaults(Heterophilic)
	for name, v := range variant {
		s.Values[name] = v
	}
	var layers []Layer
	s.Watch = func(l Layer) { layers = append(layers, l) }
	tape, _ := build(t, p.Name, g, s, train.NewStore(2), false)
	tape.Forward()
	return layers, s
}

// hasGain reports whether the last layer has a filter, or a common gain with the layers before it.
func hasGain(layers []Layer, _ Settings) bool {
	last := &layers[len(layers)-1]
	return last.Filter != nil || last.Whole()
}
