package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// convolution returns the arrangement of layers x' = Â x W + b; weight is the name of W.
// With transpose the tensor is the matrix of a linear layer of PyTorch, which is Wᵀ.
func convolution(weight string, transpose bool) func(s *source, prefixes, linear []string) {
	return func(s *source, prefixes, linear []string) {
		in := -1
		var widths []int
		if !transpose { // DGL's layer adds no self-loops, and normalises by the number of messages that the sender sends
			s.set("loops", 1)
			s.set("degree", 3)
		}
		for l, p := range prefixes {
			var w *Tensor
			if transpose {
				w = transposed(s.matrix(p+weight, -1, in))
			} else {
				w = s.matrix(p+weight, in, -1)
			}
			if in = w.Shape[1]; l == 0 {
				s.out.Features = w.Shape[0]
			}
			widths = append(widths, in)
			s.addParam(fmt.Sprintf("gcn.%d.weight", l), w)
			s.addParam(fmt.Sprintf("gcn.%d.bias", l), s.vector(p+"bias", in))
		}
		s.setWidth(widths, linear, 1)
		s.setStack("gcn", len(prefixes), in, linear)
	}
}

// sampleAndAggregate arranges layers x' = W_l mean(x) + b + W_r x (GraphSAGE).
func sampleAndAggregate(s *source, prefixes, linear []string) {
	in := -1
	var widths []int
	for l, p := range prefixes {
		own := transposed(s.matrix(p+"lin_r.weight", -1, in))
		if in = own.Shape[1]; l == 0 {
			s.out.Features = own.Shape[0]
		}
		widths = append(widths, in)
		far := transposed(s.matrix(p+"lin_l.weight", in, own.Shape[0]))
		s.addParam(fmt.Sprintf("sage.%d.weight", l), concatColumns(own, far))
		// The bias belongs to the node's own half: a node without neighbours has it, too.
		s.addParam(fmt.Sprintf("sage.%d.bias", l), concatColumns(s.vector(p+"lin_l.bias", in), s.vector("", in)))
	}
	s.setWidth(widths, linear, 1)
	s.setStack("sage", len(prefixes), in, linear)
}

// initialResidual arranges layers GCN2Conv between two linear layers (GCNII).
func initialResidual(s *source, prefixes, linear []string) {
	w := s.linearLayer("gcnii.in", linear[0], -1)
	hidden := w.Shape[0]
	s.out.Features = w.Shape[1]
	for l, p := range prefixes {
		s.addParam(fmt.Sprintf("gcnii.%d.weight", l+1), s.matrix(p+"weight1", hidden, hidden))
	}
	s.out.Classes = s.linearLayer("gcnii.out", linear[1], hidden).Shape[0]
	s.set("hidden", float64(hidden))
	s.set("layers", float64(len(prefixes)))
}

// attentionHeads returns the numbers of heads and of features of a head, from the shape heads×f of the attention vector.
// mean reports whether the outputs of the heads are averaged instead of concatenated, by the length of the bias.
// Without a bias only the last layer averages.
func (s *source) attentionHeads(att *Tensor, bias string, last bool) (heads, f int, mean bool) {
	heads, f = att.Shape[0], att.Shape[1]
	if b := s.byName[bias]; b != nil {
		return heads, f, heads > 1 && len(b.Data) == f
	}
	return heads, f, heads > 1 && last
}

// setHeads sets the settings of layers of attention and returns the width of their output.
// Each layer has a number of heads, a width of each, and 1 where the mean of the heads is taken.
func (s *source) setHeads(all [][3]int, linear []string) (out int) {
	n := len(all)
	for l, a := range all {
		last := l == n-1 && len(linear) == 0
		switch {
		case !last && a != all[0]:
			s.fail("the layers have %d heads of width %d and %d of width %d; here all but the last are alike", all[0][0], all[0][1], a[0], a[1])
		case !last && a[2] != 0:
			s.fail("a layer before the last takes the mean of its heads; here they stand side by side")
		case last && a[0] > 1 && a[2] == 0:
			s.fail("the heads of the last layer stand side by side; here their mean is taken")
		case last:
			s.set("more_heads", float64(a[0]-1))
		}
	}
	if n > 1 || len(linear) > 0 {
		s.set("heads", float64(all[0][0]))
		s.set("hidden", float64(all[0][1]))
	}
	if len(linear) == 0 {
		return all[n-1][1]
	}
	return all[n-1][0] * all[n-1][1]
}

