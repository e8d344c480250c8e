package weights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Family is a kind of network whose files are recognised.
type Family struct {
	// Name is the displayed name, and Model the peer that computes the network.
	Name, Model string
	// Layer are the names of a layer's tensors without their prefix; a name with ? may be missing in all layers.
	// Every layer, and nothing else, has a tensor with the first name.
	Layer []string
	// Linear are the smallest and the largest number of additional linear layers.
	Linear [2]int
	// Classes are the names of the layer's class in PyTorch.
	Classes []string
	// Asks are the settings that names and shapes do not determine.
	Asks []string
	// Layers arranges the parameters of a stack of layers; Whole arranges those of other networks from all tensors.
	Layers func(s *source, prefixes, linear []string)
	Whole  func(s *source)

	chooses bool                                // another family may have the same tensors
	is      func(s *source, prefix string) bool // reports whether a layer is not a linear one; nil where the names decide
}

// Families are the recognised families; a file belongs to the first that uses every tensor.
var Families = []Family{
	{Name: "PyTorch Geometric, GATv2Conv", Model: "gat", Layer: []string{"att", "lin_l.weight", "lin_l.bias?", "lin_r.weight",
		"lin_r.bias?", "bias?", "res.weight?"}, Linear: [2]int{0, 1}, Classes: []string{"GATv2Conv"}, Layers: attentionV2,
		Asks: []string{"act", "loops", "slope", "skip", "directed", "plain"}},
	{Name: "PyTorch Geometric, GATConv", Model: "gat", Layer: []string{"att_src", "att_dst", "lin.weight?", "lin_src.weight?", "bias?",
		"res.weight?"}, Linear: [2]int{0, 1}, Classes: []string{"GATConv"}, Layers: attention("att_src", "att_dst", "lin.weight",
		"lin_src.weight", "res.weight"), Asks: []string{"act", "loops", "slope", "skip", "directed", "plain"}},
	{Name: "DGL, GATConv", Model: "gat", Layer: []string{"attn_l", "attn_r", "fc.weight", "bias?", "res_fc.weight?"}, Linear: [2]int{0, 1},
		Classes: []string{"GATConv"}, Layers: attention("attn_l", "attn_r", "fc.weight", "", "res_fc.weight"),
		Asks: []string{"act", "loops", "slope", "skip", "directed", "plain"}},
	{Name: "PyTorch Geometric, GCN2Conv", Model: "gcnii", Layer: []string{"weight1"}, Linear: [2]int{2, 2},
		Classes: []string{"GCN2Conv"}, Layers: initialResidual, Asks: []string{"alpha", "theta", "loops", "directed", "plain"}},
	{Name: "PyTorch Geometric, SAGEConv", Model: "sage", Layer: []string{"lin_r.weight", "lin_l.weight", "lin_l.bias?"},
		Linear: [2]int{0, 1}, Classes: []string{"SAGEConv"}, Layers: sampleAndAggregate, Asks: []string{"act", "degree", "skip", "directed"}},
	{Name: "PyTorch Geometric, GCNConv", Model: "gcn", Layer: []string{"lin.weight", "bias?"}, Linear: [2]int{0, 1},
		Classes: []string{"GCNConv"}, Layers: convolution("lin.weight", true), is: unbiased,
		Asks: []string{"act", "loops", "degree", "skip", "directed", "plain"}},
	{Name: "DGL, GraphConv", Model: "gcn", Layer: []string{"weight", "bias?"}, Linear: [2]int{0, 1}, Classes: []string{"GraphConv"},
		Layers: convolution("weight", false), is: columnsOut, Asks: []string{"act", "loops", "degree", "skip", "directed", "plain"}},
	{Name: "neural-sheaf-diffusion, diagonal", Model: "nsd-diag", Whole: sheafDiffusion(diagonal), chooses: true,
		Classes: []string{"DiscreteDiagSheafDiffusion"}, Asks: []string{"linear", "plain"}},
	{Name: "neural-sheaf-diffusion, bundle", Model: "nsd-orth", Whole: sheafDiffusion(bundle), chooses: true,
		Classes: []string{"DiscreteBundleSheafDiffusion"}, Asks: []string{"linear", "plain"}},
	{Name: "neural-sheaf-diffusion, general", Model: "nsd-general", Whole: sheafDiffusion(general), chooses: true,
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

// arrangeAs arranges the tensors for a family and reports whether any belongs to it.
// Where a tensor does not fit, s.err has the reason.
func (s *source) arrangeAs(f Family) bool {
	s.out.Model, s.out.Family = f.Model, f.Name
	if f.Model != "sage" && f.Model != "sgpc" {
		s.set("plain", 1)
	}
	if f.Whole != nil {
		if f.isOther(s.meta.Modules[""].Class) {
			return false
		}
		f.Whole(s)
		s.listUnknownSettings(f)
		return len(s.used) > 0
	}
	var prefixes []string
	for _, name := range s.names {
		if p, ok := strings.CutSuffix(name, f.Layer[0]); ok && (p == "" || strings.HasSuffix(p, ".")) && s.isLayer(f, p) {
			prefixes = append(prefixes, p)
		}
	}
	if len(prefixes) > 1 { // the empty prefix then belongs to a linear layer without bias, called lin
		prefixes = slices.DeleteFunc(prefixes, func(p string) bool { return p == "" })
	}
	if len(prefixes) == 0 {
		return false
	}
	linear := s.linearPrefixes(f, prefixes)
	switch n := len(linear); {
	case n < f.Linear[0] || n > f.Linear[1]:
		s.fail("there are %d linear layers beside the %d of the graph, not %d to %d", n, len(prefixes), f.Linear[0], f.Linear[1])
	default:
		s.checkNumbering(prefixes, linear)
		s.checkComplete(f, prefixes)
		f.Layers(s, prefixes, linear)
		s.foldNorms(f, len(prefixes))
	}
	s.listUnknownSettings(f)
	return true
}

// isLayer reports whether a prefix belongs to a layer of a family rather than to a linear layer.
// The class of the module decides where the file has it.
func (s *source) isLayer(f Family, prefix string) bool {
	if class := s.meta.Modules[strings.TrimSuffix(prefix, ".")].Class; f.isOther(class) {
		return false
	} else if slices.Contains(f.Classes, class) {
		return true
	}
	return f.is == nil || f.is(s, prefix)
}

// isOther reports whether a class belongs to another family; a class of unknown name may be derived from one of this family.
func (f *Family) isOther(class string) bool {
	return !slices.Contains(f.Classes, class) && (class == "Linear" || slices.ContainsFunc(Families, func(o Family) bool {
		return slices.Contains(o.Classes, class)
	}))
}

// unbiased reports whether a layer's linear part has no bias of its own: a convolution has none, unlike a linear layer called lin.
func unbiased(s *source, prefix string) bool { return s.byName[prefix+"lin.bias"] == nil }

// columnsOut reports whether a matrix multiplies the features from the right, as in a convolution of DGL.
// A linear layer instead has a row for each output.
// A square matrix is ambiguous: there the last one of the file counts as linear.
func columnsOut(s *source, prefix string) bool {
	w, b := s.byName[prefix+"weight"], s.byName[prefix+"bias"]
	if len(w.Shape) != 2 || b == nil || len(b.Data) != w.Shape[1] {
		return false
	}
	return w.Shape[0] != w.Shape[1] || !strings.HasPrefix(s.names[len(s.names)-1], prefix)
}

// checkComplete fails where a layer lacks tensors that other layers have or that every layer needs.
func (s *source) checkComplete(f Family, prefixes []string) {
	for _, name := range f.Layer {
		name, maybe := strings.CutSuffix(name, "?")
		var lacks []string
		for _, p := range prefixes {
			if s.byName[p+name] == nil {
				lacks = append(lacks, p+name)
			}
		}
		if len(lacks) > 0 && !(maybe && len(lacks) == len(prefixes)) {
			s.fail("%s is missing", joinNames(lacks))
		}
	}
}

// checkNumbering fails for a gap in the numbers of layers with one stem, and for a linear layer numbered among them.
// It accepts gaps in Sequential, which also numbers the modules between layers.
func (s *source) checkNumbering(prefixes, linear []string) {
	stem, next := "", 0
	for k, p := range prefixes {
		of, n := numberOf(p)
		switch {
		case of == "" || strings.HasSuffix(of, "module_"):
			return
		case k == 0:
			if stem, next = of, n; n > 1 || n == 1 && strings.HasSuffix(of, ".") {
				s.fail("%s is missing before %s", quote(stem+strconv.Itoa(n-1)), quote(stem+strconv.Itoa(n)))
			}
		case of == stem && n != next:
			s.fail("%s is missing between the layers", quote(stem+strconv.Itoa(next)))
		}
		next++
	}
	for _, p := range linear {
		if of, _ := numberOf(p); of == stem {
			s.fail("%s has the shape of a linear layer, and the name of the layers of the graph", quote(p+"weight"))
		}
	}
}

// numberOf splits the prefix of a layer into stem and number; the stem is "" where the prefix has no number.
func numberOf(prefix string) (stem string, n int) {
	name := strings.TrimSuffix(prefix, ".")
	stem = strings.TrimRight(name, "0123456789")
	n, err := strconv.Atoi(name[len(stem):])
	if err != nil {
		return "", 0
	}
	return stem, n
}

// linearPrefixes returns the prefixes of the linear layers outside the given prefixes of graph layers.
func (s *source) linearPrefixes(f Family, prefixes []string) (out []string) {
	for _, name := range s.names {
		p, ok := strings.CutSuffix(name, "weight")
		if !ok || p == "" || len(s.byName[name].Shape) != 2 || slices.ContainsFunc(prefixes, func(q string) bool {
			return slices.ContainsFunc(f.Layer, func(of string) bool { return q+strings.TrimSuffix(of, "?") == name })
		}) {
			continue
		}
		if f.is == nil && slices.ContainsFunc(f.Layer, func(of string) bool {
			return strings.HasSuffix(name, "."+strings.TrimSuffix(of, "?")) // a tensor of an incomplete layer
		}) {
			continue
		}
		if b := s.byName[p+"bias"]; b == nil || len(b.Data) == s.byName[name].Shape[0] {
			out = append(out, p)
		}
	}
	return out
}

// listUnknownSettings lists the settings that neither names and shapes nor the file's modules determine.
func (s *source) listUnknownSettings(f Family) {
	s.attributes(f)
	for _, name := range f.Asks {
		if len(s.meta.Modules) == 0 || name == "plain" || name == "directed" || name == "skip" {
			s.out.Asked = append(s.out.Asked, name)
		}
	}
}

// fail records an error unless there is one already.
func (s *source) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// set sets a setting.
func (s *source) set(name string, v float64) {
	s.out.Settings[name] = strconv.FormatFloat(v, 'g', -1, 64)
}

// matrix returns the tensor with a name as rows×cols and marks it as used; −1 stands for any size.
// Leading dimensions of 1 are dropped. On failure it records the error and returns an empty tensor.
func (s *source) matrix(name string, rows, cols int) *Tensor {
	t := s.byName[name]
	if t == nil {
		s.fail("%s is missing", quote(name))
		return emptyTensor()
	}
	s.used[name] = true
	dims := t.Shape
	for len(dims) > 2 && dims[0] == 1 {
		dims = dims[1:]
	}
	for len(dims) < 2 {
		dims = append([]int{1}, dims...)
	}
	if len(dims) != 2 || rows >= 0 && dims[0] != rows || cols >= 0 && dims[1] != cols {
		size := func(n int) string {
			if n < 0 {
				return "any"
			}
			return strconv.Itoa(n)
		}
		s.fail("%s has the shape %s, expected is %s×%s", quote(name), shape(t.Shape), size(rows), size(cols))
		return emptyTensor()
	}
	return &Tensor{Name: name, Type: t.Type, Shape: dims, Data: t.Data}
}

// emptyTensor returns the result of a failed access.
func emptyTensor() *Tensor { return &Tensor{Shape: []int{0, 0}} }

// vector returns the tensor with a name as a row, zeros where it does not exist.
func (s *source) vector(name string, cols int) *Tensor {
	if s.byName[name] == nil {
		return &Tensor{Shape: []int{1, cols}, Data: make([]float64, cols)}
	}
	return s.matrix(name, 1, cols)
}

// transposed returns the transpose of a matrix.
func transposed(t *Tensor) *Tensor {
	rows, cols := t.Shape[0], t.Shape[1]
	out := &Tensor{Shape: []int{cols, rows}, Data: make([]float64, len(t.Data))}
	for i := range rows {
		for j := range cols {
			out.Data[j*rows+i] = t.Data[i*cols+j]
		}
	}
	return out
}

// concatColumns returns [a b]; it returns an empty tensor where the numbers of rows differ.
func concatColumns(a, b *Tensor) *Tensor {
	if a.Shape[0] != b.Shape[0] {
		return emptyTensor()
	}
	out := &Tensor{Shape: []int{a.Shape[0], a.Shape[1] + b.Shape[1]}}
	for i := range a.Shape[0] {
		out.Data = append(append(out.Data, a.Data[i*a.Shape[1]:(i+1)*a.Shape[1]]...), b.Data[i*b.Shape[1]:(i+1)*b.Shape[1]]...)
	}
	return out
}

// addParam adds a parameter of the model.
func (s *source) addParam(name string, t *Tensor) {
	s.out.Params = append(s.out.Params, Tensor{Name: name, Shape: t.Shape, Data: t.Data})
}

// setStack sets the number of layers, the number of classes and, if there is one, the linear layer that gives the classes.
func (s *source) setStack(model string, layers, width int, linear []string) {
	s.set("layers", float64(layers))
	if s.out.Classes = width; len(linear) == 0 {
		return
	}
	s.set("linear_head", 1)
	name := linear[0] + "weight"
	if w := s.byName[name]; w.Shape[1] == layers*width && layers > 1 {
		s.fail("%s has the shape %s and reads the outputs of all layers: jumping knowledge is not computed here", quote(name), shape(w.Shape))
	}
	if len(s.meta.Modules) == 0 {
		s.addDoubt("Its last linear layer may read more than the last layer of the graph, by jumping knowledge; here it does not.")
	}
	s.out.Classes = s.linearLayer(model+".head", linear[0], width).Shape[0]
}

// linearLayer adds the linear layer there as here and returns its matrix, with a row for each output.
func (s *source) linearLayer(here, there string, in int) *Tensor {
	w := s.matrix(there+"weight", -1, in)
	s.addParam(here+".weight", transposed(w))
	s.addParam(here+".bias", s.vector(there+"bias", w.Shape[0]))
	return w
}

// setWidth fails unless the inner layers have one width, and sets it, divided by per; widths are those of the outputs.
func (s *source) setWidth(widths []int, linear []string, per int) {
	inner := widths
	if len(linear) == 0 {
		inner = widths[:len(widths)-1]
	}
	for _, w := range inner {
		if w != inner[0] {
			s.fail("the layers have the widths %v; here all but the last have one", widths)
		}
	}
	if len(inner) > 0 {
		s.set("hidden", float64(inner[0]/max(1, per)))
	}
}
