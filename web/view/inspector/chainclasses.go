package inspector

// This file has the equations of stages 8 and 9 at the followed node u: the classes and the agreement of the edges. The methods let and
// column of walk define the tokens of a formula, and eq adds the formula as an equation.

import (
	"cmp"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// mostClasses is the largest number of classes whose scores fit into the picture.
const mostClasses = 12

// classes adds the equations of stage 8:
//   - the read-out of the channel, if its numbers are known;
//   - the scores as sums over nodes, if the explanation of the scores is at hand;
//   - the softmax of the scores.
//
// It adds nothing before the node has probabilities, or for more than mostClasses classes.
func (w *walk) classes() {
	n, g := w.f.Node, w.s.Graph
	if n == nil || len(n.Prob) == 0 || len(n.Prob) > mostClasses {
		return
	}
	// The numbers of "score" are set below, from the read-out or the explanation. If both exist, the scores of the explanation count, since
	// its terms add up to them. If neither exists, score has no numbers, and Chain.figure omits the softmax.
	score, probability := w.column("score", nil), w.column("probability", n.Prob)
	for class := range n.Prob {
		score.Labels = append(score.Labels, view.Classes(g)[class].Name)
	}
	probability.Labels, probability.Mass = score.Labels, true
	if h := w.c.Head; h != nil {
		score.V = h.Scores
		w.head(h)
	}
	// Before stage 8 of an epoch, the explanation is of the present parameters, and the probabilities are of the epoch before.
	explanation := w.s.WhyOf()
	isExplained := explanation != nil && explanation.View != nil && view.IsCurrent(w.f, stage.Classes)
	if isExplained && len(explanation.View.Score) == len(n.Prob) { // an earlier graph may have other classes
		score.V = explanation.View.Score
		w.scoresByNode(explanation.View.Terms)
	}
	w.eq("The softmax: e to the power of each score, over the sum of all", "score softmax→ probability")
}

// head adds the read-out of the channel:
//   - in the code reading (the authors' program) with both branches, first the inputs: h plus the branches x and f times their gates;
//   - for a linear head, the scores;
//   - for a head with hidden units, the output of the unit that moves the scores most, then the scores as the contribution of this unit
//     plus the contribution of all other units.
func (w *walk) head(h *frame.Head) {
	if gates := h.Gates; len(gates) == 2 && len(w.c.Mixed) > 0 { // a disabled branch has no gate
		w.let("gate", gates[:1])
		w.let("gate2", gates[1:]).Name = "gate"
		w.let("fused", h.In)
		w.eq("What enters: h, and both branches through their gates", "h:u + gate · x:u + gate2 · f:u = fused")
	}
	input := w.column("enters", h.In)
	// Parts are the names of the concatenated inputs, which have equal lengths. A label has the name and a number from 1.
	for _, part := range h.Parts {
		for k := range len(h.In) / len(h.Parts) {
			input.Labels = append(input.Labels, part+" "+view.Int(k+1))
		}
	}
	w.let("head", h.Weights).Cols = max(1, len(h.In))
	w.column("others", h.Rest).Name = otherChannels
	w.column("bias", h.Bias)
	if h.Units == 0 { // a linear head
		w.eq("The scores: the weights of the head times this channel, and the other channels", "head · enters + others + bias = score")
		return
	}

	// A head with hidden units has two layers and two equations. The second equation redefines the tokens head, others and bias.
	w.let("", h.Sum) // the operand "_": the input of the shown unit, whose index h.Unit counts from 0
	w.let("z", []float64{h.Value}).Name = "unit " + view.Int(h.Unit+1)
	w.eq("Hidden unit "+view.Int(h.Unit+1)+" of "+view.Int(h.Units)+", which moves the scores most", "head · enters + others + bias = _"+
		w.headAct()+"z")
	w.column("head", h.Out)
	w.column("others", h.Away).Name = "other units"
	w.column("bias", h.OutBias)
	w.eq("The scores: the weights of the head times this unit, and the other units", "head · z + others + bias = score")
}

// agreement adds the equations of stage 9: the agreement κ̄ₑ of the edges of u, their mean κ̄ᵤ, and the calibrated probabilities of u
// (equation 15). If the settings do not calibrate, an equation says that the probabilities stay. agreement adds nothing until both the
// posteriors and the numbers of u are known. It adds no calibration before the loss of the epoch, with SimCalib, or for more than
// mostClasses classes.
func (w *walk) agreement() {
	n, g := w.f.Node, w.s.Graph
	hasPosterior := len(w.f.Kappa) == len(g.Edges)/2 && len(w.f.NodeKappa) == g.N // Edges has two ends per edge
	if n == nil || !hasPosterior {
		return
	}

	// The agreements κ̄ₑ of the first edges of u, in a row. The last label counts the edges without a column.
	edges := w.column("edges", nil)
	edges.Name, edges.Mass = "κ̄ₑ, edge to", true
	for e := range w.f.Kappa {
		i, j := g.Ends(e)
		isAtU := i == w.u || j == w.u
		if isAtU && len(edges.V) < mostAgreements {
			other := i + j - w.u // the end that is not u
			edges.V = append(edges.V, w.f.Kappa[e])
			edges.Labels = append(edges.Labels, view.ShortName(w.s, other))
		}
	}
	if more := n.Degree - len(edges.V); more > 0 { // a node with edges has at least one column
		edges.Labels[len(edges.V)-1] += ", and " + view.Int(more) + " more"
	}
	edges.Cols = max(1, len(edges.V))
	kappa := w.f.NodeKappa[w.u]
	w.let("κ̄ᵤ", []float64{kappa}).Mass = true
	w.let("1−κ̄ᵤ", []float64{1 - kappa}).Mass = true
	w.eq("Agreement of each edge κ̄ₑ, and of node "+w.U+" κ̄ᵤ, their mean", "edges → κ̄ᵤ")
	classCount := len(n.Prob)
	hasProbabilities := classCount > 0 && classCount <= mostClasses && len(n.Calibrated) == classCount
	if !hasProbabilities || view.Uncalibrated(w.s) || w.s.Config.SimCalib { // SimCalib changes the calibrated probabilities further
		return
	}

	// The calibration mixes the probabilities with the class prior: with weight κ̄ᵤ for the probabilities, and 1−κ̄ᵤ for the prior.
	probability := w.column("ŷ", n.Prob)
	for class := range n.Prob {
		probability.Labels = append(probability.Labels, view.Classes(g)[class].Name)
	}
	probability.Mass = true
	w.column("calibrated", n.Calibrated).Mass = true
	w.column("prior", w.c.Prior).Mass = true
	if !w.s.Config.Calibrate {
		w.eq("These settings do not calibrate: the probabilities stay", "ŷ = calibrated")
		return
	}
	w.eq("Where κ̄ᵤ is small the probabilities go to the prior of the classes", "κ̄ᵤ · ŷ + 1−κ̄ᵤ · prior = calibrated")
}

// scoresByNode adds the scores of u as a sum over source nodes. The summands are u, the other nodes with the largest contributions in
// descending order, all further nodes together, and the contribution without a source node. terms are all contributions to the scores.
func (w *walk) scoresByNode(terms []explain.Term) {
	classCount := len(w.f.Node.Prob)
	// Row j+1 belongs to node j, and row 0 to terms without a source (Neighbour = −1). In a large graph some of these terms are sums over
	// many nodes, and belong to sum.
	contributions := make([]float64, (w.f.N+1)*classCount)
	rowOf := func(j int) []float64 { return contributions[(j+1)*classCount:][:classCount] } // the row of node j, shared and not copied
	sum, sumName := make([]float64, classCount), ""
	for _, term := range terms {
		row := rowOf(term.Neighbour)
		isSum := term.Neighbour < 0 && term.Through != explain.ThroughBias && term.Through != explain.ThroughGap
		if isSum {
			row, sumName = sum, "all others"
		}
		linalg.Axpy(1, term.Contribution, row)
	}

	// The size of a source node is its largest |contribution| to a score. sources is the number of nodes with a positive size.
	sizes, sources := make([]float64, w.f.N), 0 // the size of u stays 0, since u has its own summand
	for j := range sizes {
		if j == w.u {
			continue
		}
		sizes[j] = view.MaxNorm(rowOf(j))
		if sizes[j] > 0 {
			sources++
		}
	}
	w.column("own", rowOf(w.u)).Name = "node " + w.U
	w.column("bias", rowOf(-1)).Name = "the rest"

	formula, others := "own", 0
	for place, j := range view.LargestIndices(sizes, sources) {
		if place >= mostSummands-1 { // u is the first summand
			others++
			linalg.Axpy(1, rowOf(j), sum)
			continue
		}
		token := "of" + view.Int(place)
		w.column(token, rowOf(j)).Name = "node " + view.ShortName(w.s, j)
		formula += " + " + token
	}
	if others > 0 || sumName != "" {
		w.column("sum", sum).Name = cmp.Or(sumName, words.Count(others, "other"))
		formula += " + sum"
	}
	w.eq("The scores by whose features they come from; the rest is the bias", formula+" + bias = score")
}
