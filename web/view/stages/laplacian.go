package stages

// This file has stage 5: the sheaf Laplacian, its blocks, its kernel and its spectrum. The Laplacian L of n nodes is an n × n matrix of d ×
// d blocks, and L̂ is its normalised form. A setting selects L or L̂ as the operator of diffusion and mixing.

import (
	"math"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// Blocks is the data of the picture of the Laplacian as N × N blocks of D × D entries. The island computes the entries from the maps, which
// package web passes separately.
type Blocks struct {
	N int `json:"n"`
	D int `json:"d"`
	// Edge is the selected edge, or −1. Pairs are the two ends of each edge in succession. Norm is the norm ‖R‖ of both maps of each
	// edge, and Shade is this norm divided by the largest norm.
	Edge  int      `json:"edge"`
	Pairs []int32  `json:"pairs"`
	Shade view.Vec `json:"shade"`
	Norm  view.Vec `json:"norm"`
	// Names are the short names of the nodes. It is nil if the picture shows the numbers of the nodes.
	Names []string `json:"names,omitempty"`
	// Stale reports that the maps belong to another position, or have not arrived. Wait is then a sentence that says so, otherwise "".
	Stale bool   `json:"stale,omitempty"`
	Wait  string `json:"wait,omitempty"`
	// Hat selects the blocks of the normalised Laplacian L̂ in place of the blocks of L.
	Hat bool `json:"hat"`
	// Order names the order of rows in the matrix beside the graph. It is "" in the panel. Community is the community of each node. Package
	// web sets it if the rows are sorted by community; otherwise it is nil.
	Order     string `json:"order,omitempty"`
	Community []int  `json:"community,omitempty"`
}

// maxBlocks is the largest number of nodes in a picture of blocks. Beyond it a block would be smaller than a pixel.
const maxBlocks = 4000

// laplacianStage is stage 5: the sheaf Laplacian and its spectrum. The rail shows the size of a block, and the places of the blocks in the
// matrix.
var laplacianStage = row{
	number: stage.Laplacian, models: sheafModels,
	why: "All maps together form one matrix whose quadratic form is the disagreement over all edges. Its kernel holds what " +
		"agrees everywhere; an eigenvalue is the disagreement of its unit eigenvector.",
	early: true,
	value: func(s *state.State) string {
		return "blocks of " + view.Int(s.Frame.D) + " × " + view.Int(s.Frame.D)
	},
	spark: func(s *state.State) *Spark {
		// A peer without maps has the Laplacian 0, whose picture would be empty.
		if s.Peer() != "" && s.Frame.Stages.Trace == 0 {
			return nil
		}
		return &Spark{Kind: "blocks", N: s.Graph.N, Pairs: thinPairs(s.Graph.Edges, sparkEdges)}
	},
	show: laplacian,
	code: codeLaplacian,
}

// laplacianEquation defines the Laplacian L, the coboundary B and the normalised Laplacian L̂.
func laplacianEquation() view.Equation {
	return view.Equation{Name: "laplacian", Lines: []string{"L=B^⊤B\\quad (B x)_e=R_{ij}x_i−R_{ji}x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}"},
		Symbols: append([]view.Symbol{{"L", "sheaf Laplacian, nd × nd in d × d blocks"},
			{"B", "coboundary: takes the stalk vectors of the nodes to their differences on every edge"}, view.SymHat,
			{"D", "block diagonal of L, and a shift"}, {"x_i", "vector in the stalk of node i"}, {"x_j", "vector in the stalk of node j"}},
			view.SymMaps...)}
}

// laplacian fills the panel of stage 5: the blocks of L, the dimension of its kernel, and λ₂.
func laplacian(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		peerLaplacian(s, v)
		return
	}
	f, st := s.Frame, &s.Frame.Stages
	// operator is the matrix that diffuses the features. The equation defines L̂ only if the features diffuse with L̂.
	equation, operator := laplacianEquation(), "L̂"
	if s.Config.Operator != "normalized" {
		operator = "L"
		equation.Lines[0], _, _ = strings.Cut(equation.Lines[0], "\\quad \\hat") // without the definition of L̂
	}
	v.Body.Equation(equation)

	// The trace belongs to the present maps if stage 5 has run after stage 4, and if no ascent has moved the maps since. It is 0 if all maps
	// are 0, or without edges.
	v.Body.Vals = []view.Value{{Symbol: "\\dim ", Text: view.Int(f.N * f.D), Tip: "rows of L: n·d"}}
	epoch := f.EpochOf(stage.Laplacian) // 0 before stage 5 has run
	assembled := epoch > 0 && epoch >= f.EpochOf(stage.Maps)
	hasMoved := len(st.Gap.Trail) > 1 && f.EpochOf(stage.Gap) >= epoch
	if assembled && !hasMoved {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\tr \\sp " + operatorSymbol(operator), Text: view.Num(st.Trace),
			Tip: "trace of " + operator + ", the operator that diffuses: the sum of its eigenvalues"})
	}
	lead := blocksText(s)
	if !assembled {
		lead = append(lead, "It is not assembled yet. ")
	} else if st.Trace == 0 {
		lead = []string{"A *", view.Int(f.N * f.D), " × ", view.Int(f.N * f.D), "* matrix of zeros. "}
	}
	v.Lead = view.Say(append(lead, spectrumText(s, v)...)...)
	v.Add(fileMaps(s)...)
	blocksFigure(s, v)

	definition := map[string]string{"laplacian": "L",
		"normalized": "L̂ with D = blockdiag(L) + " + view.Set(s.Config.Shift) + "·I"}[s.Config.Operator]
	numbers := view.Figure{ID: "lapnums", Nums: [][]any{view.Row("Operator that diffuses", definition),
		view.Row(energyName(s), energyText(f))}}
	v.Add(choiceFigure(s, "convention"), choiceFigure(s, "operator"), numbers, knobs(s, "shift", "d"))
}

