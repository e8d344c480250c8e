package view

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
)

// turns are changes of basis at one node. For each, change sets the settings of the run.
var turns = []struct {
	name   string
	change func(*settings.Config)
	turn   frame.Turn
}{
	{"default", nil, frame.Turn{Node: 33, A: 0, B: 2, Angle: 1}},
	{"mirror", func(c *settings.Config) { c.D = 3 }, frame.Turn{Node: 0, A: 2, B: 1, Angle: -2, Mirror: true}},
	{"sign", func(c *settings.Config) { c.D, c.Operator = 2, "laplacian" }, frame.Turn{Node: 9, A: 0, B: 1, Mirror: true}},
	{"layers", func(c *settings.Config) { c.Layers, c.Residual = 3, true }, frame.Turn{Node: 2, A: 1, B: 3, Angle: 3}},
	{"plain", func(c *settings.Config) { c.AFMWeights, c.Calibrate, c.Head = "signed", false, "gat" }, frame.Turn{Node: 5, A: 0, B: 1,
		Angle: 0.5}},
	{"mixing", func(c *settings.Config) { c.SVR, c.GapMode, c.Residual, c.Calibrate = "off", "off", false, false },
		frame.Turn{Node: 5, A: 0, B: 1, Angle: 0.5}},
}

// TestTurnedFrame changes the basis of a stalk. Spectrum, λ₂ and energy stay equal to 1e-12,
// and the kernel keeps its dimension. If encoder and read-out change with the maps (Along), the
// probabilities stay equal to 1e-12. They change if only the encoder changes with the maps
// (Shared), and if encoder and read-out keep their basis (Neither). The test recomputes the
// changed maps R Qᵀ: their number is the degree of the node, and Entry is the largest change
// of an entry. A frame with these maps (Given) has the λ₂ after the turn, and the
// probabilities of Neither at the turned node. The comparison leaves the run unchanged.
func TestTurnedFrame(t *testing.T) {
	for _, q := range turns {
		r, twin := sample.Karate(t, sgpc.New, q.change), sample.Karate(t, sgpc.New, q.change)
		for range 4 {
			r.StepEpoch()
			twin.StepEpoch()
		}
		v := Frame(r, frame.Focus{}, frame.Once{Turned: &q.turn}).Turned
		if v == nil {
			t.Fatalf("%s: the frame has no comparison", q.name)
		}
		// With Alone the frame has no other results than the comparison, the position and the history.
		alone := Frame(r, frame.Focus{Node: 2}, frame.Once{Turned: &q.turn, Alone: true})
		if !reflect.DeepEqual(alone.Turned, v) || alone.Node != nil || alone.Pred != nil || alone.Stages.GainX != nil ||
			alone.Position != r.Position() || len(alone.History.Val) != 4 {
			t.Errorf("%s: the frame with the comparison alone is %+v", q.name, alone)
		}
		c, d, node := r.Graph.Classes, r.Config().D, q.turn.Node
		if v.Spectrum < 0 || v.Spectrum > 1e-12 || v.Kernel[0] != v.Kernel[1] || math.Abs(v.Lambda2[0]-v.Lambda2[1]) > 1e-12 {
			t.Errorf("%s: spectrum, kernel or λ₂ change: %+v", q.name, v)
		}
		if math.Abs(v.Energy[0]-v.Energy[1]) > 1e-12*max(1, v.Energy[0]) {
			t.Errorf("%s: the energy changes: %+v", q.name, v.Energy)
		}
		if v.Along.Own > 1e-12 || v.Along.Elsewhere > 1e-12 || v.Along.Moved != 0 {
			t.Errorf("%s: predictions change although encoder and read-out turn with the maps: %+v", q.name, v.Along)
		}
		if v.Shared.Own < 1e-9 || v.Neither.Own < 1e-9 || v.Neither.Elsewhere < 1e-9 {
			t.Errorf("%s: predictions stay although the read-out keeps its basis: %+v and %+v", q.name, v.Shared, v.Neither)
		}
		if degree := r.Graph.Adjacency().Degree(node); v.Maps != degree {
			t.Errorf("%s: %d maps change, the node has degree %d", q.name, v.Maps, degree)
		}
		// Without attention and calibration, the read-out of a node depends on this node only.
		readsNodeAlone := r.Config().Head != "gat" && !r.Config().Calibrate
		if readsNodeAlone && v.Shared.Elsewhere > 1e-12 {
			t.Errorf("%s: the read-out does not mix nodes, but another node changes by %g", q.name, v.Shared.Elsewhere)
		}
		// rotation is Q, a rotation or reflection in the plane (A, B). The new maps are R Qᵀ.
		rotation := make([]float64, d*d)
		for k := range d {
			rotation[k*d+k] = 1
		}
		sin, cos := math.Sincos(q.turn.Angle)
		sign := 1.0
		if q.turn.Mirror {
			sign = -1
		}
		a, b := q.turn.A, q.turn.B
		rotation[a*d+a], rotation[a*d+b], rotation[b*d+a], rotation[b*d+b] = cos, -sin*sign, sin, cos*sign
		turned := r.Fork().Evaluate("").Raw.Clone()
		old, largestChange := turned.Clone(), 0.0
		for e, g := range turned.Edges {
			for side, i := range [2]int32{g.I, g.J} {
				if int(i) != node {
					continue
				}
				m := old.Map(e, side)
				for row := range d {
					for col := range d {
						sum := 0.0
						for k := range d {
							sum += m[row*d+k] * rotation[col*d+k]
						}
						turned.Map(e, side)[row*d+col] = sum
						largestChange = max(largestChange, math.Abs(sum-m[row*d+col]))
					}
				}
			}
		}
		if math.Abs(largestChange-v.Entry) > 1e-14 {
			t.Errorf("%s: an entry changes by %g, want %g", q.name, v.Entry, largestChange)
		}
		given := Frame(r, frame.Focus{Node: choice.Of(node), Spectrum: true}, frame.Once{Given: turned.R})
		for k, p := range given.Calibrated[node*c : (node+1)*c] {
			if math.Abs(p-v.Neither.Prob[k]) > 1e-12 {
				t.Errorf("%s: class %d: probability %g in Neither, %g in the frame with given maps", q.name, k, v.Neither.Prob[k], p)
			}
		}
		before := Frame(r, frame.Focus{}).Calibrated
		if difference := largestDifference(before[node*c:(node+1)*c], v.Before); difference > 1e-9 {
			t.Errorf("%s: the probabilities before the turn differ by %g from those of the frame", q.name, difference)
		}
		if lambda2 := given.Spectrum.Lambda2; math.Abs(lambda2-v.Lambda2[1]) > 1e-12 {
			t.Errorf("%s: λ₂ after the turn is %g, want %g as in the frame with given maps", q.name, v.Lambda2[1], lambda2)
		}
		r.StepEpoch()
		twin.StepEpoch()
		if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
			t.Errorf("%s: the comparison changed the run", q.name)
		}
	}
}

