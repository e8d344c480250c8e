// This file lists the families of recognised networks, and recognises their layers by names and shapes of tensors.

package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// Family is a kind of network whose files are recognised.
type Family struct {
	// Name is the displayed name, and Model is the model of package peer that computes the network.
	Name, Model string
	// Layer are the names of a layer's tensors without the prefix of the layer. A tensor with ? at the end may be missing in all layers.
	// The first name identifies a layer. Linear layers may also have a tensor with this name if recognises is not nil.
	Layer []string
	// Linear are the smallest and the largest number of linear layers beside the graph layers.
	Linear [2]int
	// Classes are the class names of the layer, or of the whole network, in PyTorch.
	Classes []string
	// Asks are the settings that names and shapes of tensors do not determine.
	Asks []string
	// Layers arranges a network that is a stack of layers, from the prefixes of graph layers and of linear layers.
	// Whole arranges any other network. Exactly one of the two functions is nil.
	Layers func(s *source, prefixes, linear []string)
	Whole  func(s *source)

	// recognises reports whether a prefix belongs to a layer of the family rather than to a linear layer. It is nil if the names suffice.
	recognises func(s *source, prefix string) bool
}

// Families are the recognised families. A file belongs to the first family that uses every tensor. If several families do, a requested
// model selects one of them.
var Families = []Family{
	{Name: "PyTorch Geometric, GATv2Conv", Model: "gat", Layer: []string{"att", "lin_l.weight", "lin_l.bias?", "lin_r.weight",
		"lin_r.bias?", "bias?", "res.weight?"}, Linear: [2]int{0, 1}, Classes: []string{"GATv2Conv"}, Layers: attentionV2,
		Asks: []string{"act", "loops", "slope", "skip", "directed", "plain"}},
	{Name: "PyTorch Geometric, GATConv", Model: "gat", Layer: []string{"att_src", "att_dst", "lin.weight?", "lin_src.weight?", "bias?",
		"res.weight?"}, Linear: [2]int{0, 1}, Classes: []string{"GATConv"}, Layers: attention("att_src", "att_dst", "lin.weight",
		"lin_src.weight", "res.weight"), Asks: []string{"act", "loops", "slope", "skip", "directed", "plain"}},
	{Name: "DGL, GATConv", Model: "gat", Layer: []string{"attn_l", "attn_r", "fc.weight", "bias?", "res_fc.weight?", "res_fc.bias?"},
		Linear: [2]int{0, 1}, Classes: []string{"GATConv"}, Layers: attention("attn_l", "attn_r", "fc.weight", "", "res_fc.weight"),
		Asks: []string{"act", "loops", "slope", "skip", "directed", "plain"}},
	{Name: "PyTorch Geometric, GCN2Conv", Model: "gcnii", Layer: []string{"weight1"}, Linear: [2]int{2, 2},
		Classes: []string{"GCN2Conv"}, Layers: initialResidual, Asks: []string{"alpha", "theta", "loops", "directed", "plain"}},
	{Name: "PyTorch Geometric, SAGEConv", Model: "sage", Layer: []string{"lin_r.weight", "lin_l.weight", "lin_l.bias?"},
		Linear: [2]int{0, 1}, Classes: []string{"SAGEConv"}, Layers: sampleAndAggregate, Asks: []string{"act", "degree", "skip", "directed"}},
	{Name: "PyTorch Geometric, GCNConv", Model: "gcn", Layer: []string{"lin.weight", "bias?"}, Linear: [2]int{0, 1},
		Classes: []string{"GCNConv"}, Layers: torchConvolution, recognises: unbiased,
		Asks: []string{"act", "loops", "degree", "skip", "directed", "plain"}},
	{Name: "DGL, GraphConv", Model: "gcn", Layer: []string{"weight", "bias?"}, Linear: [2]int{0, 1}, Classes: []string{"GraphConv"},
		Layers: dglConvolution, recognises: multipliesFromRight, Asks: []string{"act", "loops", "degree", "skip", "directed", "plain"}},
	{Name: "neural-sheaf-diffusion, diagonal", Model: "nsd-diag", Whole: sheafDiffusion(diagonal),
		Classes: []string{"DiscreteDiagSheafDiffusion"}, Asks: []string{"linear", "plain"}},
	{Name: "neural-sheaf-diffusion, bundle", Model: "nsd-orth", Whole: sheafDiffusion(bundle),
		Classes: []string{"DiscreteBundleSheafDiffusion"}, Asks: []string{"linear", "plain"}},
	{Name: "neural-sheaf-diffusion, general", Model: "nsd-general", Whole: sheafDiffusion(general),
		Classes: []string{"DiscreteGeneralSheafDiffusion"}, Asks: []string{"linear", "plain"}},
	{Name: "SGPC, the authors' program", Model: "sgpc", Whole: authorsProgram, Classes: []string{"SVRSheafNet"},
		Asks: []string{"epsilon0", "dt", "cg_max", "directed"}},
}

