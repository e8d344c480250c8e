package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// convolution arranges layers x' = Â x W + b; of a linear layer of PyTorch W is the transpose.
func convolution(weight string, transpose bool) func(s *source, prefixes, linear []string) {
	return func(s *source, prefixes, linear []string) {
		in := -1
		var widths []int
		if !transpose { // DGL's layer adds no self-loops, the graph may have them; a sender counts its own messages
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
			s.param(fmt.Sprintf("gcn.%d.weight", l), w)
			s.param(fmt.Sprintf("gcn.%d.bias", l), s.vector(p+"bias", in))
		}
		s.width(widths, linear, 1)
		s.stack("gcn", len(prefixes), in, linear)
	}
}

// sampleAndAggregate arranges layers x' = W_l mean(x) + b + W_r x.
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
		s.param(fmt.Sprintf("sage.%d.weight", l), beside(own, far))
		s.param(fmt.Sprintf("sage.%d.bias", l), beside(s.vector(p+"lin_l.bias", in), s.vector("", in))) // also where there is no neighbour
	}
	s.width(widths, linear, 1)
	s.stack("sage", len(prefixes), in, linear)
}

// initialResidual arranges GCN2Conv between two linear layers.
func initialResidual(s *source, prefixes, linear []string) {
	w := s.line("gcnii.in", linear[0], -1)
	hidden := w.Shape[0]
	s.out.Features = w.Shape[1]
	for l, p := range prefixes {
		s.param(fmt.Sprintf("gcnii.%d.weight", l+1), s.matrix(p+"weight1", hidden, hidden))
	}
	s.out.Classes = s.line("gcnii.out", linear[1], hidden).Shape[0]
	s.set("hidden", float64(hidden))
	s.set("layers", float64(len(prefixes)))
}

// heads reads the attention of a layer: heads×f, and whether their outputs stand side by side, by the length of the bias; without a
// bias they do but in the last layer.
func (s *source) heads(att *Tensor, bias string, last bool) (heads, f int, mean bool) {
	heads, f = att.Shape[0], att.Shape[1]
	if b := s.byName[bias]; b != nil {
		return heads, f, heads > 1 && len(b.Data) == f
	}
	return heads, f, heads > 1 && last
}

// headsOf sets what layers of attention have in common. Each has a number of heads, a width of each, and whether their mean is taken.
func (s *source) headsOf(all [][3]int, linear []string) (out int) {
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

// layerOfAttention is what a layer of attention has beside its weights: bias and residual.
func (s *source) layerOfAttention(l int, p, residual string, in, heads, f int, mean bool) (width, mark int) {
	if width = heads * f; mean {
		width, mark = f, 1
	}
	s.param(fmt.Sprintf("gat.%d.bias", l), s.vector(p+"bias", width))
	if s.byName[p+residual] != nil {
		s.set("skip", 3)
		s.param(fmt.Sprintf("gat.%d.residual", l), transposed(s.matrix(p+residual, width, in)))
	}
	return width, mark
}

// attention arranges layers of GAT: the vectors of the sender and of the receiver, the weights under one of two names, and the
// weights of a residual.
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
			heads, f, mean := s.heads(att, p+"bias", l == len(prefixes)-1 && len(linear) == 0)
			w := transposed(s.matrix(p+name, heads*f, in))
			if in = w.Shape[0]; l == 0 {
				s.out.Features = in
			}
			n := fmt.Sprintf("gat.%d.", l)
			s.param(n+"weight", w)
			s.param(n+"neighbour", att)
			s.param(n+"self", s.matrix(p+receiver, heads, f))
			width, mark := s.layerOfAttention(l, p, residual, in, heads, f, mean)
			all, in = append(all, [3]int{heads, f, mark}), width
		}
		s.stack("gat", len(prefixes), s.headsOf(all, linear), linear)
	}
}

// attentionV2 arranges layers of GATv2.
func attentionV2(s *source, prefixes, linear []string) {
	in := -1
	var all [][3]int
	for l, p := range prefixes {
		att := s.matrix(p+"att", -1, -1)
		heads, f, mean := s.heads(att, p+"bias", l == len(prefixes)-1 && len(linear) == 0)
		w := transposed(s.matrix(p+"lin_l.weight", heads*f, in))
		if in = w.Shape[0]; l == 0 {
			s.out.Features = in
		}
		n := fmt.Sprintf("gat.%d.", l)
		s.param(n+"weight", w)
		s.param(n+"sender", s.vector(p+"lin_l.bias", heads*f))
		s.param(n+"own", transposed(s.matrix(p+"lin_r.weight", heads*f, in)))
		s.param(n+"receiver", s.vector(p+"lin_r.bias", heads*f))
		s.param(n+"attention", att)
		width, mark := s.layerOfAttention(l, p, "res.weight", in, heads, f, mean)
		all, in = append(all, [3]int{heads, f, mark}), width
	}
	s.set("attention", 1)
	s.stack("gat", len(prefixes), s.headsOf(all, linear), linear)
}

