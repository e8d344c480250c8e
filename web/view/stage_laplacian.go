package view

import (
	"math"

	"sheafscope/web/state"
)

// Blocks is the data of the block picture of L. The maps themselves go to the
// picture beside this, see package web.
type Blocks struct {
	N     int     `json:"n"`
	D     int     `json:"d"`
	Edge  int     `json:"edge"`
	Pairs []int32 `json:"pairs"`
	Shade Vec     `json:"shade"`
	Norm  Vec     `json:"norm"`
	// Names are how the pictures call the nodes; nil for their numbers.
	Names []string `json:"names,omitempty"`
	// Hat tells that the operator has normalised maps.
	Hat bool `json:"hat"`
}

// maxBlocks bounds the nodes of a block picture.
const maxBlocks = 4000

func laplacian(s *state.State, v *Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	v.Body.Eq = "laplacian"
	dim := f.N * f.D
	v.Body.Vals = []Value{{"\\dim ", Int(dim), "rows of L: n·d"}, {"\\tr \\sp L", Num(st.Trace), "trace of L: the sum of its eigenvalues"}}
	fill := float64(f.N+2*f.M) / math.Max(1, float64(f.N)*float64(f.N))
	lead := []string{"A *", Int(dim), " × ", Int(dim), "* matrix in blocks of ", Int(f.D), " × ", Int(f.D), ", ", Pct(fill), " of them filled. "}
	if sp := s.Spectrum; sp != nil {
		v.Body.Vals = append(v.Body.Vals, Value{"\\dim \\sp\\ker ", Known(sp.KernelDim), "dimension of the kernel: global sections"}, Value{"λ_2", Lambda2(sp), "smallest eigenvalue above the kernel"})
		lead = append(lead, kernelText(sp)...)
	}
	v.Lead = say(lead...)
	if sp := s.Spectrum; sp != nil {
		if crowd, ok := crowdFigure(sp); ok {
			v.Body.Figures = append(v.Body.Figures, crowd)
		}
	}
	shade := make(Vec, len(f.MapNorm))
	if hi := maxOf(f.MapNorm); hi > 0 {
		for e, x := range f.MapNorm {
			shade[e] = x / hi
		}
	}
	if len(shade) == len(g.Edges)/2 && g.N <= maxBlocks {
		b := Blocks{N: g.N, D: f.D, Edge: s.Edge, Pairs: g.Edges, Shade: shade, Norm: f.MapNorm, Hat: s.Peer() != "" || s.Config.Operator == "normalized"}
		if len(g.NodeNames) == g.N && shortNames(g.NodeNames) {
			b.Names = make([]string, g.N)
			for i, name := range g.NodeNames {
				b.Names[i] = firstWord(name)
			}
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "blocks", ID: "blocks", Title: "Blocks", Sub: []any{"one for each pair of nodes, shaded by ", M{"‖R‖"}}, TestID: "laplacian-blocks", Data: b})
	}
	if s.Peer() != "" {
		v.Body.Figures = append(v.Body.Figures, knobs(s, "d"))
		return
	}
	v.Body.Figures = append(v.Body.Figures, choice(s, "convention"), choice(s, "operator"), Figure{Kind: "nums", ID: "lapnums", Nums: [][]any{
		row("Operator that diffuses", map[string]string{"laplacian": "L", "normalized": "L̂ with D = blockdiag(L) + " + Set(s.Config.Shift) + "·I"}[s.Config.Operator]),
		row("Dirichlet energy of the fibres", Num(st.Energy)),
	}}, knobs(s, "shift", "d"))
}

// normsFigure shows how the sizes of the maps spread over the edges.
func normsFigure(s *state.State) Figure {
	v := s.Frame.MapNorm
	hi := maxOf(v)
	return Figure{Kind: "lines", ID: "norms", Title: "Norms", Sub: []any{"edges by ", M{"‖R‖"}, " of both ends"}, Alt: "Histogram of the maps' norms",
		Data: Lines{Series: []Series{{X: steps(0, hi, 40), Y: histogram(v, 0, math.Max(hi, 1e-12), 40), Bars: true}}, XLabel: "‖R‖", YMin: pf(0)}}
}
