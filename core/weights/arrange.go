// This file arranges the tensors of stacks of layers as parameters of a model in package peer.

package weights

import (
	"fmt"
	"strings"
)

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
	if len(linear) > 0 && len(s.meta.Modules) == 0 {
		name := linear[0] + "weight"
		if dims := s.byName[name].Shape; dims[0] == dims[1] {
			s.addDoubt("The square matrix " + quote(name) + " may belong to a convolution; here it belongs to a linear layer.")
		}
	}
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
// The names of the linear layers may have any order: the first layer has the rows, and the last the columns, of the graph layers.
func initialResidual(s *source, prefixes, linear []string) {
	dims := func(prefix string) []int { return s.byName[prefix+"weight"].Shape }
	size := s.matrix(prefixes[0]+"weight1", anySize, anySize).Shape[0]
	fits := func(first, last string) bool { return dims(first)[0] == size && dims(last)[1] == size }
	if !fits(linear[0], linear[1]) && fits(linear[1], linear[0]) {
		linear = []string{linear[1], linear[0]}
	}
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

// setStack sets the number of layers and the number of classes, and adds the linear head if the network has a linear layer.
// It fails if the head reads the outputs of all graph layers. It adds a doubt whether the head does, unless s.describesOrder.
// width is the output width of the last graph layer. The names of the parameters begin with model. linear has at most one element.
func (s *source) setStack(model string, layers, width int, linear []string) {
	s.set("layers", float64(layers))
	if len(linear) == 0 { // the last graph layer returns the class scores
		s.out.Classes = width
		return
	}
	s.set("linear_head", 1)
	// The head reads the output of the last graph layer. A head that reads all layers is jumping knowledge.
	name := linear[0] + "weight"
	w := s.byName[name]
	readsAllLayers := layers > 1 && w.Shape[1] == layers*width
	if readsAllLayers {
		s.fail("%s has the shape %s and reads the outputs of all layers: jumping knowledge is not computed here", quote(name), shape(w.Shape))
	}
	if !s.describesOrder() {
		s.addDoubt("Its last linear layer may read more than the last layer of the graph, by jumping knowledge; here it does not.")
	}
	s.out.Classes = s.linearLayer(model+".head", linear[0], width).Shape[0]
}

// linearLayer adds the linear layer with the given prefix in the file as parameters whose names begin with param.
// in is the input width, or anySize. linearLayer returns the matrix of the file, which has a row for each output.
func (s *source) linearLayer(param, prefix string, in int) *Tensor {
	w := s.matrix(prefix+"weight", anySize, in)
	s.addParam(param+".weight", transposed(w))
	s.addParam(param+".bias", s.vector(prefix+"bias", w.Shape[0]))
	return w
}

// setWidth sets the width of the inner layers, whose outputs are no class scores. It fails if these layers have different widths.
// widths are the output widths of all graph layers.
func (s *source) setWidth(widths []int, linear []string) {
	inner := widths
	if len(linear) == 0 { // the last graph layer returns the class scores
		inner = widths[:len(widths)-1]
	}
	for _, w := range inner {
		if w != inner[0] {
			s.fail("the layers have the widths %v; here all layers before the class scores have the same width", widths)
		}
	}
	if len(inner) > 0 {
		s.set("hidden", float64(inner[0]))
	}
}

// attentionLayer describes the heads of a layer of graph attention.
type attentionLayer struct {
	heads, width int  // number of heads, and the output width of one head
	mean         bool // true if the outputs of several heads are averaged, false if they are concatenated
	apart        bool // whether bias and residual weights have a part for each head, also if the outputs are averaged
}

// outputWidth returns the width of the layer's output.
func (a attentionLayer) outputWidth() int {
	if a.mean {
		return a.width
	}
	return a.heads * a.width
}

// headsOfLayer returns the heads of layer l. The attention vectors have the shape heads×width.
// A layer with several heads averages them if its bias has the length width. If the bias does not decide, the layer averages only if it
// returns the class scores: if it is the last graph layer, and no linear layer follows.
// A layer of DGL returns its heads apart, so its bias never decides.
func (s *source) headsOfLayer(vectors *Tensor, l int, prefixes, linear []string) attentionLayer {
	a := attentionLayer{heads: vectors.Shape[0], width: vectors.Shape[1], apart: s.byName[prefixes[l]+"attn_l"] != nil}
	if b := s.byName[prefixes[l]+"bias"]; b != nil && !a.apart {
		a.mean = a.heads > 1 && len(b.Data) == a.width
	} else {
		a.mean = a.heads > 1 && l == len(prefixes)-1 && len(linear) == 0
	}
	if a.mean && a.apart {
		s.addDoubt("The file does not say how the network joins the heads of its last layer; here their mean is computed.")
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
			s.fail("layer %d of %d averages its heads; here only a layer that returns the class scores does so", l+1, n)
		case !returnsScores && a != first:
			s.fail("the layers have %d heads of width %d and %d of width %d; here all layers before the class scores are alike",
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
	width := a.outputWidth() // of the bias and of the residual in the file
	if a.apart {
		width = a.heads * a.width
	}
	bias := prefix + "bias"
	if s.byName[bias] == nil { // newer versions of DGL have the bias in the residual part
		bias = prefix + strings.TrimSuffix(residual, "weight") + "bias"
	}
	s.addParam(fmt.Sprintf("gat.%d.bias", l), a.joined(s.vector(bias, width)))
	if s.byName[prefix+residual] != nil {
		s.set("skip", 3) // learnedSkip of package peer
		s.addParam(fmt.Sprintf("gat.%d.residual", l), a.joined(transposed(s.matrix(prefix+residual, width, in))))
	}
}

// joined returns the mean of the heads' columns in t, a matrix with the columns of each head in turn. It returns t itself if the layer does
// not average its heads, or if t has no columns for each head.
func (a attentionLayer) joined(t *Tensor) *Tensor {
	rows, cols := t.Shape[0], t.Shape[1]
	if !a.mean || cols != a.heads*a.width {
		return t
	}
	out := &Tensor{Shape: []int{rows, a.width}, Data: make([]float64, rows*a.width)}
	for k, v := range t.Data {
		out.Data[k/cols*a.width+k%cols%a.width] += v / float64(a.heads)
	}
	return out
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
