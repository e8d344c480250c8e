// This file arranges the tensors of each family as parameters of a model in package peer.

package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// anySize stands for an unknown number of rows or columns.
const anySize = -1

// A function that arranges a stack of layers has the arguments prefixes and linear. The names of a layer's tensors begin with its prefix,
// such as "convs.0.". prefixes are those of the graph layers, and linear those of the linear layers. The function adds the parameters and
// settings of the model to s.out.

// torchConvolution arranges layers x' = Â x W + b of PyTorch Geometric, which store Wᵀ as the matrix of a linear layer.
// Â is the normalised adjacency matrix.
func torchConvolution(s *source, prefixes, linear []string) {
	s.convolution(prefixes, linear, func(p string, in int) *Tensor { return transposed(s.matrix(p+"lin.weight", anySize, in)) })
}

// dglConvolution arranges layers x' = Â x W + b of DGL, which store W.
// These layers add no self-loops, and divide by the roots of the receiver's degree and of the number of messages that the sender sends.
// A program can add self-loops to its graph and choose another divisor, so [Family.Asks] also has both settings.
func dglConvolution(s *source, prefixes, linear []string) {
	s.set("loops", 1)  // no self-loops
	s.set("degree", 3) // messageRoots of package peer
	s.convolution(prefixes, linear, func(p string, in int) *Tensor { return s.matrix(p+"weight", in, anySize) })
}

// convolution arranges the layers of a GCN. weight returns the matrix W, in×out, of the layer with prefix p and input width in.
func (s *source) convolution(prefixes, linear []string, weight func(p string, in int) *Tensor) {
	width := anySize // output width of the previous layer, not known before the first layer
	var widths []int // output widths of all layers
	for l, p := range prefixes {
		// The input width of a layer is the output width of the previous layer, so a layer of another width is an error.
		w := weight(p, width)
		if l == 0 {
			s.out.Features = w.Shape[0]
		}
		width = w.Shape[1]
		widths = append(widths, width)
		s.addParam(fmt.Sprintf("gcn.%d.weight", l), w)
		s.addParam(fmt.Sprintf("gcn.%d.bias", l), s.vector(p+"bias", width))
	}
	s.setWidth(widths, linear)
	s.setStack("gcn", len(prefixes), width, linear)
}

// sampleAndAggregate arranges layers x' = W_l mean(x) + b + W_r x of GraphSAGE, as one matrix [W_r W_l].
func sampleAndAggregate(s *source, prefixes, linear []string) {
	width := anySize // output width of the previous layer, not known before the first layer
	var widths []int // output widths of all layers
	for l, p := range prefixes {
		ownWeights := transposed(s.matrix(p+"lin_r.weight", anySize, width))
		inputWidth := ownWeights.Shape[0]
		if l == 0 {
			s.out.Features = inputWidth
		}
		width = ownWeights.Shape[1]
		widths = append(widths, width)
		neighbours := transposed(s.matrix(p+"lin_l.weight", width, inputWidth))
		s.addParam(fmt.Sprintf("sage.%d.weight", l), concatColumns(ownWeights, neighbours))
		// The bias is in the half of the node itself, since nodes without neighbours also have the bias. No tensor has the
		// name "", so s.vector("", width) is a row of zeros.
		s.addParam(fmt.Sprintf("sage.%d.bias", l), concatColumns(s.vector(p+"lin_l.bias", width), s.vector("", width)))
	}
	s.setWidth(widths, linear)
	s.setStack("sage", len(prefixes), width, linear)
}

// initialResidual arranges GCNII, which has layers GCN2Conv between two linear layers. Family.Linear ensures that linear has two elements.
func initialResidual(s *source, prefixes, linear []string) {
	w := s.linearLayer("gcnii.in", linear[0], anySize)
	hidden := w.Shape[0]
	s.out.Features = w.Shape[1]
	for l, p := range prefixes {
		// Package peer numbers the layers of GCNII from 1.
		s.addParam(fmt.Sprintf("gcnii.%d.weight", l+1), s.matrix(p+"weight1", hidden, hidden))
	}
	s.out.Classes = s.linearLayer("gcnii.out", linear[1], hidden).Shape[0]
	s.set("hidden", float64(hidden))
	s.set("layers", float64(len(prefixes)))
}

// attentionLayer describes the heads of a layer of graph attention.
type attentionLayer struct {
	heads, width int  // number of heads, and the output width of one head
	mean         bool // true if the outputs of several heads are averaged, false if they are concatenated
}

