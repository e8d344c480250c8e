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

// values returns the numbers and texts of the sheaf beside the figure, by the name of their placeholder. Two need an explanation: "equal"
// is the common dimension of all stalks, and "about" describes the sheaf from which the reader started.
func (e *editor) values() map[string]string {
	s := e.sheaf
	node := s.Nodes[e.node]
	rows, columns := s.EdgeOffsets().Total(), s.NodeOffsets().Total() // of δ: the coordinates of all edges, and of all nodes
	v := map[string]string{"text": s.Text(), "d": strconv.Itoa(s.D), "nodes": strconv.Itoa(len(s.Nodes)), "edges": strconv.Itoa(len(s.Edges)),
		"about": e.about, "equal": words.Either(s.Equal(s.D), strconv.Itoa(s.D), "none"), "euler": Num(float64(columns-rows), 0),
		"node": node.Name, "node-dim": strconv.Itoa(node.D), "held": words.Either(e.held[node.Name], "1", "0"),
		"edge": "none", "edge-dim": "", "map0": "", "map1": "", "join": words.Either(e.joining, "Now tap the other node", "Join to…")}
	v["euler-how"] = strconv.Itoa(columns) + " numbers at the nodes less " + strconv.Itoa(rows) + " on the edges; dim H⁰ − dim H¹ is the " +
		"same, whatever the maps."
	for k, x := range e.vector() { // "x0", "x1", …: the coordinates at the node
		v["x"+strconv.Itoa(k)] = x
	}
	if e.edge >= 0 {
		g := s.Edges[e.edge]
		v["end0"], v["end1"], v["map0"], v["map1"] = s.Nodes[g.I].Name, s.Nodes[g.J].Name, g.Maps[0], g.Maps[1]
		v["edge"], v["edge-dim"] = v["end0"]+v["end1"], strconv.Itoa(g.D)
	}
	return v
}

// addAnalysis adds the numbers and sentences of the analysis to v. "how" is the reason for dim H⁰. "residual" is "none" without an edge,
// and for an edge whose stalk has dimension 0.
func (e *editor) addAnalysis(a *exact.Analysis, v map[string]string) {
	v["dim"], v["how"], v["h1"] = strconv.Itoa(a.Dim.Dim), a.Dim.Sentence, strconv.Itoa(a.H1)
	rows := a.EdgeAt.Total()
	v["h1-how"] = "The edges have " + words.Count(rows, "number") + ", and the differences of signals fill " +
		words.Count(rows-a.H1, "dimension") + " of them. H¹ is the rest: what could disagree, but does so for no signal."
	v["energy"], v["lambda2"] = Num(a.Energy, 4), Num(a.Lambda2, 4)
	if a.Lambda2Index < 0 { // all eigenvalues are 0
		v["lambda2"] = "none"
	}
	v["residual"], v["edge-energy"] = "none", "none"
	if e.edge >= 0 {
		v["edge-energy"] = Num(a.EdgeEnergy[e.edge], 4)
		if residual := a.Residuals[e.edge]; len(residual) > 0 {
			v["residual"] = vectorText(residual)
		}
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
			v["open"] = "The held nodes leave " + words.Count(extension.Free, "dimension") +
				" open; the extension is the shortest signal of least energy."
		}
	}
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
