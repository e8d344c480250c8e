package view

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// TestFlowEqualsSolution requests the iterates of the diffusion after eight epochs. The first
// iterate is 0, with residual 1 and no class. The last iterate is the solution of the run, with
// its energy and a residual within the setting cg_tol. The shares of the edges in the energy
// sum to 1. After the time 500 the nodes differ at most half as much as after the time 0.01.
// The run stays unchanged. A run without diffusion has no iterates.
func TestFlowEqualsSolution(t *testing.T) {
	r, twin := sample.Karate(t, sgpc.New, nil), sample.Karate(t, sgpc.New, nil)
	for range 8 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	focus := frame.Focus{}
	v := Frame(r, focus, frame.Once{Flow: true}).Flow
	n, m, k := r.Graph.N, len(r.Graph.Edges), len(v.Iter)
	if len(v.Coord) != k*n || len(v.Class) != k*n || len(v.EdgeEnergy) != k*m {
		t.Fatalf("%d iterates with %d coordinates, %d classes and %d energies of edges", k, len(v.Coord), len(v.Class), len(v.EdgeEnergy))
	}
	if len(v.Energy) != k || len(v.Right) != k || len(v.Residual) != k || len(v.Spread) != k {
		t.Fatalf("%d iterates with %d energies, %d accuracies, %d residuals and %d spreads", k, len(v.Energy), len(v.Right),
			len(v.Residual), len(v.Spread))
	}
	if v.Iter[0] != 0 || v.Residual[0] != 1 || v.Energy[0] != 0 || v.Class[0] != -1 {
		t.Errorf("begins at iteration %d with residual %g, energy %g and class %d, want 0, 1, 0 and −1", v.Iter[0], v.Residual[0],
			v.Energy[0], v.Class[0])
	}
	if v.Residual[k-1] > r.Config().CGTol || v.Dt != r.Config().Dt {
		t.Errorf("ends with the residual %g at Δt %g, want at most %g at %g", v.Residual[k-1], v.Dt, r.Config().CGTol, r.Config().Dt)
	}
	// A coordinate is the component along a direction, relative to the mean of all nodes.
	o := r.Evaluation().Diffused[0]
	w := r.Config().D * o.Out.Cols
	u := newViewer(r).flowDirection(o.Out.Data)
	mean := rowMean(o.Out.Data, n, w)
	for i := range n {
		want := linalg.Dot(u, o.Out.Data[i*w:(i+1)*w]) - linalg.Dot(u, mean)
		if got := float64(v.Coord[(k-1)*n+i]); math.Abs(got-want) > 1e-5*v.Scale {
			t.Errorf("node %d ends at %g, the run's solution has %g", i, got, want)
		}
	}
	if want := r.Evaluation().Hat.Dirichlet(nil, nil, o.Out.Data, o.Out.Cols); math.Abs(v.Energy[k-1]-want) > 1e-6*want {
		t.Errorf("energy %g, of the run's solution %g", v.Energy[k-1], want)
	}
	sum := 0.0
	for _, e := range v.EdgeEnergy[(k-1)*m:] {
		sum += float64(e)
	}
	if math.Abs(sum-1) > 1e-5 {
		t.Errorf("the shares of the edges sum to %g, want 1", sum)
	}
	// spread returns how much the nodes differ after the diffusion time dt.
	spread := func(dt float64) float64 {
		s := Frame(r, focus, frame.Once{Flow: true, FlowDt: dt}).Flow.Spread
		return s[len(s)-1]
	}
	if short, long := spread(0.01), spread(500); long > 0.5*short {
		t.Errorf("the nodes differ by %g after the time 0.01 and by %g after 500, want at most half", short, long)
	}
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("the iterates changed the run")
	}
	if f := Frame(sample.Karate(t, sgpc.New, func(c *settings.Config) { c.SVR = "off" }), focus, frame.Once{Flow: true}); f.Flow != nil {
		t.Error("a run without diffusion has iterates")
	}
}

// TestFlowStoresEvenDistances requests the iterates of solves with a given number of iterations,
// from the setting cg_max. The first iterate is 0, the last iterate has this number, and the
// distances between successive iterates differ by at most 1. There are min(number, flowFrames)
// iterates without the last one.
func TestFlowStoresEvenDistances(t *testing.T) {
	for _, number := range []int{1, 48, 55} {
		r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.CGMax, c.CGTol = number, 1e-14 })
		r.StepEpoch()
		iterates := Frame(r, frame.Focus{}, frame.Once{Flow: true, FlowDt: 100, Alone: true}).Flow.Iter
		last := len(iterates) - 1
		var distances []int
		for i := range last {
			distances = append(distances, iterates[i+1]-iterates[i])
		}
		isEven := slices.Max(distances)-slices.Min(distances) <= 1
		if iterates[0] != 0 || iterates[last] != number || last != min(number, flowFrames) || !isEven {
			t.Errorf("%d iterations have the iterates %v", number, iterates)
		}
	}
}

// TestFlowClasses classifies features by the nearest mean of a class. The features are the
// labels: columns 0 and 1 of three stand for the two classes of the karate club, and column 2 is
// 0. The class of every node is its label, and the share of correct nodes is 1.
func TestFlowClasses(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	w := 3 // columns
	x := make([]float64, r.Graph.N*w)
	for i, y := range r.Graph.Labels {
		x[i*w+y] = 1
	}
	v := &frame.Flow{}
	newViewer(r).flowClasses(v, x)
	for i, y := range v.Class {
		if int(y) != r.Graph.Labels[i] {
			t.Errorf("node %d has class %d, want %d", i, y, r.Graph.Labels[i])
		}
	}
	if !slices.Equal(v.Right, []float64{1}) {
		t.Errorf("the shares of correct nodes are %v, want [1]", v.Right)
	}
}
