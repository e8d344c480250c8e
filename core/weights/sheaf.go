// This file arranges the tensors of neural sheaf diffusion.

package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// mapKind is a kind of restriction maps in neural sheaf diffusion, for stalks of dimension d.
type mapKind struct {
	size func(d int) int // returns the number of parameters of a map
	// order returns the order of the parameters: element k is the index in the file of parameter k of package peer.
	order func(d int) []int
	// weighted reports whether neural-sheaf-diffusion has learned weights of edges for this kind. Other programs may have them for any kind.
	weighted bool
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
	diagonal = mapKind{func(d int) int { return d }, identityOrder, false}
	general  = mapKind{func(d int) int { return d * d }, func(d int) []int { return identityOrder(d * d) }, false}
	// An orthogonal map is a product of Householder reflections. Its parameters are the entries below the diagonal of a matrix.
	// The file has these entries row by row, and package peer column by column.
	bundle = mapKind{func(d int) int { return d * (d - 1) / 2 }, func(d int) (out []int) {
		for col := range d {
			for row := col + 1; row < d; row++ {
				out = append(out, row*(row-1)/2+col)
			}
		}
		return out
	}, true}
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
			s.fail("%s has %d rows, the dimension of the stalks; it must be 1 to 8 and divide %d, the rows of %s",
				quote(prefix+"epsilons.0"), d, width, quote(prefix+"lin1.weight"))
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
		return
	}
	sorted := &Tensor{Shape: learner.Shape} // the rows in the order of package peer
	for _, k := range kind.order(d) {
		sorted.Data = append(sorted.Data, learner.Data[k*inputs:(k+1)*inputs]...)
	}
	s.addParam(param+"learner", transposed(sorted))
	// Learned weights decide between kinds whose maps have the same size: the weights are left over if they belong to a bundle.
	mayBeBundle := size == bundle.size(d)
	if (kind.weighted || !mayBeBundle) && s.hasModules(prefix+"weight_learners.") {
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
