package view

import (
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

func classes(s *state.State, v *Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	v.Body.Eq = classesEquation(s)
	if !Predicts(f) {
		v.Lead = say("Nothing is predicted yet: the network has not come this far in its first epoch.")
		return
	}
	acc := f.Accuracy
	add := func(name string, x float64, tip string) {
		if x >= 0 {
			v.Body.Vals = append(v.Body.Vals, Value{"\\" + name + " ", Pct(x), tip})
		}
	}
	add("train", acc.Train, "accuracy on training nodes")
	add("val", acc.Val, "accuracy on validation nodes")
	add("test", acc.Test, "accuracy on test nodes")
	wrong, known := 0, 0
	for i, p := range f.Pred {
		if i < len(g.Labels) && g.Labels[i] >= 0 && p >= 0 {
			known++
			if p != g.Labels[i] {
				wrong++
			}
		}
	}
	lead := []string{"*", Int(known - wrong), "* of *", Int(known), "* labelled nodes are right. "}
	if a, b, n := worst(st.Confusion, g.Classes); n > 0 {
		name := Classes(g)
		lead = append(lead, "The most common mistake outside training: *", name[a].Name, "* taken for *", name[b].Name, "*, ", count(n, "time", "times"), ".")
	} else if len(st.Confusion) > 0 {
		lead = append(lead, "Outside training none is wrong.")
	}
	v.Lead = say(lead...)
	if C := g.Classes; len(st.Confusion) == C*C && C > 0 && C <= 24 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "matrix", ID: "confusion", Title: "Confusion", Sub: "validation and test nodes: label in rows, prediction in columns", Alt: "Confusion matrix", Data: classMatrix(g, ints(st.Confusion), true)})
	}
	if m, ok := meanProbabilities(s); ok {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "matrix", ID: "meanprob", Title: "Probabilities", Sub: "mean over the nodes of each label, by predicted class", Alt: "Mean class probabilities by label", Data: m})
	}
	if len(f.Calibrated) == f.N*f.Classes && f.Classes > 0 {
		conf := make([]float64, f.N)
		for i := range conf {
			conf[i] = maxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "confidence", Title: "Confidence", Sub: "nodes by the probability of their predicted class", Alt: "Histogram of confidence",
			Data: Lines{Series: []Series{{X: steps(0, 1, 25), Y: histogram(conf, 0, 1, 25), Bars: true}}, XLabel: "probability", YMin: pf(0)}})
	}
	v.Body.Figures = append(v.Body.Figures, Figure{Kind: "nums", ID: "lossnums", Title: "Loss", Nums: [][]any{row("Cross-entropy", Fix(f.Loss.CE, 4)), row("KL term", Fix(f.Loss.KL, 4)), row("Spectral term", Fix(f.Loss.Spec, 4)), row("Sum", Fix(f.Loss.Total, 4))}})
}

// classesEquation names the equation that the settings make of the fusion and the head.
func classesEquation(s *state.State) string {
	if peer := s.Peer(); peer != "" {
		return "peer-" + peer
	}
	if s.Config.Reading == "code" {
		return "classes-code"
	}
	eq := "classes"
	if s.Config.Head == "linear" {
		eq += "-linear"
	}
	if !s.Config.Residual {
		eq += "-bare"
	}
	return eq
}

// meanProbabilities is C×C: what the network says on average of the nodes of each label.
func meanProbabilities(s *state.State) (Matrix, bool) {
	f, g := s.Frame, s.Graph
	C := g.Classes
	if C == 0 || C > 24 || C != f.Classes || len(f.Calibrated) != f.N*C {
		return Matrix{}, false
	}
	sum, size := make(Vec, C*C), make([]float64, C)
	for i, y := range g.Labels {
		if y < 0 || y >= C || i >= f.N {
			continue
		}
		size[y]++
		for c := range C {
			sum[y*C+c] += f.Calibrated[i*C+c]
		}
	}
	for k := range sum {
		if n := size[k/C]; n > 0 {
			sum[k] /= n
		}
	}
	m := classMatrix(g, sum, false)
	m.Max = 1
	return m, true
}

func ints(v []int) Vec {
	out := make(Vec, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// classMatrix orders a C×C matrix by palette slot.
func classMatrix(g *proto.GraphInfo, v Vec, whole bool) Matrix {
	C := g.Classes
	m := Matrix{Rows: C, Cols: C, Vals: make(Vec, C*C), Int: whole, Cell: 40, RowH: 26, Left: 110, RowNames: make([]string, C), ColNames: make([]string, C), Slots: make([]int, C), ColMarks: true}
	cl := Classes(g)
	for a, p := range cl {
		m.RowNames[p.Slot], m.ColNames[p.Slot], m.Slots[p.Slot] = p.Name, p.Name, p.Slot
		for b, q := range cl {
			m.Vals[p.Slot*C+q.Slot] = v[a*C+b]
		}
	}
	return m
}

// worst is the largest entry off the diagonal.
func worst(confusion []int, C int) (a, b, n int) {
	if len(confusion) != C*C {
		return 0, 0, 0
	}
	for k, x := range confusion {
		if k/C != k%C && x > n {
			a, b, n = k/C, k%C, x
		}
	}
	return a, b, n
}
