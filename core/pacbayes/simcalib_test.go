package pacbayes

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// overconfident returns a random graph with labels, and probabilities n×classes of an overconfident model: each row is the softmax of
// four times a noisy evidence for its label. The last node has no neighbour.
func overconfident(n, classes int, seed uint64) (*graph.Graph, []float64) {
	r := rng.New(seed, "simcalib")
	var edges []graph.Edge
	for i := range int32(n - 1) {
		for _, step := range []int32{1, 7} {
			if i+step < int32(n-1) {
				edges = append(edges, graph.Edge{I: i, J: i + step})
			}
		}
	}
	// Labels and probabilities; the evidence for the label is larger by 1 in the mean.
	g := graph.New("drawn", n, edges)
	g.Classes, g.Labels = classes, make([]int, n)
	prob := make([]float64, n*classes)
	for i := range n {
		g.Labels[i] = int(r.Float64() * float64(classes))
		row, sum := prob[i*classes:(i+1)*classes], 0.0
		for k := range row {
			z := 1.2 * r.Norm()
			if k == g.Labels[i] {
				z++
			}
			row[k] = math.Exp(4 * z)
			sum += row[k]
		}
		for k := range row {
			row[k] /= sum
		}
	}
	return g, prob
}

// logarithms returns the function (i, k) → log of the probability of node i and class k; prob is n×c.
func logarithms(prob []float64, c int) func(i, k int) float64 {
	return func(i, k int) float64 { return math.Log(prob[i*c+k]) }
}

// splitInThirds returns the nodes 0, 3, 6, …, then 1, 4, 7, … and 2, 5, 8, … below n.
func splitInThirds(n int) (a, b, c []int) {
	for i := range n {
		switch i % 3 {
		case 0:
			a = append(a, i)
		case 1:
			b = append(b, i)
		default:
			c = append(c, i)
		}
	}
	return a, b, c
}

// TestSimCalibGradient compares the gradient of the risk by the weights with central differences, at zeros, at four numbers and at the
// fitted weights.
func TestSimCalibGradient(t *testing.T) {
	g, prob := overconfident(60, 4, 1)
	train, fit, _ := splitInThirds(60)
	s := NewSimCalib(g.Adjacency(), prob, logarithms(prob, 4), 4, g.Labels, train, fit)
	curve := linalg.NewDense(simFeatures, simFeatures)
	var grad, spare [simFeatures]float64
	for _, w := range [][simFeatures]float64{{}, {0.3, -0.2, 0.1, 0.4}, s.Weights} {
		s.Weights = w
		s.risk(g.Labels, fit, &grad, curve)
		for k := range w {
			const h = 1e-5
			s.Weights = w
			s.Weights[k] += h
			up := s.risk(g.Labels, fit, &spare, curve)
			s.Weights[k] -= 2 * h
			down := s.risk(g.Labels, fit, &spare, curve)
			if want := (up - down) / (2 * h); math.Abs(grad[k]-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("at %v, weight %d: %g, want %g", w, k, grad[k], want)
			}
		}
	}
}

// TestSimCalibHelps checks that the gradient of the risk is 0 at the fitted weights. For an overconfident model the constant weight is
// above 0.5, which raises temperatures, and the calibration error of test nodes falls to half or less.
func TestSimCalibHelps(t *testing.T) {
	g, prob := overconfident(600, 4, 2)
	train, fit, test := splitInThirds(600)
	s := NewSimCalib(g.Adjacency(), prob, logarithms(prob, 4), 4, g.Labels, train, fit)
	var grad [simFeatures]float64
	s.risk(g.Labels, fit, &grad, linalg.NewDense(simFeatures, simFeatures))
	for k, x := range grad {
		if math.Abs(x) > 1e-5 {
			t.Errorf("the gradient by weight %d is %g at the fit, want 0", k, x)
		}
	}
	out := make([]float64, len(prob))
	s.Apply(out)
	before, after := NewReliability(prob, 4, g.Labels, test, 10).ECE, NewReliability(out, 4, g.Labels, test, 10).ECE
	if after > before/2 || s.Weights[0] < 0.5 {
		t.Errorf("calibration error %g, before %g, want half or less; weights %v", after, before, s.Weights)
	}
}