// outputWidth returns the width of the layer's output.
func (a attentionLayer) outputWidth() int {
	if a.mean {
		return a.width
	}
	return a.heads * a.width
}

// headsOfLayer returns the heads of layer l. The attention vectors have the shape heads×width.
// A layer with several heads averages them if its bias has the length width. Without a bias, it averages only if it returns the class
// scores: if it is the last graph layer, and no linear layer follows.
func (s *source) headsOfLayer(vectors *Tensor, l int, prefixes, linear []string) attentionLayer {
	a := attentionLayer{heads: vectors.Shape[0], width: vectors.Shape[1]}
	if b := s.byName[prefixes[l]+"bias"]; b != nil {
		a.mean = a.heads > 1 && len(b.Data) == a.width
	} else {
		a.mean = a.heads > 1 && l == len(prefixes)-1 && len(linear) == 0
	}
	return a
}

// setHeads sets the settings of a stack of attention layers, and returns the output width of the last layer.
// It fails for a stack that package peer does not compute. The stack is not empty.
func (s *source) setHeads(stack []attentionLayer, linear []string) (width int) {
	n, first := len(stack), stack[0]
	for l, a := range stack {
		returnsScores := l == n-1 && len(linear) == 0
		switch {
		case !returnsScores && a.mean: // before the next case, which compares the field mean, too
			s.fail("a layer before the last takes the mean of its heads; here they stand side by side")
		case !returnsScores && a != first:
			s.fail("the layers have %d heads of width %d and %d of width %d; here all but the last are alike",
				first.heads, first.width, a.heads, a.width)
		case returnsScores && a.heads > 1 && !a.mean:
			s.fail("the heads of the last layer stand side by side; here their mean is taken")
		case returnsScores:
			s.set("more_heads", float64(a.heads-1)) // the heads beyond one
		}
	}
	// The settings "heads" and "hidden" describe the layers that do not return class scores. A network of one layer has no such layer.
	if n > 1 || len(linear) > 0 {
		s.set("heads", float64(first.heads))
		s.set("hidden", float64(first.width))
	}
	if len(linear) == 0 { // the mean of the heads has the width of one head
		return stack[n-1].width
	}
	// The linear layer reads all heads of the last attention layer, side by side.
	return stack[n-1].heads * stack[n-1].width
}

// addAttentionExtras adds the bias of attention layer l with input width in. If the file has residual weights, it adds these, too.
// prefix is the prefix of the layer in the file, and residual is the name of the residual weights without this prefix.
func (s *source) addAttentionExtras(a attentionLayer, l int, prefix, residual string, in int) {
	s.addParam(fmt.Sprintf("gat.%d.bias", l), s.vector(prefix+"bias", a.outputWidth()))
	if s.byName[prefix+residual] != nil {
		s.set("skip", 3) // learnedSkip of package peer
		s.addParam(fmt.Sprintf("gat.%d.residual", l), transposed(s.matrix(prefix+residual, a.outputWidth(), in)))
	}
}

// attention returns the arrangement of layers of GAT. The arguments are names of tensors without the prefix of the layer:
//   - sender and receiver are the attention vectors;
//   - weight are the weights, and older are the weights in older versions, or "" if no older version has another name;
//   - residual are the residual weights.
func attention(sender, receiver, weight, older, residual string) func(s *source, prefixes, linear []string) {
	return func(s *source, prefixes, linear []string) {
		width := anySize // output width of the previous layer, not known before the first layer
		var stack []attentionLayer
		for l, p := range prefixes {
			name := weight
			isOlder := older != "" && s.byName[p+weight] == nil && s.byName[p+older] != nil
			if isOlder {
				name = older
			}
			// The shape of the attention vectors determines the number of heads and their width.
			vectors := s.matrix(p+sender, anySize, anySize)
			layer := s.headsOfLayer(vectors, l, prefixes, linear)
			w := transposed(s.matrix(p+name, layer.heads*layer.width, width))
			inputWidth := w.Shape[0]
			if l == 0 {
				s.out.Features = inputWidth
			}
			param := fmt.Sprintf("gat.%d.", l)
			s.addParam(param+"weight", w)
			s.addParam(param+"neighbour", vectors)
			s.addParam(param+"self", s.matrix(p+receiver, layer.heads, layer.width))
			s.addAttentionExtras(layer, l, p, residual, inputWidth)
			stack = append(stack, layer)
			width = layer.outputWidth()
		}
		s.setStack("gat", len(prefixes), s.setHeads(stack, linear), linear)
	}
}

