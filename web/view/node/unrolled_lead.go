package node

import (
	"math"
	"slices"
	"sort"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// lead names a neighbour that decides the class alone. If there is none, it lists the pulls of all sources.
func (u *unroller) lead(rows []SourceRow) []view.Span {
	label := u.s.Graph.Labels[u.s.Node()]
	to, from := u.cl[u.a].Name, u.cl[u.b].Name
	truth := "It is *" + labelName(label, u.cl) + "*. "
	switch {
	case label < 0:
		truth = "Its class is not known. "
	case label == u.a:
		truth = "It is *" + to + "*; the next best is *" + from + "*. "
	}

	// The pulls of the visible rows by kind, and the neighbour with the strongest pull.
	var own, near, far, other float64
	var strongest *SourceRow
	for k := range rows {
		r := &rows[k]
		switch {
		case r.In != "":
		case r.Key == "self":
			own = r.pull
		case r.Edge >= 0:
			near += r.pull
			if strongest == nil || r.pull > strongest.pull {
				strongest = r
			}
		case r.Key == "more":
			near += r.pull
		case r.Key == "far":
			far = r.pull
		default:
			other += r.pull
		}
	}
	margin := u.x.Score[u.a] - u.x.Score[u.b]
	if margin > 0 && strongest != nil && strongest.pull > margin {
		side := words.Either(own < 0, from, to)
		return view.Say(truth, "Its own features speak for ", side, "; node *", strongest.Name, "* alone pulls *", plusFix(strongest.pull),
			"* towards ", to, ", more than the whole lead of *", plusFix(margin), "*.")
	}
	return view.Say(truth, "Towards ", to, " and away from ", from, " pull: itself *", plusFix(own), "*, its neighbours *", plusFix(near),
		"*, further nodes *", plusFix(far), "*, the bias *", plusFix(other), "*; together *", plusFix(margin), "*.")
}

// note explains the scores and the rows. It also reports if calibration has changed the predicted class.
func (u *unroller) note() string {
	text := "Scores are logits: their softmax is the probability. "
	if !slices.Equal(u.x.Prob, u.x.Called) {
		text = "Scores are logits: their softmax, calibrated, is the probability. "
	}
	if u.x.Exact {
		text += "The maps are held: each row follows one node's signal through diffusion and mixing to the head, whose units " +
			"are taken by their integrated gradients from zero."
	} else {
		text += "The rows are integrated gradients over the features of each node, from none to all of them. " +
			"What their rule misses is dealt out over them."
	}
	if argMax(u.x.Score) != u.a {
		text += " Calibration, not the highest score, makes it " + u.cl[u.a].Name + "."
	}
	return text
}

// ownWords returns the nonzero features of the node in the order of decreasing |pull|.
func (u *unroller) ownWords() []explain.Word {
	var out []explain.Word
	for _, w := range u.x.Words {
		if w.Feature >= 0 {
			out = append(out, w)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return math.Abs(u.pullOf(out[i])) > math.Abs(u.pullOf(out[j])) })
	return out
}

// pullOf returns the pull of a feature: its contribution to class a less that to class b.
func (u *unroller) pullOf(w explain.Word) float64 { return w.Contribution[u.a] - w.Contribution[u.b] }

// words returns bars for the features of the node. Their pulls add up to the pull of the node's own row.
func (u *unroller) words() []view.Bar {
	own := u.ownWords()
	var out []view.Bar
	bar := func(name string, pull float64) {
		out = append(out, view.Bar{Name: name, V: view.F(pull), Text: plusFix(pull)})
	}
	others, baseline := 0.0, 0.0 // pulls of unlisted features, and of the node without features
	for k, w := range own {
		if k < wordRows {
			bar("feature "+view.Int(w.Feature), u.pullOf(w))
		} else {
			others += u.pullOf(w)
		}
	}
	for _, w := range u.x.Words {
		switch w.Feature {
		case -1:
			baseline += u.pullOf(w)
		case -2:
			others += u.pullOf(w)
		}
	}
	if len(own) > wordRows {
		bar(words.Count(len(own)-wordRows, "other"), others)
	}
	if math.Abs(baseline) > visible {
		bar("without features", baseline)
	}
	return out
}
