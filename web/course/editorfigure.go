// This file defines the figure of the sheaf editor, and computes the numbers and sentences beside its pictures.

package course

import (
	"slices"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"

	"sheafscope/core/words"
)

// editorFigure returns the figure of the editor. It has the field link instead of recipe, because the sheaf is not among the values.
func editorFigure() *Diagram {
	return &Diagram{
		Name: "editor", Title: "Your sheaf", Touch: "drag nodes, maps and vectors",
		Params: []Param{
			choice("matrix", "matrix", 0, "δ", "L", "L̂"),
			choice("paint", "drawn at the nodes", 0, "signal x", "eigenvector", "harmonic extension"),
			// The index of an eigenvector, from 0 to the last eigenvector of the largest sheaf.
			{Name: "eigen", Label: "eigenvector", Max: exact.MaxNodes*exact.MaxDim - 1, Step: 1, Jump: true},
		},
		Pictures: []Size{{"sheaf", 520, 360, "The sheaf: nodes with their vectors, edges with their maps"},
			{"spectrum", 520, 76, "The eigenvalues of L"}, {"matrix", 520, 300, "A matrix of the sheaf"}},
		show:  showEditor,
		point: pointEditor,
		nudge: nudgeEditor,
		link:  func(c *Course) string { return linkTo(inLaboratory(c.editor.sheaf, nil)) }, // nil: the default settings
	}
}

// editorValues returns the numbers and sentences beside the figure, by the name of their placeholder. Three need an explanation: "how" is
// the reason for dim H⁰, "equal" is the common dimension of all stalks, and "about" describes the sheaf from which the reader started.
func editorValues(e *editor, a *exact.Analysis) map[string]string {
	s := e.sheaf
	// The numbers of the whole sheaf, and texts for the case that no node and no edge is marked.
	v := map[string]string{"text": s.Text(), "d": strconv.Itoa(s.D), "nodes": strconv.Itoa(len(s.Nodes)), "edges": strconv.Itoa(len(s.Edges)),
		"dim": strconv.Itoa(a.Dim.Dim), "how": a.Dim.Sentence, "h1": strconv.Itoa(a.H1), "euler": Num(float64(a.Euler), 0), "about": e.about,
		"equal": words.Either(s.Equal(s.D), strconv.Itoa(s.D), "none"), "node-dim": "", "edge-dim": "",
		"energy": Num(a.Energy, 4), "lambda2": Num(a.Lambda2, 4),
		"edge": "none", "node": "none", "held": "0", "residual": "none", "edge-energy": "none", "join": "Join to…"}
	rows, columns := a.EdgeAt.Total(), a.At.Total() // of δ: the coordinates of all edges, and of all nodes
	v["h1-how"] = "The edges have " + words.Count(rows, "number") + ", and the differences of signals fill " +
		words.Count(rows-a.H1, "dimension") + " of them. H¹ is the rest: what could disagree, but does so for no signal."
	v["euler-how"] = strconv.Itoa(columns) + " numbers at the nodes less " + strconv.Itoa(rows) + " on the edges; dim H⁰ − dim H¹ is the " +
		"same, whatever the maps."
	if a.Lambda2Index < 0 { // all eigenvalues are 0
		v["lambda2"] = "none"
	}
	if e.joining {
		v["join"] = "Now tap the other node"
	}
	// The marked edge and the marked node.
	if e.edge >= 0 {
		g := s.Edges[e.edge]
		v["end0"], v["end1"], v["map0"], v["map1"] = s.Nodes[g.I].Name, s.Nodes[g.J].Name, g.Maps[0], g.Maps[1]
		v["edge-dim"] = strconv.Itoa(g.D)
		v["edge"], v["residual"], v["edge-energy"] = v["end0"]+v["end1"], vectorText(a.Residuals[e.edge]), Num(a.EdgeEnergy[e.edge], 4)
	}
	if e.node >= 0 {
		v["node"] = s.Nodes[e.node].Name
		v["node-dim"] = strconv.Itoa(s.Nodes[e.node].D)
		for k, x := range e.vector() { // "x0", "x1", …: the coordinates at the node
			v["x"+strconv.Itoa(k)] = x
		}
		v["held"] = words.Either(e.held[v["node"]], "1", "0")
	}
	var eigenvalues []string
	for _, x := range a.Values {
		eigenvalues = append(eigenvalues, Num(x, 4))
	}
	v["spectrum"] = strings.Join(eigenvalues, "  ")
	// The harmonic extension from the held nodes.
	v["harmonic"], v["open"] = "none", "Hold a node first."
	if held := e.heldNodes(); len(held) > 0 {
		extension, err := a.Harmonic(held)
		switch {
		case err != nil:
			v["open"] = err.Error()
		case extension.Unique:
			v["harmonic"], v["open"] = Num(extension.Energy, 4), "The held nodes decide all others."
		default:
			v["harmonic"] = Num(extension.Energy, 4)
			v["open"] = "The held nodes leave " + words.Count(extension.Free, "dimension") + " open; the shortest signal is drawn."
		}
	}
	return v
}

// drawnSignal returns the vector that is drawn at the nodes: for the values 0, 1 and 2 of the parameter "paint" the signal, an eigenvector
// or the harmonic extension. In place of a missing eigenvector or extension it returns the signal.
func (e *editor) drawnSignal(a *exact.Analysis, v Values) []float64 {
	switch v["paint"] {
	case 1: // an eigenvector
		last := len(a.Vectors) - 1
		if last >= 0 {
			return a.Vectors[min(int(v["eigen"]), last)] // the sheaf may have become smaller
		}
	case 2: // the harmonic extension
		held := e.heldNodes()
		if len(held) == 0 {
			break
		}
		extension, err := a.Harmonic(held)
		if err == nil {
			return extension.X
		}
	}
	return slices.Clone(a.X)
}
