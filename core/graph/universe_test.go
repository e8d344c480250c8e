package graph

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestUniverseHasItsYardsticks checks that Yardsticks of a drawn graph are the parameters:
// homophily, degree and correlation to within an edge or two, signal and the spread of degrees
// to within sampling error. A seed decides the graph. A specification out of range is refused
// with the fault in the error.
func TestUniverseHasItsYardsticks(t *testing.T) {
	for _, c := range []struct{ classes, homophily, degree, correlation, signal, spread float64 }{
		{4, 0, 8, 0.6, 1, 0.5}, {4, 0.3, 8, 1, 0, 0}, {4, 0.9, 12, 0.4, 2, 0.8}, {6, 0.5, 10, 0.3, 0.5, 0.3}, {2, 0.4, 6, 0.5, 1, 0.5},
		{5, 0.25, 8, 0, 1.5, 0.5}, {4, 0.1, 20, 0, 1, 0.5}, {4, 1, 5, 0.5, 1, 0},
	} {
		p := UniverseParams{SBMParams{N: 1200, Classes: int(c.classes), Degree: c.degree, Homophily: c.homophily, Signal: c.signal,
			Features: 16, Seed: 7}, c.correlation, c.spread}
		g, err := Universe(p)
		if err != nil {
			t.Fatal(c, err)
		}
		check(t, g)
		m := float64(len(g.Edges))
		y := g.Yardsticks()
		if math.Abs(y.Homophily-c.homophily) > 1/m || math.Abs(y.Degree-c.degree) > 2.0/1200 {
			t.Errorf("%+v: homophily %v and degree %v of the graph differ", c, y.Homophily, y.Degree)
		}
		// The correlation is exact to within an edge between classes.
		want, tolerance := c.correlation, 2/max(1, m*(1-c.homophily))*(c.classes-1)
		switch {
		case c.classes == 2 || c.homophily == 1: // no choice of a partner, or no edge between classes
			want = 0
		case want == 0: // the largest of K−1 shares that are equal in the mean: at most 3 standard errors above
			ends := 2 * m * (1 - c.homophily) / c.classes
			tolerance += 3 * math.Sqrt((c.classes-2)/ends)
		}
		if math.Abs(y.Correlation-want) > tolerance {
			t.Errorf("%+v: correlation %v, want %v to within %v", c, y.Correlation, want, tolerance)
		}
		// Four standard errors; the one of the squared signal is about √(2/(nF))·(1 + signal²)·√K.
		difference := math.Abs(y.Signal*y.Signal - c.signal*c.signal)
		if difference > 4*math.Sqrt(2*c.classes/(1200*16))*(1+c.signal*c.signal) {
			t.Errorf("%+v: signal %v, want %v", c, y.Signal, c.signal)
		}
		// Degrees are Poisson numbers with log-normal means: variance d + d²(e^{s²} − 1), less where pairs are taken.
		variance := 0.0
		for _, d := range g.Degrees() {
			variance += (float64(d) - c.degree) * (float64(d) - c.degree) / 1200
		}
		model := c.degree + c.degree*c.degree*(math.Exp(c.spread*c.spread)-1)
		if math.Abs(variance/model-1) > 0.35 {
			t.Errorf("%+v: the degrees have the variance %v, not about %v", c, variance, model)
		}
		again, _ := Universe(p)
		if !reflect.DeepEqual(g, again) {
			t.Error("the same seed gave another graph")
		}
	}
	for fault, spec := range map[string]string{"no partner": "universe:classes=5", "no free pair": "universe:n=20,homophily=1,degree=18",
		"spread": "universe:spread=3", "homophily": "universe:homophily=2"} {
		if _, err := Generate(spec); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: error %v, want one with %q", spec, err, fault)
		}
	}
}

// TestYardsticksByHand compares the yardsticks of a graph of 8 nodes and four classes with
// numbers by hand. The empty graph has zeros.
func TestYardsticksByHand(t *testing.T) {
	g := New("hand", 8, []Edge{{0, 4}, {0, 1}, {0, 5}, {1, 4}, {2, 3}, {2, 7}, {1, 2}, {0, 2}})
	g.setLabels([]int{0, 1, 2, 3, 0, 1, 2, 3}, nil)
	g.X = denseFeatures(8, 1, []float64{2, 0, -2, 0, 4, 2, -4, -2})
	y := g.Yardsticks()
	// Edges: 0–4 of one class; between 0–1: (0,1), (0,5), (1,4); 2–3: (2,3), (2,7); 1–2: (1,2); 0–2: (0,2).
	// Ends by class, the most frequent other first: 0: 3 of 4, 1: 3 of 4, 2: 2 of 4, 3: 2 of 2. q = 10/14.
	if want := (10.0/14 - 1.0/3) / (2.0 / 3); math.Abs(y.Correlation-want) > 1e-15 || y.Homophily != 1.0/8 || y.Degree != 2 {
		t.Errorf("yardsticks %+v, want homophily 1/8, degree 2, correlation %v", y, want)
	}
	// Class means 3, 1, −3, −1; each node is 1 from its mean: S = 8, noise² = 2; Σ|x̄_k|²/K = 5; chance (3/4)·2·(1/2) = 3/4.
	if want := math.Sqrt((5 - 0.75) / 2); math.Abs(y.Signal-want) > 1e-14 {
		t.Errorf("signal %v, want %v", y.Signal, want)
	}
	if y := New("none", 0, nil).Yardsticks(); y != (Yardsticks{}) {
		t.Errorf("the empty graph has %+v, want zeros", y)
	}
}

// The yardsticks of the drawn graph are the parameters.
func ExampleUniverse() {
	g, err := Builtin("universe:n=400,homophily=0.2,correlation=0.8,signal=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	y := g.Yardsticks()
	fmt.Printf("homophily %.2f, degree %.1f, correlation %.2f, signal %.1f\n", y.Homophily, y.Degree, y.Correlation, y.Signal)
	// Output: homophily 0.20, degree 8.0, correlation 0.80, signal 2.0
}
