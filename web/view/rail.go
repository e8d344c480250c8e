package view

import (
	"math"

	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// RailItem is one stage of the rail.
type RailItem struct {
	Number  int
	Name    string
	Value   string
	Class   string // "done", "todo" or ""
	Current bool
	Chosen  bool
}

// Rail returns the ten stages with their live numbers.
func Rail(s *state.State) []RailItem {
	out := make([]RailItem, 10)
	cur := 0
	if s.Frame != nil {
		cur = s.Frame.Stage
	}
	for k := range out {
		n := k + 1
		it := RailItem{Number: n, Name: sgpc.StageNames[n], Value: railValue(s, n), Current: n == cur,
			Chosen: s.Panel == state.PanelStage && s.ShownStage() == n}
		switch {
		case n < cur:
			it.Class = "done"
		case n > cur:
			it.Class = "todo"
		}
		out[k] = it
	}
	return out
}

// railValue is the number that a stage shows in the rail; it is never empty.
func railValue(s *state.State, n int) string {
	f, g := s.Frame, s.Graph
	if f == nil || g == nil {
		return "–"
	}
	st, c := &f.Stages, &s.Config
	peer := s.Peer()
	if !hasStage(s, n) {
		return "not in this model"
	}
	if code := st.Code; code != nil && reached(f, n) && (n == sgpc.StageSinkhorn || n == sgpc.StageJKO) {
		if n == sgpc.StageSinkhorn {
			return "P₀ " + Num(meanOf(code.P0)) + " on average"
		}
		return "P⋆ " + Num(meanOf(code.P)) + " on average"
	}
	if stageOff(c, n) {
		return "off"
	}
	if n != sgpc.StageFeatures && n != sgpc.StageLaplacian && n != sgpc.StageGap && !reached(f, n) {
		return notYet
	}
	switch n {
	case sgpc.StageFeatures:
		if peer != "" {
			return count(g.Features, "feature", "features")
		}
		return Int(g.Features) + " → " + Int(f.D) + " × " + Int(f.Channels)
	case sgpc.StageSinkhorn:
		if len(st.SinkhornError) > 0 {
			return "error " + Exp(last(st.SinkhornError))
		}
	case sgpc.StageJKO:
		if len(st.JKOEps) > 0 {
			return "ε " + Fix(c.Epsilon0, 2) + " → " + Fix(last(st.JKOEps), 3)
		}
		if n := len(st.JKOEnergy); n > 1 {
			return "E " + Fix(st.JKOEnergy[0], 2) + " → " + Fix(st.JKOEnergy[n-1], 2)
		}
	case sgpc.StageMaps:
		if e := st.Code; e != nil {
			return count(e.Entries, "entry", "entries")
		}
		return "mean ‖R‖ = " + Fix(meanOf(f.MapNorm), 2)
	case sgpc.StageLaplacian:
		return Int(f.N*f.D) + " × " + Int(f.N*f.D)
	case sgpc.StageDiffusion:
		if k := len(st.Residual); k > 0 {
			return Int(k-1) + " CG iter., " + Exp(last(st.Residual))
		}
	case sgpc.StageMixing:
		if len(st.GainAFM) > 0 {
			return "Q = " + Int(c.Q) + ", gain(0) = " + Fix(st.GainAFM[0], 2)
		}
	case sgpc.StageClasses:
		if f.Accuracy.Val >= 0 {
			return "val " + Pct(f.Accuracy.Val)
		}
		if f.Accuracy.Train >= 0 {
			return "train " + Pct(f.Accuracy.Train)
		}
	case sgpc.StagePosterior:
		if peer != "" {
			if f.Accuracy.Test >= 0 {
				return "test error " + Fix(f.Bound.TestRisk, 3)
			}
		} else if f.Bound.Total > 0 {
			text := Fix(f.Bound.Total, 3)
			if f.Accuracy.Test >= 0 {
				text += ", test " + Fix(f.Bound.TestLoss, 3) // both cross-entropies
			}
			return text
		}
	case sgpc.StageGap:
		if t := st.Gap.Trail; len(t) > 0 {
			if last(t) <= 0 {
				return "no λ₂ to raise"
			}
			return Num(t[0]) + " → " + Num(last(t))
		}
		if c.GapMode == "off" {
			return "off"
		}
		return notYet
	}
	return "–"
}

// Spark is a small picture of the rail.
type Spark struct {
	Kind   string  `json:"kind"`
	Y      Vec     `json:"y,omitempty"`
	Zero   bool    `json:"zero,omitempty"`
	Ref    *F      `json:"ref,omitempty"`
	D      int     `json:"d,omitempty"`
	Mats   []Vec   `json:"mats,omitempty"`
	Signed bool    `json:"signed,omitempty"`
	N      int     `json:"n,omitempty"`
	Pairs  []int32 `json:"pairs,omitempty"`
	Slots  []int   `json:"slots,omitempty"`
}

// Sparks returns the pictures of the ten stages, nil for one that has not run.
func Sparks(s *state.State) []*Spark {
	out := make([]*Spark, 10)
	f, g := s.Frame, s.Graph
	if f == nil || g == nil {
		return out
	}
	st, sheaf := &f.Stages, hasStage(s, sgpc.StageMaps)
	if len(st.ClassProfile) > 0 {
		out[0] = &Spark{Kind: "bars", Y: profile(st.ClassProfile, 21)}
	}
	if n := len(st.SinkhornError); n > 0 {
		y := make(Vec, 0, n)
		for _, e := range st.SinkhornError {
			y = append(y, math.Log10(math.Max(e, 1e-17)))
		}
		out[1] = &Spark{Kind: "dots", Y: y}
	}
	e := f.Edge
	switch {
	case e != nil && len(e.P0) > 0 && len(e.P) > 0:
		out[2] = &Spark{Kind: "heat", D: f.D, Mats: []Vec{e.P0, e.P}}
	case len(st.JKOEnergy) > 0:
		out[2] = &Spark{Kind: "trail", Y: st.JKOEnergy}
	}
	switch {
	case e != nil && len(e.Rij) > 0:
		out[3] = &Spark{Kind: "heat", D: f.D, Mats: []Vec{e.Rij, e.Rji}, Signed: true}
	case sheaf && len(f.MapNorm) > 0:
		out[3] = &Spark{Kind: "bars", Zero: true, Y: spread(f.MapNorm, 21)}
	}
	if sheaf {
		out[4] = &Spark{Kind: "blocks", N: g.N, Pairs: thin(g.Edges, 260)}
	}
	if n := len(st.Residual); n > 1 {
		y := make(Vec, 0, n)
		for _, r := range st.Residual {
			y = append(y, math.Log10(math.Max(r, 1e-17)))
		}
		out[5] = &Spark{Kind: "line", Y: y}
	}
	if len(st.GainAFM) > 0 {
		y := make(Vec, 0, 33)
		for k := range 33 {
			y = append(y, math.Abs(st.GainAFM[k*(len(st.GainAFM)-1)/32]))
		}
		out[6] = &Spark{Kind: "line", Y: y, Zero: true}
	}
	if Predicts(f) && g.Classes > 0 {
		sp := &Spark{Kind: "shares"}
		classes, counts := Classes(g), make([]float64, g.Classes)
		for _, p := range f.Pred {
			if p >= 0 && p < g.Classes {
				counts[p]++
			}
		}
		for slot := range classes {
			for c, cl := range classes {
				if cl.Slot == slot && counts[c] > 0 {
					sp.Y, sp.Slots = append(sp.Y, counts[c]), append(sp.Slots, slot)
				}
			}
		}
		if len(sp.Y) > 0 {
			out[7] = sp
		}
	}
	if len(f.Kappa) > 0 {
		out[8] = &Spark{Kind: "line", Y: histogram(f.Kappa, 0, 1, 24), Zero: true}
	}
	if t := st.Gap.Trail; len(t) > 1 {
		out[9] = &Spark{Kind: "trail", Y: t, Zero: true}
	}
	for k := range out {
		if k+1 != sgpc.StageLaplacian && !reached(f, k+1) {
			out[k] = nil // drawn of zeros
		}
	}
	return out
}

// profile is the k largest magnitudes, largest first.
func profile(v []float64, k int) Vec {
	a := make([]float64, len(v))
	for i, x := range v {
		a[i] = math.Abs(x)
	}
	out := make(Vec, 0, k)
	for _, i := range top(a, k) {
		out = append(out, a[i])
	}
	return out
}

// spread samples the sorted list at k places.
func spread(v []float64, k int) Vec {
	order := top(v, len(v))
	out := make(Vec, 0, k)
	for i := range min(k, len(v)) {
		out = append(out, v[order[i*(len(order)-1)/max(1, min(k, len(v))-1)]])
	}
	return out
}

func histogram(v []float64, lo, hi float64, k int) Vec {
	out := make(Vec, k)
	for _, x := range v {
		b := int((x - lo) / (hi - lo) * float64(k))
		out[min(max(b, 0), k-1)]++
	}
	return out
}

// thin keeps at most k pairs.
func thin(pairs []int32, k int) []int32 {
	m := len(pairs) / 2
	if m <= k {
		return pairs
	}
	out := make([]int32, 0, 2*k)
	for i := range k {
		e := i * m / k
		out = append(out, pairs[2*e], pairs[2*e+1])
	}
	return out
}

// Where says in words where the run stands.
func Where(s *state.State) string {
	f := s.Frame
	if f == nil {
		return "nothing is loaded"
	}
	return "Epoch " + Int(f.Epoch) + ", " + StageText(s)
}

// StageText is the stage with its inner step, as in "3 JKO step, step 2 of 5".
func StageText(s *state.State) string {
	f := s.Frame
	if f == nil || f.Stage < 1 || f.Stage >= len(sgpc.StageNames) {
		return "at the start"
	}
	text := Int(f.Stage) + " " + sgpc.StageNames[f.Stage]
	switch {
	case s.Peer() != "" && f.Stage == sgpc.StageGap:
		return Int(f.Stage) + " end of the epoch"
	case updated(f):
		text += ", update"
	case f.InnerTotal > 1:
		text += ", step " + Int(f.Inner) + " of " + Int(f.InnerTotal)
	case f.Inner > 1:
		text += ", step " + Int(f.Inner)
	}
	return text
}

// updated tells whether the last operation was the step of the parameters
// that ends an epoch, after the steps of the ascent.
func updated(f *sgpc.Frame) bool { return f.Stage == sgpc.StageGap && f.Op == "Adam update" }
