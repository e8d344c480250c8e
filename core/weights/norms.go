package weights

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// fold puts the BatchNorm behind each layer of a stack into its weights: with running mean m and variance v it computes
//
//	y = (x − m)·a + β,  a = γ/√(v + ε)
//
// in evaluation, a factor of each column and a term of the bias. A layer of attention scores what it sums: its vectors are divided by a.
func (s *source) fold(f Family, layers int) {
	var norms []string
	for _, name := range s.names {
		if p, ok := strings.CutSuffix(name, "running_mean"); ok {
			norms = append(norms, p)
		}
	}
	switch n := len(norms); {
	case n == 0:
		return
	case f.Model == "gcnii":
		s.fail("%s: a BatchNorm behind layers of GCN2Conv is not computed here", quote(norms[0]+"running_mean"))
	case n != layers && n != layers-1:
		s.fail("%s: the norms are %d, the layers of the graph %d", quote(norms[0]+"running_mean"), n, layers)
	case len(s.meta.Modules) == 0:
		s.doubt("The file does not say whether each norm stands before its activation; here it does.")
	}
	for l := 0; l < len(norms) && s.err == nil; l++ {
		s.foldInto(fmt.Sprintf("%s.%d.", f.Model, l), norms[l])
	}
}

// foldInto folds the norm of one prefix into the parameters of another.
func (s *source) foldInto(layer, p string) {
	mean := s.needed(p+"running_mean", -1).Data
	n := len(mean)
	variance, gain, shift := s.needed(p+"running_var", n).Data, s.vector(p+"weight", n), s.vector(p+"bias", n)
	plain := s.byName[p+"weight"] == nil
	if plain != (s.byName[p+"bias"] == nil) || len(gain.Data) != n || len(shift.Data) != n {
		s.fail("%s and %s are not of one length", quote(p+"weight"), quote(p+"bias"))
		return
	}
	epsilon, ok := s.meta.Modules[strings.TrimSuffix(p, ".")].Has["eps"].(float64)
	if !ok {
		epsilon = 1e-5
	}
	factor := make([]float64, n)
	for k := range factor {
		if factor[k] = 1 / math.Sqrt(variance[k]+epsilon); !plain {
			factor[k] *= gain.Data[k]
		}
	}
	for k := range s.out.Params {
		name, ours := strings.CutPrefix(s.out.Params[k].Name, layer)
		v := slices.Clone(s.out.Params[k].Data)
		score := name == "neighbour" || name == "self" || name == "attention"
		switch {
		case !ours:
			continue
		case n == 0 || len(v)%n != 0 || score && len(v) != n:
			s.fail("%s has %d numbers, the layer before it has another width", quote(p+"running_mean"), n)
			return
		}
		for q := range v {
			switch a := factor[q%n]; {
			case score && (a == 0 || a < 0 && name == "attention"):
				s.fail("%s: a factor of %v of a BatchNorm behind attention is not computed here", quote(p+"weight"), a)
				return
			case score:
				v[q] /= a
			case name == "bias" && q < n:
				v[q] = float64((v[q]-mean[q])*a) + shift.Data[q]
			default:
				v[q] *= a
			}
		}
		s.out.Params[k].Data = v
	}
}

// doubt adds a sentence on what no setting says.
func (s *source) doubt(text string) { s.out.Doubts = append(s.out.Doubts, text) }

// unread are the parts of networks that no model here computes, by a part of the name of a tensor or by the class of a module.
var unread = [][2]string{
	{"mean_scale", "GraphNorm"}, {"GraphNorm", "GraphNorm"}, {"LayerNorm", "LayerNorm"}, {"InstanceNorm", "InstanceNorm"},
	{"PairNorm", "PairNorm"}, {"JumpingKnowledge", "jumping knowledge"}, {"jk.", "jumping knowledge"},
	{"lin12.", "the option second_linear"}, {"odefunc", "a continuous network"},
}

// notComputed names a part among names of tensors or classes that no model here computes, "" without one.
func notComputed(names []string) string {
	for _, part := range unread {
		if k := slices.IndexFunc(names, func(name string) bool { return strings.Contains(name, part[0]) }); k >= 0 {
			return part[1] + " is not computed here"
		}
	}
	return ""
}

// vectors reports whether tensors are of one dimension, as those of a norm are.
func (s *source) vectors(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return len(s.byName[name].Shape) != 1 })
}
