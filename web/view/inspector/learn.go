package inspector

import (
	"cmp"
	"slices"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/node"
	"sheafscope/web/view/stages"
)

// lesson is the text of the level Learn at a stage. In it *u* stands for the node, *v* for the other end of its edge, *n* for its
// neighbours and *f* for its features. figures are ids of figures: the first one that the panel has is shown if there are no numbers.
type lesson struct{ say, figures string }

// lessons has a lesson for each stage, from stage 1 on.
var lessons = [...]lesson{
	{"Node *u* begins with its own *f*. The encoder turns them into one vector h a channel. No neighbour has said anything yet.",
		"features profile classes"},
	{"Its edge to node *v* asks which coordinate of the one matches which of the other. The plan answers.", "plan scalings"},
	{"One more step fits the plan to what the edge to *v* costs. A high cost moves mass elsewhere.", "energy plan"},
	{"From the plan come two maps. They translate *u* and *v* into the edge’s own space, where the two are compared.", "maps"},
	{"All maps together make one matrix. Node *u* has a block for each of its *n*.", "blocks"},
	{"Now node *u* moves toward what its *n* say, each through its map.", "fibres out flow fibre"},
	{"What node *u* has is split into slow and fast parts over the graph; each part gets a weight of its own.", "response"},
	{"From all that, node *u* is called *class*.", "probs meanprob"},
	{"How far its edges agree on average, κ̄ᵤ = *κ*, decides how sure of node *u* the network may be.", "beta reliability"},
	{"Last, the maps change so that messages settle faster. Then the next epoch begins, and node *u* sets out again.", "trail run lambda"},
}

// sentence returns the text of a lesson with names and numbers in place of its letters. The name other is that of the edge's other end.
func (l *lesson) sentence(s *state.State, other string) []view.Span {
	text := l.say
	class, label := "", ""
	if c, cl := view.Predicted(s, s.Node()), view.Classes(s.Graph); c >= 0 && c < len(cl) {
		class = cl[c].Name
		if y := s.Graph.Labels[s.Node()]; y >= 0 && y < len(cl) && y != c {
			label = cl[y].Name
		}
	}
	switch shown := strings.Contains(text, "*class*"); {
	case shown && class == "":
		text = "From all that, node *u* will be given a class, once an epoch is done."
	case shown && label != "":
		text += " That is *wrong*: its label is *label*."
	}
	out := view.Say(text)
	for k := range out {
		if q := &out[k]; q.Bold {
			q.Text = cmp.Or(map[string]string{"u": view.NodeName(s, s.Node()), "v": other, "class": class, "label": label,
				"n": words.Count(s.Frame.Node.Degree, "neighbour"), "f": words.Count(s.Graph.Features, "feature"),
				"κ": view.Fix(s.Frame.Node.Kappa, 3)}[q.Text], q.Text)
		}
	}
	return out
}

// learnView returns the panel of the level Learn, which follows a node through a stage. It has a sentence and a picture of the node's
// numbers or, without these numbers, a picture and the number of the stage.
func learnView(s *state.State) view.Inspector {
	k := s.ShownStage()
	v := view.Inspector{Title: []view.TitlePart{{Text: view.Int(k), Slot: -2}, {Text: stage.Names[k], Slot: -2}}, TestID: "learn-stage"}
	v.Body.Figures = []view.Figure{}
	if s.Node() < 0 || s.Frame.Node == nil || s.Frame.Node.Index != s.Node() {
		v.Lead = view.Say("Press a node in the graph: its message travels through the ten stages.")
		return v
	}
	if why := stages.Missing(s, k); why != "" {
		v.Lead = view.Say("*", view.ModelName(s.Config.Model), "* ", why)
		return v
	}
	l, t := &lessons[k-1], *s
	t.View.Level, t.View.Edge = state.LevelResearch, choice.Of(s.FollowedEdge())
	t.View.Stage = k
	other := "none"
	if t.Edge() >= 0 {
		i, j := int(s.Graph.Edges[2*t.Edge()]), int(s.Graph.Edges[2*t.Edge()+1])
		other = view.NodeName(s, i+j-s.Node())
	}
	v.Lead = l.sentence(s, other)
	stage := stages.View(&t).Body
	v.Body.Code, v.Body.CodeOpen = stage.Code, stage.CodeOpen
	shown := slices.Concat(stage.Figures, edge.View(&t).Body.Figures, node.View(&t).Body.Figures)
	if w, ok := newWalk(s); ok {
		if fig, ok := (Chain{Rows: w.rows(k), Strip: w.strip(k)}).figure("Node " + w.U + words.Either(w.v < 0, "", " and its edge to "+w.V)); ok {
			fig.Sub = "channel " + view.Int(w.c.Of+1) + " of " + view.Int(w.c.Count)
			v.Add(fig)
			return v
		}
	}
	for id := range strings.FieldsSeq(l.figures) {
		if at := slices.IndexFunc(shown, func(f view.Figure) bool { return f.ID == id }); at >= 0 && shown[at].Data != nil {
			v.Add(shown[at])
			break
		}
	}
	if text := stages.Value(s, k); text != "" {
		v.Add(view.Figure{ID: "learnnum", Nums: [][]any{view.Row("now", text)}})
	}
	return v
}
