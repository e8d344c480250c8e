package results

// This file has the study of depth: what several layers do to the accuracy of a model and to its features.

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Depth is the view model of the study of depth: accuracy and features of a model with 1 to 32 layers. Models are the keys and names of the
// models, and Model is the key of the selected model.
type Depth struct {
	Models [][2]string `json:"models"`
	Model  string      `json:"model"`
	// Sets are the keys and names of the data sets with stored rows. The key "" stands for runs on the page. Set is the key of the selected
	// set. Have reports that the stored rows have been downloaded.
	Sets [][2]string `json:"sets"`
	Set  string      `json:"set"`
	Have bool        `json:"have"`
	// Lead is the finding. Without charts it is the reason, or the purpose of the study.
	Lead []view.Span `json:"lead"`
	// Charts are the accuracy by number of layers, and the measures of the features by layer.
	Charts []DepthChart `json:"charts"`
	// Note says how the numbers were measured.
	Note    string      `json:"note"`
	Running PaperAction `json:"running"` // the progress of the runs on the page (paper.go)
}

// DepthChart is one chart of the study, with its title, caption and text alternative.
type DepthChart struct {
	Title string     `json:"title"`
	Sub   string     `json:"sub"`
	Alt   string     `json:"alt"`
	Lines view.Lines `json:"lines"`
}

// depthCharts are the titles and captions of the charts by layer, in the order of figures.DepthMeasures.
var depthCharts = [...][2]string{
	{"Energy", "Rayleigh quotient of the normalised graph Laplacian: 0 where neighbours agree"},
	{"Energy by its own Laplacian", "Rayleigh quotient of the layer’s own Laplacian"},
	{"Effective rank", "directions that the features fill: 1 where all nodes lie on one line"},
	{"Mean cosine", "of the features of two nodes, over all pairs: 1 where all point one way"},
	{"Norm", "‖X‖/√n: how long the features of a node are"},
	{"Norm of the disagreement", "‖LX‖/√n, by the layer’s own Laplacian"},
}

// newDepth returns the study of the selected model on the selected data set. Without results the study has a lead and no
// charts. A graph with more than lab.DepthNodes nodes cannot be trained on the page.
func newDepth(s *state.State) Depth {
	d := &s.Lab.Depth
	m := Depth{Model: d.Model, Set: d.Set, Have: d.Stored != nil, Charts: []DepthChart{}, Sets: [][2]string{},
		Running: PaperAction{On: s.Lab.Work == lab.ForDepth, Off: s.Lab.Busy() || s.Graph == nil || s.Graph.N > lab.DepthNodes}}
	if m.Running.On {
		m.Running.Fraction, m.Running.Left = view.F(d.Report.Fraction), view.RunsLeft(&d.Report)
	}
	for _, name := range lab.DepthModels() {
		m.Models = append(m.Models, [2]string{name, view.ModelName(name)})
	}
	for _, row := range d.Stored {
		set := [2]string{row.Dataset, row.Dataset + ", stored"}
		if !slices.Contains(m.Sets, set) {
			m.Sets = append(m.Sets, set)
		}
	}
	if d.Of != "" || d.Set == "" { // the page has run the study, or this entry is the selected one
		m.Sets = append(m.Sets, [2]string{"", "trained here"})
	}

	// Charts for results, or a sentence without charts.
	rows := d.Rows()
	switch {
	case len(rows) > 0 && len(rows[0].Points) > 0:
		m.Charts = depthLines(rows)
		m.Lead = view.Say(depthLead(d.Model, &rows[0])...)
	case d.Set != "":
		m.Lead = view.Say("Nothing is stored of " + view.ModelName(d.Model) + " on " + d.Set + ".")
	default:
		m.Lead = view.Say("One model with 1, 2, 4, 8, 16 and 32 layers: what becomes of its features layer by layer, trained, untrained and " +
			"with identity maps, and how often it is right.")
	}
	m.Note = depthNote(s, rows)
	return m
}

// depthLines returns the charts: the accuracy by number of layers, then each measure by layer of the deepest network. A row has a point
// for each number of layers. The first row has the networks with the model's own maps. The second row, which not every model has, has the
// networks with identity maps.
func depthLines(rows []figures.DepthRow) []DepthChart {
	out := []DepthChart{accuracyChart(rows)}
	deepest := rows[0].Points[len(rows[0].Points)-1].Layers // points are in ascending order of layers
	for k, chart := range depthCharts {
		lines := measureLines(rows, k, deepest)
		if lines.Series == nil { // stored rows of an earlier version lack the last measures
			continue
		}
		alt := chart[0] + " by layer: "
		for _, curve := range lines.Series {
			alt += curve.Name + " from " + view.Num(curve.Y[0]) + " to " + view.Num(view.LastOf(curve.Y)) + "; "
		}
		out = append(out, DepthChart{chart[0], chart[1], alt, lines})
	}
	return out
}

