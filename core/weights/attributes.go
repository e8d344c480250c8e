// This file derives settings from the description of the modules, which the Python package of this project writes into files.

package weights

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/order"
)

// setFromModules sets the settings that the description of the modules determines. It fails if package peer does not compute a module.
// It also fails if two layers or two activations differ, since all layers of a peer have the same settings.
func (s *source) setFromModules(f Family) {
	var first string                    // name of the first layer
	var firstSettings map[string]string // settings that the first layer determines
	for _, name := range naturalKeys(s.meta.Modules) {
		m := s.meta.Modules[name]
		why := unsupportedPart([]string{m.Class})
		if why != "" && f.Model != "sgpc" { // the network of the model sgpc has a LayerNorm
			s.fail("the module %s is a %s: %s", quote(name), m.Class, why)
		}
		actFirst, _ := m.Has["act_first"].(bool)
		if actFirst {
			s.fail("the module %s has act_first=true: a norm behind the activation is not computed here", quote(name))
		}
		// Only the attributes of graph layers are settings.
		if !slices.Contains(f.Classes, m.Class) {
			continue
		}
		settings := s.layerSettings(f, name)
		if firstSettings == nil {
			first, firstSettings = name, settings
		} else if !maps.Equal(settings, firstSettings) {
			s.fail("the layers %s and %s have different attributes, which is not computed here", quote(first), quote(name))
		}
	}
	maps.Copy(s.out.Settings, firstSettings)
	if slices.Contains(f.Asks, "act") { // other families have no choice of the activation between layers
		s.setActivation(f)
	}
}

// layerSettings returns the settings that the attributes of the layer with the given name determine.
func (s *source) layerSettings(f Family, name string) map[string]string {
	// setFromAttribute writes to s.out.Settings, which is an empty map for the time of its calls.
	allSettings := s.out.Settings
	s.out.Settings = map[string]string{}
	attributes := s.meta.Modules[name].Has
	for _, key := range order.Keys(attributes) {
		s.setFromAttribute(f, name, key, attributes[key])
	}
	// GATConv of DGL has its slope in an inner module.
	if slope, isGiven := s.meta.Modules[name+".leaky_relu"].Has["negative_slope"]; isGiven {
		s.setFromAttribute(f, name, "negative_slope", slope)
	}
	settings := s.out.Settings
	s.out.Settings = allSettings
	return settings
}

// setActivation sets the setting "act" from the activation modules. It fails if the network has two different activations, or one that
// is not a value of the setting. It ignores the activation of an output (isOutput). A module of class Identity counts only if the network
// has no other activation: PyTorch Geometric puts such modules in the place of omitted norms.
func (s *source) setActivation(f Family) {
	first := "" // name of the first activation module that is no Identity
	for _, name := range naturalKeys(s.meta.Modules) {
		m := s.meta.Modules[name]
		act, isKnown := activations[m.Class]
		differs := first != "" && m.Class != s.meta.Modules[first].Class
		parameter, value := otherParameter(m)
		switch {
		case name == "": // the whole network, not a module in it
		case s.isLayerPart(f, name): // such as the LeakyReLU of attention
		case slices.Contains(otherActivations, m.Class):
			s.fail("the module %s is a %s, which is not computed here", quote(name), m.Class)
		case parameter != "":
			s.fail("the module %s has %s=%v, which is not computed here", quote(name), parameter, value)
		case isOutput(m.Class) && isCalledActivation(name): // applied between layers
			s.fail("the module %s is a %s, which is not computed here", quote(name), m.Class)
		case !isKnown: // no activation, or one that is accepted as an output
		case differs && m.Class != "Identity":
			s.fail("the modules %s and %s have different activations, which is not computed here", quote(first), quote(name))
		case first == "":
			s.set("act", act)
			if m.Class != "Identity" {
				first = name
			}
		}
	}
}

// otherParameter returns the name and the value of a parameter that gives an activation another function than the setting "act": the slope
// of a LeakyReLU, or the α of an ELU. It returns "" for PyTorch's defaults, and for all other activations.
func otherParameter(m Module) (name string, value any) {
	defaults := map[string]struct {
		name  string
		value float64
	}{"LeakyReLU": {"negative_slope", 0.01}, "ELU": {"alpha", 1}}
	d := defaults[m.Class]
	value, isGiven := m.Has[d.name]
	if !isGiven || value == d.value {
		return "", nil
	}
	return d.name, value
}

// isOutput reports whether an activation of PyTorch is usual for an output: Sigmoid, Softmax, or the logarithm of one.
func isOutput(class string) bool {
	return slices.Contains([]string{"Sigmoid", "LogSigmoid", "Softmax", "LogSoftmax"}, class)
}

// isCalledActivation reports whether the last part of the name of a module is act or activation.
func isCalledActivation(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last == "act" || last == "activation"
}

