package picture

// This file has the colourings of nodes and edges: a row in nodeModes or in edgeModes each. The island, code in assets/src, draws them. A
// frame has the numbers of one position of the run, and a ramp is a continuous colour scale in the legend.

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// nodeMode is a colouring of the nodes: key identifies the colouring in links and in the menu, and name is its name in the menu.
type nodeMode struct {
	key, name string
	// predicts reports that the colouring needs predictions. classed reports that the colour of a node shows its class. If classed is
	// false, only the shape of the node shows the class.
	predicts, classed bool
	// draw selects the drawing by the island: "signed" by Value in −1..1, "seq" by Value in 0..1, or "plain". If draw is "", the key of the
	// colouring selects the drawing.
	draw string
	// paint sets the numbers of the nodes, and ramp returns their colour scale. Each is nil if the colouring has no numbers or no scale.
	paint func(*Attributes, *state.State)
	ramp  func(*Attributes, *state.State) []Ramp
}

// nodeModes are the colourings of the nodes in the order of the menu.
var nodeModes = []nodeMode{
	{key: "prediction", name: "prediction", predicts: true, classed: true},
	{key: "label", name: "label", classed: true},
	{key: "correct", name: "correct", predicts: true},
	{key: "confidence", name: "confidence", predicts: true, draw: drawSeq, paint: paintConfidence, ramp: confidenceRamp},
	{key: "pie", name: "probabilities", predicts: true, classed: true, paint: paintProbabilities},
	{key: "eigenvector", name: "eigenvector", draw: drawSigned, paint: paintEigenvector, ramp: eigenvectorRamp},
	{key: "fibre", name: "stalk coordinate", draw: drawSigned, paint: paintStalk, ramp: stalkRamp},
	{key: state.NodesFlow, name: "diffusion iterate", draw: drawSigned, paint: paintFlow, ramp: flowRamp},
	{key: state.NodesMistakes, name: "mistakes over runs", paint: paintMistakes, ramp: mistakesRamp},
	{key: state.NodesPlain, name: "plain", draw: "plain"},
	channelMode(state.NodesFeature, "first feature", "feature", func(c *frame.Channel) []float32 { return c.Encoded }),
	{key: state.NodesTrace, name: "trace of the block", draw: drawSeq, paint: paintTrace, ramp: traceRamp},
	{key: state.NodesIterate, name: "iterate in the channel", draw: drawSigned, paint: paintIterate, ramp: channelRamp("x")},
	channelMode(state.NodesFiltered, "filtered value", "filtered", func(c *frame.Channel) []float32 { return c.Filtered }),
	{key: state.NodesLambda2, name: "eigenvector of λ₂", draw: drawSigned, paint: paintLambda2, ramp: lambda2Ramp},
}

// The ways in which the island draws nodes by a number.
const (
	drawSigned = "signed"
	drawSeq    = "seq"
)

// drawing returns the drawing that the island uses for the nodes at present. If the colouring shows classes that an iterate suggests, the
// island draws them like predictions.
func (m *nodeMode) drawing(s *state.State) string {
	if flowClasses(s) {
		return "prediction"
	}
	return cmp.Or(m.draw, m.key)
}

// byStage is the menu entry whose colours follow the shown stage.
var byStage = [2]string{state.ByStage, "stage"}

// nodeModeOf returns the colouring with a key. For an unknown key it returns the colouring by predictions.
func nodeModeOf(key string) *nodeMode {
	for k := range nodeModes {
		if nodeModes[k].key == key {
			return &nodeModes[k]
		}
	}
	return &nodeModes[0]
}

// NodeModes returns the keys and names of the colourings of the nodes. The first entry follows the shown stage.
func NodeModes() (list [][2]string) {
	list = append(list, byStage)
	for _, m := range nodeModes {
		list = append(list, [2]string{m.key, m.name})
	}
	return list
}

// paintConfidence sets Value to the confidence of each node, its largest class probability. With C classes, confidences from 1/C, the least
// possible, to 1 are scaled to 0 … 1. A node without probabilities keeps 0.
func paintConfidence(a *Attributes, s *state.State) {
	f, low := s.Frame, 1/math.Max(2, float64(s.Frame.Classes)) // at most ½, since the code divides by 1 − low
	for i := range s.Graph.N {
		if (i+1)*f.Classes <= len(f.Calibrated) {
			p := view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
			a.Value[i] = float32(math.Max(0, (p-low)/(1-low)))
		}
	}
}

// confidenceRamp returns the colour scale of the confidence, from 1/C to 1 with C classes. For one class it begins at ½, as in
// paintConfidence. It returns nil before the first prediction.
func confidenceRamp(_ *Attributes, s *state.State) []Ramp {
	if !view.Predicts(s.Frame) {
		return nil
	}
	return []Ramp{{"seq", "confidence " + view.Fix(1/float64(max(2, s.Graph.Classes)), 2), "1"}}
}

