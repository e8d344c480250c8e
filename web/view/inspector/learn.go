package inspector

// This file has the panel of the level Learn: a lesson for each stage, in words for a reader without knowledge of sheaves.

import (
	"cmp"
	"slices"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/node"
	"sheafscope/web/view/stages"
)

// lesson is the text of the level Learn at a stage. Bold words in the text are placeholders for names and numbers:
//   - *u* is the name of the followed node, and *v* is the name of the other end of its edge;
//   - *n* is the number of neighbours, *f* the number of features, and *κ* the agreement of the node;
//   - *class* is the predicted class, and *label* the label of the node.
//
// figures has the ids of figures, separated by spaces. If the node has no numbers at the stage, the panel shows the first of these
// figures that exists with a picture.
type lesson struct{ text, figures string }

// lessons has a lesson for each stage, from stage 1 on. [lessonHolds] has the runs and nodes of which it is true.
var lessons = [...]lesson{
	{"Node *u* begins with its own *f*. The encoder turns them into one vector h a channel. No neighbour has said anything yet.",
		"features profile classes"},
	{"Its edge to node *v* asks which coordinate of the one matches which of the other. The plan answers.", "plan scalings"},
	{"One more step fits the plan to what the edge to *v* costs. A high cost moves mass elsewhere.", "energy plan"},
	{"From the plan come two maps. They translate *u* and *v* into the edge’s own space, where the two are compared.", "maps"},
	{"All maps together make one matrix. Node *u* has a block for each of its *n*.", "blocks"},
	{"Now node *u* moves toward what its *n* say, each through its map.", "fibres out flow fibre"},
	{"The Laplacian is applied to what node *u* has, again and again. The results are added, each with a learned weight.", "response"},
	{"From all that, node *u* is called *class*.", "probs meanprob"},
	{"How far its edges agree on average, κ̄ᵤ = *κ*, decides how sure of node *u* the network may be.", "beta reliability"},
	{"Last, the maps change so that messages settle faster. Then the next epoch begins, and node *u* sets out again.", "trail run lambda"},
}

// sentence returns the text of a lesson with names and numbers in place of the placeholders. other is the name of the edge's other end. A
// lesson with the predicted class has another text before the first prediction, and one more sentence for a wrong prediction.
func (l *lesson) sentence(s *state.State, other string) []view.Span {
	class, wrongLabel := predictionNames(s)
	text := l.text
	if strings.Contains(text, "*class*") {
		switch {
		case class == "":
			text = "From all that, node *u* will be given a class, once an epoch is done."
		case wrongLabel != "":
			text += " That is *wrong*: its label is *label*."
		}
	}

	// The bold words of the text are the keys of the values. Counts have their nouns, so that the text needs no plural.
	values := map[string]string{"u": view.NodeName(s, s.Node()), "v": other, "class": class, "label": wrongLabel,
		"n": words.Count(s.Frame.Node.Degree, "neighbour"), "f": words.Count(s.Graph.Features, "feature"),
		"κ": view.Fix(s.Frame.Node.Kappa, 3)}
	spans := view.Say(text)
	for k := range spans {
		if span := &spans[k]; span.Bold {
			span.Text = cmp.Or(values[span.Text], span.Text) // a bold word that is no placeholder stays
		}
	}
	return spans
}

// lessonHolds reports whether the lesson of stage k is true of the followed node. The lesson of stage 8 is true of every run. The other
// lessons are about SGPC in the paper's reading, with the part of the method that the lesson names. Some also need an edge of the node.
func lessonHolds(s *state.State, k int, hasEdge bool) bool {
	c, part := &s.Config, k
	if k == stage.Maps { // these maps are made of transport plans
		part = stage.Sinkhorn
	}
	switch {
	case k == stage.Classes:
		return true
	case !c.HasParts() || stages.Off(c, part): // the code reading, a peer (a model other than SGPC), or a stage without its part
		return false
	case k == stage.Features: // with rows of the adjacency matrix as features, the neighbours have their say
		return c.Structure == "off"
	case k == stage.Posterior:
		return hasEdge && c.Calibrate && view.HasRun(s.Frame, k)
	}
	isAboutEdges := k <= stage.Maps || k == stage.Diffusion
	return !isAboutEdges || hasEdge && c.Maps != settings.MapsZero
}

