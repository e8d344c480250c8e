package graph

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// signalAndTemper returns the two features of every node, signal and temper.
func signalAndTemper(t *testing.T, g *Graph) (signal, temper []float64) {
	t.Helper()
	x := g.X.Dense()
	for i := range g.N {
		signal, temper = append(signal, x.At(i, 0)), append(temper, x.At(i, 1))
	}
	return signal, temper
}

// TestFriendsKeepTheRule checks that Friends has the numbers of edges, of edges that keep
// the rule and of rivals that its parameters request, and the noise to 20 %. A quarter of the
// energy of the class, in the sheaf with maps t_i, is the number of edges that break the rule.
// Without rivals homophily is the share Rule, to one edge. A seed decides the graph. Parameters
// out of range are refused.
func TestFriendsKeepTheRule(t *testing.T) {
	for _, p := range []FriendsParams{
		{N: 300, Degree: 10, Rule: 0.92, Rivals: 0.5, Noise: 1.6, Seed: 1},
		{N: 301, Degree: 7, Rule: 1, Rivals: 0.25, Noise: 0, Seed: 2},
		{N: 100, Degree: 4, Rule: 0.5, Rivals: 0, Noise: 1, Seed: 3},
	} {
		g, err := Friends(p)
		if err != nil {
			t.Fatal(err)
		}
		check(t, g)
		signal, temper := signalAndTemper(t, g)
		y := func(i int) float64 { return 1 - 2*float64(g.Labels[i]) } // 1 for label 0, −1 for label 1
		rivals, variance := 0, 0.0
		for i := range g.N {
			if temper[i] == -1 {
				rivals++
			} else if temper[i] != 1 {
				t.Fatalf("node %d has the temper %g, want 1 or -1", i, temper[i])
			}
			variance += (signal[i] - y(i)) * (signal[i] - y(i)) / float64(g.N)
		}
		kept, energy := 0, 0.0
		for _, e := range g.Edges {
			i, j := int(e.I), int(e.J)
			if (g.Labels[i] == g.Labels[j]) == (temper[i] == temper[j]) {
				kept++
			}
			// A quarter of the energy (t_i y_i − t_j y_j)² is 1 if the edge breaks the rule, else 0.
			d := temper[i]*y(i) - temper[j]*y(j)
			energy += d * d / 4
		}
		m := len(g.Edges)
		wantEdges, wantKept := int(float64(p.N)*p.Degree/2+0.5), int(float64(m)*p.Rule+0.5)
		wantRivals := int(math.Ceil(p.Rivals * float64(p.N)))
		if m != wantEdges || kept != wantKept || rivals != wantRivals {
			t.Errorf("%+v: %d edges, %d of them keep the rule, %d rivals, want %d, %d, %d", p, m, kept, rivals, wantEdges, wantKept, wantRivals)
		}
		if int(energy) != m-kept {
			t.Errorf("%+v: a quarter of the energy of the class is %g, but %d edges break the rule", p, energy, m-kept)
		}
		if noise := math.Sqrt(variance); math.Abs(noise-p.Noise) > 0.2*p.Noise {
			t.Errorf("%+v: noise %g, want %g", p, noise, p.Noise)
		}
		again, _ := Friends(p)
		if !reflect.DeepEqual(g, again) {
			t.Errorf("%+v: two graphs of the seed differ", p)
		}
		if p.Rivals == 0 && math.Abs(g.EdgeHomophily()-p.Rule) > 1/float64(m) {
			t.Errorf("without rivals homophily is %g, want the share %g of edges that keep the rule", g.EdgeHomophily(), p.Rule)
		}
	}
	for _, spec := range []string{"friends:rivals=2", "friends:noise=-1", "friends:n=10,degree=9,rule=1"} {
		if _, err := Generate(spec); err == nil || strings.Contains(err.Error(), "homophily") { // friends has no such parameter
			t.Errorf("%s: error %v, want one without another generator's parameter", spec, err)
		}
	}
}