// paintProbabilities sets Probs to the class probabilities of all nodes, if the frame has them.
func paintProbabilities(a *Attributes, s *state.State) {
	if f := s.Frame; len(f.Calibrated) == s.Graph.N*f.Classes {
		a.Probs = make([]float32, len(f.Calibrated))
		for k, p := range f.Calibrated {
			a.Probs[k] = float32(p)
		}
	}
}

// paintEigenvector sets Value to the main coordinate of the selected eigenvector of the Laplacian at each node
// ([Attributes.setPrincipal]). Without a spectrum or a selected eigenvector, Value stays 0.
func paintEigenvector(a *Attributes, s *state.State) {
	if s.Spectrum != nil {
		a.setPrincipal(s.Spectrum.Eigenvector, s.Graph.N, s.Spectrum.Dim)
	}
}

// eigenvectorRamp returns the colour scale of the selected eigenvector. The scale names the vector: v₂, v₃ … from λ₂ on, a vector of the
// kernel by its number, or "eigenvector" if the number is unknown.
func eigenvectorRamp(a *Attributes, s *state.State) []Ramp {
	index := s.Eigen()
	inKernel := s.Spectrum != nil && index >= 0 && index < s.Spectrum.KernelDim
	number := eigenNumber(s.Spectrum, index)
	name := "eigenvector"
	switch {
	case number > 0:
		name = "v" + subscript(number)
	case inKernel:
		name = "kernel vector " + view.Int(index+1)
	}
	return signedRamp(name+" ", a)
}

// paintStalk sets Value to the main coordinate of each node's stalk vector, a mean over the channels ([Attributes.setPrincipal]).
func paintStalk(a *Attributes, s *state.State) {
	a.setPrincipal(s.Frame.Stalk, s.Graph.N, len(s.Frame.Stalk))
}

// stalkRamp returns the colour scale of the stalk coordinate. Its name says whether the stalks have features from before the diffusion.
func stalkRamp(a *Attributes, s *state.State) []Ramp {
	if s.Frame != nil && s.Frame.Undiffused {
		return signedRamp("stalk, before diffusion ", a)
	}
	return signedRamp("stalk ", a)
}

// flowClasses reports whether the colouring shows the classes that the shown iterate of the diffusion suggests.
func flowClasses(s *state.State) bool {
	return s.FlowColours() && s.Flow != nil && s.Flow.Classes
}

// paintFlow sets Value to the coordinate of each node in the shown iterate, along the axis of largest variance of the run's solution. All
// iterates have one scale: the largest |coordinate| of this solution. A larger coordinate is cut at ±1. If the iterates have not arrived,
// have the scale 0, or colour the nodes by class, Value stays 0.
func paintFlow(a *Attributes, s *state.State) {
	if s.Flow == nil || s.Flow.Classes {
		return
	}
	n, flow, k := s.Graph.N, s.Flow.View, s.FlowAt()
	a.Scale = flow.Scale
	hasCoordinates := flow.Scale > 0 && (k+1)*n <= len(flow.Coord)
	if !hasCoordinates {
		return
	}
	for i := range n {
		coordinate := float64(flow.Coord[k*n+i]) / flow.Scale
		a.Value[i] = float32(math.Max(-1, math.Min(1, coordinate)))
	}
}

// flowRamp returns the colour scale of the iterates. It returns nil if the iterates colour the nodes by class, have the scale 0, or have
// not arrived.
func flowRamp(a *Attributes, s *state.State) []Ramp {
	if s.Flow == nil || s.Flow.Classes {
		return nil
	}
	return signedRamp("main coordinate of X ", a)
}

// signedRamp returns the colour scale of a signed colouring, from −Scale to Scale. It returns nil if all numbers are 0 or missing.
func signedRamp(name string, a *Attributes) []Ramp {
	if a.Scale == 0 {
		return nil
	}
	return []Ramp{{"signed", name + view.Num(-a.Scale), view.Num(a.Scale)}}
}

// edgeMode is a colouring of the edges. name is its name in the menu, and unit is a shorter name for the legend.
type edgeMode struct {
	// key identifies the colouring in links and in the menu.
	key, name, unit string
	// stage is the stage that computes the numbers of the edges. It is 0 for numbers of several stages, and without numbers.
	stage int
	// numbers returns the numbers of the edges, nil if the frame lacks them. The function is nil for a colouring without numbers.
	numbers func(*state.State) []float64
	// zero reports that the ramp begins at 0 instead of the least number.
	zero bool
	// sides reports that an edge has two numbers, one for the half at each end.
	sides bool
}