// Names returns the names of the families.
func Names() (out []string) {
	for _, f := range Families {
		out = append(out, f.Name)
	}
	return out
}

// arrangeAs arranges the tensors for a family as s.out, and reports whether any tensor belongs to the family.
// A network whose described class belongs to another family has no tensor of this family. If a tensor does not fit, s.err is the reason.
func (s *source) arrangeAs(f Family) bool {
	s.out.Model, s.out.Family = f.Model, f.Name
	// The setting "plain" starts at 1: features without scaling. The models sage and sgpc have no such setting.
	if f.Model != "sage" && f.Model != "sgpc" {
		s.set("plain", 1)
	}
	// A network that is not a stack of layers.
	if f.Whole != nil {
		if s.isOtherNetwork(f) {
			return false
		}
		f.Whole(s)
		s.listUnknownSettings(f)
		return len(s.used) > 0
	}
	prefixes := s.layerPrefixes(f)
	if len(prefixes) == 0 {
		return false
	}
	// A stack of graph layers, with linear layers before or after it.
	linear := s.linearPrefixes(f, prefixes)
	if n := len(linear); n < f.Linear[0] || n > f.Linear[1] {
		s.fail("the network has %s beside %s; networks with %s are computed here", words.Count(n, "linear layer"),
			words.Count(len(prefixes), "graph layer"), words.Either(f.Linear[0] == f.Linear[1], "2 linear layers", "at most 1"))
	} else {
		s.checkNumbering(f, prefixes, linear)
		s.checkComplete(f, prefixes)
		f.Layers(s, prefixes, linear)
		s.foldNorms(f, len(prefixes))
	}
	s.listUnknownSettings(f)
	return true
}

// layerPrefixes returns the prefix of each layer of a family, in natural order (layer 2 before layer 10).
func (s *source) layerPrefixes(f Family) (prefixes []string) {
	for _, name := range s.names {
		p, ok := strings.CutSuffix(name, f.Layer[0])
		if ok && isModulePrefix(p) && s.isLayer(f, p) {
			prefixes = append(prefixes, p)
		}
	}
	// The empty prefix may belong to a single graph layer. With several prefixes it belongs to a linear layer with the name lin: the tensor
	// lin.weight of this layer has the name of a tensor of a graph layer.
	if len(prefixes) > 1 {
		prefixes = slices.DeleteFunc(prefixes, func(p string) bool { return p == "" })
	}
	return prefixes
}

// isLayer reports whether a prefix belongs to a layer of a family rather than to a linear layer.
// The class of the module decides. A class of this family is a layer. A class of another family, or the class Linear, is none.
// For any other class, f.recognises decides.
func (s *source) isLayer(f Family, prefix string) bool {
	class := s.meta.Modules[strings.TrimSuffix(prefix, ".")].Class
	switch {
	case f.isOther(class):
		return false
	case slices.Contains(f.Classes, class):
		return true
	}
	return f.recognises == nil || f.recognises(s, prefix)
}