// attentionV2 arranges layers of GATv2. Such a layer has one attention vector for each head.
// Its sender has a matrix and a bias (lin_l), and its receiver has another matrix and another bias (lin_r).
func attentionV2(s *source, prefixes, linear []string) {
	width := anySize // output width of the previous layer, not known before the first layer
	var stack []attentionLayer
	for l, p := range prefixes {
		vectors := s.matrix(p+"att", anySize, anySize)
		layer := s.headsOfLayer(vectors, l, prefixes, linear)
		allHeads := layer.heads * layer.width
		// The parameters "weight" and "sender" belong to lin_l, and "own" and "receiver" to lin_r.
		w := transposed(s.matrix(p+"lin_l.weight", allHeads, width))
		inputWidth := w.Shape[0]
		if l == 0 {
			s.out.Features = inputWidth
		}
		param := fmt.Sprintf("gat.%d.", l)
		s.addParam(param+"weight", w)
		s.addParam(param+"sender", s.vector(p+"lin_l.bias", allHeads))
		s.addParam(param+"own", transposed(s.matrix(p+"lin_r.weight", allHeads, inputWidth)))
		s.addParam(param+"receiver", s.vector(p+"lin_r.bias", allHeads))
		s.addParam(param+"attention", vectors)
		s.addAttentionExtras(layer, l, p, "res.weight", inputWidth)
		stack = append(stack, layer)
		width = layer.outputWidth()
	}
	s.set("attention", 1)
	s.setStack("gat", len(prefixes), s.setHeads(stack, linear), linear)
}

// mapKind is a kind of restriction maps in neural sheaf diffusion, for stalks of dimension d.
type mapKind struct {
	size func(d int) int // returns the number of parameters of a map
	// order returns the order of the parameters: element k is the index in the file of parameter k of package peer.
	order func(d int) []int
}

// identityOrder returns 0, 1, …, n−1.
func identityOrder(n int) (out []int) {
	for k := range n {
		out = append(out, k)
	}
	return out
}

// The kinds of restriction maps: diagonal, general and orthogonal matrices.
var (
	diagonal = mapKind{func(d int) int { return d }, identityOrder}
	general  = mapKind{func(d int) int { return d * d }, func(d int) []int { return identityOrder(d * d) }}
	// An orthogonal map is a product of Householder reflections. Its parameters are the entries below the diagonal of a matrix.
	// The file has these entries row by row, and package peer column by column.
	bundle = mapKind{func(d int) int { return d * (d - 1) / 2 }, func(d int) (out []int) {
		for col := range d {
			for row := col + 1; row < d; row++ {
				out = append(out, row*(row-1)/2+col)
			}
		}
		return out
	}}
)

// sheafDiffusion returns the arrangement of the discrete networks of neural-sheaf-diffusion, the program of Bodnar et al., 2022.
// kind is the kind of their restriction maps.
func sheafDiffusion(kind mapKind) func(s *source) {
	return func(s *source) {
		prefix, found := s.prefixBefore("lin1.weight")
		if !found { // no tensor of this family, which arrangeAs reports
			return
		}
		layers := s.countSheafLayers(prefix)
		w := s.linearLayer("nsd.in", prefix+"lin1.", anySize)
		// The width is the product of the stalk dimension d and the number of channels.
		width := w.Shape[0]
		d := s.matrix(prefix+"epsilons.0", anySize, 1).Shape[0] // 0 after an error
		isStalk := d >= 1 && d <= 8                             // the dimensions of stalks that package sheaf computes
		if !isStalk || width%d != 0 {
			s.fail("%s has %d rows and %s %d; stalks have dimension 1 to 8, a divisor",
				quote(prefix+"lin1.weight"), width, quote(prefix+"epsilons.0"), d)
			return
		}
		// The encoder, the layers, and the head.
		channels := width / d
		s.out.Features = w.Shape[1]
		for l := range layers {
			s.sheafLayer(prefix, l, kind, d, channels)
		}
		s.out.Classes = s.linearLayer("nsd.class", prefix+"lin2.", width).Shape[0]
		s.set("layers", float64(layers))
		s.set("d", float64(d))
		s.set("hidden", float64(channels))
	}
}

