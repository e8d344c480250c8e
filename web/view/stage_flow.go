package view

import (
	"math"

	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// Blocks is the data of the block picture of L.
type Blocks struct {
	N     int     `json:"n"`
	D     int     `json:"d"`
	Edge  int     `json:"edge"`
	Pairs []int32 `json:"pairs"`
	Shade Vec     `json:"shade"`
	Norm  Vec     `json:"norm"`
	// Rij and Rji are the maps of the chosen edge, row by row.
	Rij Vec `json:"rij,omitempty"`
	Rji Vec `json:"rji,omitempty"`
}

func laplacian(s *state.State, v *Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	v.Body.Eq = "laplacian"
	dim := f.N * f.D
	v.Body.Vals = []Value{{"\\dim ", Int(dim), "n·d"}, {"\\tr \\sp L", Num(st.Trace), "trace of L"}}
	fill := float64(f.N+2*f.M) / math.Max(1, float64(f.N)*float64(f.N))
	lead := []string{"A *", Int(dim), " × ", Int(dim), "* matrix in blocks of ", Int(f.D), " × ", Int(f.D), ", ", Pct(fill), " of them filled. "}
	if sp := s.Spectrum; sp != nil {
		v.Body.Vals = append(v.Body.Vals, Value{"\\dim \\sp\\ker ", Int(sp.KernelDim), "dimension of the kernel: global sections"}, Value{"λ_2", Num(sp.Lambda2), "smallest eigenvalue above the kernel"})
		switch sp.KernelDim {
		case 0:
			lead = append(lead, "Its kernel is *empty*: no assignment of fibres agrees on every edge. The smallest eigenvalue is *", Num(sp.Lambda2), "*.")
		default:
			lead = append(lead, "Its kernel has dimension *", Int(sp.KernelDim), "*: so many assignments agree on every edge. Above it the spectrum begins at *", Num(sp.Lambda2), "*.")
		}
	}
	v.Lead = say(lead...)
	shade := make(Vec, len(f.MapNorm))
	if hi := maxOf(f.MapNorm); hi > 0 {
		for e, x := range f.MapNorm {
			shade[e] = x / hi
		}
	}
	if len(shade) == len(g.Edges)/2 && g.N <= 4000 {
		b := Blocks{N: g.N, D: f.D, Edge: s.Edge, Pairs: g.Edges, Shade: shade, Norm: f.MapNorm}
		if e := f.Edge; e != nil && e.Index == s.Edge && len(e.Rij) == f.D*f.D && len(e.Rji) == f.D*f.D {
			b.Rij, b.Rji = e.Rij, e.Rji
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "blocks", ID: "blocks", Title: "Blocks", Sub: []any{"shaded by ", M{"‖R‖"}}, Data: b})
	}
	v.Body.Figures = append(v.Body.Figures, choice(s, "convention"), Figure{Kind: "nums", ID: "lapnums", Nums: [][]any{
		row("Operator that diffuses", map[string]string{"laplacian": "L", "normalized": "L̂ with D = blockdiag(L) + " + Set(s.Config.Shift) + "·I"}[s.Config.Operator]),
		row("Dirichlet energy of the fibres", Num(st.Energy)),
	}}, knobs(s, "shift", "d"))
}

func diffusion(s *state.State, v *Inspector) {
	f, st, c := s.Frame, &s.Frame.Stages, &s.Config
	v.Body.Eq = "diffusion"
	v.Body.Vals = []Value{{"Δt", Set(c.Dt), "diffusion time"}, {"\\tol ", Exp(c.CGTol), "relative residual asked for"}}
	n := len(st.Residual)
	switch {
	case c.SVR == "off":
		v.Lead = say("The diffusion branch is switched off in these settings.")
	case n < 2:
		v.Lead = say("The solve has not begun. Conjugate gradients will need few steps: the matrix lies close to the identity.")
	default:
		v.Lead = say("*", count(n-1, "conjugate gradient step", "conjugate gradient steps"), "* brought the residual from *", Num(st.Residual[0]), "* to *", Num(st.Residual[n-1]), "*. The longer Δt, the more the fibres of neighbours agree, and the more steps it takes.")
	}
	if n > 0 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "residual", Title: "Residual", Sub: "relative, largest over the channels, log scale", Alt: "Residual by iteration",
			Data: Lines{Series: []Series{{Y: floor(st.Residual, 1e-17), Dots: true}}, Log: true, IntX: true, XLabel: "iteration", Refs: []Ref{{F(c.CGTol), "tolerance"}}, Height: 140}})
	}
	if len(f.EdgeEnergy) > 0 {
		order := top(f.EdgeEnergy, 5)
		b := Bars{Axis: false, Left: 84}
		for _, e := range order {
			b.Rows = append(b.Rows, Bar{Name: shortName(s, int(s.Graph.Edges[2*e])) + " – " + shortName(s, int(s.Graph.Edges[2*e+1])), V: F(f.EdgeEnergy[e]), Text: Pct(f.EdgeEnergy[e])})
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "hbars", ID: "energyshare", Title: "Where the disagreement sits", Sub: "share of the Dirichlet energy, largest five edges", Alt: "Share of Dirichlet energy", Data: b})
	}
	v.Body.Figures = append(v.Body.Figures, choice(s, "svr"))
	v.Body.Figures = append(v.Body.Figures, svrFigures(s)...)
	v.Body.Figures = append(v.Body.Figures, fibreFigure(s), Figure{Kind: "nums", ID: "diffnums", Nums: [][]any{row("Dirichlet energy of the fibres", Num(st.Energy))}}, knobs(s, "dt", "shift"))
}

