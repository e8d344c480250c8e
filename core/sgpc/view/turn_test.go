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

// turns are settings under which frames are turned, with a turn each.
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

// TestTurnedFrame changes the basis of a stalk. Spectrum, kernel and energy stay equal to
// 1e-12. If encoder and read-out change with the maps, the probabilities stay equal, too.
// If the maps change alone, the probabilities are those of the network with the changed
// maps. The run stays unchanged.
func TestTurnedFrame(t *testing.T) {
	for _, q := range turns {
		r, twin := sample.Karate(t, sgpc.New, q.change), sample.Karate(t, sgpc.New, q.change)
		for range 4 {
			r.StepEpoch()
			twin.StepEpoch()
		}
		v := Frame(r, frame.Focus{}, frame.Once{Turned: &q.turn}).Turned
		if v == nil {
			t.Fatal(q.name, "no answer")
		}
		alone := Frame(r, frame.Focus{Node: 2}, frame.Once{Turned: &q.turn, Alone: true})
		if !reflect.DeepEqual(alone.Turned, v) || alone.Node != nil || alone.Pred != nil || alone.Stages.GainX != nil ||
			alone.Position != r.Position() || len(alone.History.Val) != 4 {
			t.Errorf("%s: alone it is %+v", q.name, alone)
		}
		c, d, node := r.Graph.Classes, r.Config().D, q.turn.Node
		if v.Spectrum < 0 || v.Spectrum > 1e-12 || v.Kernel[0] != v.Kernel[1] || math.Abs(v.Lambda2[0]-v.Lambda2[1]) > 1e-12 ||
			math.Abs(v.Energy[0]-v.Energy[1]) > 1e-12*max(1, v.Energy[0]) {
			t.Errorf("%s: the operator changes: %+v", q.name, v)
		}
		if v.Along.Own > 1e-12 || v.Along.Elsewhere > 1e-12 || v.Along.Moved != 0 {
			t.Errorf("%s: predictions change where everything turns along: %+v", q.name, v.Along)
		}
		if v.Shared.Own < 1e-9 || v.Neither.Own < 1e-9 || v.Neither.Elsewhere < 1e-9 || v.Maps != r.Graph.Adjacency().Degree(node) {
			t.Errorf("%s: nothing changes where the network's read-out is shared: %+v", q.name, v)
		}
		if own := r.Config().Head != "gat" && !r.Config().Calibrate; own && v.Shared.Elsewhere > 1e-12 {
			t.Errorf("%s: a read-out node by node changes another node by %g", q.name, v.Shared.Elsewhere)
		}
		// The maps by a product of matrices, their spectrum densely, the classes by
		// a look at given maps.
		plane := make([]float64, d*d)
		for k := range d {
			plane[k*d+k] = 1
		}
		sin, cos := math.Sincos(q.turn.Angle)
		sign := 1.0
		if q.turn.Mirror {
			sign = -1
		}
		a, b := q.turn.A, q.turn.B
		plane[a*d+a], plane[a*d+b], plane[b*d+a], plane[b*d+b] = cos, -sin*sign, sin, cos*sign
		turned := r.Fork().Evaluate("").Raw.Clone()
		was, entry := turned.Clone(), 0.0
		for e, g := range turned.Edges {
			for side, i := range [2]int32{g.I, g.J} {
				if int(i) != node {
					continue
				}
				m := was.Map(e, side)
				for row := range d {
					for col := range d {
						sum := 0.0
						for k := range d {
							sum += m[row*d+k] * plane[col*d+k]
						}
						turned.Map(e, side)[row*d+col] = sum
						entry = max(entry, math.Abs(sum-m[row*d+col]))
					}
				}
			}
		}
		if math.Abs(entry-v.Entry) > 1e-14 {
			t.Errorf("%s: an entry changes by %g, want %g", q.name, v.Entry, entry)
		}
		given := Frame(r, frame.Focus{Node: choice.Of(node), Spectrum: true}, frame.Once{Given: turned.R})
		for k, p := range given.Calibrated[node*c : (node+1)*c] {
			if math.Abs(p-v.Neither.Prob[k]) > 1e-12 {
				t.Errorf("%s: class %d: %g with the maps alone, %g with maps that are given", q.name, k, v.Neither.Prob[k], p)
			}
		}
		before := Frame(r, frame.Focus{}).Calibrated
		if own := largestDifference(before[node*c:(node+1)*c], v.Before); own > 1e-9 {
			t.Errorf("%s: before: %g off", q.name, own)
		}
		if f := given; math.Abs(f.Spectrum.Lambda2-v.Lambda2[1]) > 1e-12 {
			t.Errorf("%s: λ₂ %g, of the given maps %g", q.name, v.Lambda2[1], f.Spectrum.Lambda2)
		}
		r.StepEpoch()
		twin.StepEpoch()
		if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
			t.Error(q.name, "looking changed the run")
		}
	}
}

// TestTurnedLine changes the basis of a stalk of dimension 1, by a sign.
func TestTurnedLine(t *testing.T) {
	line := frame.Turn{Node: 1, Mirror: true}
	x := []float64{1, 2, 3}
	line.Rows(x, 3)
	if !slices.Equal(x, []float64{-1, -2, -3}) {
		t.Errorf("turned to %v", x)
	}
	s := sheaf.Constant(3, 1, sample.Karate(t, sgpc.New, nil).Graph.Edges[:0])
	if line.Apply(s) != 0 {
		t.Error("a node without edges has maps")
	}
}

// TestTurnedWhereItCannot expects no comparison before the first epoch, for a model
// without maps, and for an invalid change of basis.
func TestTurnedWhereItCannot(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	ask := func(q frame.Turn) *frame.Turned {
		return Frame(r, frame.Focus{}, frame.Once{Turned: &q}).Turned
	}
	if ask(frame.Turn{Node: 0, B: 1, Angle: 1}) != nil {
		t.Error("an answer before the first epoch")
	}
	r.StepEpoch()
	for _, q := range []frame.Turn{{Node: -1, B: 1}, {Node: 34, B: 1}, {B: 4}, {A: -1, B: 1}, {}, {B: 1, Angle: math.NaN()}, {B: 1,
		Angle: 7}} {
		if ask(q) != nil {
			t.Errorf("an answer to %+v", q)
		}
	}
	r = sample.Karate(t, sgpc.New, func(c *settings.Config) { c.Model = "gcn" })
	r.StepEpoch()
	if ask(frame.Turn{B: 1, Angle: 1}) != nil {
		t.Error("an answer of a model without a sheaf")
	}
}

// BenchmarkTurnedKarate compares a change of basis on the karate club.
func BenchmarkTurnedKarate(b *testing.B) {
	r := sample.Karate(b, sgpc.New, func(c *settings.Config) {
		c.Channels, c.Hidden = settings.Default().Channels, settings.Default().Hidden
	})
	r.StepEpoch()
	for b.Loop() {
		newViewer(r).viewTurned(frame.Turn{Node: 33, B: 1, Angle: 1})
	}
}
