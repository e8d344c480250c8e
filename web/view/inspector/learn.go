package inspector

import (
	"slices"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/node"
	"sheafscope/web/view/stages"
)

// lesson is what Learn says and shows of a node at a stage: a sentence, and the figures of the stage, of the followed edge or of the
// node of which the first that is there is the picture. Beside it stands the number of the rail.
type lesson struct {
	say    func(s *state.State, node, other string) []view.Span
	figure []string
}

// lessons are those of the ten stages.
func lessons() []lesson {
	degree := func(s *state.State) string { return words.Count(s.Frame.Node.Degree, "neighbour") }
	return []lesson{
		{func(s *state.State, node, _ string) []view.Span {
			return view.Say("Node *", node, "* begins with its own *", words.Count(s.Graph.Features, "feature"),
				"*. The encoder turns them into one vector h a channel. No neighbour has said anything yet.")
		}, []string{"features", "profile", "classes"}},
		{func(_ *state.State, node, other string) []view.Span {
			return view.Say("Its edge to node *", other, "* asks which coordinate of the one matches which of the other. The plan answers.")
		}, []string{"plan", "scalings"}},
		{func(_ *state.State, _, other string) []view.Span {
			return view.Say("One more step fits the plan to what the edge to *", other, "* costs. A high cost moves mass elsewhere.")
		}, []string{"energy", "plan"}},
		{func(_ *state.State, node, other string) []view.Span {
			return view.Say("From the plan come two maps. They translate *", node,
				"* and *", other, "* into the edge’s own space, where the two are compared.")
		}, []string{"maps"}},
		{func(s *state.State, node, _ string) []view.Span {
			return view.Say("All maps together make one matrix. Node *", node, "* has a block for each of its *", degree(s), "*.")
		}, []string{"blocks"}},
		{func(s *state.State, node, _ string) []view.Span {
			return view.Say("Now node *", node, "* moves toward what its *", degree(s), "* say, each through its map.")
		}, []string{"fibres", "out", "flow", "fibre"}},
		{func(_ *state.State, node, _ string) []view.Span {
			return view.Say("What node *", node, "* has is split into slow and fast parts over the graph; each part gets a weight of its own.")
		}, []string{"response"}},
		{func(s *state.State, node, _ string) []view.Span {
			c := view.Predicted(s, s.Node())
			if cl := view.Classes(s.Graph); c >= 0 && c < len(cl) {
				says := []string{"From all that, node *", node, "* is called *", cl[c].Name, "*."}
				if y := s.Graph.Labels[s.Node()]; y >= 0 && y < len(cl) && y != c {
					says = append(says, " That is *wrong*: its label is *", cl[y].Name, "*.")
				}
				return view.Say(says...)
			}
			return view.Say("From all that, node *", node, "* will be given a class, once an epoch is done.")
		}, []string{"probs", "meanprob"}},
		{func(s *state.State, node, _ string) []view.Span {
			return view.Say("How far its edges agree on average, κ̄ᵤ = *", view.Fix(s.Frame.Node.Kappa, 3), "*, decides how sure of node *", node,
				"* the network may be.")
		}, []string{"beta", "reliability"}},
		{func(_ *state.State, node, _ string) []view.Span {
			return view.Say("Last, the maps change so that messages settle faster. Then the next epoch begins, and node *", node,
				"* sets out again.")
		}, []string{"trail", "run", "lambda"}},
	}
}

// learnView follows a node through a stage: one sentence, and one picture with the numbers of the node; where there are none, the picture
// of the stage and its number.
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
	l, t := lessons()[k-1], *s
	t.Level, t.View.Edge = state.LevelResearch, s.FollowedEdge()+1
	t.Stage = k
	other := "none"
	if t.Edge() >= 0 {
		i, j := int(s.Graph.Edges[2*t.Edge()]), int(s.Graph.Edges[2*t.Edge()+1])
		other = view.NodeName(s, i+j-s.Node())
	}
	v.Lead = l.say(s, view.NodeName(s, s.Node()), other)
	stage := stages.View(&t).Body
	v.Body.Code, v.Body.CodeOpen = stage.Code, stage.CodeOpen
	shown := slices.Concat(stage.Figures, edge.View(&t).Body.Figures, node.View(&t).Body.Figures)
	if w, ok := newWalk(s); ok {
		if fig, ok := (Chain{Rows: w.rows(k)}).figure("Node " + w.U + words.Either(w.v < 0, "", " and its edge to "+w.V)); ok {
			fig.Sub = "channel " + view.Int(w.c.Of+1) + " of " + view.Int(w.c.Count)
			v.Add(fig)
			return v
		}
	}
	for _, id := range l.figure {
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
