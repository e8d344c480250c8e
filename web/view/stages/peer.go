package stages

// This file has the panels of the stages for a peer: a model other than SGPC, to compare with. A peer has layers, and the frame has the
// maps and the Laplacian L of the shown layer. The Rayleigh quotient ⟨X,LX⟩/⟨X,X⟩ measures how far the features X disagree over the
// edges.

import (
	"math"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// The functions of this file read these fields of frame.Layers:
//   - At is the number of the shown layer, from 1 on, and Count is the number of layers.
//   - Before and After have the Rayleigh quotient before and after the operator of each layer. −1 stands for an undefined quotient.
//   - Gain has the gain curves of the shown layer over the abscissas Stages.GainX, and Curves is their number. Together is the common gain
//     of all layers.
//   - Weight has the coefficients of the curves in Gain in a basis of functions of λ. Terms is the number of coefficients of a curve.

// peerMaps fills the panel of stage 4 for a peer: the maps of an edge in the shown layer, and the norms of all maps. If the frame holds no
// maps, the panel has only the equation and the reason. If all maps are 0, it has no pictures.
func peerMaps(s *state.State, v *view.Inspector) {
	f, p := s.Frame, peer.Find(s.Peer())
	peerEquation(s, &v.Body)
	if !view.HasLayerMaps(f) {
		v.Lead = view.Unopened(s)
		return
	}
	v.Body.Vals = []view.Value{{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"},
		{Symbol: "\\bar{‖R‖}", Text: view.Fix(view.MeanOf(f.MapNorm), 3),
			Tip: "Frobenius norm of both maps of an edge together, mean over the edges"}}
	// MapsWith completes the sentence "They …", which describes the peer's maps.
	v.Lead = view.Say(layerText(s)+": *", view.Int(2*f.M), "* maps, one for each end of an edge. They ",
		p.MapsWith(s.Config.PeerSettings()), ".")
	if view.MaxOf(f.MapNorm) == 0 {
		return // all maps are 0, for example with the setting "zero": there is nothing to draw
	}
	v.Add(edge.MapsShown(s), normsFigure(s))
	v.Add(view.LayersFigure(s)...)
	v.Add(knobs(s, "d"))
}

// peerFlow fills the panel of stage 6 for a peer: the Rayleigh quotient before and after the operator of the shown layer, and the sums that
// the layer forms at the shown node. Before the first forward pass, or if the maps of all layers are too many, the frame has no quotients.
// The panel then has only the equation and the reason.
func peerFlow(s *state.State, v *view.Inspector) {
	model, layers := peer.Find(s.Peer()), s.Frame.Layers
	peerEquation(s, &v.Body)
	if layers == nil || len(layers.After) == 0 {
		v.Lead = view.Unopened(s)
		return
	}

	before, after := layers.Before[layers.At-1], layers.After[layers.At-1] // At counts layers from 1
	v.Body.Vals = []view.Value{{Symbol: "⟨X,L X⟩/⟨X,X⟩", Text: view.QuotientText(before),
		Tip: "of what the operator of the layer is applied to: 0 where all edges agree, at most 2"},
		{Symbol: "⟨Y,L Y⟩/⟨Y,Y⟩", Text: view.QuotientText(after), Tip: "of what the operator makes of it"}}

	// The sentence depends on the model: a zero Laplacian passes nothing, and some models subtract the operator's result.
	switch {
	case lacksLaplacian(s.Frame):
		v.Lead = view.Say(layerText(s), ". "+tooManyBlocks)
	case s.Frame.Stages.Trace == 0:
		v.Lead = view.Say("*", view.ModelName(s.Peer()), "* passes *nothing* along the edges: its Laplacian is 0, and so is every energy.")
	case model.Subtracts:
		v.Lead = view.Say(layerText(s), ": the disagreement ⟨X,LX⟩/⟨X,X⟩ of the features is *", view.QuotientText(before),
			"*, that of what the operator makes of them *", view.QuotientText(after), "*. The layer takes the latter away, but for its activation.")
	case after >= 0 && after < before: // −1 stands for an undefined quotient
		v.Lead = view.Say(layerText(s), ": its operator brings the disagreement ⟨X,LX⟩/⟨X,X⟩ of the features from *", view.QuotientText(before),
			"* down to *", view.QuotientText(after), "*.")
	default:
		v.Lead = view.Say(layerText(s), ": the disagreement ⟨X,LX⟩/⟨X,X⟩ of the features was *", view.QuotientText(before),
			"*; in what its operator makes of them it is *", view.QuotientText(after), "*.")
	}
	v.Add(view.LayersFigure(s)...)
	for k := range layers.Sums {
		v.Add(gatherFigure(s, &layers.Sums[k], k))
	}
}

// gatherFigure returns the bars of the weights in a sum over nodes that a layer forms at the shown node. k is the index of the sum, from 0.
// A bar has the length |weight|, and the weight with its sign as text. For a sum without a node the figure is a sentence.
func gatherFigure(s *state.State, sum *frame.Gather, k int) view.Figure {
	node := s.Frame.Layers.Node
	bars := view.Bars{Left: 104, Right: 64}
	for q, j := range sum.Nodes {
		name := words.Either(j == node, "itself", view.NodeName(s, j))
		bar := view.Bar{Name: name, V: view.F(math.Abs(sum.Weight[q])), Text: view.Num(sum.Weight[q]), Node: new(j)}
		if c := view.Predicted(s, j); c >= 0 && c < s.Graph.Classes { // the colour of the predicted class, if there is one
			bar.Slot = new(view.Classes(s.Graph)[c].Slot)
		}
		bars.Rows = append(bars.Rows, bar)
	}
	f := view.Figure{ID: "gather-" + view.Int(k), Title: "Node " + view.NodeName(s, node) + " gathers", TestID: "gather",
		Sub: sum.Name + ", by weight", Alt: "Weights of what the node gathers", Data: bars}

	// The frame lists only the largest weights, and All is the number of all weights.
	omitted := sum.All - len(sum.Nodes)
	switch {
	case sum.All == 0:
		return view.Figure{ID: f.ID, Title: f.Title, Sub: sum.Name, Data: "Nothing."}
	case omitted > 0:
		f.Sub = sum.Name + ": the " + view.Int(len(sum.Nodes)) + " largest weights of " + view.Int(sum.All)
	}
	return f
}

// peerFilter fills the panel of stage 7 for a peer: a sentence on its filter, and pictures of the gain, the eigenvalues and the
// coefficients as far as they exist. Without quotients, as in [peerFlow], the panel has only the equation and the reason.
func peerFilter(s *state.State, v *view.Inspector) {
	layers := s.Frame.Layers
	peerEquation(s, &v.Body)
	if layers == nil || len(layers.After) == 0 {
		v.Lead = view.Unopened(s)
		return
	}
	p := peer.Find(s.Peer())
	lead := []string{p.Filter}
	lines := gainLines(s)
	shown := layers.Gain // the gain in the sentence: the gain of the shown layer, or the common gain of all layers if it exists
	if len(layers.Together) > 0 {
		shown = layers.Together
	}

	// Some layers have no gain, since they mix the frequencies.
	if p.NoGain != "" && len(shown) == 0 {
		lead[0] = p.NoGain
	}
	if n := len(s.Frame.Stages.GainX); len(shown) >= n && n > 0 { // shown has n numbers for each curve
		lead = append(lead, " The gain is *", view.Num(shown[0]), "* at λ = 0 and *", view.Num(shown[n-1]), "* at λ = 2")
		if layers.Curves > 1 { // a curve for each class: the first n numbers of Gain belong to the first class
			lead = append(lead, " for "+lines.Series[0].Name)
		}
		lead = append(lead, ".")
		if s.SpectrumNow() && s.Spectrum.Lambda2 > 0 { // 0 stands for a missing λ₂
			lines.VRefs = []view.VRef{{X: view.F(s.Spectrum.Lambda2), Name: "λ₂"}}
		}
		v.Add(view.Figure{ID: "gain", Title: "Response", TestID: "gain", Sub: "gain at each λ of the layer's Laplacian",
			Alt: "Gain over the spectrum", Data: lines})
	}
	v.Lead = view.Say(lead...)

	// The axis of the eigenvalues is the axis of the gain, λ from 0 to 2. Some of the eigenvalues alone would be no histogram of the spectrum.
	if s.SpectrumNow() && len(s.Spectrum.Values) > 0 && s.Spectrum.Complete {
		v.Add(histogramFigure("eigenvalues", "Eigenvalues", "of the layer's Laplacian, on the same axis", "Histogram of the eigenvalues",
			s.Spectrum.Values, 2, histogramBins, "λ"))
	}
	if layers.Terms > 1 { // 0 for a layer without a gain, 1 for a gain without coefficients to compare
		v.Add(coefficientsFigure(s))
	}
	v.Add(knobs(s, "alpha", "k", "theta", "beta"))
}

// gainLines returns the curves of a peer's gain: one curve for the shown layer, or one for each of the first classes ([hasClassCurves]),
// then the curve of the common gain of all layers if there is one.
func gainLines(s *state.State) view.Lines {
	layers, x := s.Frame.Layers, s.Frame.Stages.GainX
	// Below the line at 0, the filter changes the sign of the frequencies.
	lines := view.Lines{Height: 170, XLabel: "λ", Refs: []view.Ref{{Y: 0}}}
	curve := func(name, class string, gain []float64) { // class is the CSS class of the line
		lines.Series = append(lines.Series, view.Series{Name: name, X: x, Y: gain, Class: class})
	}

	n := len(x) // the length of each curve in Gain
	for c := range layers.Curves {
		name := "" // the only layer of a model needs no name
		if hasClassCurves(s) {
			name = view.Classes(s.Graph)[c].Name
		} else if layers.Count > 1 {
			name = "layer " + view.Int(layers.At)
		}
		curve(name, "ln", layers.Gain[c*n:(c+1)*n])
	}
	if len(layers.Together) > 0 {
		curve("all layers", "ln lna", layers.Together)
	}
	return lines
}

// hasClassCurves reports whether the curves of the shown layer are the filters of the first classes. A layer has one filter for all
// classes, or a filter for each class; a frame omits the curves beyond a limit. If the frame has more curves than the graph has classes, it
// belongs to an earlier graph.
func hasClassCurves(s *state.State) bool {
	curves := s.Frame.Layers.Curves
	return curves > 1 && curves <= s.Graph.Classes
}

// coefficientsFigure returns the matrix of the coefficients of the shown layer's polynomials. Row k, from 0 on, has the coefficients of the
// basis polynomial of degree k. A column is the filter of all classes or of one class ([hasClassCurves]).
func coefficientsFigure(s *state.State) view.Figure {
	layers := s.Frame.Layers
	m := view.Matrix{Rows: layers.Terms, Cols: layers.Curves, Vals: layers.Weight, Signed: true, Cell: 64, RowH: 22, Left: 40}
	for k := range layers.Terms {
		m.RowNames = append(m.RowNames, view.Int(k))
	}
	if hasClassCurves(s) {
		for c := range layers.Curves {
			m.ColNames = append(m.ColNames, view.Classes(s.Graph)[c].Name)
		}
	}
	return view.Figure{ID: "terms", Title: "Coefficients", Sub: "of the polynomial, by term", Alt: "Coefficients by term", Data: m}
}

// layerSymbols explain the symbols in the Laplacians of peers. The panel keeps the entries whose TeX occurs in the equation. An entry such
// as "D^{" is the part of the TeX that identifies the symbol.
var layerSymbols = []view.Symbol{{"L", "Laplacian of the layer, nd × nd in d × d blocks"},
	{"B", "coboundary: takes the vectors of the nodes to their differences on every edge"},
	{"\\hat{L}", "the same, normalised: its eigenvalues lie between 0 and 2"}, {"D^{", "diagonal blocks or degrees"},
	{"\\hat{A}", "adjacency with every node as its own neighbour, normalised on both sides by the roots of the degrees"},
	{"I−", "identity"}, {"A D", "adjacency; a node without neighbours has zero rows in L"},
	{"a_{ij}", "attention of node i to node j"}, {"a_{ji}", "attention of node j to node i"},
	{"R_{ij}", "map of node i into edge e = (i, j)"}, {"R_{ji}", "map of node j into it"}}

// peerLaplacian fills the panel of stage 5 for a peer: the Laplacian of the shown layer with its size, its trace and its spectrum. If the
// frame holds no maps, the panel has only the equation, the size and a sentence.
func peerLaplacian(s *state.State, v *view.Inspector) {
	f, p := s.Frame, peer.Find(s.Peer())
	v.Body.Equation(view.Equation{Name: "laplacian", Lines: []string{p.LaplacianWith(s.Config.PeerSettings())}, Symbols: layerSymbols})
	v.Body.Vals = []view.Value{{Symbol: "\\dim ", Text: view.Int(f.N * f.D), Tip: "rows of L: n·d"}}
	if !view.HasLayerMaps(f) {
		v.Lead = view.Unopened(s)
		return
	}
	lead := []string{layerText(s) + ". "}
	size := "*" + view.Int(f.N*f.D) + " × " + view.Int(f.N*f.D) + "*"

	// The size and the structure of the matrix. A layer beyond the edges has blocks between nodes without a common edge.
	switch {
	case lacksLaplacian(f):
		lead = append(lead, tooManyBlocks)
	case f.Stages.Trace == 0:
		lead = append(lead, "A "+size+" matrix of zeros. ")
	case f.Layers.Beyond:
		lead = append(lead, "A "+size+" matrix that joins all nodes which share a neighbourhood, also those two steps apart. ")
	default:
		lead = append(lead, blocksText(s)...)
	}
	if f.Stages.Trace > 0 { // for a trace of 0 the sentence says that the matrix is 0
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\tr \\sp L", Text: view.Num(f.Stages.Trace),
			Tip: "trace: the sum of its eigenvalues"})
	}
	v.Lead = view.Say(append(lead, spectrumText(s, v)...)...)

	// The picture has a block for each edge, and no place for blocks between other nodes.
	if !f.Layers.Beyond && f.Stages.Trace > 0 {
		blocksFigure(s, v)
	}
	v.Add(view.LayersFigure(s)...)
	v.Add(knobs(s, "d"))
}

// tooManyBlocks is the sentence on a missing Laplacian.
const tooManyBlocks = "Its Laplacian has too many blocks to be computed here. "

// lacksLaplacian reports whether the shown layer has maps but no Laplacian. This is so for a hypergraph with many pairs of nodes that share
// a hyperedge.
func lacksLaplacian(f *frame.Frame) bool {
	return f.Layers.Beyond && f.Stages.Trace == 0 && view.MaxOf(f.MapNorm) > 0
}

// peerEquation sets the equation of the peer whose run is shown.
func peerEquation(s *state.State, b *view.Body) {
	p := peer.Find(s.Peer())
	b.Eq, b.Lines, b.Symbols = "peer-"+p.Name, p.Equation, p.Symbols
}

// layerText returns "Layer *k* of n" for the shown layer of a peer. It returns "" for a frame without layers.
func layerText(s *state.State) string {
	if l := s.Frame.Layers; l != nil {
		return "Layer *" + view.Int(l.At) + "* of " + view.Int(l.Count)
	}
	return ""
}
