package stages

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

var classesStage = row{
	number: stage.Classes, models: allModels,
	why: "The head reads both branches and gives every node a probability for each class. Mistakes are off the diagonal of " +
		"the table.",
	also: func(s *state.State, why string) string {
		if s.Config.SVR == "off" || s.Config.AFMWeights == "off" {
			return strings.Replace(why, "both branches", "what the branches above leave", 1)
		}
		return why
	},
	value: func(s *state.State) string {
		if wrong, known := mistaken(s); known > 0 { // the accuracies stand in the training chart
			return view.Int(wrong) + " of " + view.Int(known) + " wrong"
		}
		return ""
	},
	spark:   sharesSpark,
	peerWhy: view.PeerWhy,
	show:    classes,
	code:    codeClasses,
}

// mistaken counts the nodes with a label that have another class, and those with a label.
func mistaken(s *state.State) (wrong, known int) {
	for i, p := range s.Frame.Pred {
		if i < len(s.Graph.Labels) && s.Graph.Labels[i] >= 0 && p >= 0 {
			known++
			if p != s.Graph.Labels[i] {
				wrong++
			}
		}
	}
	return wrong, known
}

// sharesSpark returns the number of nodes of each predicted class, by slot.
func sharesSpark(s *state.State) *Spark {
	f, g := s.Frame, s.Graph
	if !view.Predicts(f) || g.Classes == 0 {
		return nil
	}
	sp, counts := &Spark{Kind: "shares"}, make([]float64, g.Classes)
	for _, p := range f.Pred {
		if p >= 0 && p < g.Classes {
			counts[p]++
		}
	}
	for slot, c := range view.BySlot(g) {
		if counts[c] > 0 {
			sp.Y, sp.Slots = append(sp.Y, counts[c]), append(sp.Slots, slot)
		}
	}
	if len(sp.Y) == 0 {
		return nil
	}
	return sp
}

// classes fills stage 8: accuracies, confusion, probabilities and loss.
func classes(s *state.State, v *view.Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	if s.Peer() == "" {
		v.Body.Equation(classesEquation(&s.Config))
	} else {
		peerEquation(s, &v.Body)
	}
	if !view.Predicts(f) {
		v.Lead = view.Say("Nothing is predicted yet: the network has not come this far in its first epoch.")
		return
	}
	acc := f.Accuracy
	add := func(name string, x float64, tip string) {
		if x >= 0 {
			v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\" + name + " ", Text: view.Pct(x), Tip: tip})
		}
	}
	add("train", acc.Train, "accuracy of this run on training nodes")
	add("val", acc.Val, "accuracy of this run on validation nodes")
	add("test", acc.Test, "accuracy of this run on test nodes")
	wrong, known := mistaken(s)
	lead := []string{"*", view.Int(known - wrong), "* of *", view.Int(known), "* labelled nodes are right. "}
	if view.Uncalibrated(s) {
		lead[4] = "* labelled nodes are right before calibration. "
	}
	if a, b, n, ties := worst(st.Confusion, g.Classes); n > 0 {
		name, which := view.Classes(g), "The most common mistake"
		if ties > 1 {
			which = "One of the " + view.Int(ties) + " most common mistakes"
		}
		lead = append(lead, which, " on validation and test nodes: *", name[a].Name, "* taken for *", name[b].Name, "*, ",
			words.Count(n, "time"), ".")
	} else if view.SumOf(ints(st.Confusion)) > 0 {
		lead = append(lead, "On validation and test nodes none is wrong.")
	}
	v.Lead = view.Say(append(lead, view.OneClass("It", f.Pred, view.Classes(g)))...)
	if text := untrained(g); text != "" {
		v.Add(view.Figure{ID: "untrained", Data: text})
	}
	if C := g.Classes; len(st.Confusion) == C*C && C > 0 && C <= 24 {
		m := view.ClassMatrix(g, ints(st.Confusion), true)
		m.Pick = "confusion"
		v.Add(view.Figure{ID: "confusion", Title: "Confusion",
			Sub: "validation and test nodes: label in rows, prediction in columns; click a cell for its nodes", Alt: "Confusion matrix",
			Of: "this run, at the epoch on show", TestID: "confusion", Data: m})
	}
	if m, ok := meanProbabilities(s); ok {
		v.Add(view.Figure{ID: "meanprob", Title: "Probabilities",
			Sub: "mean over the nodes of each label, by predicted class", Alt: "Mean class probabilities by label", Data: m})
	}
	if len(f.Calibrated) == f.N*f.Classes && f.Classes > 0 {
		conf := make([]float64, f.N)
		for i := range conf {
			conf[i] = view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
		}
		v.Add(histogramFigure("confidence", "Confidence", "nodes by the probability of their predicted class", "Histogram of confidence", conf, 1,
			25, "probability"))
	}
	v.Add(lossFigure(s))
}