// countSheafLayers returns the number of layers of a discrete sheaf network, at least 1. prefix is the prefix of the network.
// A layer is counted if the name of any tensor has its number. So an incomplete layer is an error, and not omitted from the network.
func (s *source) countSheafLayers(prefix string) int {
	layers := 1
	for _, name := range s.names {
		// The number of the layer is the second part of a name such as epsilons.0 or sheaf_learners.0.linear1.weight.
		parts := strings.Split(strings.TrimPrefix(name, prefix), ".")
		second := parts[min(1, len(parts)-1)] // a name of one part has no number, so its only part does no harm
		n, err := strconv.Atoi(second)
		if err == nil && n < len(s.names) { // a larger number belongs to no layer, since each layer has a tensor
			layers = max(layers, n+1)
		}
	}
	return layers
}

// sheafLayer arranges layer l of a discrete sheaf network with stalks of dimension d and the given number of channels.
// prefix is the prefix of the network, and kind is the kind of its restriction maps.
func (s *source) sheafLayer(prefix string, l int, kind mapKind, d, channels int) {
	// module returns the name of a module of the layer, such as "sheaf_learners.0".
	module := func(list string) string { return fmt.Sprintf("%s%s.%d", prefix, list, l) }
	param := fmt.Sprintf("nsd.%d.", l)
	// The learner maps the features of both ends of an edge to the parameters of a restriction map.
	size, inputs := kind.size(d), 2*d*channels
	name := module("sheaf_learners") + ".linear1.weight"
	learner := s.matrix(name, anySize, anySize)
	dims := learner.Shape
	isExpectedShape := dims[0] == size && dims[1] == inputs
	if !isExpectedShape {
		s.fail("%s has the shape %s, expected is %d×%d%s", quote(name), shape(dims), size, inputs, learnerMismatch(kind, dims, d, inputs))
	}
	if s.err != nil { // the learner may lack the rows that are read below
		return
	}
	sorted := &Tensor{Shape: learner.Shape} // the rows in the order of package peer
	for _, k := range kind.order(d) {
		sorted.Data = append(sorted.Data, learner.Data[k*inputs:(k+1)*inputs]...)
	}
	s.addParam(param+"learner", transposed(sorted))
	if s.hasModules(prefix + "weight_learners.") {
		s.set("edge_weights", 1)
		s.addParam(param+"weights", transposed(s.matrix(module("weight_learners")+".linear1.weight", 1, inputs)))
	}
	// The layer multiplies the features of a node, a d×channels matrix, by "left" from the left and by "right" from the right.
	s.addParam(param+"left", s.squareOrIdentity(prefix+"lin_left_weights.", l, d))
	s.addParam(param+"right", transposed(s.squareOrIdentity(prefix+"lin_right_weights.", l, channels)))
	epsilon := s.matrix(module("epsilons"), d, 1)
	s.addParam(param+"epsilon", &Tensor{Shape: []int{1, d}, Data: epsilon.Data})
}

// hasModules reports whether the name of any tensor begins with list, such as "weight_learners." or "gat".
func (s *source) hasModules(list string) bool {
	return slices.ContainsFunc(s.names, func(name string) bool { return strings.HasPrefix(name, list) })
}

// squareOrIdentity returns the n×n matrix of layer l in a list of linear layers. list is the beginning of their names, such as
// "lin_left_weights.". Without such a list it returns the n×n identity, since the network then has no such weights.
func (s *source) squareOrIdentity(list string, l, n int) *Tensor {
	if s.hasModules(list) {
		return s.matrix(fmt.Sprintf("%s%d.weight", list, l), n, n)
	}
	out := &Tensor{Shape: []int{n, n}, Data: make([]float64, n*n)}
	for k := range n {
		out.Data[k*n+k] = 1
	}
	return out
}

// learnerMismatch returns the end of an error message for a map learner with the unexpected shape dims. The end names the option of
// neural-sheaf-diffusion that has maps of this shape. The result is "" if no option has them.
// The expected shape is kind.size(d) × inputs.
func learnerMismatch(kind mapKind, dims []int, d, inputs int) string {
	const notComputed = " is not computed here"
	rows, cols := dims[0], dims[1]
	switch {
	case d > 1 && cols*d == inputs: // the learner reads one coordinate of each stalk
		return ": sparse_learner" + notComputed
	case rows == kind.size(d): // only the number of columns is unexpected
		return ""
	case rows == d*(d+1)/2: // the entries of a triangle with its diagonal, in a file whose nearest family may have other maps
		return ": orth_trans other than householder" + notComputed
	case rows == kind.size(max(0, d-1)) || rows == kind.size(max(0, d-2)): // one or two coordinates are fixed
		return ": add_lp or add_hp" + notComputed
	}
	return ""
}
