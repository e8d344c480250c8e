package node

import (
	"math"
	"slices"
	"sort"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// lead names one decisive neighbour, or lists the parts side by side.
func (u *unroller) lead(rows []SourceRow) []view.Span {
	s := u.s
	lead := u.x.Score[u.a] - u.x.Score[u.b]
	to, from := u.cl[u.a].Name, u.cl[u.b].Name
	first := "It is *" + labelName(s.Graph.Labels[s.Node()], u.cl) + "*. "
	switch label := s.Graph.Labels[s.Node()]; {
	case label < 0:
		first = "Its class is not known. "
	case label == u.a:
		first = "It is *" + to + "*; the next best is *" + from + "*. "
	}
	var own, near, far, other float64
	var strong *SourceRow
	for k := range rows {
		r := &rows[k]
		switch {
		case r.In != "":
		case r.Key == "self":
			own = r.pull
		case r.Edge >= 0:
			if near += r.pull; strong == nil || r.pull > strong.pull {
				strong = r
			}
		case r.Key == "more":
			near += r.pull
		case r.Key == "far":
			far = r.pull
		default:
			other += r.pull
		}
	}
	if lead > 0 && strong != nil && strong.pull > lead {
		side := to
		if own < 0 {
			side = from
		}
		return view.Say(first, "Its own features speak for ", side, "; node *", strong.Name, "* alone pulls *", plusFix(strong.pull),
			"* towards ", to,
			", more than the whole lead of *", plusFix(lead), "*.")
	}
	return view.Say(first, "Towards ", to, " and away from ", from, " pull: itself *", plusFix(own), "*, its neighbours *", plusFix(near),
		"*, further nodes *", plusFix(far), "*, the bias *", plusFix(other), "*; together *", plusFix(lead), "*.")
}

// note explains the terms, and a predicted class that has not the highest score.
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

// ownWords returns the features of the node by decreasing |pull|.
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

// pullOf returns the pull of a feature from class b towards class a.
func (u *unroller) pullOf(w explain.Word) float64 { return w.Contribution[u.a] - w.Contribution[u.b] }

// words returns bars that add up to the node's own row.
func (u *unroller) words() []view.Bar {
	own := u.ownWords()
	var out []view.Bar
	bar := func(name string, v float64) { out = append(out, view.Bar{Name: name, V: view.F(v), Text: plusFix(v)}) }
	rest, none := 0.0, 0.0
	for k, w := range own {
		if k < wordRows {
			bar("feature "+view.Int(w.Feature), u.pullOf(w))
		} else {
			rest += u.pullOf(w)
		}
	}
	for _, w := range u.x.Words {
		switch w.Feature {
		case -1:
			none += u.pullOf(w)
		case -2:
			rest += u.pullOf(w)
		}
	}
	if len(own) > wordRows {
		bar(words.Count(len(own)-wordRows, "other"), rest)
	}
	if math.Abs(none) > gapVisible {
		bar("without features", none)
	}
	return out
}