// blocksText returns sentences on the size of the Laplacian and on the share of its N² blocks that are zero.
func blocksText(s *state.State) []string {
	f := s.Frame
	dim := f.N * f.D
	nonzero := float64(countJoined(s.Graph) + 2*f.M)         // diagonal blocks, and the blocks (i, j) and (j, i) for each edge
	fill := nonzero / math.Max(1, float64(f.N)*float64(f.N)) // a share; no division by 0 for an empty graph
	return []string{"A *", view.Int(dim), " × ", view.Int(dim), "* matrix: a diagonal block of ", view.Int(f.D), " × ", view.Int(f.D),
		" for each node and two mirrored off-diagonal blocks for each edge. The other *", view.Pct(1 - fill), "* of its blocks are zero. "}
}

// spectrumText adds the dimension of the kernel and λ₂ to the values of the panel, and returns sentences on both numbers. If eigenvalues
// lie near the tolerance of the kernel, it also adds their picture. If the spectrum has not arrived, it adds nothing and returns nil.
func spectrumText(s *state.State, v *view.Inspector) (lead []string) {
	sp := s.Spectrum
	if sp == nil {
		return nil
	}
	if !s.SpectrumNow() { // the spectrum at hand is an earlier one
		lead = append(lead, "The spectrum is that "+spectrumEpoch(s)+". ")
	}
	v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\dim \\sp\\ker ", Text: view.Known(sp.KernelDim),
		Tip: "dimension of the kernel: global sections"},
		view.Value{Symbol: "λ_2", Text: charts.Lambda2(sp), Tip: "smallest eigenvalue above the kernel"})
	if crowd, ok := charts.CrowdFigure(sp); ok {
		v.Add(crowd)
	}
	return append(lead, charts.KernelText(sp)...)
}

