package stages

// This file has stage 8: the class probabilities, the accuracies and the loss. The head is the last part of the network. It computes the
// class probabilities from the features after diffusion and mixing, the two branches. The rail is the list of the stages on the page.

import (
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// classesStage is the row of stage 8. The rail shows the number of wrong predictions, and the sizes of the predicted classes.
var classesStage = row{
	number: stage.Classes, models: allModels,
	why: "The head reads both branches and gives every node a probability for each class. Mistakes are off the diagonal of " +
		"the table.",
	adaptWhy: func(s *state.State, why string) string {
		// The head does not read a branch that is switched off.
		if s.Config.SVR == "off" || s.Config.AFMWeights == "off" {
			return strings.Replace(why, "both branches", "what the branches above leave", 1)
		}
		return why
	},
	value: func(s *state.State) string {
		if wrong, labelled := mistaken(s); labelled > 0 { // the training chart has the accuracies
			return view.Int(wrong) + " of " + view.Int(labelled) + " wrong"
		}
		return ""
	},
	spark:   sharesSpark,
	peerWhy: view.PeerWhy,
	show:    classes,
	code:    codeClasses,
}

// mistaken returns the number of labelled nodes with a prediction, and the number of these nodes whose prediction is wrong.
func mistaken(s *state.State) (wrong, labelled int) {
	for i, predicted := range s.Frame.Pred {
		isLabelled := i < len(s.Graph.Labels) && s.Graph.Labels[i] >= 0
		if !isLabelled || predicted < 0 {
			continue
		}
		labelled++
		if predicted != s.Graph.Labels[i] {
			wrong++
		}
	}
	return wrong, labelled
}

// sharesSpark returns the small picture of the predicted classes: the number of nodes of each class, in the order of the palette. It
// returns nil before the first prediction, or if no prediction is a class of the graph.
func sharesSpark(s *state.State) *Spark {
	f, g := s.Frame, s.Graph
	if !view.Predicts(f) || g.Classes == 0 {
		return nil
	}
	counts := make([]float64, g.Classes)
	for _, p := range f.Pred {
		if p >= 0 && p < g.Classes {
			counts[p]++
		}
	}

	spark := &Spark{Kind: "shares"}
	for slot, c := range view.BySlot(g) {
		if counts[c] > 0 { // a class without a prediction has no share
			spark.Y, spark.Slots = append(spark.Y, counts[c]), append(spark.Slots, slot)
		}
	}
	if len(spark.Y) == 0 {
		return nil
	}
	return spark
}

// maxMatrixClasses is the largest number of classes for a picture of a C × C matrix.
const maxMatrixClasses = 24

// fewClasses reports whether a graph has classes, and few enough for a picture of a C × C matrix.
func fewClasses(g *proto.GraphInfo) bool { return g.Classes > 0 && g.Classes <= maxMatrixClasses }

// classes fills the panel of stage 8: accuracies, the warning of [untrained], confusion matrix, probabilities, confidence and loss. Before
// the first prediction it adds the equation and a sentence alone.
func classes(s *state.State, v *view.Inspector) {
	f, g := s.Frame, s.Graph
	if s.Peer() == "" {
		v.Body.Equation(classesEquation(&s.Config))
	} else {
		peerEquation(s, &v.Body)
	}
	if !view.Predicts(f) {
		v.Lead = view.Say("Nothing is predicted yet: the network has not come this far in its first epoch.")
		return
	}
	accuracy := func(symbol string, share float64, tip string) { // adds the accuracy on a set of the split
		if share >= 0 { // a negative share stands for a set without labelled nodes
			v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: symbol, Text: view.Pct(share), Tip: tip})
		}
	}
	accuracy("\\train ", f.Accuracy.Train, "accuracy of this run on training nodes")
	accuracy("\\val ", f.Accuracy.Val, "accuracy of this run on validation nodes")
	accuracy("\\test ", f.Accuracy.Test, "accuracy of this run on test nodes")
	v.Lead = classesLead(s)
	if text := untrained(g); text != "" {
		v.Add(view.Figure{ID: "untrained", Data: text})
	}

	confusion := f.Stages.Confusion
	if fewClasses(g) && len(confusion) == g.Classes*g.Classes {
		m := view.ClassMatrix(g, ints(confusion))
		m.Int, m.Pick = true, "confusion"
		v.Add(view.Figure{ID: "confusion", Title: "Confusion",
			Sub: "validation and test nodes: label in rows, prediction in columns; click a cell for its nodes", Alt: "Confusion matrix",
			Of: "this run, at the epoch on show", TestID: "confusion", Data: m})
	}
	if m, ok := meanProbabilities(s); ok {
		v.Add(view.Figure{ID: "meanprob", Title: "Probabilities",
			Sub: "mean over the nodes of each label, by predicted class", Alt: "Mean class probabilities by label", Data: m})
	}

	// The confidence of a node is the probability of its predicted class, the largest in its row of N × C calibrated probabilities.
	if len(f.Calibrated) == f.N*f.Classes && f.Classes > 0 {
		const bins = 25 // of width 0.04 each: a confidence is at most 1
		confidence := make([]float64, f.N)
		for i := range confidence {
			confidence[i] = view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
		}
		v.Add(histogramFigure("confidence", "Confidence", "nodes by the probability of their predicted class", "Histogram of confidence",
			confidence, 1, bins, "probability"))
	}
	v.Add(lossFigure(s))
}

