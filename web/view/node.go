package view

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

var setNames = map[string]string{"train": "training node", "val": "validation node", "test": "test node", "": "in no set"}

// NodeView is the panel of the chosen node.
func NodeView(s *state.State) Inspector {
	if s.Node() < 0 {
		return Inspector{Title: []TitlePart{{"No node is chosen", -2}},
			Lead: Say("Click a node in the graph, or search for one by number or name.")}
	}
	title := nodeTitle(s, s.Node())
	x := s.Frame.Node
	if x == nil || x.Index != s.Node() {
		return Inspector{Title: []TitlePart{title}, Lead: Say("Its numbers are on their way."), TestID: "inspector-node"}
	}
	v := Inspector{Title: []TitlePart{title}, Sub: "Node " + Int(x.Index) + ", " + setNames[x.Set] + ", degree " + Int(x.Degree),
		TestID: "inspector-node"}
	cl := Classes(s.Graph)
	pred, peer := Predicted(s, s.Node()), s.Peer() != ""
	warm := s.Config.SimCalib
	calibrated := !peer && s.Config.Calibrate || warm
	if !peer {
		eq := Equation{"node", []string{"\\bar{κ}_i=\\mean _{e∋i}\\sp\\bar{κ}_e"}, append(SymCalibrated[:4:4],
			Symbol{"\\bar{κ}_e", "mean agreement of an edge at the node"})}
		if s.Config.Calibrate {
			eq.Lines[0] = Calibration + "\\quad " + eq.Lines[0]
		}
		v.Body.Equation(eq)
		if Reached(s.Frame, stage.Posterior) {
			v.Body.Vals = []Value{{"\\bar{κ}_i", Fix(x.Kappa, 3), "mean agreement of its edges"}}
		}
	}
	why := "its edges agree with *κ̄\u00a0=\u00a0" + Fix(x.Kappa, 2) + "*"
	if warm {
		why = "SimCalib gives each node a temperature, fitted on validation nodes"
	}
	v.Lead = nodeLead(x.Label, pred, why, x.Prob, x.Calibrated, x.PredictionSet, cl)
	if pred >= 0 && pred < len(x.Calibrated) && calibrated {
		v.Body.Vals = append(v.Body.Vals, Value{"\\hat{y}_i", Fix(x.Prob[pred], 3), "probability of the predicted class before calibration"})
		if !Uncalibrated(s) && !warm {
			v.Body.Vals = append(v.Body.Vals, Value{"f_i", Fix(x.Calibrated[pred], 3), "after calibration"})
		}
	}
	bars := Bars{Axis: true, Max: 1, Left: 112, Right: 100}
	for slot, c := range BySlot(s.Graph) {
		if c >= len(x.Calibrated) {
			continue
		}
		b := Bar{Name: cl[c].Name, V: F(x.Calibrated[c]), Text: Pct(x.Calibrated[c]), Slot: new(slot)}
		if c < len(x.Prob) && calibrated && !Uncalibrated(s) {
			b.Was = new(F(x.Prob[c]))
		}
		if c == x.Label {
			b.Text += ", its label"
		}
		bars.Rows = append(bars.Rows, b)
	}
	if len(bars.Rows) > 12 {
		bars.Rows = bars.Rows[:12]
	}
	probs := Figure{ID: "probs", Title: "Class probabilities", Sub: "filled: calibrated; outline: before",
		Alt: "Class probabilities before and after calibration", Data: bars}
	switch {
	case Uncalibrated(s):
		probs.Sub, probs.Alt = "before calibration, which is stage 9", "Class probabilities before calibration"
	case !calibrated:
		probs.Sub, probs.Alt = nil, "Class probabilities"
	}
	if len(bars.Rows) > 0 {
		v.Add(probs)
	}
	if u := NewUnrolled(s); u != nil {
		v.Add(Figure{ID: "why", Title: "What decides it", Sub: u.Pair, Data: u})
	} else if s.ExplainsOnRequest() && s.Frame.Epoch > 0 {
		v.Add(Figure{ID: "why", Title: "What decides it", Sub: "computed when you open it", Data: &Unrolled{Node: s.Node()}})
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
	v.Add(Figure{ID: "nodenums", Nums: [][]any{Row(setName(s), sets), Row("Label", labelName(x.Label, cl))}})
	if len(x.Measure) == d {
		m := Bars{Axis: false, Left: 84, RowH: 18, Max: F(max(0.5, MaxOf(x.Measure)))}
		for k, p := range x.Measure {
			m.Rows = append(m.Rows, Bar{Name: "coordinate " + Int(k+1), V: F(p), Text: Fix(p, 3)})
		}
		v.Add(Figure{ID: "measure", Title: "Measure",
			Sub: []any{M{"μ_i"}, " on the coordinates of the stalk"}, Alt: "Measure of the node", Data: m})
	}
	v.Add(frameFigure(s)...)
	if fig, ok := stalksFigure(s); ok {
		v.Add(fig)
	}
	if d > 0 && len(x.Input) > 0 && len(x.Input) == len(x.Output) && len(x.Input)%d == 0 {
		c := len(x.Input) / d
		hi := F(max(maxNorm(x.Input), maxNorm(x.Output)))
		mat := func(vals []float64) Matrix {
			return Matrix{Rows: d, Cols: c, Vals: vals, Signed: true, Cell: 22, RowH: 18, Left: 24, RowNames: Places(d), Max: hi}
		}
		v.Add(Figure{ID: "in", Title: "Stalk before", Sub: "diffusion: coordinates in rows, channels in columns",
			Alt: "Stalk vectors before diffusion", Data: mat(x.Input)},
			Figure{ID: "out", Sub: "diffusion, on the same scale", Title: "Stalk after", Alt: "Stalk vectors after diffusion",
				Data: mat(x.Output)})
	}
	if chips := chipsOf(s, x.Neighbours); len(chips) > 0 {
		v.Add(Figure{ID: "neighbours", Title: "Neighbours", Sub: words.Count(len(x.Neighbours), "neighbour"), Data: chips})
	}
	return v
}

// setName names the prediction set for what it is.
func setName(s *state.State) string {
	if valid, _ := s.Certified(s.Frame); !valid {
		return "Prediction set, not valid here"
	}
	return "Conformal prediction set"
}

func nodeLead(label, pred int, why string, prob, cal []float64, set []int, cl []Class) []Span {
	if pred < 0 || pred >= len(cl) || pred >= len(cal) || pred >= len(prob) {
		return Say("It has no prediction yet.")
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
		parts = append(parts, "Calibration ", verb, " its confidence from *", Pct(prob[pred]), "* to *", Pct(cal[pred]),
			"*: ", why, ". ")
	} else {
		parts = append(parts, "Its confidence is *", Pct(cal[pred]), "*. ")
	}
	if n := len(set); n > 1 {
		parts = append(parts, "The conformal set needs *", Int(n), "* classes.")
	}
	return Say(parts...)
}