// TestSimCalibFeatures compares features 1 to 3 of each node, standardised over all nodes, with their definitions. Feature 1 is gonum's
// least Mahalanobis distance of log p to a class mean. Feature 2 is the share of neighbours with the same predicted class. Feature 3 is
// the mean of √((d_i + 1)/(d_j + 1)) over neighbours. Without neighbours features 2 and 3 are 1 before standardisation.
func TestSimCalibFeatures(t *testing.T) {
	const n, c = 40, 3
	g, prob := overconfident(n, c, 3)
	train, fit, _ := splitInThirds(n)
	s := NewSimCalib(g.Adjacency(), prob, logarithms(prob, c), c, g.Labels, train, fit)
	z := func(i int) *mat.VecDense {
		v := mat.NewVecDense(c, nil)
		for k := range c {
			v.SetVec(k, math.Log(prob[i*c+k]))
		}
		return v
	}
	// Class means and the common covariance of the training nodes, with a small ridge.
	mean, count := make([]*mat.VecDense, c), make([]float64, c)
	for k := range mean {
		mean[k] = mat.NewVecDense(c, nil)
	}
	for _, i := range train {
		mean[g.Labels[i]].AddVec(mean[g.Labels[i]], z(i))
		count[g.Labels[i]]++
	}
	for k := range mean {
		mean[k].ScaleVec(1/count[k], mean[k])
	}
	spread := mat.NewSymDense(c, nil)
	for _, i := range train {
		var d mat.VecDense
		d.SubVec(z(i), mean[g.Labels[i]])
		spread.SymRankOne(spread, 1/float64(len(train)), &d)
	}
	trace := mat.Trace(spread)
	for k := range c {
		spread.SetSym(k, k, spread.At(k, k)+1e-3*trace/c+1e-6)
	}
	var chol mat.Cholesky
	if !chol.Factorize(spread) {
		t.Fatal("the covariance is not positive definite")
	}
	// The features before standardisation.
	want := make([][]float64, simFeatures)
	degree := make([]float64, n)
	for _, e := range g.Edges {
		degree[e.I]++
		degree[e.J]++
	}
	for i := range n {
		least := math.Inf(1) // distance
		for k := range mean {
			least = min(least, stat.Mahalanobis(z(i), mean[k], &chol))
		}
		sameClass, relative := 0.0, 0.0
		for _, e := range g.Edges {
			for _, p := range [][2]int32{{e.I, e.J}, {e.J, e.I}} {
				if int(p[0]) != i {
					continue
				}
				j := int(p[1]) // a neighbour
				if argMax(prob[i*c:(i+1)*c]) == argMax(prob[j*c:(j+1)*c]) {
					sameClass++
				}
				relative += math.Sqrt((degree[i] + 1) / (degree[j] + 1))
			}
		}
		if degree[i] == 0 {
			sameClass, relative, degree[i] = 1, 1, 1 // both quotients below are 1
		}
		want[1], want[2], want[3] = append(want[1], least), append(want[2], sameClass/degree[i]), append(want[3], relative/degree[i])
	}
	// Standardisation.
	for k := 1; k < simFeatures; k++ {
		m, std := stat.PopMeanStdDev(want[k], nil)
		for i, x := range want[k] {
			if got := s.feature[i*simFeatures+k]; math.Abs(got-(x-m)/std) > 1e-9 {
				t.Errorf("feature %d of node %d is %g, want %g", k, i, got, (x-m)/std)
			}
		}
	}
}

// TestTemperatureKeepsTheArgmax checks that calibrated rows have the predicted class of the given ones and add up to 1, for 50 random
// weights. Some rows have equal, nearly equal and tiny probabilities. For some of the weights, nodes 0 and 1 have different temperatures.
func TestTemperatureKeepsTheArgmax(t *testing.T) {
	g, prob := overconfident(200, 5, 4)
	// Nodes 0 to 3: all equal, two nearly equal, certain, and one class of 1e-300.
	copy(prob, []float64{0.2, 0.2, 0.2, 0.2, 0.2, 0.25, math.Nextafter(0.25, 1), 0.2, 0.15, 0.15, 0, 0, 1, 0, 0, 1e-300, 1, 0, 0, 0})
	train, fit, _ := splitInThirds(200)
	s := NewSimCalib(g.Adjacency(), prob, logarithms(prob, 5), 5, g.Labels, train, fit)
	r, out, differences := rng.New(4, "weights"), make([]float64, len(prob)), 0
	for range 50 { // random weights
		for k := range s.Weights {
			s.Weights[k] = r.Norm()
		}
		s.Apply(out)
		for i := range g.N {
			row, sum := out[i*5:(i+1)*5], 0.0
			for _, p := range row {
				sum += p
			}
			if argMax(row) != argMax(prob[i*5:(i+1)*5]) || math.Abs(sum-1) > 1e-12 {
				t.Fatalf("node %d at T = %g: %v from %v: another class, or the sum %g", i, s.Temperature(i), row, prob[i*5:(i+1)*5], sum)
			}
		}
		if s.Temperature(0) != s.Temperature(1) {
			differences++
		}
	}
	if differences == 0 {
		t.Error("nodes 0 and 1 have the same temperature for all weights")
	}
}