// isOther reports whether a class is Linear or belongs only to other families.
// It returns false for unknown classes, because these may be derived from a class of this family.
func (f *Family) isOther(class string) bool {
	if slices.Contains(f.Classes, class) {
		return false
	}
	return class == "Linear" || slices.ContainsFunc(Families, func(o Family) bool { return slices.Contains(o.Classes, class) })
}

// isOtherNetwork reports whether a module is the whole network of another family. The network may be a part of a larger module.
func (s *source) isOtherNetwork(f Family) bool {
	for _, m := range s.meta.Modules {
		for _, o := range Families {
			if o.Whole != nil && o.Name != f.Name && slices.Contains(o.Classes, m.Class) {
				return true
			}
		}
	}
	return false
}

// unbiased reports whether the linear part of a layer has no bias. In a GCNConv it has none, since the bias belongs to the whole layer.
// A linear layer with the name lin usually has a bias.
func unbiased(s *source, prefix string) bool { return s.byName[prefix+"lin.bias"] == nil }

// multipliesFromRight reports whether the matrix with a prefix has a column for each output, as in a convolution of DGL. A linear layer has
// a row for each output. The bias has a number for each output. The result is false without a bias, or if the weight is no matrix.
// A square matrix does not show the difference. It counts as a linear layer if it belongs to the last name in natural order, unless its
// number continues the numbers of a convolution, such as conv1, conv2.
func multipliesFromRight(s *source, prefix string) bool {
	w, b := s.byName[prefix+"weight"], s.byName[prefix+"bias"]
	if len(w.Shape) != 2 || b == nil || len(b.Data) != w.Shape[1] {
		return false
	}
	if w.Shape[0] != w.Shape[1] || !strings.HasPrefix(s.names[len(s.names)-1], prefix) {
		return true
	}
	// The recursion ends, since the matrix of a convolution that decides is not square.
	stem, _ := splitNumber(prefix)
	return stem != "" && slices.ContainsFunc(s.names, func(name string) bool {
		p, isWeight := strings.CutSuffix(name, "weight")
		otherStem, _ := splitNumber(p)
		dims := s.byName[name].Shape
		isOblong := len(dims) == 2 && dims[0] != dims[1]
		return isWeight && isOblong && otherStem == stem && multipliesFromRight(s, p)
	})
}

// checkComplete fails if a layer lacks a required tensor, or lacks an optional tensor that other layers have.
func (s *source) checkComplete(f Family, prefixes []string) {
	for _, pattern := range f.Layer {
		name, optional := strings.CutSuffix(pattern, "?")
		var missing []string
		for _, p := range prefixes {
			if s.byName[p+name] == nil {
				missing = append(missing, p+name)
			}
		}
		switch {
		case len(missing) == 0:
		case !optional:
			s.fail("%s is missing", joinNames(missing))
		case len(missing) < len(prefixes):
			s.fail("%s is missing, while other layers have the tensor; here all layers are alike", joinNames(missing))
		}
	}
}

// checkNumbering fails for a gap in the numbers of graph layers such as convs.0, convs.1, unless other modules fill the gap. It also fails
// for a linear layer with the same stem convs, unless the file describes the class of this layer.
// A graph layer without a number ends the whole check. So does a layer of a Sequential (module_0, module_1, …), because a Sequential also
// numbers the modules between layers. Graph layers with another stem than the first may have any number.
func (s *source) checkNumbering(f Family, prefixes, linear []string) {
	firstStem, next := "", 0 // stem of the first layer, and the expected number of the next layer
	for k, p := range prefixes {
		stem, n := splitNumber(p)
		if stem == "" || strings.HasSuffix(stem, "module_") {
			return
		}
		if k == 0 {
			// A list of modules counts from 0. Attributes such as conv1, conv2 may count from 1.
			firstStem, next = stem, words.Either(strings.HasSuffix(stem, "."), 0, 1)
		}
		for stem == firstStem && next < n {
			name := stem + strconv.Itoa(next)
			if !s.isOtherModule(f, name) {
				s.fail("%s is missing before %s", quote(name), quote(stem+strconv.Itoa(n)))
				return
			}
			next++
		}
		next++
	}
	for _, p := range linear {
		isDescribed := s.meta.Modules[strings.TrimSuffix(p, ".")].Class == "Linear"
		if stem, _ := splitNumber(p); stem == firstStem && !isDescribed {
			s.fail("%s has the shape of a linear layer, and the name of the layers of the graph", quote(p+"weight"))
		}
	}
}

