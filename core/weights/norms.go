// This file folds the BatchNorm between layers into the weights, and rejects other norms.

package weights

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// foldNorms replaces the BatchNorm after each layer of a stack by a change of the layer's weights. Without BatchNorm it changes nothing.
// In evaluation a BatchNorm with running mean m and running variance v computes, for each column,
//
//	y = (x − m)·a + β,  a = γ/√(v + ε)
//
// So foldNorms multiplies each column of the weights by its a, and the bias b becomes (b − m)·a + β.
// Attention scores would then be computed from scaled features, so foldNorms divides the attention vectors by a.
// foldNorms fails for norms of GCNII, and if the number of norms is neither the number of layers nor one less.
// foldNorms adds a doubt about the order of norm and activation, unless s.describesOrder.
func (s *source) foldNorms(f Family, layers int) {
	var norms []string
	for _, name := range s.names {
		if p, ok := strings.CutSuffix(name, "running_mean"); ok {
			norms = append(norms, p)
		}
	}
	n := len(norms)
	if n == 0 {
		return
	}
	hasNormPerLayer := n == layers || n == layers-1 // the last layer may lack a norm
	if f.Model == "gcnii" || !hasNormPerLayer {
		s.fail("%s: %d of BatchNorm beside %d of %s are not computed here", quote(norms[0]+"running_mean"), n, layers, f.Name)
	} else if !s.describesOrder() {
		s.addDoubt("The file does not say whether each norm stands before its activation; here it does.")
	}
	// The norms are in natural order, as the layers are.
	for l := 0; l < len(norms) && s.err == nil; l++ {
		s.foldNorm(fmt.Sprintf("%s.%d.", f.Model, l), norms[l])
	}
}

// describesOrder reports whether the file describes in which order the network applies its modules. Only the classes BasicGNN of PyTorch
// Geometric do, which have the attribute act_first. In any other network, the order is a part of its code.
func (s *source) describesOrder() bool {
	_, isBasic := s.meta.Modules[""].Has["act_first"]
	return isBasic
}

// defaultEpsilon is the ε of BatchNorm in PyTorch.
const defaultEpsilon = 1e-5

// foldNorm folds the norm with prefix p in the file into the parameters whose names begin with layer, such as "gcn.0.".
// It fails if the norm is incomplete or has another number of columns than a parameter, if a variance is negative, or if an attention
// vector cannot be divided by a.
func (s *source) foldNorm(layer, p string) {
	mean := s.matrix(p+"running_mean", 1, anySize).Data
	n := len(mean)
	variance := s.matrix(p+"running_var", 1, n).Data
	// A norm without weights has γ = 1 and β = 0. The gain nil stands for γ = 1.
	gain, shift := []float64(nil), make([]float64, n)
	if s.byName[p+"weight"] != nil {
		gain, shift = s.matrix(p+"weight", 1, n).Data, s.matrix(p+"bias", 1, n).Data
	}
	if s.err != nil { // a tensor of the norm is missing or has another length
		return
	}
	epsilon, ok := s.meta.Modules[strings.TrimSuffix(p, ".")].Has["eps"].(float64)
	if !ok {
		epsilon = defaultEpsilon
	}
	factor := make([]float64, n) // a of each column
	for k := range factor {
		if variance[k]+epsilon <= 0 {
			s.fail("%s has a variance of %v, which must be positive", quote(p+"running_var"), variance[k])
			return
		}
		factor[k] = 1 / math.Sqrt(variance[k]+epsilon)
		if gain != nil {
			factor[k] *= gain[k]
		}
	}
	// Change the parameters of the layer.
	for k := range s.out.Params {
		name, ofLayer := strings.CutPrefix(s.out.Params[k].Name, layer)
		if !ofLayer {
			continue
		}
		v := slices.Clone(s.out.Params[k].Data)
		isScore := name == "neighbour" || name == "self" || name == "attention" // an attention vector
		cols := s.out.Params[k].Shape[1]
		switch {
		case isScore: // the vectors of all heads have one number for each column
			cols = len(v)
		case strings.HasPrefix(layer, "sage."): // a parameter of GraphSAGE has each column twice
			cols /= 2
		}
		if n == 0 || cols != n {
			s.fail("%s has %d numbers, and the layer before it %d columns", quote(p+"running_mean"), n, cols)
			return
		}
		for q := range v {
			a := factor[q%n]
			// A score is divided by a, which must not be 0. The scores of GATv2 (name "attention") pass a LeakyReLU, which commutes only with
			// positive factors.
			isNotDivisor := a == 0 || (a < 0 && name == "attention")
			if isScore && isNotDivisor {
				s.fail("%s has a factor of %v, which behind attention is not computed here", quote(p+"weight"), a)
				return
			}
			isBias := name == "bias" && q < n // the bias of GraphSAGE has a second half, which is 0
			switch {
			case isScore:
				v[q] /= a
			case isBias:
				v[q] = float64((v[q]-mean[q])*a) + shift[q]
			default:
				v[q] *= a
			}
		}
		s.out.Params[k].Data = v
	}
}

// addDoubt adds a sentence about an assumption on the network that no setting can change.
func (s *source) addDoubt(text string) { s.out.Doubts = append(s.out.Doubts, text) }

// unsupportedParts are parts of networks that no model of package peer computes.
// Each element has a substring of a tensor's name or of a class, and a description of the part.
var unsupportedParts = [][2]string{
	{"mean_scale", "GraphNorm"}, {"GraphNorm", "GraphNorm"}, {"LayerNorm", "LayerNorm"}, {"InstanceNorm", "InstanceNorm"},
	{"PairNorm", "PairNorm"}, {"SubtractionNorm", "MeanSubtractionNorm"}, {"GraphSizeNorm", "GraphSizeNorm"},
	{"MessageNorm", "MessageNorm"}, {"GroupNorm", "GroupNorm"}, {"RMSNorm", "RMSNorm"}, {"JumpingKnowledge", "jumping knowledge"},
	{"jk.", "jumping knowledge"},
	{"lin12.", "the option second_linear"}, {"odefunc", "a continuous network"},
}

// unsupportedPart returns a message about the first element of unsupportedParts that occurs in names of tensors or classes.
// It returns "" if there is no unsupported part.
func unsupportedPart(names []string) string {
	for _, part := range unsupportedParts {
		substring, description := part[0], part[1]
		if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, substring) }) {
			return description + " is not computed here"
		}
	}
	return ""
}

// areVectors reports whether all tensors with the given names have one dimension, as the tensors of a norm have.
func (s *source) areVectors(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return len(s.byName[name].Shape) != 1 })
}
