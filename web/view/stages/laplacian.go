package stages

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

// Blocks is the data of the block picture of L. The maps are passed beside it (package web).
type Blocks struct {
	N     int      `json:"n"`
	D     int      `json:"d"`
	Edge  int      `json:"edge"`
	Pairs []int32  `json:"pairs"`
	Shade view.Vec `json:"shade"`
	Norm  view.Vec `json:"norm"`
	// Names are the names of the nodes in pictures, nil for their numbers.
	Names []string `json:"names,omitempty"`
	// Stale reports that the entries belong to another position; Wait explains this, or why there are none.
	Stale bool   `json:"stale,omitempty"`
	Wait  string `json:"wait,omitempty"`
	// Hat selects normalised maps.
	Hat bool `json:"hat"`
	// Order is the row order of the matrix beside the graph. Community is a community for each node, for that order.
	Order     string `json:"order,omitempty"`
	Community []int  `json:"community,omitempty"`
}

// maxBlocks bounds the nodes of a block picture.
const maxBlocks = 4000

var laplacianStage = row{
	number: stage.Laplacian, models: sheafModels, tests: "Tests the λ₂ definition",
	why: "All maps together form one matrix whose quadratic form is the disagreement over all edges. Its kernel holds what " +
		"agrees everywhere; an eigenvalue is the disagreement of its unit eigenvector.",
	early: true,
	value: func(s *state.State) string {
		return view.Int(s.Frame.N*s.Frame.D) + " × " + view.Int(s.Frame.N*s.Frame.D)
	},
	spark: func(s *state.State) *Spark {
		if s.Peer() != "" && s.Frame.Stages.Trace == 0 {
			return nil
		}
		return &Spark{Kind: "blocks", N: s.Graph.N, Pairs: thin(s.Graph.Edges, 260)}
	},
	show: laplacian,
	code: codeLaplacian,
}

// laplacianEquation defines L, its coboundary and L̂.
func laplacianEquation() view.Equation {
	return view.Equation{Name: "laplacian", Lines: []string{"L=B^⊤B\\quad (B x)_e=R_{ij}x_i−R_{ji}x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}"},
		Symbols: append([]view.Symbol{{"L", "sheaf Laplacian, nd × nd in d × d blocks"},
			{"B", "coboundary: takes the stalk vectors of the nodes to their differences on every edge"}, view.SymHat,
			{"D", "block diagonal of L, and a shift"}, {"x_i", "vector in the stalk of node i"}, {"x_j", "vector in the stalk of node j"}},
			view.SymMaps...)}
}

// laplacian fills stage 5: blocks, kernel and λ₂.
func laplacian(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		peerLaplacian(s, v)
		return
	}
	f, st := s.Frame, &s.Frame.Stages
	eq, name := laplacianEquation(), "L̂"
	if s.Config.Operator != "normalized" {
		name = "L"
		eq.Lines[0], _, _ = strings.Cut(eq.Lines[0], "\\quad \\hat")
	}
	v.Body.Equation(eq)
	dim := f.N * f.D
	v.Body.Vals = []view.Value{{Symbol: "\\dim ", Text: view.Int(dim), Tip: "rows of L: n·d"}}
	assembled := st.Trace > 0 && f.EpochOf(stage.Laplacian) >= f.EpochOf(stage.Maps)
	if assembled {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\tr \\sp " + operatorSymbol(name), Text: view.Num(st.Trace),
			Tip: "trace of " + name + ", the operator that diffuses: the sum of its eigenvalues"})
	}
	lead := blocksText(s)
	if !assembled {
		lead = append(lead, "It is not assembled yet. ")
	}
	v.Lead = view.Say(append(lead, spectrumText(s, v)...)...)
	v.Add(fileMaps(s)...)
	blocksFigure(s, v)
	v.Add(choiceFigure(s, "convention"), choiceFigure(s, "operator"), view.Figure{ID: "lapnums", Nums: [][]any{
		view.Row("Operator that diffuses", map[string]string{"laplacian": "L",
			"normalized": "L̂ with D = blockdiag(L) + " + view.Set(s.Config.Shift) + "·I"}[s.Config.Operator]),
		view.Row(energyName(s), energyText(f)),
	}}, knobs(s, "shift", "d"))
}

// blocksText describes the blocks of the Laplacian.
func blocksText(s *state.State) []string {
	f := s.Frame
	dim := f.N * f.D
	fill := float64(joined(s.Graph)+2*f.M) / math.Max(1, float64(f.N)*float64(f.N))
	return []string{"A *", view.Int(dim), " × ", view.Int(dim), "* matrix: a diagonal block of ", view.Int(f.D), " × ", view.Int(f.D),
		" for each node and two mirrored off-diagonal blocks for each edge. The other *", view.Pct(1 - fill), "* of its blocks are zero. "}
}

