// Settings from the description of the modules, which the Python package of this project writes into files.

package weights

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// setFromModules sets the settings that the description of the modules determines.
// It fails if a module is a part of a network that package peer does not compute.
func (s *source) setFromModules(f Family) {
	for name, m := range s.meta.Modules {
		why := unsupportedPart([]string{m.Class})
		if why != "" && f.Model != "sgpc" { // the network of the model sgpc has a LayerNorm
			s.fail("the module %s is a %s: %s", quote(name), m.Class, why)
		}
		actFirst, _ := m.Has["act_first"].(bool)
		if actFirst {
			s.fail("the module %s has act_first=true: a norm behind the activation is not computed here", quote(name))
		}
		act, isActivation := activations[m.Class]
		isPart := name != "" // the name "" stands for the whole network, not for a module in it
		if isActivation && isPart && slices.Contains(f.Asks, "act") {
			s.set("act", act)
		}
		// Only the attributes of graph layers are settings.
		if !slices.Contains(f.Classes, m.Class) {
			continue
		}
		for key, v := range m.Has {
			s.setFromAttribute(f, name, key, v)
		}
	}
}

// activations are the values of the setting "act" by the class of an activation module.
var activations = map[string]float64{"ReLU": 1, "ELU": 2, "Tanh": 3, "LeakyReLU": 4, "Identity": 5}

// setFromAttribute sets the setting that the attribute key=v of a layer determines.
// It fails if package peer does not compute a layer with this attribute.
func (s *source) setFromAttribute(f Family, module, key string, v any) {
	number, isNumber := v.(float64)
	// setIfAsked sets a setting that the names and shapes of the family's tensors do not determine.
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
	// The cases are attributes with a value that determines a setting, such as "aggr=sum". The default case has attributes that may have any
	// value.
	switch key + "=" + fmt.Sprint(v) {
	case "add_self_loops=false":
		setIfAsked("loops", 1)
	case "normalize=false":
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
		if isSage {
			setIfAsked("degree", 1)
		}
	case "improved=true", "deg_normalised=true", "second_linear=true", "add_lp=true", "add_hp=true", "normalised=false", "negative_slope=0":
		refuse()
	default:
		isOtherMean := isSage && key == "aggr" && v != "mean"
		isNormalized := isSage && key == "normalize" // not false, which is a case above
		isOtherRotation := key == "orth_trans" && v != "householder" && f.Model == "nsd-orth"
		isOtherActivation := key == "sheaf_act" && v != "tanh"
		switch {
		case isOtherMean, isNormalized, isOtherRotation, isOtherActivation:
			refuse()
		case key == "negative_slope" && isNumber && number != 0.2: // 0.2 is the default
			setIfAsked("slope", number)
		case key == "alpha" && isNumber:
			setIfAsked("alpha", number)
		case key == "beta" && isNumber:
			// beta is log(θ/l + 1) in layer l. A user of PyTorch Geometric may give any l to a layer. Here the layers have l = 1, 2, ….
			index := slices.Index(s.layersOf(f), module)
			if index >= 0 {
				theta := (linalg.Exp(number) - 1) * float64(index+1)
				setIfAsked("theta", math.Round(theta*1e9)/1e9) // rounded to nine decimals, which removes rounding errors
			}
		}
	}
}

// layersOf returns the names of the modules whose class is a layer of a family, in natural order (layer 2 before layer 10).
func (s *source) layersOf(f Family) (out []string) {
	for name, m := range s.meta.Modules {
		if slices.Contains(f.Classes, m.Class) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, compareNatural)
	return out
}