// TestSimCalibUnderflow checks that logarithms are used where probabilities underflow. There, without nodes to fit, the calibrated
// logarithm equals the given one. A fit lowers the negative log-likelihood of test nodes to less than half. A class whose given logarithm
// is −∞ keeps the probability 0.
func TestSimCalibUnderflow(t *testing.T) {
	const n, c = 120, 3
	g, prob := overconfident(n, c, 6)
	// extreme returns the logarithm of the softmax of 800·log p.
	extreme := func(i, k int) float64 {
		row, sum := prob[i*c:(i+1)*c], 0.0
		top := math.Log(row[argMax(row)])
		for _, p := range row {
			sum += math.Exp(800 * (math.Log(p) - top))
		}
		return 800*(math.Log(row[k])-top) - math.Log(sum)
	}
	rounded := make([]float64, len(prob))
	underflows := 0
	for i := range n {
		for k := range c {
			rounded[i*c+k] = math.Exp(extreme(i, k))
			if rounded[i*c+k] == 0 {
				underflows++
			}
		}
	}
	train, fit, test := splitInThirds(n)
	unfitted := NewSimCalib(g.Adjacency(), rounded, extreme, c, g.Labels, train, nil)
	fitted := NewSimCalib(g.Adjacency(), rounded, extreme, c, g.Labels, train, fit)
	before, after := 0.0, 0.0
	for i := range n {
		for k := range c {
			if got := unfitted.Log(i, k); rounded[i*c+k] == 0 && math.Abs(got-extreme(i, k)) > 1e-9*math.Abs(got) {
				t.Errorf("node %d, class %d: log f is %g, want %g", i, k, got, extreme(i, k))
			}
		}
	}
	for _, i := range test {
		before, after = before-unfitted.Log(i, g.Labels[i]), after-fitted.Log(i, g.Labels[i])
	}
	if !(after < before/2) {
		t.Errorf("negative log-likelihood %g, before %g, want less than half", after, before)
	}
	if underflows < n {
		t.Errorf("%d probabilities underflow, want %d or more, one a node in the mean", underflows, n)
	}
	// Class 2 has the probability 0.
	logHalf := func(i, k int) float64 {
		if k == 2 {
			return math.Inf(-1)
		}
		return math.Log(0.5)
	}
	half := make([]float64, 0, n*c)
	for range n {
		half = append(half, 0.5, 0.5, 0)
	}
	s, out := NewSimCalib(g.Adjacency(), half, logHalf, c, g.Labels, train, fit), make([]float64, n*c)
	s.Apply(out)
	for i := range n {
		if out[i*c+2] != 0 || math.Abs(out[i*c]-0.5) > 1e-9 {
			t.Fatalf("node %d has the probabilities %v, want ½, ½, 0", i, out[i*c:i*c+3])
		}
	}
}

// Temperatures lower the expected calibration error of an overconfident model on test nodes.
func ExampleSimCalib() {
	g, prob := overconfident(600, 4, 2)
	train, fit, test := splitInThirds(600)
	out := make([]float64, len(prob))
	NewSimCalib(g.Adjacency(), prob, logarithms(prob, 4), 4, g.Labels, train, fit).Apply(out)
	fmt.Printf("calibration error %.2f, before %.2f\n", NewReliability(out, 4, g.Labels, test, 10).ECE,
		NewReliability(prob, 4, g.Labels, test, 10).ECE)
	// Output: calibration error 0.08, before 0.36
}
