// Package node has the view models of a node: its predicted class and confidence, its stalk, and the sources of its score ([Unrolled]). It
// also has the panel of several selected nodes.
//
// An unrolled score is a sum over its sources: the node itself, its neighbours, further nodes, and the bias. The pull of a source is its
// contribution to the score of the predicted class less its contribution to the score of another class.
//
// A stalk is the vector space of a node, with D coordinates. Each channel of the features has a vector in each stalk. A frame has the
// numbers of one position of the run. SGPC is the model of the paper, and a peer is a model to compare with SGPC.
package node

import (
	"cmp"
	"sort"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// splitTexts maps a set of the split to its text in the subtitle. The set "" has the nodes outside the split.
var splitTexts = map[string]string{"train": "training node", "val": "validation node", "test": "test node", "": "in no set"}

// View returns the panel of the selected node. If no node is selected, the panel has only the request to select a node. Until the numbers
// of the node have arrived, it has only the reason for their absence.
func View(s *state.State) view.Inspector {
	if s.Node() < 0 {
		return view.Inspector{Title: []view.TitlePart{{Text: "No node is chosen", Slot: -2}},
			Lead: view.Say("Click a node in the graph, or search for one by number or name.")}
	}
	title := []view.TitlePart{view.NodeTitle(s, s.Node())}
	x := s.Frame.Node
	if x == nil || x.Index != s.Node() {
		return view.Inspector{Title: title, Lead: view.Say(view.Awaited(s)), TestID: "inspector-node"}
	}
	v := view.Inspector{Title: title, TestID: "inspector-node",
		Sub: "Node " + view.Int(x.Index) + ", " + splitTexts[x.Set] + ", degree " + view.Int(x.Degree)}
	calibrationEquation(s, x, &v)
	v.Lead = lead(s, x)

	// The section on the sources of the score. In a large graph the worker computes them only on request: from the end of the first epoch
	// until they have arrived, the section has only the number of the node.
	if u := NewUnrolled(s); u != nil {
		v.Add(view.Figure{ID: "why", Title: "What decides it", Sub: u.Pair, Data: u})
	} else if s.ExplainsOnRequest() && s.Frame.Epoch > 0 {
		v.Add(view.Figure{ID: "why", Title: "What decides it", Sub: "computed when you open it", Data: &Unrolled{Node: s.Node()}})
	}
	if fig, ok := probabilitiesFigure(s, x); ok {
		v.Add(fig)
	}

	// The prediction set, the label, the stalk and the neighbours.
	classes := view.Classes(s.Graph)
	v.Add(view.Figure{ID: "nodenums", Nums: [][]any{view.Row(predictionSetName(s), predictionSetText(x, classes)),
		view.Row("Label", labelName(x.Label, classes))}})
	stalkFigures(s, x, &v)
	if chips := chipsOf(s, x.Neighbours); len(chips) > 0 {
		v.Add(view.Figure{ID: "neighbours", Title: "Neighbours", Sub: words.Count(len(x.Neighbours), "neighbour"), Data: chips})
	}
	return v
}

// hasCalibration reports whether the model calibrates its class probabilities: SGPC by the mean agreement, or any model by SimCalib.
func hasCalibration(s *state.State) bool {
	calibratesByAgreement := s.Peer() == "" && s.Config.Calibrate
	return calibratesByAgreement || s.Config.SimCalib
}

// calibrationEquation sets the equation of the panel and the values of three symbols:
//   - The equation defines SGPC's mean agreement κ̄_i and, if the settings calibrate, the calibration. A peer has no equation.
//   - κ̄_i is the mean agreement. Only SGPC has it, from the first run of stage 9 on.
//   - ŷ_i is the probability of the predicted class before the calibration. It is missing before the first prediction, and for a model
//     without calibration.
//   - f_i is this probability after the calibration. It is missing if ŷ_i is, with SimCalib, and between stages 8 and 9 of an epoch.
func calibrationEquation(s *state.State, x *frame.Node, v *view.Inspector) {
	if s.Peer() == "" {
		equation := view.Equation{Name: "node", Lines: []string{"\\bar{κ}_i=\\mean _{e∋i}\\sp\\bar{κ}_e"},
			// All four symbols of the calibration; the capacity of 4 makes append copy the shared list.
			Symbols: append(view.SymCalibrated[:4:4], view.Symbol{"\\bar{κ}_e", "mean agreement of an edge at the node"})}
		if s.Config.Calibrate {
			equation.Lines[0] = view.Calibration + "\\quad " + equation.Lines[0]
		}
		v.Body.Equation(equation)
		if view.HasRun(s.Frame, stage.Posterior) {
			v.Body.Vals = []view.Value{{Symbol: "\\bar{κ}_i", Text: view.Fix(x.Kappa, 3), Tip: "mean agreement of its edges"}}
		}
	}

	class := view.Predicted(s, s.Node())
	hasProbability := class >= 0 && class < len(x.Calibrated)
	if !hasProbability || !hasCalibration(s) {
		return
	}
	v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\hat{y}_i", Text: view.Fix(x.Prob[class], 3),
		Tip: "probability of the predicted class before calibration"})
	if !view.Uncalibrated(s) && !s.Config.SimCalib {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "f_i", Text: view.Fix(x.Calibrated[class], 3), Tip: "after calibration"})
	}
}

