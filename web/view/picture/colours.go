package picture

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// nodeMode is a colouring of the nodes, with its name in the menu.
type nodeMode struct {
	key, name string
	// rings: wrong predictions are marked. predicts: there is nothing to show before the first prediction. classed: the
	// colour is that of a class; else only the shape says it.
	rings, predicts, classed bool
	// paint writes what the nodes have beside their class, and ramp explains it; nil where there is nothing.
	paint func(*Attributes, *state.State)
	ramp  func(*Attributes, *state.State) []Ramp
}

var nodeModes = []nodeMode{
	{key: "prediction", name: "prediction", rings: true, predicts: true, classed: true},
	{key: "label", name: "label", rings: true, classed: true},
	{key: "correct", name: "correct", rings: true, predicts: true},
	{key: "confidence", name: "confidence", rings: true, predicts: true, paint: paintConfidence, ramp: confidenceRamp},
	{key: "pie", name: "probabilities", predicts: true, classed: true, paint: paintProbabilities},
	{key: "eigenvector", name: "eigenvector", paint: paintEigenvector, ramp: eigenvectorRamp},
	{key: "fibre", name: "stalk coordinate", paint: paintStalk, ramp: stalkRamp},
	{key: state.NodesFlow, name: "diffusion iterate", paint: paintFlow, ramp: flowRamp},
	{key: state.NodesMistakes, name: "mistakes over runs", paint: paintMistakes, ramp: mistakesRamp},
}

// nodeModeOf is the colouring with a key, by predictions when there is none.
func nodeModeOf(key string) *nodeMode {
	for k := range nodeModes {
		if nodeModes[k].key == key {
			return &nodeModes[k]
		}
	}
	return &nodeModes[0]
}

// NodeModes lists the colourings of the nodes with their names.
func NodeModes() (list [][2]string) {
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

// stalkRamp says which coordinate the colours are: of features before diffusion, or after.
func stalkRamp(a *Attributes, s *state.State) []Ramp {
	if s.Frame != nil && s.Frame.Undiffused {
		return signedRamp("stalk, before diffusion ", a)
	}
	return signedRamp("stalk ", a)
}

// flowClasses reports whether the nodes have the classes that the iterate of the diffusion on the graph suggests.
func flowClasses(s *state.State) bool {
	return s.Nodes == state.NodesFlow && s.Flow != nil && s.Flow.Classes
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

// signedRamp is the scale of a signed mode.
func signedRamp(name string, a *Attributes) []Ramp {
	return []Ramp{{"signed", name + view.Num(-a.Scale), view.Num(a.Scale)}}
}

// edgeMode is a colouring of the edges: its name in the menu and, shorter, in
// the legend, and the stage that its numbers come from, 0 for those of any.
// That by the classes of the ends has no numbers.
type edgeMode struct {
	key, name, unit string
	stage           int
	numbers         func(*state.State) []float64
	// zero begins the ramp at 0 in place of the least number.
	zero bool
}

var edgeModes = []edgeMode{
	{"kappa", "κ̄ agreement", "κ̄", stage.Posterior, kappas, false},
	{"norm", "‖R‖ of both maps", "‖R‖", stage.Maps, func(s *state.State) []float64 { return s.Frame.MapNorm }, false},
	{"offdiagonal", "off-diagonal mass", "off-diag.", stage.JKO, func(s *state.State) []float64 { return s.Frame.OffDiagonal }, true},
	{"pull", "pull on λ₂", "pull", stage.Gap, func(s *state.State) []float64 { return s.Frame.Pull }, true},
	{"energy", "energy share", "energy", 0, EnergyShares, true},
	{key: edgesClass, name: "same class or not"},
}

// edgesClass is the colouring of the edges by whether their ends have one label.
const edgesClass = "class"

// classEdges places the edges at the ends of the ramp: at 1 with one label at both ends, at 0 with two. An end without a
// label leaves an edge at [plainEdge]; it reports whether there is one.
func classEdges(g *proto.GraphInfo, at []float32) (unlabelled bool) {
	for e := range at {
		if at[e] = float32(g.Alike(e)); at[e] < 0 {
			at[e], unlabelled = plainEdge, true
		}
	}
	return unlabelled
}

func kappas(s *state.State) []float64 { return s.Frame.Kappa }

// edgeModeOf is the colouring with a key, that by κ̄ without a name when there is none.
func edgeModeOf(key string) edgeMode {
	for _, m := range edgeModes {
		if m.key == key {
			return m
		}
	}
	return edgeMode{numbers: kappas}
}

// EdgeModes lists the colourings of the edges with their names.
func EdgeModes() (list [][2]string) {
	for _, m := range edgeModes {
		list = append(list, [2]string{m.key, m.name})
	}
	return list
}

// eigenNumber is the number under which the page knows the eigenvalue at place
// i: the smallest above the kernel has number 2, those after it 3, 4, …; 0
// stands for those before, and where λ₂ is not known.
func eigenNumber(v *frame.Spectrum, i int) int {
	if v != nil && v.Index2 >= 0 && i >= v.Index2 {
		return i - v.Index2 + 2
	}
	return 0
}

// plainModes are the colourings of the edges for models without plans and posterior.
var plainModes = [][2]string{{"kappa", "plain"}, {edgesClass, "same class or not"}, {"norm", "‖R‖ of both maps"},
	{"energy", "energy share"}}

// EdgeChoices lists the colourings of the edges that the model has numbers for.
func EdgeChoices(s *state.State) [][2]string {
	switch f := s.Frame; {
	case s.Peer() == "":
		return EdgeModes()
	case f == nil || len(f.MapNorm) == 0:
		return plainModes[:2]
	case len(f.EdgeEnergy) == 0:
		return plainModes[:3]
	}
	return plainModes
}

// EnergyShares are the shares of the edges in the Dirichlet energy: of the
// iterate on the graph, else of the run's own solution.
func EnergyShares(s *state.State) []float64 {
	m := len(s.Graph.Edges) / 2
	if s.Nodes != state.NodesFlow || !s.FlowNow() || len(s.Flow.View.EdgeEnergy) != len(s.Flow.View.Iter)*m {
		return s.Frame.EdgeEnergy
	}
	out, k := make([]float64, m), s.FlowAt()
	for e, x := range s.Flow.View.EdgeEnergy[k*m : (k+1)*m] {
		out[e] = float64(x)
	}
	return out
}
