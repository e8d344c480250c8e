package stages

import (
	"math"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// learnedMaps fills stage 4 of a peer.
func learnedMaps(s *state.State, v *view.Inspector) {
	f, p := s.Frame, peer.Find(s.Peer())
	peerEquation(s, &v.Body)
	if !view.Opened(f) {
		v.Lead = view.Unopened(s)
		return
	}
	v.Body.Vals = []view.Value{{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"},
		{Symbol: "\\bar{‖R‖}", Text: view.Fix(view.MeanOf(f.MapNorm), 3),
			Tip: "Frobenius norm of both maps of an edge together, mean over the edges"}}
	v.Lead = view.Say(layerText(s)+": *", view.Int(2*f.M), "* maps, one for each end of an edge. They ",
		p.MapsWith(s.Config.PeerSettings()), ".")
	if view.MaxOf(f.MapNorm) == 0 {
		return
	}
	v.Add(edge.MapsShown(s), normsFigure(s))
	v.Add(view.LayersFigure(s)...)
	v.Add(knobs(s, "d"))
}

// peerFlow fills stage 6 of a peer: the energy by layer, and the sums at a node.
func peerFlow(s *state.State, v *view.Inspector) {
	p, l := peer.Find(s.Peer()), s.Frame.Layers
	peerEquation(s, &v.Body)
	if l == nil || len(l.After) == 0 {
		v.Lead = view.Unopened(s)
		return
	}
	from, to := l.Before[l.At-1], l.After[l.At-1]
	v.Body.Vals = []view.Value{{Symbol: "⟨X,L X⟩/⟨X,X⟩", Text: view.Quotient(from),
		Tip: "of what the operator of the layer is applied to: 0 where all edges agree, " +
			"at most 2"},
		{Symbol: "⟨Y,L Y⟩/⟨Y,Y⟩", Text: view.Quotient(to), Tip: "of what the operator makes of it"}}
	switch {
	case s.Frame.Stages.Trace == 0:
		v.Lead = view.Say("*", view.ModelName(s.Peer()), "* passes *nothing* along the edges: every node is read by itself. On the empty "+
			"sheaf every energy is 0.")
	case p.Subtracts:
		v.Lead = view.Say(layerText(s), ": the disagreement ⟨X,LX⟩/⟨X,X⟩ of the features is *", view.Quotient(from),
			"*, that of what the operator "+
				"makes of them *", view.Quotient(to), "*. The layer takes the latter away, after weights and ELU.")
	case to < from:
		v.Lead = view.Say(layerText(s), ": its operator brings the disagreement ⟨X,LX⟩/⟨X,X⟩ of the features from *", view.Quotient(from),
			"* down to *", view.Quotient(to), "*.")
	default:
		v.Lead = view.Say(layerText(s), ": the disagreement ⟨X,LX⟩/⟨X,X⟩ of the features was *", view.Quotient(from),
			"*; in what its operator makes "+
				"of them it is *", view.Quotient(to), "*.")
	}
	v.Add(view.LayersFigure(s)...)
	for k := range l.Sums {
		v.Add(gatherFigure(s, &l.Sums[k], k))
	}
}

// gatherFigure shows the weights of one sum at a node.
func gatherFigure(s *state.State, g *frame.Gather, k int) view.Figure {
	b := view.Bars{Left: 104, Right: 64}
	for q, j := range g.Nodes {
		name := words.Either(j == s.Frame.Layers.Node, "itself", view.NodeName(s, j))
		bar := view.Bar{Name: name, V: view.F(math.Abs(g.Weight[q])), Text: view.Num(g.Weight[q]), Node: new(j)}
		if c := view.Predicted(s, j); c >= 0 && c < s.Graph.Classes {
			bar.Slot = new(view.Classes(s.Graph)[c].Slot)
		}
		b.Rows = append(b.Rows, bar)
	}
	f := view.Figure{ID: "gather-" + view.Int(k), Title: "Node " + view.NodeName(s, s.Frame.Layers.Node) + " gathers", TestID: "gather",
		Sub: g.Name + ", by weight", Alt: "Weights of what the node gathers", Data: b}
	switch rest := g.All - len(g.Nodes); {
	case g.All == 0:
		return view.Figure{ID: f.ID, Title: f.Title, Data: "No " + g.Name + "."}
	case rest > 0:
		f.Sub = g.Name + ": the " + view.Int(len(g.Nodes)) + " largest weights of " + view.Int(g.All)
	}
	return f
}

// peerFilter fills stage 7 of a peer: the gain of its layers at each frequency.
func peerFilter(s *state.State, v *view.Inspector) {
	l, x := s.Frame.Layers, s.Frame.Stages.GainX
	peerEquation(s, &v.Body)
	if l == nil || len(l.After) == 0 {
		v.Lead = view.Unopened(s)
		return
	}
	lead, n := []string{peer.Find(s.Peer()).Filter}, len(x)
	lines := view.Lines{Height: 170, XLabel: "λ", Refs: []view.Ref{{Y: 0}}}
	curve := func(name, class string, y []float64) {
		lines.Series = append(lines.Series, view.Series{Name: name, X: x, Y: y, Class: class})
	}
	for c := range l.Curves {
		name := ""
		if l.Curves > 1 && l.Curves <= s.Graph.Classes {
			name = view.Classes(s.Graph)[c].Name
		} else if l.Count > 1 {
			name = "layer " + view.Int(l.At)
		}
		curve(name, "ln", l.Gain[c*n:(c+1)*n])
	}
	shown := l.Gain
	if len(l.Together) > 0 {
		shown = l.Together
		curve("all layers", "ln lna", l.Together)
	}
	if len(shown) >= n && n > 0 {
		lead = append(lead, " The gain is *", view.Num(shown[0]), "* at λ = 0 and *", view.Num(shown[n-1]), "* at λ = 2")
		if l.Curves > 1 {
			lead = append(lead, " for "+lines.Series[0].Name)
		}
		lead = append(lead, ".")
		if s.SpectrumNow() && s.Spectrum.Lambda2 > 0 {
			lines.VRefs = []view.VRef{{X: view.F(s.Spectrum.Lambda2), Name: "λ₂"}}
		}
		v.Add(view.Figure{ID: "gain", Title: "Response", TestID: "gain", Sub: "gain at each λ of the layer's Laplacian",
			Alt: "Gain over the spectrum", Data: lines})
	}
	v.Lead = view.Say(lead...)
	if s.SpectrumNow() && len(s.Spectrum.Values) > 0 && s.Spectrum.Complete {
		v.Add(histogramFigure("eigenvalues", "Eigenvalues", "of the layer's Laplacian, on the same axis", "Histogram of the eigenvalues",
			s.Spectrum.Values, 2, 40, "λ"))
	}
	if l.Terms > 1 {
		m := view.Matrix{Rows: l.Terms, Cols: l.Curves, Vals: l.Weight, Signed: true, Cell: 64, RowH: 22, Left: 40}
		for k := range l.Terms {
			m.RowNames = append(m.RowNames, view.Int(k))
		}
		if l.Curves > 1 && l.Curves <= s.Graph.Classes {
			for c := range l.Curves {
				m.ColNames = append(m.ColNames, view.Classes(s.Graph)[c].Name)
			}
		}
		v.Add(view.Figure{ID: "terms", Title: "Coefficients", Sub: "of the polynomial, by term", Alt: "Coefficients by term", Data: m})
	}
	v.Add(knobs(s, "alpha", "k", "theta", "beta"))
}

// layerSymbols explain the symbols of peers' Laplacians.
var layerSymbols = []view.Symbol{{"L", "Laplacian of the layer, nd × nd in d × d blocks"},
	{"B", "coboundary: takes the vectors of the nodes to their differences on every edge"},
	{"\\hat{L}", "the same, normalised: its eigenvalues lie between 0 and 2"}, {"D^{", "diagonal blocks or degrees"},
	{"\\hat{A}", "adjacency with every node as its own neighbour, normalised on both sides by the roots of the degrees"},
	{"I−", "identity"}, {"A D", "adjacency; a node without neighbours has zero rows in L"},
	{"a_{ij}", "attention of node i to node j"}, {"a_{ji}", "attention of node j to node i"},
	{"R_{ij}", "map of node i into edge e = (i, j)"}, {"R_{ji}", "map of node j into it"}}

// peerLaplacian fills stage 5 of a peer.
func peerLaplacian(s *state.State, v *view.Inspector) {
	f, p := s.Frame, peer.Find(s.Peer())
	v.Body.Equation(view.Equation{Name: "laplacian", Lines: []string{p.Laplacian}, Symbols: layerSymbols})
	v.Body.Vals = []view.Value{{Symbol: "\\dim ", Text: view.Int(f.N * f.D), Tip: "rows of L: n·d"}}
	if !view.Opened(f) {
		v.Lead = view.Unopened(s)
		return
	}
	lead := []string{layerText(s) + ". "}
	switch {
	case f.Stages.Trace == 0:
		lead = append(lead, "A *"+view.Int(f.N*f.D)+" × "+view.Int(f.N*f.D)+"* matrix of zeros. ")
	case f.Layers.Beyond:
		lead = append(lead, "A *"+view.Int(f.N*f.D)+" × "+view.Int(f.N*f.D)+"* matrix that joins all nodes which share a neighbourhood, also "+
			"those two steps apart. ")
	default:
		lead = append(lead, blocksText(s)...)
	}
	if f.Stages.Trace > 0 {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\tr \\sp L", Text: view.Num(f.Stages.Trace),
			Tip: "trace: the sum of its eigenvalues"})
	}
	v.Lead = view.Say(append(lead, spectrumText(s, v)...)...)
	if !f.Layers.Beyond && f.Stages.Trace > 0 {
		blocksFigure(s, v)
	}
	v.Add(view.LayersFigure(s)...)
	v.Add(knobs(s, "d"))
}

// peerEquation sets the equation of the shown peer.
func peerEquation(s *state.State, b *view.Body) {
	p := peer.Find(s.Peer())
	b.Eq, b.Lines, b.Symbols = "peer-"+p.Name, p.Equation, p.Symbols
}

// layerText names the shown layer.
func layerText(s *state.State) string {
	if l := s.Frame.Layers; l != nil {
		return "Layer *" + view.Int(l.At) + "* of " + view.Int(l.Count)
	}
	return ""
}
