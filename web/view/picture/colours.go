package picture

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// nodeMode is a colouring of the nodes with its name in the menu.
type nodeMode struct {
	key, name string
	// predicts reports that the colouring needs predictions. classed reports that the colour is the class; else the shape alone
	// is.
	predicts, classed bool
	// draw is the island's way of drawing: "signed" by Value in −1..1, "seq" by Value in 0..1, "plain", or "" for the key's own.
	draw string
	// paint sets the nodes' numbers, and ramp explains them; nil for none.
	paint func(*Attributes, *state.State)
	ramp  func(*Attributes, *state.State) []Ramp
}

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

// The island's ways of drawing nodes by a number.
const (
	drawSigned = "signed"
	drawSeq    = "seq"
)

// draws returns the island's present way of drawing the nodes.
func (m *nodeMode) draws(s *state.State) string {
	if flowClasses(s) {
		return "prediction"
	}
	return cmp.Or(m.draw, m.key)
}

// byStage is the menu entry that follows the stage.
var byStage = [2]string{state.ByStage, "stage"}

// nodeModeOf returns the colouring of a key, by default that by predictions.
func nodeModeOf(key string) *nodeMode {
	for k := range nodeModes {
		if nodeModes[k].key == key {
			return &nodeModes[k]
		}
	}
	return &nodeModes[0]
}

// NodeModes lists the colourings of the nodes with their names; the first follows the stage.
func NodeModes() (list [][2]string) {
	list = append(list, byStage)
	for _, m := range nodeModes {
		list = append(list, [2]string{m.key, m.name})
	}
	return list
}

func paintConfidence(a *Attributes, s *state.State) {
	f, low := s.Frame, 1/math.Max(2, float64(s.Frame.Classes))
	for i := range s.Graph.N {
		if (i+1)*f.Classes <= len(f.Calibrated) {
			p := view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
			a.Value[i] = float32(math.Max(0, (p-low)/(1-low)))
		}
	}
	a.Low, a.High = low, 1
}

func confidenceRamp(_ *Attributes, s *state.State) []Ramp {
	if !view.Predicts(s.Frame) {
		return nil
	}
	return []Ramp{{"seq", "confidence " + view.Fix(1/float64(max(2, s.Graph.Classes)), 2), "1"}}
}

func paintProbabilities(a *Attributes, s *state.State) {
	if f := s.Frame; len(f.Calibrated) == s.Graph.N*f.Classes {
		a.Probs = make([]float32, len(f.Calibrated))
		for k, p := range f.Calibrated {
			a.Probs[k] = float32(p)
		}
	}
}

func paintEigenvector(a *Attributes, s *state.State) {
	if s.Spectrum != nil {
		a.signed(s.Spectrum.Eigenvector, s.Graph.N, s.Spectrum.Dim)
	}
}

func eigenvectorRamp(a *Attributes, s *state.State) []Ramp {
	name := "kernel vector " + view.Int(s.Eigen()+1)
	if k := eigenNumber(s.Spectrum, s.Eigen()); k > 0 {
		name = "v" + subscript(k)
	} else if s.Eigen() < 0 || s.Spectrum == nil || s.Spectrum.KernelDim <= s.Eigen() {
		name = "eigenvector"
	}
	return signedRamp(name+" ", a)
}

func paintStalk(a *Attributes, s *state.State) {
	a.signed(s.Frame.Stalk, s.Graph.N, len(s.Frame.Stalk))
}

// stalkRamp names the coordinate: of features before diffusion, or after.
func stalkRamp(a *Attributes, s *state.State) []Ramp {
	if s.Frame != nil && s.Frame.Undiffused {
		return signedRamp("stalk, before diffusion ", a)
	}
	return signedRamp("stalk ", a)
}

// flowClasses reports whether the nodes have the classes suggested by the iterate of the diffusion on the graph.
func flowClasses(s *state.State) bool {
	return s.FlowColours() && s.Flow != nil && s.Flow.Classes
}

