package graph

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestUniverseHasItsYardsticks checks that Yardsticks of random graphs with 1200 nodes are near
// the parameters of Universe: homophily and degree to within one edge, correlation to within a few
// edges, and signal to within sampling error. A correlation of 0 may also have a sampling error.
// For two classes, and for homophily 1, the correlation is 0 whatever the parameter. The variance
// of the degrees is near its model.
// The same seed gives the same graph. Specifications that cannot be met are refused, and the error
// names the fault.
func TestUniverseHasItsYardsticks(t *testing.T) {
	for _, c := range []struct{ classes, homophily, degree, correlation, signal, spread float64 }{
		{4, 0, 8, 0.6, 1, 0.5}, {4, 0.3, 8, 1, 0, 0}, {4, 0.9, 12, 0.4, 2, 0.8}, {6, 0.5, 10, 0.3, 0.5, 0.3}, {2, 0.4, 6, 0.5, 1, 0.5},
		{5, 0.25, 8, 0, 1.5, 0.5}, {4, 0.1, 20, 0, 1, 0.5}, {4, 1, 5, 0.5, 1, 0},
	} {
		p := UniverseParams{SBMParams: SBMParams{N: 1200, Classes: int(c.classes), Degree: c.degree, Homophily: c.homophily,
			Signal: c.signal, Features: 16, Seed: 7}, Correlation: c.correlation, Spread: c.spread}
		g, err := Universe(p)
		if err != nil {
			t.Fatal(c, err)
		}
		check(t, g)
		m := float64(len(g.Edges))
		y := g.Yardsticks()
		if math.Abs(y.Homophily-c.homophily) > 1/m || math.Abs(y.Degree-c.degree) > 2.0/1200 {
			t.Errorf("%+v: the graph has homophily %v and degree %v, want %v and %v", c, y.Homophily, y.Degree, c.homophily, c.degree)
		}
		// There are K = c.classes classes. About m(1 − homophily) of the m edges join different classes. Edges are whole, so the
		// correlation may differ by 2(K − 1) divided by their number.
		want, tolerance := c.correlation, 2/max(1, m*(1-c.homophily))*(c.classes-1)
		switch {
		case c.classes == 2 || c.homophily == 1: // no choice of a partner, or no edge between classes
			want = 0
		case want == 0:
			// The K − 1 other classes have equal shares in the mean. The largest share is above the mean by chance, by at most
			// 3 relative standard errors of a share. ends is the mean number of guesses for each class.
			ends := 2 * m * (1 - c.homophily) / c.classes
			tolerance += 3 * math.Sqrt((c.classes-2)/ends)
		}
		if math.Abs(y.Correlation-want) > tolerance {
			t.Errorf("%+v: correlation %v, want %v to within %v", c, y.Correlation, want, tolerance)
		}
		// The squared signal may differ by four standard errors. For n = 1200 nodes and F = 16 features, a standard error is about
		// √(2K/(nF))·(1 + signal²).
		difference := math.Abs(y.Signal*y.Signal - c.signal*c.signal)
		if difference > 4*math.Sqrt(2*c.classes/(1200*16))*(1+c.signal*c.signal) {
			t.Errorf("%+v: signal %v, want %v", c, y.Signal, c.signal)
		}
		// Degrees are Poisson numbers with log-normal means. For the mean degree d and the spread s, their variance is about
		// d + d²(e^{s²} − 1). It is smaller where pairs of nodes already have an edge, so the tolerance is 35 %.
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
			t.Errorf("%+v: a second graph with seed 7 differs from the first", c)
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
// numbers that are computed by hand. The yardsticks of the empty graph are zeros.
func TestYardsticksByHand(t *testing.T) {
	g := New("hand", 8, []Edge{{0, 4}, {0, 1}, {0, 5}, {1, 4}, {2, 3}, {2, 7}, {1, 2}, {0, 2}})
	g.setLabels([]int{0, 1, 2, 3, 0, 1, 2, 3}, nil)
	g.X = denseFeatures(8, 1, []float64{2, 0, -2, 0, 4, 2, -4, -2})
	y := g.Yardsticks()
	// The edge (0,4) is inside class 0. Classes 0 and 1 are joined by (0,1), (0,5) and (1,4); classes 2 and 3 by (2,3) and (2,7);
	// classes 1 and 2 by (1,2); classes 0 and 2 by (0,2).
	// The best guess for the other end is right for 3 of 4 edges at class 0, 3 of 4 at class 1, 2 of 4 at class 2, and 2 of 2 at class 3.
	// The share of correct guesses is therefore 10/14. By chance it is 1/3.
	if want := (10.0/14 - 1.0/3) / (2.0 / 3); math.Abs(y.Correlation-want) > 1e-15 || y.Homophily != 1.0/8 || y.Degree != 2 {
		t.Errorf("yardsticks %+v, want homophily 1/8, degree 2, correlation %v", y, want)
	}
	// In the equation at featureSignal, the class means are 3, 1, −3 and −1, and each node has distance 1 from its class mean.
	// So S = 8, noise² = 8/(8 − 4) = 2, and Σ|x̄_k − x̄|²/K = 5. The subtracted part is (1 − 1/4)·2·4/(4·2) = 3/4.
	if want := math.Sqrt((5 - 0.75) / 2); math.Abs(y.Signal-want) > 1e-14 {
		t.Errorf("signal %v, want %v", y.Signal, want)
	}
	if y := New("none", 0, nil).Yardsticks(); y != (Yardsticks{}) {
		t.Errorf("the empty graph has %+v, want zeros", y)
	}
}

// The yardsticks of the graph are the parameters. The degree, 8, is the default.
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