// spectrumText adds kernel and λ₂ to the panel, and describes them.
func spectrumText(s *state.State, v *view.Inspector) (lead []string) {
	sp := s.Spectrum
	if sp == nil {
		return nil
	}
	if !s.SpectrumNow() {
		lead = append(lead, "The spectrum is that "+spectrumWhen(s)+". ")
	}
	v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\dim \\sp\\ker ", Text: view.Known(sp.KernelDim),
		Tip: "dimension of the kernel: global sections"},
		view.Value{Symbol: "λ_2", Text: charts.Lambda2(sp), Tip: "smallest eigenvalue above the kernel"})
	if crowd, ok := charts.CrowdFigure(sp); ok {
		v.Add(crowd)
	}
	return append(lead, charts.KernelText(sp)...)
}

// blocksFigure adds the picture of the blocks, for at most maxBlocks nodes.
func blocksFigure(s *state.State, v *view.Inspector) {
	f, g := s.Frame, s.Graph
	shade := make(view.Vec, len(f.MapNorm))
	if hi := view.MaxOf(f.MapNorm); hi > 0 {
		for e, x := range f.MapNorm {
			shade[e] = x / hi
		}
	}
	if len(shade) == len(g.Edges)/2 && g.N <= maxBlocks {
		b := newBlocks(s)
		if b.Pairs, b.Shade, b.Norm = g.Edges, shade, f.MapNorm; b.Pairs == nil {
			b.Pairs = []int32{} // a graph without edges
		}
		if len(g.NodeNames) == g.N && view.ShortNames(g.NodeNames) {
			b.Names = make([]string, g.N)
			for i, name := range g.NodeNames {
				b.Names[i] = view.FirstWord(name)
			}
		}
		v.Add(view.Figure{ID: "blocks", Title: "Blocks",
			Sub: []any{"d × d entries each, shaded by ", view.M{Source: "‖R‖"}, " of both maps of the edge"}, TestID: "laplacian-blocks", Data: b})
	}
}

// newBlocks returns the blocks of a run without numbers.
func newBlocks(s *state.State) Blocks {
	b := Blocks{Stale: !s.MapsNow(), N: s.Graph.N, D: s.Config.D, Edge: s.Edge(), Hat: s.Config.Operator == "normalized"}
	if p := peer.Find(s.Peer()); p != nil {
		b.Hat = p.Sheaves
	}
	if at := s.FigureAt(state.SliderOperator); at >= 0 {
		b.Hat = at > 0
	}
	if s.Frame != nil {
		b.D = s.Frame.D
	}
	if b.Stale {
		b.Wait = view.Awaited(s)
	}
	return b
}

// NewMatrix returns the matrix beside the graph, and the norms of its blocks, which are passed beside it.
func NewMatrix(s *state.State) (b Blocks, norms []float64) {
	b = newBlocks(s)
	if b.Order = s.View.Table.Filter; s.Frame != nil {
		norms = s.Frame.MapNorm
	}
	return b, norms
}

// operatorSymbol returns an operator in TeX.
func operatorSymbol(name string) string { return words.Either(name == "L", name, "\\hat{L}") }

// joined counts the nodes with an edge; the others have a zero diagonal block.
func joined(g *proto.GraphInfo) int {
	has, n := make([]bool, g.N), 0
	for _, i := range g.Edges {
		if !has[i] {
			has[i] = true
			n++
		}
	}
	return n
}

// SpectrumWhen names the epoch of the spectrum, "" for that of the shown position.
func SpectrumWhen(s *state.State) string {
	if s.Spectrum == nil || s.SpectrumNow() {
		return ""
	}
	return spectrumWhen(s)
}

// spectrumWhen names the epoch of the present spectrum.
func spectrumWhen(s *state.State) string {
	return "of epoch " + view.Int(int(math.Ceil(s.EpochAt(s.SpectrumAt))))
}

// energyName names the energy of the frame: before or after diffusion.
func energyName(s *state.State) string {
	return words.Either(s.Frame.Undiffused, "Dirichlet energy of H, before diffusion", "Dirichlet energy of X, after diffusion")
}

// energyText formats the Dirichlet energy.
func energyText(f *frame.Frame) string {
	if len(f.EdgeEnergy) == 0 {
		return "not known yet"
	}
	return view.Num(f.Stages.Energy)
}

// normsFigure shows the distribution of the maps' norms over the edges.
func normsFigure(s *state.State) view.Figure {
	v := s.Frame.MapNorm
	return histogramFigure("norms", "Norms", []any{"edges by ", view.M{Source: "‖R‖"}, " of both maps together"},
		"Histogram of the maps' norms", v,
		view.MaxOf(v), 40, "‖R‖")
}