// blocksFigure adds the picture of the blocks to the panel. It adds nothing before the maps are computed, or for more than maxBlocks nodes.
func blocksFigure(s *state.State, v *view.Inspector) {
	f, g := s.Frame, s.Graph
	if len(f.MapNorm) != len(g.Edges)/2 || g.N > maxBlocks {
		return
	}

	b := newBlocks(s)
	b.Pairs, b.Norm, b.Shade = g.Edges, f.MapNorm, make(view.Vec, len(f.MapNorm))
	if b.Pairs == nil {
		b.Pairs = []int32{} // a graph without edges has an empty list in JSON, not null
	}
	if largest := view.MaxOf(f.MapNorm); largest > 0 {
		for e, norm := range f.MapNorm {
			b.Shade[e] = norm / largest
		}
	}
	if len(g.NodeNames) == g.N && view.ShortNames(g.NodeNames) { // the first words are short and distinct
		b.Names = make([]string, g.N)
		for i, name := range g.NodeNames {
			b.Names[i] = view.FirstWord(name)
		}
	}
	v.Add(view.Figure{ID: "blocks", Title: "Blocks",
		Sub: []any{"d × d entries each, shaded by ", view.M{Source: "‖R‖"}, " of both maps of the edge"}, TestID: "laplacian-blocks", Data: b})
}

// newBlocks returns the picture of the blocks without edges and norms. The picture shows the operator of the run, unless the user has
// selected L or L̂ with the slider of the picture.
func newBlocks(s *state.State) Blocks {
	b := Blocks{Stale: !s.MapsNow(), N: s.Graph.N, D: s.Config.D, Edge: s.Edge(), Hat: s.Config.Operator == "normalized"}
	if p := peer.Find(s.Peer()); p != nil {
		b.Hat = p.Sheaves // layers that compute with maps use the normalised Laplacian
	}
	if slider := s.FigureAt(state.SliderOperator); slider >= 0 { // the slider has been moved: 0 is L, 1 is L̂
		b.Hat = slider > 0
	}
	if s.Frame != nil { // a layer of a peer may have another dimension than the setting
		b.D = s.Frame.D
	}
	if b.Stale {
		b.Wait = view.Awaited(s)
	}
	return b
}

// NewMatrix returns the picture of the matrix beside the graph, and the norms of the edges' maps. Package web passes the norms separately.
// They are nil before the maps are computed. The matrix takes the place of the table, so that s.View.Table is not nil.
func NewMatrix(s *state.State) (b Blocks, norms []float64) {
	b = newBlocks(s)
	b.Order = s.View.Table.Filter // for a matrix the filter of the table holds the order of rows
	if s.Frame != nil {
		norms = s.Frame.MapNorm
	}
	return b, norms
}

// operatorSymbol returns the TeX of the operator "L" or "L̂".
func operatorSymbol(operator string) string {
	return words.Either(operator == "L", operator, "\\hat{L}")
}

// countJoined returns the number of nodes with an edge. The diagonal block of any other node is zero.
func countJoined(g *proto.GraphInfo) int {
	joined, count := make([]bool, g.N), 0
	for _, end := range g.Edges {
		if !joined[end] {
			joined[end] = true
			count++
		}
	}
	return count
}

// SpectrumWhen returns "of epoch k" if the spectrum at hand belongs to an earlier position. It returns "" if the spectrum belongs to the
// shown position, or has not arrived.
func SpectrumWhen(s *state.State) string {
	if s.Spectrum == nil || s.SpectrumNow() {
		return ""
	}
	return spectrumEpoch(s)
}

// spectrumEpoch returns "of epoch k" for the epoch k of the spectrum at hand. A position inside an epoch counts as this epoch.
func spectrumEpoch(s *state.State) string {
	return "of epoch " + view.Int(int(math.Ceil(s.EpochAt(s.SpectrumAt))))
}

// energyName returns the name of the frame's Dirichlet energy: the energy of H before diffusion, or the energy of X after diffusion.
func energyName(s *state.State) string {
	return words.Either(s.Frame.Undiffused, "Dirichlet energy of H, before diffusion", "Dirichlet energy of X, after diffusion")
}

// energyText formats the Dirichlet energy of the frame. It returns "not known yet" before the energies of the edges are computed.
func energyText(f *frame.Frame) string {
	if len(f.EdgeEnergy) == 0 {
		return "not known yet"
	}
	return view.Num(f.Stages.Energy)
}

// normsFigure returns the histogram of the norms ‖R‖ over the edges.
func normsFigure(s *state.State) view.Figure {
	norms := s.Frame.MapNorm
	return histogramFigure("norms", "Norms", []any{"edges by ", view.M{Source: "‖R‖"}, " of both maps together"},
		"Histogram of the maps' norms", norms, view.MaxOf(norms), histogramBins, "‖R‖")
}