// classesLead returns a sentence with the number of correct predictions. If the split has labelled validation or test nodes, a sentence on
// the most common mistake on these nodes follows. Warnings follow if all nodes have the same prediction, and for a small test set.
func classesLead(s *state.State) []view.Span {
	g, confusion := s.Graph, s.Frame.Stages.Confusion
	classList := view.Classes(g)
	wrong, labelled := mistaken(s)
	calibration := words.Either(view.Uncalibrated(s), " before calibration", "")
	lead := []string{"*", view.Int(labelled - wrong), "* of *", view.Int(labelled), "* labelled nodes are right" + calibration + ". "}
	row, column, count, ties := commonMistake(confusion, g.Classes) // row is the label, column the prediction

	// A matrix of zeros has no mistake either: the split then has no labelled validation or test nodes.
	hasOutcomes := view.SumOf(ints(confusion)) > 0
	if count > 0 {
		subject := "The most common mistake"
		if ties > 1 {
			subject = "One of the " + view.Int(ties) + " most common mistakes"
		}
		lead = append(lead, subject, " on validation and test nodes: *", classList[row].Name, "* taken for *", classList[column].Name, "*, ",
			words.Count(count, "time"), ".")
	} else if hasOutcomes {
		lead = append(lead, "On validation and test nodes none is wrong.")
	}
	return view.Say(append(lead, view.OneClassWarning("The model", s.Frame.Pred, classList), view.SmallTest(g))...)
}

// lossFigure returns a section with the terms of the loss and their values. Between stage 8 and stage 9 of an epoch, the loss is not known
// yet.
func lossFigure(s *state.State) view.Figure {
	f := s.Frame
	fig := view.Figure{ID: "lossnums", Title: "Loss"}
	if f.Judged < f.EpochOf(stage.Classes) { // stage 9 has not run since stage 8
		fig.Nums = [][]any{view.Row("Loss of these classes", "known after stage 9")}
		return fig
	}
	// The terms have the names of [view.LossTerms]. Their values in f.Loss already contain their weights.
	names := map[string]string{"CE": "Cross-entropy", "KL": "KL term", "spectral": "Spectral term"}
	values := map[string]float64{"CE": f.Loss.CE, "KL": f.Loss.KL, "spectral": f.Loss.Spec}
	terms := view.LossTerms(s)
	for _, term := range terms {
		fig.Nums = append(fig.Nums, view.Row(names[term], view.Fix(values[term], 4)))
	}
	if len(terms) > 1 { // a single term is the sum
		fig.Nums = append(fig.Nums, view.Row("Sum", view.Fix(f.Loss.Total, 4)))
	}
	return fig
}

// untrained returns a warning about classes without training nodes, and about classes with fewer training nodes than the split
// requests. It returns "" if every class has enough.
func untrained(g *proto.GraphInfo) string {
	// The methods of package graph need a split and a graph. Both have only the fields that these methods use.
	split := graph.Split{Name: g.SplitName, Train: g.Train}
	labelled := &graph.Graph{N: g.N, Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames}
	return strings.TrimSpace(split.UntrainedText(labelled) + " " + split.FewText(labelled))
}

