// Package node has the view models of a node: its class with its confidence, its stalk, and the parts of its prediction
// (Unrolled). It also summarises nodes selected together.
package node

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// setNames are the sets of the split.
var setNames = map[string]string{"train": "training node", "val": "validation node", "test": "test node", "": "in no set"}

// View returns the panel of the selected node.
func View(s *state.State) view.Inspector {
	if s.Node() < 0 {
		return view.Inspector{Title: []view.TitlePart{{Text: "No node is chosen", Slot: -2}},
			Lead: view.Say("Click a node in the graph, or search for one by number or name.")}
	}
	title := view.NodeTitle(s, s.Node())
	x := s.Frame.Node
	if x == nil || x.Index != s.Node() {
		return view.Inspector{Title: []view.TitlePart{title}, Lead: view.Say(view.MissingText(s)), TestID: "inspector-node"}
	}
	v := view.Inspector{Title: []view.TitlePart{title}, Sub: "Node " + view.Int(x.Index) + ", " + setNames[x.Set] + ", degree " +
		view.Int(x.Degree),
		TestID: "inspector-node"}
	cl := view.Classes(s.Graph)
	pred, peer := view.Predicted(s, s.Node()), s.Peer() != ""
	warm := s.Config.SimCalib
	calibrated := !peer && s.Config.Calibrate || warm
	if !peer {
		eq := view.Equation{Name: "node", Lines: []string{"\\bar{κ}_i=\\mean _{e∋i}\\sp\\bar{κ}_e"}, Symbols: append(view.SymCalibrated[:4:4],
			view.Symbol{"\\bar{κ}_e", "mean agreement of an edge at the node"})}
		if s.Config.Calibrate {
			eq.Lines[0] = view.Calibration + "\\quad " + eq.Lines[0]
		}
		v.Body.Equation(eq)
		if view.HasRun(s.Frame, stage.Posterior) {
			v.Body.Vals = []view.Value{{Symbol: "\\bar{κ}_i", Text: view.Fix(x.Kappa, 3), Tip: "mean agreement of its edges"}}
		}
	}
	why := "its edges agree with *κ̄\u00a0=\u00a0" + view.Fix(x.Kappa, 2) + "*"
	if warm {
		why = "SimCalib gives each node a temperature, fitted on validation nodes"
	}
	v.Lead = lead(x.Label, pred, why, x.Prob, x.Calibrated, x.PredictionSet, cl)
	if pred >= 0 && pred < len(x.Calibrated) && calibrated {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\hat{y}_i", Text: view.Fix(x.Prob[pred], 3),
			Tip: "probability of the predicted class before calibration"})
		if !view.Uncalibrated(s) && !warm {
			v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "f_i", Text: view.Fix(x.Calibrated[pred], 3), Tip: "after calibration"})
		}
	}
	bars := view.Bars{Axis: true, Max: 1, Left: 112, Right: 100}
	for slot, c := range view.BySlot(s.Graph) {
		if c >= len(x.Calibrated) {
			continue
		}
		b := view.Bar{Name: cl[c].Name, V: view.F(x.Calibrated[c]), Text: view.Pct(x.Calibrated[c]), Slot: new(slot)}
		if c < len(x.Prob) && calibrated && !view.Uncalibrated(s) {
			b.Was = new(view.F(x.Prob[c]))
		}
		if c == x.Label {
			b.Text += ", its label"
		}
		bars.Rows = append(bars.Rows, b)
	}
	if len(bars.Rows) > 12 {
		bars.Rows = bars.Rows[:12]
	}
	probs := view.Figure{ID: "probs", Title: "Class probabilities", Sub: "filled: calibrated; outline: before",
		Alt: "Class probabilities before and after calibration", Data: bars}
	switch {
	case view.Uncalibrated(s):
		probs.Sub, probs.Alt = "before calibration, which is stage 9", "Class probabilities before calibration"
	case !calibrated:
		probs.Sub, probs.Alt = nil, "Class probabilities"
	}
	if u := NewUnrolled(s); u != nil {
		v.Add(view.Figure{ID: "why", Title: "What decides it", Sub: u.Pair, Data: u})
	} else if s.ExplainsOnRequest() && s.Frame.Epoch > 0 {
		v.Add(view.Figure{ID: "why", Title: "What decides it", Sub: "computed when you open it", Data: &Unrolled{Node: s.Node()}})
	}
	if len(bars.Rows) > 0 {
		v.Add(probs)
	}
	sets := ""
	for k, c := range x.PredictionSet {
		if k > 0 {
			sets += ", "
		}
		if c < len(cl) {
			sets += cl[c].Name
		}
	}
	switch {
	case sets == "" && x.PredictionSet == nil:
		sets = "known after stage 9"
	case sets == "":
		sets = "empty"
	}
	d := s.Frame.D
	v.Add(view.Figure{ID: "nodenums", Nums: [][]any{view.Row(setName(s), sets), view.Row("Label", labelName(x.Label, cl))}})
	if len(x.Measure) == d {
		m := view.Bars{Axis: false, Left: 84, RowH: 18, Max: view.F(max(0.5, view.MaxOf(x.Measure)))}
		for k, p := range x.Measure {
			m.Rows = append(m.Rows, view.Bar{Name: "coordinate " + view.Int(k+1), V: view.F(p), Text: view.Fix(p, 3)})
		}
		v.Add(view.Figure{ID: "measure", Title: "Measure",
			Sub: []any{view.M{Source: "μ_i"}, " on the coordinates of the stalk"}, Alt: "Measure of the node", Data: m})
	}
	v.Add(turnFigure(s)...)
	if fig, ok := stalksFigure(s); ok {
		v.Add(fig)
	}
	if d > 0 && len(x.Input) > 0 && len(x.Input) == len(x.Output) && len(x.Input)%d == 0 {
		c := len(x.Input) / d
		hi := view.F(max(view.MaxNorm(x.Input), view.MaxNorm(x.Output)))
		mat := func(vals []float64) view.Matrix {
			return view.Matrix{Rows: d, Cols: c, Vals: vals, Signed: true, Cell: 22, RowH: 18, Left: 24, RowNames: view.CoordinateNames(d), Max: hi}
		}
		v.Add(view.Figure{ID: "in", Title: "Stalk before", Sub: "diffusion: coordinates in rows, channels in columns",
			Alt: "Stalk vectors before diffusion", Data: mat(x.Input)},
			view.Figure{ID: "out", Sub: "diffusion, on the same scale", Title: "Stalk after", Alt: "Stalk vectors after diffusion",
				Data: mat(x.Output)})
	}
	if chips := chipsOf(s, x.Neighbours); len(chips) > 0 {
		v.Add(view.Figure{ID: "neighbours", Title: "Neighbours", Sub: words.Count(len(x.Neighbours), "neighbour"), Data: chips})
	}
	return v
}