func paintFlow(a *Attributes, s *state.State) {
	if s.Flow == nil || s.Flow.Classes {
		return
	}
	n, v, k := s.Graph.N, s.Flow.View, s.FlowAt()
	a.Scale = v.Scale
	for i := range n {
		if v.Scale > 0 && (k+1)*n <= len(v.Coord) {
			a.Value[i] = float32(math.Max(-1, math.Min(1, float64(v.Coord[k*n+i])/v.Scale)))
		}
	}
}

func flowRamp(a *Attributes, s *state.State) []Ramp {
	if s.Flow == nil || s.Flow.Classes {
		return nil
	}
	return signedRamp("main coordinate of X ", a)
}

// signedRamp returns the ramp of a signed colouring.
func signedRamp(name string, a *Attributes) []Ramp {
	return []Ramp{{"signed", name + view.Num(-a.Scale), view.Num(a.Scale)}}
}

// edgeMode is a colouring of the edges: its name in the menu, a shorter one in the legend, the stage of its numbers (0 for any),
// and the function that returns them, nil for the colouring by classes.
type edgeMode struct {
	key, name, unit string
	stage           int
	numbers         func(*state.State) []float64
	// zero starts the ramp at 0, not at the least number.
	zero bool
	// sides reports two numbers for an edge, one for the half at each end.
	sides bool
}

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

// edgesClass is the colouring of the edges by equality of their ends' labels.
const edgesClass = "class"

// classEdges places edges with equal labels at 1, with different labels at 0, and with an unlabelled end at [plainEdge]. It
// reports whether there are unlabelled ends.
func classEdges(g *proto.GraphInfo, at []float32) (unlabelled bool) {
	for e := range at {
		if at[e] = float32(g.Alike(e)); at[e] < 0 {
			at[e], unlabelled = plainEdge, true
		}
	}
	return unlabelled
}

func kappas(s *state.State) []float64 { return s.Frame.Kappa }

// edgeModeOf returns the colouring of a key, by default that by κ̄ without a name.
func edgeModeOf(key string) edgeMode {
	for _, m := range edgeModes {
		if m.key == key {
			return m
		}
	}
	return edgeMode{numbers: kappas}
}

// EdgeModes lists the colourings of the edges with their names; the first follows the stage.
func EdgeModes() (list [][2]string) {
	list = append(list, byStage)
	for _, m := range edgeModes {
		list = append(list, [2]string{m.key, m.name})
	}
	return list
}

// eigenNumber returns the subscript of the eigenvalue at index i: 2 for λ₂, then 3, 4, …; 0 inside the kernel and without λ₂.
func eigenNumber(v *frame.SpectrumView, i int) int {
	if v != nil && v.Index2 >= 0 && i >= v.Index2 {
		return i - v.Index2 + 2
	}
	return 0
}

// plainModes are the colourings of the edges for models without plans and posterior.
var plainModes = [][2]string{byStage, {"kappa", "plain"}, {edgesClass, "same class or not"}, {"norm", "‖R‖ of both maps"},
	{"energy", "energy share"}}

// EdgeChoices lists the colourings of the edges for which the model has numbers.
func EdgeChoices(s *state.State) [][2]string {
	switch f := s.Frame; {
	case s.Peer() == "":
		return EdgeModes()
	case f == nil || len(f.MapNorm) == 0:
		return plainModes[:3]
	case len(f.EdgeEnergy) == 0:
		return plainModes[:4]
	}
	return plainModes
}

// EnergyShares returns the edges' shares of the Dirichlet energy: of the shown iterate, else of the run's solution.
func EnergyShares(s *state.State) []float64 {
	m := len(s.Graph.Edges) / 2
	if !s.FlowColours() || !s.FlowNow() || len(s.Flow.View.EdgeEnergy) != len(s.Flow.View.Iter)*m {
		return s.Frame.EdgeEnergy
	}
	out, k := make([]float64, m), s.FlowAt()
	for e, x := range s.Flow.View.EdgeEnergy[k*m : (k+1)*m] {
		out[e] = float64(x)
	}
	return out
}