// maxBars is the largest number of classes in a bar picture of the panel.
const maxBars = 12

// longest keeps the maxBars longest bars, in descending order, and returns a text that says so. A picture with at most maxBars bars keeps
// its order, the order of the palette, and the text is "".
func longest(bars *view.Bars) string {
	if len(bars.Rows) <= maxBars {
		return ""
	}
	rows := bars.Rows
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].V > rows[j].V })
	bars.Rows = rows[:maxBars]
	return ", the " + view.Int(maxBars) + " largest"
}

// probabilitiesFigure returns the bars of at most maxBars class probabilities (see [longest]). Outlines show the values before calibration.
// There are no outlines for a model without calibration, or before the epoch is calibrated. probabilitiesFigure returns false if the node
// has no probabilities.
func probabilitiesFigure(s *state.State, x *frame.Node) (view.Figure, bool) {
	classes := view.Classes(s.Graph)
	calibrates := hasCalibration(s)
	bars := view.Bars{Axis: true, Max: 1, Left: 112, Right: 100}
	for slot, c := range view.BySlot(s.Graph) {
		if c >= len(x.Calibrated) { // no probabilities, or those of a graph with fewer classes
			continue
		}
		bar := view.Bar{Name: classes[c].Name, V: view.F(x.Calibrated[c]), Text: view.Pct(x.Calibrated[c]), Slot: new(slot)}
		if calibrates && !view.Uncalibrated(s) && c < len(x.Prob) {
			bar.Was = new(view.F(x.Prob[c]))
		}
		if c == x.Label {
			bar.Text += ", its label"
		}
		bars.Rows = append(bars.Rows, bar)
	}
	title := "Class probabilities" + longest(&bars)

	// The caption says which probabilities the bars show.
	fig := view.Figure{ID: "probs", Title: title, Sub: "filled: calibrated; outline: before",
		Alt: "Class probabilities before and after calibration", Data: bars}
	switch {
	case view.Uncalibrated(s):
		fig.Sub, fig.Alt = "before calibration, which is stage 9", "Class probabilities before calibration"
	case !calibrates:
		fig.Sub, fig.Alt = nil, "Class probabilities"
	}
	return fig, len(bars.Rows) > 0
}

// predictionSetText returns the names of the classes in the node's prediction set, separated by commas. It returns "empty" for an empty
// set. Before the set is computed, it returns "known after stage 9".
func predictionSetText(x *frame.Node, classes []view.Class) string {
	if x.PredictionSet == nil { // an empty set is not nil
		return "known after stage 9"
	}
	text := ""
	for k, c := range x.PredictionSet {
		if k > 0 {
			text += ", "
		}
		if c < len(classes) { // the set may belong to an earlier graph with more classes
			text += classes[c].Name
		}
	}
	return cmp.Or(text, "empty")
}