// fibreFigure shows the mean fibre of each class after diffusion.
func fibreFigure(s *state.State) Figure {
	f, g := s.Frame, s.Graph
	cl := Classes(g)
	m := Matrix{Rows: g.Classes, Cols: f.D, Vals: make(Vec, g.Classes*f.D), Signed: true, Cell: 46, RowH: 24, Left: 110, ColNames: numbers(f.D), RowNames: make([]string, g.Classes), Slots: make([]int, g.Classes)}
	size := make([]float64, g.Classes)
	if len(f.Fibre) == f.N*f.D {
		for i, c := range f.Pred {
			if c < 0 || c >= g.Classes {
				continue
			}
			slot := cl[c].Slot
			size[slot]++
			for k := range f.D {
				m.Vals[slot*f.D+k] += f.Fibre[i*f.D+k]
			}
		}
	}
	for _, q := range cl {
		m.RowNames[q.Slot], m.Slots[q.Slot] = q.Name, q.Slot
		for k := range f.D {
			if size[q.Slot] > 0 {
				m.Vals[q.Slot*f.D+k] /= size[q.Slot]
			}
		}
	}
	return Figure{Kind: "matrix", ID: "fibre", Title: "After diffusion", Sub: "mean fibre of each predicted class, by coordinate", Alt: "Mean fibre by class after diffusion", Data: m}
}

// Response is the data of the response picture.
type Response struct {
	X     Vec `json:"x"`
	AFM   Vec `json:"afm"`
	SVR   Vec `json:"svr"`
	Eigen Vec `json:"eigen"`
	Max   F   `json:"max"`
}

func mixing(s *state.State, v *Inspector) {
	st, c := &s.Frame.Stages, &s.Config
	v.Body.Eq = "mixing"
	v.Body.Vals = []Value{{"Q", Int(c.Q), "order of the filter"}}
	for q, a := range st.Alpha {
		if q < 5 {
			v.Body.Vals = append(v.Body.Vals, Value{"α_" + Int(q), Fix(a, 3), "weight of the Chebyshev polynomial of degree " + Int(q)})
		}
	}
	n := len(st.GainAFM)
	switch {
	case c.AFMWeights == "off":
		v.Lead = say("The mixing branch is switched off in these settings.")
	case n == 0:
		v.Lead = say("The filter has not been applied yet.")
	default:
		low := 0
		for k := range st.GainAFM {
			if math.Abs(st.GainAFM[k]) < math.Abs(st.GainAFM[low]) {
				low = k
			}
		}
		if c.AFMWeights == "softmax" {
			v.Lead = say("The weights sum to 1, so the gain at λ = 0 is *", Fix(st.GainAFM[0], 3), "* and nothing exceeds it: *the branch cannot be a high-pass filter*, whatever it learns. It damps most at λ = ", Num(st.GainX[low]), ", to *", Num(math.Abs(st.GainAFM[low])), "*.")
		} else {
			v.Lead = say("Signed weights: the gain is *", Num(st.GainAFM[0]), "* at λ = 0 and *", Num(st.GainAFM[n-1]), "* at the top, smallest at λ = ", Num(st.GainX[low]), ".")
		}
		r := Response{X: st.GainX, AFM: st.GainAFM, SVR: st.GainSVR, Max: F(last(st.GainX))}
		if s.Spectrum != nil {
			r.Eigen = spread(s.Spectrum.Values, 160)
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "response", ID: "response", Title: "Response", Sub: "gain of both branches, eigenvalues below", Alt: "Gain over the spectrum", Data: r})
	}
	if len(st.Alpha) > 0 {
		b := Bars{Axis: true, Left: 96}
		for q, a := range st.Alpha {
			b.Rows = append(b.Rows, Bar{Name: "T" + string(rune('₀'+q)) + ", degree " + Int(q), V: F(math.Abs(a)), Text: Fix(a, 3)})
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "hbars", ID: "alpha", Title: "Weights", Sub: M{"α_q"}, Alt: "Weights of the filter", Data: b})
	}
	v.Body.Figures = append(v.Body.Figures, choice(s, "afm_weights"), knobs(s, "q", "dt"))
}

func classes(s *state.State, v *Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	v.Body.Eq = "classes"
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
