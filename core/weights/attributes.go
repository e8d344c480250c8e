package weights

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// setFromModules sets the settings that the description of the modules determines.
// It fails if a module computes something that package peer does not.
func (s *source) setFromModules(f Family) {
	for name, m := range s.meta.Modules {
		if why := unsupportedPart([]string{m.Class}); why != "" && f.Model != "sgpc" {
			s.fail("the module %s is a %s: %s", quote(name), m.Class, why)
		}
		if first, _ := m.Has["act_first"].(bool); first {
			s.fail("the module %s has act_first=true: a norm behind the activation is not computed here", quote(name))
		}
		if act, ok := activations[m.Class]; ok && name != "" && slices.Contains(f.Asks, "act") {
			s.set("act", act)
		}
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
	setIfAsked := func(setting string, value float64) {
		if slices.Contains(f.Asks, setting) {
			s.set(setting, value)
		}
	}
	refuse := func() { s.fail("the layer %s has %s=%v, which is not computed here", quote(module), key, v) }
	if f.Model == "sgpc" {
		if name := programSettings[key]; name != "" && isNumber {
			s.set(name, number)
		}
		return
	}
	sage := f.Model == "sage"
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
		if sage {
			setIfAsked("degree", 1)
		}
	case "improved=true", "deg_normalised=true", "second_linear=true", "add_lp=true", "add_hp=true", "normalised=false", "negative_slope=0":
		refuse()
	default:
		otherSage := sage && (key == "aggr" && v != "mean" || key == "normalize")
		otherReflections := key == "orth_trans" && v != "householder" && f.Model == "nsd-orth"
		switch {
		case otherSage, otherReflections, key == "sheaf_act" && v != "tanh":
			refuse()
		case key == "negative_slope" && isNumber && number != 0.2:
			setIfAsked("slope", number)
		case key == "alpha" && isNumber:
			setIfAsked("alpha", number)
		case key == "beta" && isNumber:
			// beta is log(θ/l + 1) in layer l. The user of PyTorch Geometric chooses the l; this code assumes 1, 2, ….
			if index := slices.Index(s.layersOf(f), module); index >= 0 {
				theta := (linalg.Exp(number) - 1) * float64(index+1)
				setIfAsked("theta", math.Round(theta*1e9)/1e9) // nine decimals, without rounding errors
			}
		}
	}
}

// layersOf returns the names of the modules that are layers of a family, in natural order.
func (s *source) layersOf(f Family) (out []string) {
	for name, m := range s.meta.Modules {
		if slices.Contains(f.Classes, m.Class) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, compareNatural)
	return out
}
