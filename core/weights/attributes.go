package weights

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// attributes reads settings off the modules of the file.
func (s *source) attributes(f Family) {
	for name, m := range s.meta.Modules {
		if why := notComputed([]string{m.Class}); why != "" && f.Model != "sgpc" {
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

// attribute reads a setting off an attribute of a layer.
func (s *source) attribute(f Family, module, key string, v any) {
	number, isNumber := v.(float64)
	yes, isFlag := v.(bool)
	reads := func(setting string) bool { return slices.Contains(f.Asks, setting) }
	refuse := func(why string) { s.fail("the layer %s has %s=%v: %s", quote(module), key, v, why) }
	switch {
	case f.Model == "sgpc":
		if name := programSettings[key]; name != "" && isNumber {
			s.set(name, number)
		}
	case key == "add_self_loops" && isFlag && !yes && reads("loops"):
		s.set("loops", 1)
	case key == "normalize" && isFlag && !yes && f.Model == "gcn":
		s.set("degree", 1)
		s.set("loops", 1)
	case key == "normalize" && yes && f.Model == "sage":
		refuse("lengths that are made 1 are not computed here")
	case key == "improved" && yes:
		refuse("self-loops of weight 2 are not computed here")
	case key == "negative_slope" && isNumber && number != 0.2 && reads("slope"):
		if number == 0 {
			refuse("a slope of 0 is not computed here")
		}
		s.set("slope", number)
	case key == "aggr" && f.Model == "sage":
		switch v {
		case "mean":
		case "sum", "add":
			s.set("degree", 1)
		default:
			refuse("sums and means alone are computed here")
		}
	case key == "alpha" && isNumber && reads("alpha"):
		s.set("alpha", number)
	case key == "beta" && isNumber && reads("theta"):
		// log(θ/l + 1) of layer l; PyTorch Geometric counts them as the user does, here from 1.
		if l := slices.Index(s.layersOf(f), module); l >= 0 {
			s.set("theta", math.Round((linalg.Exp(number)-1)*float64(l+1)*1e9)/1e9)
		}
	case key == "use_act" && isFlag && !yes && reads("linear"):
		s.set("linear", 1)
	case f.Whole != nil && (key == "deg_normalised" || key == "second_linear" || key == "add_lp" || key == "add_hp") && yes:
		refuse("this is not computed here")
	case f.Whole != nil && key == "normalised" && isFlag && !yes:
		refuse("the Laplacian of this project's network is normalised")
	case key == "sheaf_act" && v != "tanh":
		refuse("maps are behind a hyperbolic tangent here")
	case key == "orth_trans" && v != "householder" && f.Model == "nsd-orth":
		refuse("orthogonal maps are products of reflections here")
	}
}

// layersOf lists the modules of a family in order.
func (s *source) layersOf(f Family) (out []string) {
	for name, m := range s.meta.Modules {
		if slices.Contains(f.Classes, m.Class) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, natural)
	return out
}