// isLayerPart reports whether a module is an inner part of a layer, such as the LeakyReLU of attention. A module with the name act or
// activation is no inner part, because it is applied to the output of its layer.
func (s *source) isLayerPart(f Family, name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || isCalledActivation(name) {
		return false
	}
	return slices.Contains(f.Classes, s.meta.Modules[name[:dot]].Class)
}

// activations are the values of the setting "act" by the class of an activation module.
var activations = map[string]float64{"ReLU": 1, "ELU": 2, "Tanh": 3, "LeakyReLU": 4, "Identity": 5}

// otherActivations are PyTorch's activations that are neither a value of the setting "act" nor usual for an output (isOutput).
var otherActivations = []string{"CELU", "GELU", "GLU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "Mish", "PReLU", "ReLU6",
	"RReLU", "SELU", "SiLU", "Softplus", "Softshrink", "Softsign", "Tanhshrink", "Threshold"}

// setFromAttribute sets the setting that the attribute key=v of a layer determines.
// It fails if package peer does not compute a layer with this attribute. module is the name of the layer.
func (s *source) setFromAttribute(f Family, module, key string, v any) {
	number, isNumber := v.(float64)
	// setIfAsked sets a setting that the names and shapes of the family's tensors do not determine. It ignores any other setting.
	setIfAsked := func(setting string, value float64) {
		if slices.Contains(f.Asks, setting) {
			s.set(setting, value)
		}
	}
	refuse := func() { s.fail("the layer %s has %s=%v, which is not computed here", quote(module), key, v) }
	// The attributes of the authors' program are settings under other names.
	if f.Model == "sgpc" {
		if name := programSettings[key]; name != "" && isNumber {
			s.set(name, number)
		}
		return
	}
	isSage := f.Model == "sage"
	// A case is an attribute with one value, such as "aggr=sum". The default case has the attributes that may have any value.
	switch key + "=" + fmt.Sprint(v) {
	case "add_self_loops=false":
		setIfAsked("loops", 1)
	case "normalize=false":
		// Without normalisation, GCNConv adds no loops. In SAGEConv the value false is the default.
		switch f.Model {
		case "gcnii":
			refuse()
		case "gcn":
			setIfAsked("degree", 1)
			setIfAsked("loops", 1)
		}
	case "use_act=false":
		setIfAsked("linear", 1)
	case "aggr=sum", "aggr=add":
		// In SAGEConv the mean is the default. In the other layers of PyTorch Geometric, the sum is the default and sets nothing.
		if isSage {
			setIfAsked("degree", 1)
		}
	// No setting expresses these values. For example, slope=0 stands for the default slope.
	case "improved=true", "deg_normalised=true", "second_linear=true", "add_lp=true", "add_hp=true", "negative_slope=0",
		"flow=target_to_source":
		refuse()
	case "normalised=false":
		if f.Model != "nsd-orth" { // the program does not read the attribute for bundles
			refuse()
		}
	default:
		isOtherAggregation := key == "aggr" && !(isSage && v == "mean") // the sum is a case above
		isNormalized := isSage && key == "normalize"                    // not false, which is a case above
		isOtherRotation := key == "orth_trans" && v != "householder" && f.Model == "nsd-orth"
		isOtherActivation := key == "sheaf_act" && v != "tanh"
		switch {
		case isOtherAggregation, isNormalized, isOtherRotation, isOtherActivation:
			refuse()
		case key == "negative_slope" && isNumber && number != 0.2: // 0.2 is the default
			setIfAsked("slope", number)
		case key == "alpha" && isNumber:
			setIfAsked("alpha", number)
		case key == "beta" && isNumber:
			// beta is log(θ/l + 1) in layer l. PyTorch Geometric accepts any l for a layer. Here the layers have l = 1, 2, ….
			index := slices.Index(s.layersOf(f), module)
			if index >= 0 {
				theta := (linalg.Exp(number) - 1) * float64(index+1)
				setIfAsked("theta", math.Round(theta*1e9)/1e9) // rounded to nine decimals, which removes rounding errors
			}
		}
	}
}

// naturalKeys returns the keys of a map in natural order (layer 2 before layer 10).
func naturalKeys[V any](m map[string]V) []string {
	keys := slices.Collect(maps.Keys(m))
	sortNaturally(keys)
	return keys
}

// sortNaturally sorts names in natural order.
func sortNaturally(list []string) {
	sort.SliceStable(list, func(i, j int) bool { return compareNatural(list[i], list[j]) < 0 })
}

// layersOf returns the names of the modules whose class is a layer of a family, in natural order (layer 2 before layer 10).
func (s *source) layersOf(f Family) (out []string) {
	for name, m := range s.meta.Modules {
		if slices.Contains(f.Classes, m.Class) {
			out = append(out, name)
		}
	}
	sortNaturally(out)
	return out
}
