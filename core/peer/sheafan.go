// This file defines the peer SheafAN, attention between the stalks of a sheaf.

package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/published"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// sheafAN has the settings of NSD with orthogonal maps, since its paper gives no settings.
var sheafAN = func() Peer {
	p := newNSD("sheafan", "SheafAN", orthogonalMaps, nil)
	p.Paper = "Barbero et al., Sheaf attention networks, NeurIPS workshop 2022"
	p.Why = "Attention over a sheaf: a node adds up what its neighbours send, turned into its own stalk by learned orthogonal maps, " +
		"with the learned weights of graph attention in place of a Laplacian."
	p.Equation = []string{"X′=X+\\ELU \\sp((Λ⊙A_F−I)(I⊗W_1)X W_2)", "(A_F)_{ij}=R_{ij}^⊤R_{ji}"}
	p.Subtracts, p.Laplacian = false, "L=B^⊤B\\quad (B x)_e=\\sqrt{a_{ij}}R_{ij}x_i−\\sqrt{a_{ji}}R_{ji}x_j"
	p.Filter = "Attention weighs both directions of an edge apart, so that a layer is no function of one symmetric matrix: no frequency " +
		"has a gain."
	p.Symbols = []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"Λ", "attention of node i to its neighbours j and to itself, one number a block"},
		{"A_F", "transport between stalks, with the identity for the node itself"},
		{"R_{ij}", "restriction map of node i into edge e = (i, j), orthogonal"}, {"R_{ji}", "that of the other end"}, symW1, symW2}
	p.Reported = published.Line{} // removes the row of NSD, which newNSD sets
	floats := p.Floats
	p.Floats = func(z Size, s Settings) float64 {
		w := s.Of("d") * s.Of("hidden") // elements of the features of a node
		// The numbers of NSD. Then in each layer, with 3 numbers for each element (memory.go): four matrices at the ends of the edges, four on
		// the nodes, and six columns on the arcs of the attention. So the factors are 12 = 4·3 and 18 = 6·3.
		return floats(z, s) + s.Of("layers")*(2*z.Edges+z.Nodes)*(w*12+18)
	}
	p.network = sheafANNetwork
	return p
}()

// sheafANNetwork is NSD with the layers X + ELU((Λ∘A_F − I)(I ⊗ W₁)XW₂).
// Block (i, j) of A_F is R_ijᵀR_ji for neighbours, and I for i = j.
// Λ_ij is the attention softmax_j LeakyReLU(a·x_i + a'·x_j) over the neighbours and i itself.
func sheafANNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b) // rows of the features sum to 1, unless the setting "plain" is set
	t, n := b.Tape, b.Graph.N
	d, c, drop := s.Int("d"), s.Int("hidden"), s.Of("dropout") // stalk dimension, channels and dropout rate
	h := autodiff.ELU(t, input(b, "sheafan.in", d*c, train.FanIn, s.Of("input_dropout")))
	h = dropout(b, h, drop, "sheafan.in")
	ends := edgeEnds(b.Graph.Edges)
	count := len(ends) // number of ends, twice the number of edges
	// An arc is an entry (i, j) of a: node i is its target, and node j its source. For a loop both are one node.
	// Arcs are sorted by target. indexOf has the index of each arc (target, source).
	a := adjacency(b.Graph, withLoops)
	targets, sources := make([]int32, len(a.Col)), a.Col
	indexOf := make(map[[2]int32]int32, len(a.Col))
	for i := range n {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			targets[p] = int32(i)
			indexOf[[2]int32{int32(i), a.Col[p]}] = p
		}
	}
	// opposite[k] is the index of the other end of the edge with end k. arcs[k] is the index of the arc to the node of end k from the node of
	// the opposite end. loops[i] is the index of the arc of node i to itself.
	arcs, loops, opposite := make([]int32, count), make([]int32, n), make([]int32, count)
	for k, target := range ends {
		source := ends[k^1]
		arcs[k] = indexOf[[2]int32{target, source}]
		opposite[k] = int32(k ^ 1)
	}
	for i := range loops {
		loops[i] = indexOf[[2]int32{int32(i), int32(i)}]
	}
	for l := range s.Int("layers") {
		layer := numbered("sheafan", l)
		maps := learnMaps(b, h, layer, d, orthogonalMaps)
		// x is (I ⊗ W₁)XW₂, (n·d)×c. NearIdentity(0) makes W₁ the identity at the start.
		x := autodiff.Reshape(t, dropout(b, h, drop, layer), n*d, c)
		x = stalkWeights(t, x, b.Param(layer+".left", d, d, train.NearIdentity(0), train.Decayed))
		x = autodiff.MatMul(t, x, b.Param(layer+".right", c, c, orthogonalInit, train.Decayed))
		// The score of an arc is the sum of a term for each end, so two products over nodes suffice.
		atTarget := autodiff.GatherRows(t, autodiff.MatMul(t, h, b.Param(layer+".self", d*c, 1, train.Glorot, train.Decayed)), targets)
		atSource := autodiff.GatherRows(t, autodiff.MatMul(t, h, b.Param(layer+".neighbour", d*c, 1, train.Glorot, train.Decayed)), sources)
		score := autodiff.Add(t, atTarget, atSource)
		// weight has the attention Λ of each arc. The slope 0.2 is the slope of GAT.
		weight := autodiff.SegmentSoftmax(t, a.Ptr, autodiff.LeakyReLU(t, score, 0.2))
		// Map the features of one end into the edge, weight them, and map them back at the other end.
		restricted := autodiff.Reshape(t, mapRows(t, maps, x, ends, untransposed), count, d*c)
		weighted := autodiff.MulColumn(t, autodiff.GatherRows(t, weight, arcs), autodiff.GatherRows(t, restricted, opposite))
		received := autodiff.Reshape(t, mapRows(t, maps, autodiff.Reshape(t, weighted, count*d, c), nil, transposed), count, d*c)
		byNode := autodiff.Reshape(t, x, n, d*c) // the numbers of x, with a row for each node
		own := autodiff.MulColumn(t, autodiff.GatherRows(t, weight, loops), byNode)
		sum := autodiff.Add(t, own, autodiff.ScatterAddRows(t, received, ends, n))
		// sum is (Λ∘A_F)x. The description has the maps without attention (base) and the attention.
		base := &sheaf.Sheaf{N: n, D: d, Edges: b.Graph.Edges, R: maps.Value.Data}
		s.watch((&attentions{ptr: a.Ptr, col: a.Col, heads: 1, weight: weight.Value.Data}).asLayer(base, x, sum))
		h = autodiff.Add(t, h, autodiff.ELU(t, autodiff.Sub(t, sum, byNode)))
	}
	return b.Linear(h, "sheafan.class", b.Graph.Classes)
}