// stalkFigures adds the figures of the node's stalk: the measure on its coordinates, the dial of its frame (its orthonormal basis), its
// vectors during diffusion, and its vectors before and after diffusion. A figure without numbers is omitted.
func stalkFigures(s *state.State, x *frame.Node, v *view.Inspector) {
	d := s.Frame.D
	if len(x.Measure) == d {
		// The masses add up to 1. The axis ends at ½ or, for a larger mass, at this mass, so that equal masses have short bars.
		bars := view.Bars{Axis: false, Left: 84, RowH: 18, Max: view.F(max(0.5, view.MaxOf(x.Measure)))}
		for k, p := range x.Measure {
			bars.Rows = append(bars.Rows, view.Bar{Name: "coordinate " + view.Int(k+1), V: view.F(p), Text: view.Fix(p, 3)})
		}
		v.Add(view.Figure{ID: "measure", Title: "Measure",
			Sub: []any{view.M{Source: "μ_i"}, " on the coordinates of the stalk"}, Alt: "Measure of the node", Data: bars})
	}
	v.Add(turnFigure(s)...)
	if fig, ok := stalksFigure(s); ok {
		v.Add(fig)
	}

	// The D × channels matrices before and after diffusion, on one scale.
	size := len(x.Input)
	hasVectors := d > 0 && size > 0 && size == len(x.Output) && size%d == 0
	if !hasVectors {
		return
	}
	scale := view.F(max(view.MaxNorm(x.Input), view.MaxNorm(x.Output)))
	matrix := func(vals []float64) view.Matrix {
		return view.Matrix{Rows: d, Cols: size / d, Vals: vals, Signed: true, Cell: 22, RowH: 18, Left: 24, RowNames: view.CoordinateNames(d),
			Max: scale}
	}
	v.Add(view.Figure{ID: "in", Title: "Stalk before", Sub: "diffusion: coordinates in rows, channels in columns",
		Alt: "Stalk vectors before diffusion", Data: matrix(x.Input)},
		view.Figure{ID: "out", Sub: "diffusion, on the same scale", Title: "Stalk after", Alt: "Stalk vectors after diffusion",
			Data: matrix(x.Output)})
}

// predictionSetName returns the name of the prediction set. The name has the word conformal only if the certificate of the run is valid.
func predictionSetName(s *state.State) string {
	if valid, _ := s.Certified(s.Frame); !valid {
		return "Prediction set, not valid here"
	}
	return "Conformal prediction set"
}

// lead returns sentences on the prediction of a node, on its confidence before and after calibration, and on the size of its prediction
// set if the set has more than one class. Before the first prediction it returns only the sentence that a prediction is missing.
func lead(s *state.State, x *frame.Node) []view.Span {
	// class is the number of the predicted class, and label the number of the label, or −1.
	classes, class, label := view.Classes(s.Graph), view.Predicted(s, s.Node()), x.Label
	// A frame of an earlier graph may have a class that the graph lacks.
	if class < 0 || class >= min(len(classes), len(x.Calibrated), len(x.Prob)) {
		return view.Say("It has no prediction yet.")
	}
	var parts []string
	switch {
	case label < 0:
		parts = append(parts, "It has no label; the model says *", classes[class].Name, "*")
	case label == class:
		parts = append(parts, "The model says *", classes[class].Name, "*, and it is")
	default: // a frame of an earlier graph may have a label that the graph lacks
		parts = append(parts, "The model says *", classes[class].Name, "*, but it is *", labelName(label, classes), "*")
	}
	parts = append(parts, ". ")

	// The effect of the calibration, if it is visible with one decimal of a percentage.
	const visibleChange = 5e-4 // a share: half of 0.1 %
	before, after := x.Prob[class], x.Calibrated[class]
	change := after - before
	if change < -visibleChange || change > visibleChange {
		reason := "its edges agree with *κ̄\u00a0=\u00a0" + view.Fix(x.Kappa, 2) + "*"
		if s.Config.SimCalib {
			reason = "SimCalib gives each node a temperature, fitted on validation nodes"
		}
		verb := words.Either(change > 0, "raises", "lowers")
		parts = append(parts, "Calibration ", verb, " its confidence from *", view.Pct(before), "* to *", view.Pct(after), "*: ", reason, ". ")
	} else {
		parts = append(parts, "Its confidence is *", view.Pct(after), "*. ")
	}
	if n := len(x.PredictionSet); n > 1 {
		parts = append(parts, "The prediction set needs *", view.Int(n), "* classes.")
	}
	return view.Say(parts...)
}

// maxChips is the largest number of nodes in a list.
const maxChips = 60

// chipsOf returns a chip for each node of a list, for at most the first maxChips nodes.
func chipsOf(s *state.State, nodes []int) (chips []view.Chip) {
	for _, i := range nodes[:min(maxChips, len(nodes))] {
		title := view.NodeTitle(s, i)
		chips = append(chips, view.Chip{Node: i, Name: view.NodeName(s, i), Slot: title.Slot, Title: title.Text})
	}
	return chips
}

// labelName returns the name of class c. It returns "not known" for a number that is no class, such as −1.
func labelName(c int, classes []view.Class) string {
	if c < 0 || c >= len(classes) {
		return "not known"
	}
	return classes[c].Name
}