// attentionExtras adds the bias and the residual weights of layer l of attention.
// It returns the width of the output, and 1 where the mean of the heads is taken.
func (s *source) attentionExtras(l int, p, residual string, in, heads, f int, mean bool) (width, mark int) {
	if width = heads * f; mean {
		width, mark = f, 1
	}
	s.addParam(fmt.Sprintf("gat.%d.bias", l), s.vector(p+"bias", width))
	if s.byName[p+residual] != nil {
		s.set("skip", 3)
		s.addParam(fmt.Sprintf("gat.%d.residual", l), transposed(s.matrix(p+residual, width, in)))
	}
	return width, mark
}

// attention returns the arrangement of layers of GAT.
// The arguments are names: the vectors of sender and receiver, the weights with an older name, and the residual weights.
func attention(sender, receiver, weight, older, residual string) func(s *source, prefixes, linear []string) {
	return func(s *source, prefixes, linear []string) {
		in := -1
		var all [][3]int
		for l, p := range prefixes {
			name := weight
			if s.byName[p+weight] == nil && older != "" && s.byName[p+older] != nil {
				name = older
			}
			att := s.matrix(p+sender, -1, -1)
			heads, f, mean := s.attentionHeads(att, p+"bias", l == len(prefixes)-1 && len(linear) == 0)
			w := transposed(s.matrix(p+name, heads*f, in))
			if in = w.Shape[0]; l == 0 {
				s.out.Features = in
			}
			n := fmt.Sprintf("gat.%d.", l)
			s.addParam(n+"weight", w)
			s.addParam(n+"neighbour", att)
			s.addParam(n+"self", s.matrix(p+receiver, heads, f))
			width, mark := s.attentionExtras(l, p, residual, in, heads, f, mean)
			all, in = append(all, [3]int{heads, f, mark}), width
		}
		s.setStack("gat", len(prefixes), s.setHeads(all, linear), linear)
	}
}

// attentionV2 arranges layers of GATv2.
func attentionV2(s *source, prefixes, linear []string) {
	in := -1
	var all [][3]int
	for l, p := range prefixes {
		att := s.matrix(p+"att", -1, -1)
		heads, f, mean := s.attentionHeads(att, p+"bias", l == len(prefixes)-1 && len(linear) == 0)
		w := transposed(s.matrix(p+"lin_l.weight", heads*f, in))
		if in = w.Shape[0]; l == 0 {
			s.out.Features = in
		}
		n := fmt.Sprintf("gat.%d.", l)
		s.addParam(n+"weight", w)
		s.addParam(n+"sender", s.vector(p+"lin_l.bias", heads*f))
		s.addParam(n+"own", transposed(s.matrix(p+"lin_r.weight", heads*f, in)))
		s.addParam(n+"receiver", s.vector(p+"lin_r.bias", heads*f))
		s.addParam(n+"attention", att)
		width, mark := s.attentionExtras(l, p, "res.weight", in, heads, f, mean)
		all, in = append(all, [3]int{heads, f, mark}), width
	}
	s.set("attention", 1)
	s.setStack("gat", len(prefixes), s.setHeads(all, linear), linear)
}

// mapKind is a kind of restriction maps of neural sheaf diffusion: the count of a map's numbers, and their order.
type mapKind struct {
	size  func(d int) int
	order func(d int) []int // index in the file of each number here
}

// identityOrder returns 0, 1, …, n−1.
func identityOrder(n int) (out []int) {
	for k := range n {
		out = append(out, k)
	}
	return out
}