// predictionNames returns two names of classes for the followed node. class is the predicted class, or "" without a prediction. wrongLabel
// is the label if it differs from the prediction, and "" in all other cases.
func predictionNames(s *state.State) (class, wrongLabel string) {
	predicted, classes := view.Predicted(s, s.Node()), view.Classes(s.Graph)
	if predicted < 0 || predicted >= len(classes) {
		return "", ""
	}
	label := s.Graph.Labels[s.Node()]
	isLabelled := label >= 0 && label < len(classes)
	if isLabelled && label != predicted {
		wrongLabel = classes[label].Name
	}
	return classes[predicted].Name, wrongLabel
}

// learnView returns the panel of the level Learn, which follows one node through the stages. Until the numbers of a node have arrived, the
// panel has only a request to select a node. For a stage that the model lacks, it has only the reason. In all other cases the panel has a
// lesson and the equations of the shown stage with the numbers of the node. The sentence of the stage's panel replaces a lesson that does
// not hold. If the node has no numbers at the stage, a figure of the stage and the number from the rail (the list of stages) replace the
// equations.
func learnView(s *state.State) view.Inspector {
	k := s.ShownStage()
	v := view.Inspector{Title: []view.TitlePart{{Text: view.Int(k), Slot: -2}, {Text: stage.Names[k], Slot: -2}}, TestID: "learn-stage"}
	v.Body.Figures = []view.Figure{}
	hasNode := s.Node() >= 0 && s.Frame.Node != nil && s.Frame.Node.Index == s.Node()
	if !hasNode {
		v.Lead = view.Say("Press a node in the graph: its message travels through the ten stages.")
		return v
	}

	// research is a copy of the state at the level Research with the followed edge selected. A lesson selects a figure from the panels of this
	// copy. k is at least 1, since before the first stage the page shows stage 1.
	shownLesson, research := &lessons[k-1], *s
	research.View.Level, research.View.Edge = state.LevelResearch, choice.Of(s.FollowedEdge())
	research.View.Stage = k
	panel, other := stages.View(&research), "" // other is "" for a node without an edge
	if e := research.Edge(); e >= 0 {
		i, j := s.Graph.Ends(e)
		other = view.NodeName(s, i+j-s.Node()) // the node is one end of its followed edge
	}
	v.Lead = panel.Lead
	if stages.Missing(s, k) != "" { // the panel of the stage, too, has only the reason
		return v
	}
	if lessonHolds(s, k, other != "") {
		v.Lead = shownLesson.sentence(s, other)
	}
	v.Body.Code, v.Body.CodeOpen = panel.Body.Code, panel.Body.CodeOpen
	if w, ok := newWalk(s); ok { // the numbers of the followed channel have arrived
		title := "Node " + w.U + words.Either(w.v < 0, "", " and its edge to "+w.V)
		if fig, ok := (Chain{Rows: w.rows(k), Strip: w.strip(k)}).figure(title); ok {
			fig.Sub = "channel " + view.Int(w.c.Of+1) + " of " + view.Int(w.c.Count)
			v.Add(fig)
			return v
		}
	}

	// The node has no numbers at this stage.
	figures := slices.Concat(panel.Body.Figures, edge.View(&research).Body.Figures, node.View(&research).Body.Figures)
	for id := range strings.FieldsSeq(shownLesson.figures) {
		place := slices.IndexFunc(figures, func(f view.Figure) bool { return f.ID == id })
		if place >= 0 && figures[place].Data != nil { // a figure of numbers alone has no picture
			v.Add(figures[place])
			break
		}
	}
	if text := stages.Value(s, k); text != "" {
		v.Add(view.Figure{ID: "learnnum", Nums: [][]any{view.Row("now", text)}})
	}
	return v
}