// lossFigure lists the terms of the loss.
func lossFigure(s *state.State) view.Figure {
	f := s.Frame
	fig := view.Figure{ID: "lossnums", Title: "Loss"}
	if f.Judged < f.EpochOf(stage.Classes) {
		fig.Nums = [][]any{view.Row("Loss of these classes", "known after stage 9")}
		return fig
	}
	names := map[string]string{"CE": "Cross-entropy", "KL": "KL term", "spectral": "Spectral term"}
	value := map[string]float64{"CE": f.Loss.CE, "KL": f.Loss.KL, "spectral": f.Loss.Spec}
	terms := view.LossTerms(s)
	for _, t := range terms {
		fig.Nums = append(fig.Nums, view.Row(names[t], view.Fix(value[t], 4)))
	}
	if len(terms) > 1 {
		fig.Nums = append(fig.Nums, view.Row("Sum", view.Fix(f.Loss.Total, 4)))
	}
	return fig
}

// untrained notes classes without a training node, or with fewer than the split requests, "" for none.
func untrained(g *proto.GraphInfo) string {
	with := graph.Split{Train: g.Train}
	labelled := &graph.Graph{N: g.N, Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames}
	return strings.TrimSpace(with.UntrainedText(labelled) + " " + graph.FewText(labelled, g.SplitName))
}

// classesEquation returns the equation of fusion and head under the settings.
func classesEquation(c *settings.Config) view.Equation {
	symbols := []view.Symbol{{"\\hat{y}_i", "class probabilities of node i"}, {"X_i", "its diffused features"},
		{"H_{\\afm ,i}", "its features after frequency mixing (AFM)"}, {"H_{0,i}", "its encoded features"}}
	linear := []view.Symbol{{"W", "learned weights of the one layer"}, view.SymBias}
	head := ""
	if c.Reading == "code" {
		symbols = append(symbols, view.Symbol{"g_1", "learned gate of the diffusion, near 0 at first"},
			view.Symbol{"g_2", "learned gate of frequency mixing (AFM), near 0 at first"})
		in := "H_{0,i}+g_1X_i+g_2H_{\\afm ,i}"
		switch c.Head {
		case "linear":
			head, symbols = "("+in+")W+b", append(symbols, linear...)
		case "gat":
			head = "\\GAT _2(\\ELU \\sp(\\GAT _1(" + in + ")))"
			symbols = append(symbols, view.Symbol{"GAT_1", "graph attention, eight heads of eight features"},
				view.Symbol{"GAT_2", "graph attention with one head"})
		default:
			head = "W_2\\sp\\ReLU \\sp(W_1(" + in + ")+b_1)+b_2"
			symbols = append(symbols, view.Symbol{"W_1", "learned weights"}, view.Symbol{"W_2", "learned weights"},
				view.Symbol{"b_1", "learned bias"},
				view.Symbol{"b_2", "learned bias"})
		}
	} else {
		in := words.Either(c.Residual, "[X_i‖H_{\\afm ,i}‖H_{0,i}]", "[X_i‖H_{\\afm ,i}]")
		head, symbols = "\\MLP \\sp"+in, append(symbols, view.Symbol{"MLP", "two learned layers"})
		if c.Head == "linear" {
			head, symbols = in+"W+b", append(symbols, linear...)
		}
	}
	return view.Equation{Name: "classes", Lines: []string{"\\hat{y}_i=\\softmax \\sp(" + head + ")"}, Symbols: symbols}
}

// meanProbabilities returns the C × C matrix of mean predicted probabilities by label; false before they are computed.
func meanProbabilities(s *state.State) (view.Matrix, bool) {
	f, g := s.Frame, s.Graph
	C := g.Classes
	if C == 0 || C > 24 || C != f.Classes || len(f.Calibrated) != f.N*C {
		return view.Matrix{}, false
	}
	m := view.ClassMatrix(g, meanByLabel(g, f.Calibrated, C), false)
	m.Max = 1
	return m, true
}

// meanByLabel returns the C × d means of the rows of v (n × d) over the nodes of each label, 0 for a label without nodes.
func meanByLabel(g *proto.GraphInfo, v []float64, d int) view.Vec {
	mean, size := make(view.Vec, g.Classes*d), make([]float64, g.Classes)
	for i, y := range g.Labels {
		if y < 0 || y >= g.Classes || (i+1)*d > len(v) {
			continue
		}
		size[y]++
		for k := range d {
			mean[y*d+k] += v[i*d+k]
		}
	}
	for k := range mean {
		mean[k] /= max(1, size[k/d])
	}
	return mean
}

// ints converts counts to numbers.
func ints(v []int) view.Vec {
	out := make(view.Vec, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// worst returns row, column and value of the largest entry off the diagonal, and the number of entries of this size.
func worst(confusion []int, C int) (a, b, n, ties int) {
	if len(confusion) != C*C {
		return 0, 0, 0, 0
	}
	for k, x := range confusion {
		switch {
		case k/C == k%C || x < n || x == 0:
		case x == n:
			ties++
		default:
			a, b, n, ties = k/C, k%C, x, 1
		}
	}
	return a, b, n, ties
}