// setName names the prediction set, conformal only where that is valid.
func setName(s *state.State) string {
	if valid, _ := s.Certified(s.Frame); !valid {
		return "Prediction set, not valid here"
	}
	return "Conformal prediction set"
}

// lead describes the prediction, its confidence and the conformal set.
func lead(label, pred int, why string, prob, cal []float64, set []int, cl []view.Class) []view.Span {
	if pred < 0 || pred >= len(cl) || pred >= len(cal) || pred >= len(prob) {
		return view.Say("It has no prediction yet.")
	}
	var parts []string
	switch {
	case label < 0:
		parts = append(parts, "It has no label; the model says *", cl[pred].Name, "*")
	case label == pred:
		parts = append(parts, "The model says *", cl[pred].Name, "*, and it is")
	case label < len(cl):
		parts = append(parts, "The model says *", cl[pred].Name, "*, but it is *", cl[label].Name, "*")
	}
	parts = append(parts, ". ")
	if d := cal[pred] - prob[pred]; d < -5e-4 || d > 5e-4 {
		verb := words.Either(d > 0, "raises", "lowers")
		parts = append(parts, "Calibration ", verb, " its confidence from *", view.Pct(prob[pred]), "* to *", view.Pct(cal[pred]),
			"*: ", why, ". ")
	} else {
		parts = append(parts, "Its confidence is *", view.Pct(cal[pred]), "*. ")
	}
	if n := len(set); n > 1 {
		parts = append(parts, "The conformal set needs *", view.Int(n), "* classes.")
	}
	return view.Say(parts...)
}

// maxChips bounds a list of nodes.
const maxChips = 60

// chipsOf returns the first nodes of a list for selection.
func chipsOf(s *state.State, nodes []int) (chips []view.Chip) {
	for _, i := range nodes[:min(maxChips, len(nodes))] {
		t := view.NodeTitle(s, i)
		chips = append(chips, view.Chip{Node: i, Name: view.NodeName(s, i), Slot: t.Slot, Title: t.Text})
	}
	return chips
}

// labelName returns the name of a class, "not known" outside the classes.
func labelName(c int, cl []view.Class) string {
	if c < 0 || c >= len(cl) {
		return "not known"
	}
	return cl[c].Name
}
