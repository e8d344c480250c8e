package node

// This file has the sentences about the scores of a node, and the bars of its features. A source of a score is the node itself, a
// neighbour, a further node or the bias. Its pull is its contribution to the predicted class less its contribution to the compared class.

import (
	"math"
	"slices"
	"sort"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// lead returns a sentence on the label of the node, and then sentences on the sources of the scores. The margin is the score of the
// predicted class less the score of the compared class. If the pull of a single neighbour exceeds a positive margin, the text names this
// neighbour: without its contribution the compared class would have the higher score. In all other cases the text lists the pulls of all
// kinds of sources. The neighbour can be inside a folded row.
func (u *unroller) lead(rows []SourceRow) []view.Span {
	label := u.s.Graph.Labels[u.s.Node()]
	to, from := u.classes[u.predicted].Name, u.classes[u.compared].Name
	truth := "It is *" + labelName(label, u.classes) + "*. "
	switch {
	case label < 0:
		truth = "Its class is not known. "
	case label == u.predicted:
		truth = "It is *" + to + "*; the best other score has *" + from + "*. "
	}

	// The pulls of the visible rows by kind, and the neighbour with the strongest pull. The sum of the pulls is the margin, less a gap too
	// small for a row.
	var own, near, far, other float64
	var strongest *SourceRow
	for k := range rows {
		r := &rows[k]
		isNeighbour := r.Edge >= 0
		if isNeighbour && (strongest == nil || r.pull > strongest.pull) {
			strongest = r
		}
		switch {
		case r.In != "": // a row inside a folded row, which counts itself
		case r.Key == "self":
			own = r.pull
		case isNeighbour || r.Key == "more": // a neighbour, or the folded row of the other neighbours
			near += r.pull
		case r.Key == "far": // the folded row of nodes without an edge
			far = r.pull
		default: // the bias, and the part that the rows do not explain
			other += r.pull
		}
	}
	margin := u.parts.Score[u.predicted] - u.parts.Score[u.compared]
	text := truth + "Towards " + to + " and away from " + from + " pull: itself *" + plusFix(own) + "*, "
	decidesAlone := margin > 0 && strongest != nil && strongest.pull > margin
	if decidesAlone {
		return view.Say(text, "node *", strongest.Name, "* alone *", plusFix(strongest.pull), "*, more than the whole lead of *",
			plusFix(margin), "*.")
	}
	return view.Say(text, "its neighbours *", plusFix(near), "*, further nodes *", plusFix(far), "*, the bias *", plusFix(other),
		"*; together *", plusFix(margin), "*.")
}

// note returns the note below the table: the meaning of the scores, and the method of the rows. Prob has the probabilities before the
// calibration, and Called the probabilities after it. A sentence follows if the highest score belongs to a class that is not predicted.
func (u *unroller) note() string {
	text := "Scores are logits: their softmax is the probability. "
	if !slices.Equal(u.parts.Prob, u.parts.Called) {
		text = "Scores are logits: their softmax, calibrated, is the probability. "
	}
	if u.parts.Exact {
		text += "The maps are held: each row follows one node's signal through the layer to the head, whose units " +
			"are taken by their integrated gradients from zero."
	} else {
		text += "The rows are integrated gradients over the features of each node, from none to all of them. " +
			"What their rule misses is dealt out over them."
	}

	// The prediction is the class with the largest calibrated probability, which need not have the highest score.
	if argMax(u.parts.Score) != u.predicted {
		text += " Calibration, not the highest score, makes it " + u.classes[u.predicted].Name + "."
	}
	return text
}

// ownWords returns the listed nonzero features of the node in the order of descending |pull|.
func (u *unroller) ownWords() []explain.Word {
	var out []explain.Word
	for _, w := range u.parts.Words {
		if w.Feature >= 0 { // −1 stands for the node with zero features, and −2 for the sum over all unlisted features
			out = append(out, w)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return math.Abs(u.pullOf(out[i])) > math.Abs(u.pullOf(out[j])) })
	return out
}

// countText returns the text of a number of features, such as "3 others". If the explanation lists as many features as it can, it may lack
// some, and the text ends in "or more".
func (u *unroller) countText(n int, noun string) string {
	text := words.Count(n, noun)
	if len(u.parts.Words) > explain.MaxWords { // a full list has one entry more: the sum over all other features
		text += " or more"
	}
	return text
}

// pullOf returns the pull of a feature: its contribution to the predicted class less its contribution to the compared class.
func (u *unroller) pullOf(w explain.Word) float64 {
	return w.Contribution[u.predicted] - w.Contribution[u.compared]
}

// featureBars returns the bars of the node's features. The features with the largest |pull| have a bar each, and all other features share a
// bar. The last bar is the pull of the node with zero features, if two decimals show it. The bars add up to the pull of the node's own row,
// up to an omitted last bar. With at most wordRows features they also lack the numerical error of the explanation.
func (u *unroller) featureBars() []view.Bar {
	own := u.ownWords()
	var out []view.Bar
	bar := func(name string, pull float64) {
		out = append(out, view.Bar{Name: name, V: view.F(pull), Text: plusFix(pull)})
	}

	others, baseline := 0.0, 0.0 // pulls of all features without a bar of their own, and of the node with zero features
	for k, w := range own {
		if k < wordRows { // own is in the order of descending |pull|; the text counts features from 0, as the files do
			bar("feature "+view.Int(w.Feature), u.pullOf(w))
		} else {
			others += u.pullOf(w)
		}
	}
	for _, w := range u.parts.Words {
		switch w.Feature {
		case -1: // the node with zero features
			baseline += u.pullOf(w)
		case -2: // the sum over the features that the explanation does not list, and its numerical error
			others += u.pullOf(w)
		}
	}

	// The bar of all other features, and the bar of the node with zero features.
	if len(own) > wordRows {
		bar(u.countText(len(own)-wordRows, "other"), others)
	}
	if math.Abs(baseline) > leastVisible {
		bar("without features", baseline)
	}
	return out
}
