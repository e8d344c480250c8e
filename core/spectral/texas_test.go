//go:build !js

package spectral

import (
	"bufio"
	"fmt"
	"os"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/transport"
)

// webKB reads the edges of a Geom-GCN graph.
func webKB(tb testing.TB, name string) (n int, edges []graph.Edge) {
	f, err := os.Open("../../../shared/datasets/" + name + "/out1_graph_edges.txt")
	if err != nil {
		tb.Skip("data set not at hand:", err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Scan()
	for sc.Scan() {
		var i, j int32
		if _, err := fmt.Sscan(sc.Text(), &i, &j); err != nil {
			tb.Fatal(err)
		}
		n = max(n, int(i)+1, int(j)+1)
		if i != j {
			edges = append(edges, graph.Edge{I: min(i, j), J: max(i, j)})
		}
	}
	return n, graph.New(name, n, edges).Edges
}

// lifted returns a sheaf as training makes it: measures from random scores,
// centred plans, W = I + 0.1 noise, σ = −1.
func lifted(src *rng.Source, n, d int, edges []graph.Edge, spread float64) *sheaf.Sheaf {
	z, mu := make([]float64, n*d), make([]float64, n*d)
	for i := range z {
		z[i] = spread * src.Norm()
	}
	transport.Measures(mu, z, d, 0.02)
	l := transport.NewLift(n, d, edges)
	l.Centered = true
	dd := d * d
	p := make([]float64, len(edges)*dd)
	l.Forward(p, mu, transport.EffectiveEpsilon(1.2, 0.8, 2))
	w := make([]float64, dd)
	for r := range d {
		for c := range d {
			w[r*d+c] = 0.1 * src.Norm()
		}
		w[r*d+r]++
	}
	s := sheaf.New(n, d, edges)
	for e := range edges {
		sb, st := p[e*dd:(e+1)*dd], make([]float64, dd)
		for r := range d {
			for c := range d {
				st[r*d+c] = -sb[c*d+r]
			}
		}
		mulBlock(d, s.Map(e, 0), sb, w)
		mulBlock(d, s.Map(e, 1), st, w)
	}
	return s
}
func TestExplore(t *testing.T) {
	for _, name := range []string{"texas", "cornell", "wisconsin", "chameleon", "squirrel", "actor"} {
		n, edges := func() (n int, edges []graph.Edge) {
			return webKB(t, name)
		}()
		if n > 300 {
			t0 := time.Now()
			s := analyse(n, edges, 200_000_000)
			if s == nil {
				t.Log(name, n, len(edges), "nil", time.Since(t0))
			} else {
				t.Log(name, n, len(edges), "pairs", len(s.target), "blocks", len(s.rows), time.Since(t0))
			}
			continue
		}
		for _, spread := range []float64{0.1, 0.5, 2} {
			src := rng.New(1, "x")
			s := lifted(src, n, 4, edges, spread)
			for _, norm := range []bool{false, true} {
				op := s
				if norm {
					op = normalized(s, 1)
				}
				v := eigenvalues(t, denseOf(op))
				_, k := Kernel(v, 0)
				tr := NewTracker(n, 4, edges, TrackerOptions{})
				t0 := time.Now()
				e := tr.Update(op)
				cold := time.Since(t0)
				t0 = time.Now()
				e2 := tr.Update(op)
				t.Log(name, n, len(edges), spread, norm, "kernel", k, "low", v[max(0, k-2):k+5], v[len(v)-1], e, cold, e2.Lambda2, e2.Work, time.Since(t0), "pairs", len(tr.sym.target))
			}
		}
	}
}