// classesEquation returns the equation of the head in the settings of the run. The paper's head reads the concatenated features of the
// branches that are on. It also reads the encoded features with the setting "residual", and without a branch. In the reading "code" it is
// the head of the authors' program, which reads a sum with learned gates.
func classesEquation(c *settings.Config) view.Equation {
	symbols := []view.Symbol{{"\\hat{y}_i", "class probabilities of node i"}, {"X_i", "its diffused features"},
		{"H_{\\afm ,i}", "its features after frequency mixing (AFM)"}, {"H_{0,i}", "its encoded features"}}
	linear := []view.Symbol{{"W", "learned weights of the one layer"}, view.SymBias}
	head := ""
	if c.Reading == "code" {
		// The authors' program adds both branches, times learned gates, to the encoded features.
		symbols = append(symbols, view.Symbol{"g_1", "learned gate of the diffusion, near 0 at first"},
			view.Symbol{"g_2", "learned gate of frequency mixing (AFM), near 0 at first"})
		input := "H_{0,i}" + words.Either(c.SVR == "off", "", "+g_1X_i") + words.Either(c.AFMWeights == "off", "", "+g_2H_{\\afm ,i}")
		switch c.Head { // a linear head, graph attention, or two layers
		case "linear":
			head, symbols = "("+input+")W+b", append(symbols, linear...)
		case "gat":
			head = "\\GAT _2(\\ELU \\sp(\\GAT _1(" + input + ")))"
			symbols = append(symbols, view.Symbol{"GAT_1", "graph attention, eight heads of eight features"},
				view.Symbol{"GAT_2", "graph attention with one head"})
		default:
			head = "W_2\\sp\\ReLU \\sp(W_1(" + input + ")+b_1)+b_2"
			symbols = append(symbols, view.Symbol{"W_1", "learned weights"}, view.Symbol{"W_2", "learned weights"},
				view.Symbol{"b_1", "learned bias"}, view.Symbol{"b_2", "learned bias"})
		}
	} else {
		var parts []string
		if c.SVR != "off" {
			parts = append(parts, "X_i")
		}
		if c.AFMWeights != "off" {
			parts = append(parts, "H_{\\afm ,i}")
		}
		if c.Residual || len(parts) == 0 { // the head needs an input
			parts = append(parts, "H_{0,i}")
		}
		input := "[" + strings.Join(parts, "‖") + "]"
		head, symbols = "\\MLP \\sp"+input, append(symbols, view.Symbol{"MLP", "two learned layers"})
		switch c.Head {
		case "linear":
			head, symbols = input+"W+b", append(symbols, linear...)
		case "gat":
			head, symbols = "\\GAT \\sp("+head+")", append(symbols, view.Symbol{"GAT", "graph attention"})
		}
	}
	return view.Equation{Name: "classes", Lines: []string{"\\hat{y}_i=\\softmax \\sp(" + head + ")"}, Symbols: symbols}
}

// meanProbabilities returns the C × C matrix of the mean class probabilities over the nodes of each label. It returns false before the
// probabilities are computed, for a graph without classes, for more than maxMatrixClasses classes, or for a frame of another graph.
func meanProbabilities(s *state.State) (view.Matrix, bool) {
	f, g := s.Frame, s.Graph
	hasProbabilities := g.Classes == f.Classes && len(f.Calibrated) == f.N*g.Classes
	if !fewClasses(g) || !hasProbabilities {
		return view.Matrix{}, false
	}
	m := view.ClassMatrix(g, meanByLabel(g, f.Calibrated, g.Classes))
	m.Max = 1 // the darkest colour is the probability 1, not the largest entry
	return m, true
}

// meanByLabel returns a C × d matrix: row y is the mean of the rows of v (N × d) over the nodes with label y. The row of a label without
// nodes is 0.
func meanByLabel(g *proto.GraphInfo, v []float64, d int) view.Vec {
	mean, size := make(view.Vec, g.Classes*d), make([]float64, g.Classes)
	for i, y := range g.Labels {
		isLabelled := y >= 0 && y < g.Classes
		if !isLabelled || (i+1)*d > len(v) { // no class, or no row of v
			continue
		}
		size[y]++
		for k := range d {
			mean[y*d+k] += v[i*d+k]
		}
	}
	for k := range mean {
		mean[k] /= max(1, size[k/d]) // an empty class must not divide by 0
	}
	return mean
}

// ints converts counts to floating-point numbers.
func ints(v []int) view.Vec {
	out := make(view.Vec, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// commonMistake finds the largest entry off the diagonal of a C × C confusion matrix, whose rows are the labels, and whose columns are the
// predicted classes. count is the value of this entry, and ties is the number of entries off the diagonal with this value. row and column
// are the place of the first such entry. All results are 0 if no prediction is wrong, or if the matrix has another size.
func commonMistake(confusion []int, C int) (row, column, count, ties int) {
	if len(confusion) != C*C {
		return 0, 0, 0, 0
	}
	for k, n := range confusion {
		isDiagonal := k/C == k%C
		switch {
		case isDiagonal || n == 0 || n < count: // correct predictions, no mistake, or fewer mistakes than in an earlier entry
		case n == count:
			ties++
		default:
			row, column, count, ties = k/C, k%C, n, 1
		}
	}
	return row, column, count, ties
}
