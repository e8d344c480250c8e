package weights

import (
	"fmt"
	"strings"
)

// authorsProgram arranges the network of the program that the authors of SGPC published, for the reading "code". Its head is an MLP
// for heterophilic graphs and graph attention for citation graphs; step, iterations and widths go with it, and the file holds only
// the widths.
func authorsProgram(s *source) {
	p, found := s.prefixOf("W_sheaf", "alpha_svr", "in_norm.weight")
	if !found {
		return
	}
	w := s.matrix(p+"in_lin.weight", -1, -1)
	c := w.Shape[0]
	s.out.Features = w.Shape[1]
	s.param("encoder.weight", transposed(w))
	s.param("encoder.bias", s.needed(p+"in_lin.bias", c))
	s.param("encoder.gain", s.needed(p+"in_norm.weight", c))
	s.param("encoder.shift", s.needed(p+"in_norm.bias", c))
	s.param("lift.weight", s.matrix(p+"W_sheaf", c, c))
	gamma := s.needed(p+"gamma", -1)
	s.param("afm.gamma0", gamma)
	s.param("gates", beside(s.needed(p+"alpha_svr", 1), s.needed(p+"alpha_afm", 1)))
	s.out.Settings["reading"] = "code"
	s.set("channels", float64(c))
	s.set("q", float64(gamma.Shape[1]-1))
	if _, gat := s.prefixOf("gat1.lin.weight", "gat2.lin.weight", "gat1.lin_src.weight", "gat1.att_src"); gat {
		s.programAttention(p, c)
		return
	}
	s.out.Settings["head"] = "mlp"
	s.set("dt", 0.15)
	s.set("cg_max", 20)
	w = s.matrix(p+"mlp.0.weight", -1, c)
	s.set("hidden", float64(w.Shape[0]))
	s.param("head.0.weight", transposed(w))
	s.param("head.0.bias", s.needed(p+"mlp.0.bias", w.Shape[0]))
	w = s.matrix(p+"mlp.3.weight", -1, w.Shape[0])
	s.param("head.weight", transposed(w))
	s.out.Classes = w.Shape[0]
	s.param("head.bias", s.needed(p+"mlp.3.bias", w.Shape[0]))
}

// programAttention is the head of citation graphs: 8 heads of width 8, and one.
func (s *source) programAttention(p string, c int) {
	s.out.Settings["head"] = "gat"
	s.set("dt", 0.02)
	s.set("cg_max", 10)
	s.doubt("The program takes 0.1 off the features of Cora and Citeseer, here by the name of the graph.")
	heads, f := 8, 8
	for l := range 2 {
		at, n := fmt.Sprintf("%sgat%d.", p, l+1), fmt.Sprintf("head.gat%d.", l)
		name := at + "lin.weight"
		if s.byName[name] == nil && s.byName[at+"lin_src.weight"] != nil {
			name = at + "lin_src.weight"
		}
		if l == 1 {
			heads, f = 1, -1
		}
		att := s.matrix(at+"att_src", heads, f)
		f = att.Shape[1]
		w := s.matrix(name, heads*f, c)
		s.param(n+"weight", transposed(w))
		s.param(n+"neighbour", att)
		s.param(n+"self", s.matrix(at+"att_dst", heads, f))
		s.param(n+"bias", s.needed(at+"bias", heads*f))
		c, s.out.Classes = heads*f, heads*f
	}
}

// prefixOf returns what stands before the first of some names in the file.
func (s *source) prefixOf(names ...string) (prefix string, found bool) {
	for _, of := range names {
		for _, name := range s.names {
			if p, ok := strings.CutSuffix(name, of); ok && (p == "" || strings.HasSuffix(p, ".")) {
				return p, true
			}
		}
	}
	return "", false
}

// needed is the tensor of that name as a row, which a scalar is, too; a size of −1 is any.
func (s *source) needed(name string, cols int) *Tensor {
	if t := s.byName[name]; t != nil && len(t.Shape) == 0 {
		s.used[name] = true
		return &Tensor{Name: name, Shape: []int{1, 1}, Data: t.Data}
	}
	if t := s.matrix(name, 1, cols); len(t.Data) > 0 {
		return t
	}
	return &Tensor{Shape: []int{1, max(1, cols)}, Data: make([]float64, max(1, cols))}
}

// programSettings are the settings here by the attributes of the program's network.
var programSettings = map[string]string{"delta_t": "dt", "epsilon_ot": "epsilon0", "cg_tol": "cg_tol", "cg_maxiter": "cg_max"}
