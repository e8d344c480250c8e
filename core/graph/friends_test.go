package graph

import (
	"math"
	"reflect"
	"testing"
)

// signalAndTemper returns signal and temper of every node.
func signalAndTemper(t *testing.T, g *Graph) (signal, temper []float64) {
	t.Helper()
	x := g.X.Dense()
	for i := range g.N {
		signal, temper = append(signal, x.At(i, 0)), append(temper, x.At(i, 1))
	}
	return signal, temper
}

// TestFriendsKeepTheRule: the share of edges that keep the rule, and the shares of tempers, are the parameters.
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
		rivals, kept, energy, square := 0, 0, 0.0, 0.0
		y := func(i int) float64 { return 1 - 2*float64(g.Labels[i]) }
		for i := range g.N {
			if temper[i] == -1 {
				rivals++
			} else if temper[i] != 1 {
				t.Fatalf("temper %g", temper[i])
			}
			square += (signal[i] - y(i)) * (signal[i] - y(i)) / float64(g.N)
		}
		for _, e := range g.Edges {
			i, j := int(e.I), int(e.J)
			if (g.Labels[i] == g.Labels[j]) == (temper[i] == temper[j]) {
				kept++
			}
			// The energy of the class in the sheaf with maps F_i = t_i.
			d := temper[i]*y(i) - temper[j]*y(j)
			energy += d * d / 4
		}
		m := len(g.Edges)
		if m != int(float64(p.N)*p.Degree/2+0.5) || kept != int(float64(m)*p.Rule+0.5) || rivals != int(math.Ceil(p.Rivals*float64(p.N))) {
			t.Errorf("%+v: %d edges, %d keep the rule, %d rivals", p, m, kept, rivals)
		}
		if int(energy) != m-kept {
			t.Errorf("%+v: energy of the class %g with %d edges that break the rule", p, energy, m-kept)
		}
		if math.Abs(math.Sqrt(square)-p.Noise) > 0.2*p.Noise {
			t.Errorf("%+v: noise %g", p, math.Sqrt(square))
		}
		again, _ := Friends(p)
		if !reflect.DeepEqual(g, again) {
			t.Error("the same seed gave another graph")
		}
		if p.Rivals == 0 && math.Abs(g.EdgeHomophily()-p.Rule) > 1/float64(m) {
			t.Errorf("without rivals homophily is %g, not the rule's %g", g.EdgeHomophily(), p.Rule)
		}
	}
	for _, spec := range []string{"friends:rivals=2", "friends:noise=-1", "friends:n=10,degree=9,rule=1"} {
		if _, err := Generate(spec); err == nil {
			t.Errorf("%s was accepted", spec)
		}
	}
}
