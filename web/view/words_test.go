package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/data"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// This file tests the values beside the terms of the glossary, the legend, and the card of a data set.

// Every value belongs to a term of the glossary and has one line. Six of them are those of the run. Without a graph there are no values.
func TestValuesBelongToTerms(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{Edge: 5, Node: 8, Spectrum: true})
	valueOf := map[string]string{}
	for _, w := range stages.Words(s) {
		if !slices.ContainsFunc(coursemath.Words(), func(k coursemath.Word) bool { return k.Forms[0] == w.Name }) ||
			strings.Contains(w.Now, "\n") {
			t.Errorf("%q is no term of the glossary, or its value %q has two lines", w.Name, w.Now)
		}
		valueOf[w.Name] = w.Now
	}
	// Entry 8 of the rail is stage 9.
	for name, now := range map[string]string{"homophily": view.Fix(s.Graph.EdgeHomophily, 2), "stalk": "d = 4", "kernel": "dimension",
		"CG": " CG iter.", "κ̄": stages.Rail(s)[8].Value, "inner": view.Where(s)} {
		if now == "" || !strings.Contains(valueOf[name], now) {
			t.Errorf("the value of %q is %q, want %q in it", name, valueOf[name], now)
		}
	}
	if none := stages.Words(&state.State{}); len(none) != 0 {
		t.Errorf("without a graph: %v", none)
	}
}

// The legend follows the colours: if the colour of a node is not its class, the legend explains the shapes of the classes. Only the colours
// of correctness have marks, and then no
// entry for the outline of wrong nodes. Classes without names are "class 0" and so on, and the largest class has the first colour.
func TestLegendFollowsColours(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{Spectrum: true, Eigenvector: 2})
	for mode, shapes := range map[string]bool{"prediction": false, "label": false, "pie": false, "correct": true, "confidence": true,
		"eigenvector": true, "fibre": true} {
		s.View.Nodes = mode
		a := picture.NewAttributes(s)
		l := picture.NewLegend(s, &a)
		showsCorrect := mode == "correct"
		if l.Shapes != shapes || (len(l.Marks) > 0) != showsCorrect || showsCorrect && l.Wrong {
			t.Errorf("colours by %s: the legend is %+v", mode, l)
		}
	}
	g := *s.Graph
	g.Classes, g.ClassNames, g.ClassSizes = 3, nil, []int{3, 20, 11}
	s.Graph, s.View.Nodes = &g, "label"
	a := picture.NewAttributes(s)
	if l := picture.NewLegend(s, &a); l.Classes[0].Name != "class 0" || l.Classes[2].Name != "class 2" || l.Classes[1].Slot != 0 {
		t.Errorf("classes without names: %+v", l.Classes)
	}
}

// If all predictions are one class, stage 8 names this class. The card of a WebKB set names its split and its classes; the karate club has
// no card.
func TestOneClassAndStartLine(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Classes
	saysOneClass := func() bool {
		return strings.Contains(view.Plain(inspector.New(s).Lead), "one class for every node: "+view.Classes(s.Graph)[1].Name)
	}
	// All nodes have class 1, then node 3 has class 0.
	f := *s.Frame
	f.Pred = make([]int, f.N)
	for i := range f.Pred {
		f.Pred[i] = 1
	}
	s.Frame = &f
	if !saysOneClass() {
		t.Errorf("one class: %q", view.Plain(inspector.New(s).Lead))
	}
	f.Pred[3] = 0
	if saysOneClass() {
		t.Error("two classes are called one")
	}
	// The cards of the karate club and of Cornell.
	if picture.StartLine(s) != "" {
		t.Error("karate has a card of a WebKB set")
	}
	g := *s.Graph
	g.ClassNames, g.Classes = nil, 5
	s.Graph, s.GraphKey, s.View.Level = &g, 1, state.LevelResearch
	s.Recipe.Graph, s.Recipe.Split = "data:cornell", data.SplitPrefix+"3"
	if got := picture.StartLine(s); got != "Cornell, split 3 of 10. Class 0 … 4 (the files give no names; the course says A … E)." {
		t.Errorf("the card says %q", got)
	}
}