// TestTurnedLine changes the basis of a stalk of dimension 1: the features change their sign.
// At a node without edges Apply returns 0.
func TestTurnedLine(t *testing.T) {
	mirror := frame.Turn{Node: 1, Mirror: true}
	x := []float64{1, 2, 3}
	mirror.Rows(x, 3)
	if !slices.Equal(x, []float64{-1, -2, -3}) {
		t.Errorf("the mirrored features are %v, want their negatives", x)
	}
	s := sheaf.Constant(3, 1, sample.Karate(t, sgpc.New, nil).Graph.Edges[:0])
	if change := mirror.Apply(s); change != 0 {
		t.Errorf("at a node without edges Apply changes %d maps, want 0", change)
	}
}

// TestTurnedWhereItCannot expects no comparison before the first epoch, for a model
// without a sheaf, and for an invalid change of basis.
func TestTurnedWhereItCannot(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	turned := func(q frame.Turn) *frame.Turned {
		return Frame(r, frame.Focus{}, frame.Once{Turned: &q}).Turned
	}
	if turned(frame.Turn{Node: 0, B: 1, Angle: 1}) != nil {
		t.Error("the frame has a comparison before the first epoch")
	}
	r.StepEpoch()
	invalid := []frame.Turn{
		// nodes are 0 to 33
		{Node: -1, B: 1}, {Node: 34, B: 1},
		// coordinates are 0 to 3, and A = B is no plane
		{B: 4}, {A: -1, B: 1}, {},
		// angles are −2π to 2π
		{B: 1, Angle: math.NaN()}, {B: 1, Angle: 7},
	}
	for _, q := range invalid {
		if turned(q) != nil {
			t.Errorf("the frame has a comparison for the invalid turn %+v", q)
		}
	}
	r = sample.Karate(t, sgpc.New, func(c *settings.Config) { c.Model = "gcn" })
	r.StepEpoch()
	if turned(frame.Turn{B: 1, Angle: 1}) != nil {
		t.Error("the frame of a model without a sheaf has a comparison")
	}
}

// BenchmarkTurnedKarate measures the comparison of a change of basis on the karate club, with
// the default widths.
func BenchmarkTurnedKarate(b *testing.B) {
	r := sample.Karate(b, sgpc.New, func(c *settings.Config) {
		c.Channels, c.Hidden = settings.Default().Channels, settings.Default().Hidden
	})
	r.StepEpoch()
	for b.Loop() {
		newViewer(r).viewTurned(frame.Turn{Node: 33, B: 1, Angle: 1})
	}
}