// accuracyChart returns the chart of the test accuracy in per cent by number of layers. The x-axis is logarithmic: x counts doublings of
// the number of layers.
func accuracyChart(rows []figures.DepthRow) DepthChart {
	lines := view.Lines{XLabel: "layers", IntX: true, Doubling: true, Height: 130}
	const shift = 0.08            // in doublings: separates the intervals of two networks
	alt, lo, hi := "", 100.0, 0.0 // lo and hi are the ends of all intervals
	for j, row := range rows {
		curve := view.Series{Name: words.Either(j == 0, "learned", "identity"), Class: depthClass(2 * j), Dots: true}
		if len(rows) == 1 {
			curve.Name = "trained"
		}
		for _, p := range row.Points {
			if p.Test < 0 { // no test nodes
				continue
			}
			doublings := linalg.Log(float64(p.Layers)) / math.Ln2
			curve.X = append(curve.X, doublings+shift*float64(j))
			curve.Y = append(curve.Y, 100*p.Test)
			curve.Half = append(curve.Half, 100*p.Half)
			lo, hi = min(lo, 100*(p.Test-p.Half)), max(hi, 100*(p.Test+p.Half))
			alt += curve.Name + ", " + words.Count(p.Layers, "layer") + ": " + percent(&p) + "; "
		}
		lines.Series = append(lines.Series, curve)
	}

	// The axis covers all intervals, within 0 to 100 per cent.
	lines.YMin, lines.YMax = new(view.F(max(0, lo))), new(view.F(min(100, hi)))
	return DepthChart{"Accuracy", "test nodes right, in %, with the 95 % interval over splits", alt, lines}
}

// measureLines returns the curves of measure k by layer, for the networks with the given number of layers: trained, untrained, and with
// identity maps. k is an index in depthCharts. A row without such a network or without the measure has no curve.
func measureLines(rows []figures.DepthRow, k, layers int) view.Lines {
	lines := view.Lines{XLabel: "layer", From: 1, IntX: true, Height: 110}
	for j, row := range rows {
		index := slices.IndexFunc(row.Points, func(p figures.DepthPoint) bool { return p.Layers == layers })
		if index < 0 || k >= len(row.Points[index].Trained) { // rows of an earlier version lack the last measures
			continue
		}
		p := &row.Points[index]
		lines.Series = append(lines.Series, view.Series{Name: words.Either(j == 0, "trained", "identity"), Class: depthClass(2 * j),
			Y: p.Trained[k]})
		if j == 0 {
			lines.Series = append(lines.Series, view.Series{Name: "untrained", Class: depthClass(1), Y: p.Untrained[k]})
		}
	}
	return lines
}

// depthClass returns the CSS class of a line. k is 0 for the trained network, 1 for the untrained network, and 2 for the network with
// identity maps. The trained networks of row j of the results have k = 2j.
func depthClass(k int) string { return [...]string{"ln lna", "ln ln2 dash", "ln"}[k] }

// percent formats the test accuracy of a point with its 95 % interval.
func percent(p *figures.DepthPoint) string { return words.With(p.Accuracy(), " %") }

// depthLead returns sentences on the results r of a model, with bold parts between asterisks ([view.Say]). Their subjects are the accuracy,
// for SGPC a comparison with the paper, the question whether the features have become alike, and the disagreement ([fadingText]).
func depthLead(model string, r *figures.DepthRow) []string {
	first, last := &r.Points[0], &r.Points[len(r.Points)-1]
	out := []string{"The splits have no labelled test nodes. "}
	if first.Test >= 0 {
		out = []string{view.ModelName(model) + " is right on *", percent(first), "* with ", words.Count(first.Layers, "layer")}
		if last != first {
			out = append(out, " and on *", percent(last), "* with ", strconv.Itoa(last.Layers))
		}
		out = append(out, ". ")
	}
	for _, p := range r.Points {
		if model == "sgpc" && first.Layers == 1 && p.Layers == 8 && p.Test >= 0 { // the deepest network of the paper's Figure 4
			out = append(out, "From 1 to 8 layers that is a change of ", view.Points(p.Test-first.Test), "; on Cora the paper’s Figure 4 has −1.2. ")
		}
	}

	// Two values of each measure: in the first layer of the untrained network, and in the last layer of the trained network. A measure that
	// loses more than half of its value says that features have become alike.
	const energyMeasure, rankMeasure = 0, 2 // indices in depthCharts
	energy := [2]float64{last.Untrained[energyMeasure][0], view.LastOf(last.Trained[energyMeasure])}
	rank := [2]float64{last.Untrained[rankMeasure][0], view.LastOf(last.Trained[rankMeasure])}
	text := "From the first layer, untrained, to the last, trained, the effective rank goes from " + view.Fix(rank[0], 1) + " to *" +
		view.Fix(rank[1], 1) + "*, the energy from " + view.Num(energy[0]) + " to *" + view.Num(energy[1]) + "*: "
	lost := func(measure [2]float64) bool { return measure[1] < measure[0]/2 }
	switch { // the rank decides; an energy that disagrees with it misleads
	case lost(rank) && lost(energy):
		text += "both say that features have become alike."
	case lost(rank):
		text += "the energy misleads. Neighbours still differ, but along few directions."
	case lost(energy):
		text += "the energy misleads. Neighbours agree, but features keep their directions."
	default:
		text += "neither says that features have become alike."
	}
	return append(out, text+fadingText(model, last))
}