var (
	diagonal = mapKind{func(d int) int { return d }, identityOrder}
	general  = mapKind{func(d int) int { return d * d }, func(d int) []int { return identityOrder(d * d) }}
	// Numbers of reflections are the entries below the diagonal: row by row in the program, column by column here.
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
func sheafDiffusion(kind mapKind) func(s *source) {
	return func(s *source) {
		p, ok := s.prefixBefore("lin1.weight")
		if !ok {
			return
		}
		layers := 1
		for _, name := range s.names { // a layer counts if any tensor has its number, so that a missing tensor is reported
			parts := strings.Split(strings.TrimPrefix(name, p), ".")
			if n, err := strconv.Atoi(parts[min(1, len(parts)-1)]); err == nil && n < len(s.names) {
				layers = max(layers, n+1)
			}
		}
		w := s.linearLayer("nsd.in", p+"lin1.", -1)
		wide := w.Shape[0]
		d := s.matrix(p+"epsilons.0", -1, 1).Shape[0]
		if d < 1 || d > 8 || wide%d != 0 {
			s.fail("%s has %d rows and %s %d; stalks have dimension 1 to 8, a divisor", quote(p+"lin1.weight"), wide, quote(p+"epsilons.0"), d)
			return
		}
		c := wide / d
		s.out.Features = w.Shape[1]
		for l := range layers {
			s.sheafLayer(p, l, kind, d, c)
		}
		s.out.Classes = s.linearLayer("nsd.class", p+"lin2.", wide).Shape[0]
		s.set("layers", float64(layers))
		s.set("d", float64(d))
		s.set("hidden", float64(c))
	}
}

// sheafLayer arranges layer l with stalk dimension d and c channels.
func (s *source) sheafLayer(p string, l int, kind mapKind, d, c int) {
	at := func(of string) string { return fmt.Sprintf("%s%s.%d", p, of, l) }
	n, size, wide := fmt.Sprintf("nsd.%d.", l), kind.size(d), 2*d*c
	name := at("sheaf_learners") + ".linear1.weight"
	learner := s.matrix(name, -1, -1)
	if dims := learner.Shape; dims[0] != size || dims[1] != wide {
		s.fail("%s has the shape %s, expected is %d×%d%s", quote(name), shape(dims), size, wide, learnerMismatch(kind, dims, d, wide))
	}
	if s.err != nil {
		return
	}
	sorted := &Tensor{Shape: learner.Shape}
	for _, k := range kind.order(d) {
		sorted.Data = append(sorted.Data, learner.Data[k*wide:(k+1)*wide]...)
	}
	s.addParam(n+"learner", transposed(sorted))
	if name = at("weight_learners") + ".linear1.weight"; s.hasModules(p + "weight_learners.") {
		s.set("edge_weights", 1)
		s.addParam(n+"weights", transposed(s.matrix(name, 1, wide)))
	}
	s.addParam(n+"left", s.squareOrIdentity(p+"lin_left_weights.", l, d))
	s.addParam(n+"right", transposed(s.squareOrIdentity(p+"lin_right_weights.", l, c)))
	epsilon := s.matrix(at("epsilons"), d, 1)
	s.addParam(n+"epsilon", &Tensor{Shape: []int{1, d}, Data: epsilon.Data})
}

// hasModules reports whether a list of modules is not empty.
func (s *source) hasModules(list string) bool {
	return slices.ContainsFunc(s.names, func(name string) bool { return strings.HasPrefix(name, list) })
}

// squareOrIdentity returns the matrix of layer l in a list of linear layers, or the identity where the network has no such list.
func (s *source) squareOrIdentity(of string, l, n int) *Tensor {
	if s.hasModules(of) {
		return s.matrix(fmt.Sprintf("%s%d.weight", of, l), n, n)
	}
	out := &Tensor{Shape: []int{n, n}, Data: make([]float64, n*n)}
	for k := range n {
		out.Data[k*n+k] = 1
	}
	return out
}

// learnerMismatch returns the option of the program that explains another shape of a map learner, "" where there is none.
func learnerMismatch(kind mapKind, dims []int, d, wide int) string {
	const not = " is not computed here"
	switch rows, cols := dims[0], dims[1]; {
	case cols*d == wide:
		return ": sparse_learner" + not
	case rows == d*(d+1)/2:
		return ": orth_trans other than householder" + not
	case rows == kind.size(max(0, d-1)) || rows == kind.size(max(0, d-2)):
		return ": add_lp or add_hp" + not
	}
	return ""
}