// edgeModes are the colourings of the edges in the order of the menu. The last two values of a row are zero and sides.
var edgeModes = []edgeMode{
	{"kappa", "κ̄ agreement", "κ̄", stage.Posterior, kappas, false, false},
	{"norm", "‖R‖ of both maps", "‖R‖", stage.Maps, func(s *state.State) []float64 { return s.Frame.MapNorm }, false, false},
	{"offdiagonal", "off-diagonal mass", "off-diag.", stage.JKO, func(s *state.State) []float64 { return s.Frame.OffDiagonal }, true, false},
	{"pull", "pull on λ₂", "pull", stage.Gap, func(s *state.State) []float64 { return s.Frame.Pull }, true, false},
	{"energy", "energy share", "energy", 0, EnergyShares, true, false},
	{key: edgesClass, name: "same class or not"},
	{key: state.EdgesPlain, name: "plain"},
	{state.EdgesSides, "‖R‖ at each end", "‖R‖ of each end", stage.Maps, ofChannel(func(c *frame.Channel) []float32 { return c.Side }),
		false, true},
	{state.EdgesBlock, "norm of the block", "‖R̂ᵀR̂‖", stage.Laplacian, ofChannel(func(c *frame.Channel) []float32 { return c.Block }), true,
		false},
	{state.EdgesMoved, "change of ‖R‖", "Δ‖R‖", stage.Gap, ofChannel(func(c *frame.Channel) []float32 { return c.Moved }), false, false},
}

// edgesClass is the key of the colouring of the edges by labels: equal or different at both ends.
const edgesClass = "class"

// classEdges sets the place of each edge on the ramp: 1 for equal labels, 0 for different labels, and [plainEdge] for a missing label. It
// reports whether a label is missing.
func classEdges(g *proto.GraphInfo, places []float32) (unlabelled bool) {
	for e := range places {
		places[e] = float32(g.Alike(e)) // 1, 0, or −1 for a missing label
		if places[e] < 0 {
			places[e], unlabelled = plainEdge, true
		}
	}
	return unlabelled
}

// kappas returns the mean agreement κ̄ of each edge.
func kappas(s *state.State) []float64 { return s.Frame.Kappa }

// edgeModeOf returns the colouring with a key. For an unknown key it returns a colouring by κ̄ without a name.
func edgeModeOf(key string) edgeMode {
	for _, m := range edgeModes {
		if m.key == key {
			return m
		}
	}
	return edgeMode{numbers: kappas}
}

// EdgeModes returns the keys and names of the colourings of the edges. The first entry follows the shown stage.
func EdgeModes() (list [][2]string) {
	list = append(list, byStage)
	for _, m := range edgeModes {
		list = append(list, [2]string{m.key, m.name})
	}
	return list
}

// eigenNumber returns the subscript of the eigenvalue at index i (from 0 on) of the spectrum. It is 2 for λ₂, the smallest eigenvalue above
// the kernel, then 3, 4, and so on. It returns 0 for an eigenvalue below λ₂, or if the spectrum is missing or has no λ₂.
func eigenNumber(v *frame.SpectrumView, i int) int {
	if v != nil && v.Index2 >= 0 && i >= v.Index2 {
		return i - v.Index2 + 2
	}
	return 0
}

// plainModes are the colourings of the edges for peers, models other than SGPC. A peer has no κ̄: with "kappa", the default of the page,
// its edges are drawn plain. The last two colourings need maps, and the last one also needs energies of the edges.
var plainModes = [][2]string{byStage, {"kappa", "plain"}, {edgesClass, "same class or not"}, {"norm", "‖R‖ of both maps"},
	{"energy", "energy share"}}

// EdgeChoices returns the keys and names of the colourings of the edges that the menu offers. SGPC has all colourings. A peer has the part
// of plainModes for which the frame has the maps and the energies.
func EdgeChoices(s *state.State) [][2]string {
	f := s.Frame
	switch {
	case s.Peer() == "":
		return EdgeModes()
	case f == nil || len(f.MapNorm) == 0: // no maps
		return plainModes[:3]
	case len(f.EdgeEnergy) == 0: // no energy shares
		return plainModes[:4]
	}
	return plainModes
}

// EnergyShares returns the share of each edge in the Dirichlet energy of the shown iterate, if iterates of the present position colour the
// nodes and have energies of the edges. In all other cases it returns the shares in the energy of the frame's features, nil without them.
func EnergyShares(s *state.State) []float64 {
	m := len(s.Graph.Edges) / 2
	hasIterates := s.FlowColours() && s.FlowNow() && len(s.Flow.View.EdgeEnergy) == len(s.Flow.View.Iter)*m
	if !hasIterates {
		return s.Frame.EdgeEnergy
	}
	out, k := make([]float64, m), s.FlowAt()
	for e, x := range s.Flow.View.EdgeEnergy[k*m : (k+1)*m] {
		out[e] = float64(x)
	}
	return out
}