// fadingText returns sentences on the disagreement of neighbours over the trained layers: on its norm ‖LX‖/√n, and on its share in the
// features X, the Rayleigh quotient of the layer's own Laplacian L. The factor of each quantity is its value in the last layer divided by
// its value in the first layer. A quantity fades if the whole interval of its factor lies below 1, and grows if it lies above 1. For NSD a
// comparison with the paper on Deep NSD follows. fadingText returns "" for one layer, for one split, or if a factor is unknown.
func fadingText(model string, p *figures.DepthPoint) string {
	norm, share := p.Signal() // the factor, then the lower and the upper end of its interval
	// A factor of 0 is unknown: in rows of an earlier version, or if neighbours agree in the first or the last layer of a run.
	hasFactors := norm[0] != 0 && share[0] != 0
	if p.Layers == 1 || p.N < 2 || !hasFactors { // one split has no interval
		return ""
	}
	fate := func(factor [3]float64) string {
		return " *" + figures.Fate(factor) + "*: " + view.Num(factor[0]) + " times, " + view.Num(factor[1]) + " to " + view.Num(factor[2])
	}
	text := " From the first trained layer to the last the norm of the disagreement" + fate(norm) + "; its share" + fate(share) + "."
	if !strings.HasPrefix(model, "nsd") {
		return text
	}
	text += " The paper on Deep NSD says that it vanishes. "
	switch {
	case norm[2] < 1 && share[2] < 1:
		return text + "It does fade here."
	case norm[2] < 1 || share[2] < 1:
		return text + "One of the two fades here."
	case norm[1] > 1 && share[1] > 1:
		return text + "Here it does not."
	}
	return text + "That is not seen here." // neither fades, and at most one grows
}

// depthNote returns sentences on how the numbers were measured, on the data set and the stored rows, on a failed run, and on a graph that
// is too large to train on the page.
func depthNote(s *state.State, rows []figures.DepthRow) string {
	d := &s.Lab.Depth
	text := "Features of the deepest network, without dropout, at the epoch that validation chose; means over the splits. " +
		"“Alike”: less than half of what the untrained first layer has."
	if d.Model == "gcn" {
		text += " The last layer of GCN has a number for each class."
	}
	if len(rows) > 0 && len(rows[0].Points) > 0 {
		r := &rows[0]
		text += " " + r.Dataset + ", " + runCount(r.Points[0].N, "splits")
		if r.Date != "" { // stored rows have a date, rows of the page have none
			text += ", " + epochLimits(rows) + "; stored: sgpc depth, " + r.Date + ", version " + r.Version
		}
		text += "."
	}

	if failure := d.Failed(); d.Set == "" && rows != nil && failure != "" { // runs of the model on the page
		text += " A run has failed: " + failure + "."
	}
	if s.Graph != nil && s.Graph.N > lab.DepthNodes {
		text += " Graphs of up to " + view.Int(lab.DepthNodes) + " nodes can be trained here; sgpc depth takes any."
	}
	return text
}

// epochLimits returns the largest number of epochs of a run, for example "500 epochs at most". If the rows differ in this number, the
// text has the number of each network.
func epochLimits(rows []figures.DepthRow) string {
	limit := func(epochs string) string { return epochs + " epochs at most" }
	differs := func(r figures.DepthRow) bool { return r.Epochs != rows[0].Epochs }
	if !slices.ContainsFunc(rows, differs) {
		return limit(rows[0].Epochs)
	}

	labels := map[string]string{}
	for _, n := range figures.DepthNets() {
		labels[n.Name] = n.Label()
	}
	var parts []string
	for _, r := range rows {
		parts = append(parts, labels[r.Net]+" "+limit(r.Epochs))
	}
	return strings.Join(parts, ", ")
}

// depthFigure returns the section on depth of the results panel.
func depthFigure(s *state.State) view.Figure {
	return view.Figure{ID: "depth", TestID: "depth", Title: "Depth", Sub: "what 1 to 32 layers do to accuracy and features",
		Of: "mean of the splits at each depth, chosen on validation", Data: newDepth(s)}
}

// DepthView returns a panel with the section on depth alone.
func DepthView(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Depth", Slot: -2}}, // −2: no mark of a class
		Sub: "1 to 32 layers", TestID: "inspector-depth",
		Lead: view.Say("Layer upon layer of averaging may make all nodes alike. Which measure sees it, and does it cost accuracy?")}
	f := depthFigure(s)
	f.Title, f.Sub = "Accuracy and features", nil // the panel has the title "Depth" and a subtitle already
	v.Add(f)
	return v
}