// mapsOf is the kind of restriction maps of neural sheaf diffusion: how many numbers a map has, and in what order they come here.
type mapsOf struct {
	size  func(d int) int
	order func(d int) []int // the place in the file of each number here
}

func inOrder(n int) (out []int) {
	for k := range n {
		out = append(out, k)
	}
	return out
}

var (
	diagonal = mapsOf{func(d int) int { return d }, inOrder}
	general  = mapsOf{func(d int) int { return d * d }, func(d int) []int { return inOrder(d * d) }}
	// The numbers of reflections stand below the diagonal: in the program row by row, here column by column.
	bundle = mapsOf{func(d int) int { return d * (d - 1) / 2 }, func(d int) (out []int) {
		for col := range d {
			for row := col + 1; row < d; row++ {
				out = append(out, row*(row-1)/2+col)
			}
		}
		return out
	}}
)

// sheafDiffusion arranges the discrete networks of the program of neural sheaf diffusion (Bodnar et al., 2022).
func sheafDiffusion(kind mapsOf) func(s *source) {
	return func(s *source) {
		p, ok := s.before("lin1.weight")
		if !ok {
			return
		}
		layers := 1
		for _, name := range s.names { // whatever of a layer is there
			parts := strings.Split(strings.TrimPrefix(name, p), ".")
			if n, err := strconv.Atoi(parts[min(1, len(parts)-1)]); err == nil && n < len(s.names) {
				layers = max(layers, n+1)
			}
		}
		w := s.line("nsd.in", p+"lin1.", -1)
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
		s.out.Classes = s.line("nsd.class", p+"lin2.", wide).Shape[0]
		s.set("layers", float64(layers))
		s.set("d", float64(d))
		s.set("hidden", float64(c))
	}
}

// sheafLayer arranges layer l.
func (s *source) sheafLayer(p string, l int, kind mapsOf, d, c int) {
	at := func(of string) string { return fmt.Sprintf("%s%s.%d", p, of, l) }
	n, size, wide := fmt.Sprintf("nsd.%d.", l), kind.size(d), 2*d*c
	name := at("sheaf_learners") + ".linear1.weight"
	learner := s.matrix(name, -1, -1)
	if dims := learner.Shape; dims[0] != size || dims[1] != wide {
		s.fail("%s has the shape %s, expected is %d×%d%s", quote(name), shape(dims), size, wide, otherLearner(kind, dims, d, wide))
	}
	if s.err != nil {
		return
	}
	sorted := &Tensor{Shape: learner.Shape}
	for _, k := range kind.order(d) {
		sorted.Data = append(sorted.Data, learner.Data[k*wide:(k+1)*wide]...)
	}
	s.param(n+"learner", transposed(sorted))
	if name = at("weight_learners") + ".linear1.weight"; s.parts(p + "weight_learners.") {
		s.set("edge_weights", 1)
		s.param(n+"weights", transposed(s.matrix(name, 1, wide)))
	}
	s.param(n+"left", s.square(p+"lin_left_weights.", l, d))
	s.param(n+"right", transposed(s.square(p+"lin_right_weights.", l, c)))
	epsilon := s.matrix(at("epsilons"), d, 1)
	s.param(n+"epsilon", &Tensor{Shape: []int{1, d}, Data: epsilon.Data})
}

// parts reports whether a list of modules has any.
func (s *source) parts(list string) bool {
	return slices.ContainsFunc(s.names, func(name string) bool { return strings.HasPrefix(name, list) })
}

// square is the matrix of layer l in a list of linear layers, the identity where the network has no such list.
func (s *source) square(of string, l, n int) *Tensor {
	if s.parts(of) {
		return s.matrix(fmt.Sprintf("%s%d.weight", of, l), n, n)
	}
	out := &Tensor{Shape: []int{n, n}, Data: make([]float64, n*n)}
	for k := range n {
		out.Data[k*n+k] = 1
	}
	return out
}

// otherLearner says by which option a learner of maps has another shape than that of the network here, "" where it has this one.
func otherLearner(kind mapsOf, dims []int, d, wide int) string {
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