// isOtherModule reports whether the file has a module with the given name that is no graph layer: a described module, or a BatchNorm.
func (s *source) isOtherModule(f Family, name string) bool {
	m, isDescribed := s.meta.Modules[name]
	if isDescribed {
		return !slices.Contains(f.Classes, m.Class)
	}
	return slices.ContainsFunc(s.names, func(tensor string) bool {
		return strings.HasPrefix(tensor, name+".") && strings.HasSuffix(tensor, ".running_mean")
	})
}

// splitNumber splits the prefix of a layer, such as "convs.0.", into stem "convs." and number 0. The stem is "" if there is no number.
func splitNumber(prefix string) (stem string, n int) {
	name := strings.TrimSuffix(prefix, ".")
	stem = strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil {
		return "", 0
	}
	return stem, n
}

// linearPrefixes returns the prefixes of the linear layers. prefixes are the prefixes of the graph layers of family f.
// The weights of a linear layer are a matrix that belongs to none of the graph layers. A bias has a number for each row of the matrix.
func (s *source) linearPrefixes(f Family, prefixes []string) (out []string) {
	for _, name := range s.names {
		p, isWeight := strings.CutSuffix(name, "weight")
		isMatrix := len(s.byName[name].Shape) == 2
		if !isWeight || !isMatrix || p == "" { // a layer of a network has a name
			continue
		}
		inGraphLayer := slices.ContainsFunc(prefixes, func(prefix string) bool {
			return slices.ContainsFunc(f.Layer, func(tensor string) bool { return prefix+strings.TrimSuffix(tensor, "?") == name })
		})
		// If names suffice to recognise a graph layer (f.recognises is nil), a tensor with such a name belongs to an incomplete graph layer.
		inIncompleteLayer := f.recognises == nil && slices.ContainsFunc(f.Layer, func(tensor string) bool {
			return strings.HasSuffix(name, "."+strings.TrimSuffix(tensor, "?"))
		})
		if inGraphLayer || inIncompleteLayer {
			continue
		}
		// The matrix of a linear layer has a row for each output. The matrix of a DGL convolution has a column for each output.
		if b := s.byName[p+"bias"]; b == nil || len(b.Data) == s.byName[name].Shape[0] {
			out = append(out, p)
		}
	}
	return out
}

// listUnknownSettings sets the settings that the file's modules determine, and lists the settings that remain unknown as s.out.Asked.
func (s *source) listUnknownSettings(f Family) {
	s.setFromModules(f)
	hasModules := len(s.meta.Modules) > 0 // a setting without an attribute then has its default
	for _, name := range f.Asks {
		isNeverDescribed := name == "plain" || name == "directed" || name == "skip" // no attribute of a module
		// In DGL the self-loops belong to the graph, and the norm of a GraphConv is a private attribute.
		isOfDGL := strings.HasPrefix(f.Name, "DGL") && (name == "loops" || name == "degree")
		// A network may call its activation as a function, which no module describes.
		isUndetermined := name == "act" && s.out.Settings["act"] == ""
		if !hasModules || isNeverDescribed || isOfDGL || isUndetermined {
			s.out.Asked = append(s.out.Asked, name)
		}
	}
}

// fail records an error, unless an earlier error is recorded. Its callers continue, and match rejects their result.
func (s *source) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// set sets a setting of the model, as text.
func (s *source) set(name string, v float64) {
	s.out.Settings[name] = strconv.FormatFloat(v, 'g', -1, 64)
}
