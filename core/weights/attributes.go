package weights

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// attributes sets the settings that the file's modules determine.
func (s *source) attributes(f Family) {
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
			s.attribute(f, name, key, v)
		}
	}
}

// activations are the values of the setting "act" by the class of a module.
var activations = map[string]float64{"ReLU": 1, "ELU": 2, "Tanh": 3, "LeakyReLU": 4, "Identity": 5}

// attribute sets the setting that an attribute of a layer determines, or fails where no model here computes it.
func (s *source) attribute(f Family, module, key string, v any) {
	number, isNumber := v.(float64)
	put := func(setting string, to float64) {
		if slices.Contains(f.Asks, setting) {
			s.set(setting, to)
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
		put("loops", 1)
	case "normalize=false":
		switch f.Model {
		case "gcnii":
			refuse()
		case "gcn":
			put("degree", 1)
			put("loops", 1)
		}
	case "use_act=false":
		put("linear", 1)
	case "aggr=sum", "aggr=add":
		if sage {
			put("degree", 1)
		}
	case "improved=true", "deg_normalised=true", "second_linear=true", "add_lp=true", "add_hp=true", "normalised=false", "negative_slope=0":
		refuse()
	default:
		switch {
		case sage && (key == "aggr" && v != "mean" || key == "normalize"), key == "sheaf_act" && v != "tanh",
			key == "orth_trans" && v != "householder" && f.Model == "nsd-orth":
			refuse()
		case key == "negative_slope" && isNumber && number != 0.2:
			put("slope", number)
		case key == "alpha" && isNumber:
			put("alpha", number)
		case key == "beta" && isNumber:
			// beta is log(θ/l + 1) in layer l; the user of PyTorch Geometric numbers the layers, here from 1.
			if l := slices.Index(s.layersOf(f), module); l >= 0 {
				put("theta", math.Round((linalg.Exp(number)-1)*float64(l+1)*1e9)/1e9)
			}
		}
	}
}

// layersOf returns the names of a family's modules, in order.
func (s *source) layersOf(f Family) (out []string) {
	for name, m := range s.meta.Modules {
		if slices.Contains(f.Classes, m.Class) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, compareNatural)
	return out
}
