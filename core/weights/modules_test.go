package weights

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// metaText returns the metadata of a file that describes a network by its modules, "" for nil.
func metaText(t *testing.T, modules map[string]Module) string {
	t.Helper()
	if modules == nil {
		return ""
	}
	text, err := json.Marshal(Meta{Modules: modules})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestModulesDecideTheSettings: the description of the modules determines the activation, whatever the order of the modules is. Modules in
// the place of an omitted norm are no activation. Inner parts of a layer are no activation, unless their name is act or activation. A
// network is refused if its activations differ, or the attributes of its layers, or if an activation is unknown. An activation that no
// module determines is an unknown setting.
func TestModulesDecideTheSettings(t *testing.T) {
	// layer returns a module of GCN with the attributes.
	layer := func(attributes map[string]any) Module { return Module{Class: "GCNConv", Has: attributes} }
	loops := map[string]any{"add_self_loops": false}
	for name, c := range map[string]struct {
		modules map[string]Module
		act     string // the setting act: "1" ReLU, "2" ELU, "3" tanh, "5" identity; "" for none
		refused string // a part of the error
	}{
		"norms omitted":  {map[string]Module{"act": {Class: "ReLU"}, "norms.0": {Class: "Identity"}, "norms.1": {Class: "Identity"}}, "1", ""},
		"ELU":            {map[string]Module{"a": {Class: "Identity"}, "elu": {Class: "ELU"}, "z": {Class: "Identity"}}, "2", ""},
		"no activation":  {map[string]Module{"act": {Class: "Identity"}}, "5", ""},
		"none known":     {map[string]Module{}, "", ""},
		"two":            {map[string]Module{"act1": {Class: "ReLU"}, "act2": {Class: "Tanh"}}, "", "different activations"},
		"twice":          {map[string]Module{"act1": {Class: "Tanh"}, "act2": {Class: "Tanh"}}, "3", ""},
		"unknown":        {map[string]Module{"act": {Class: "GELU"}}, "", "GELU"},
		"of an output":   {map[string]Module{"act": {Class: "Sigmoid"}}, "", "Sigmoid"},
		"inner part":     {map[string]Module{"act": {Class: "ELU"}, "convs.0.leaky_relu": {Class: "LeakyReLU"}}, "2", ""},
		"act of a layer": {map[string]Module{"convs.0.activation": {Class: "ELU"}, "convs.0.res_fc": {Class: "Identity"}}, "2", ""},
		"loops in one":   {map[string]Module{"convs.0": layer(loops)}, "", "different attributes"},
		"loops in both":  {map[string]Module{"convs.0": layer(loops), "convs.1": layer(loops)}, "", ""},
	} {
		// Every network has two layers. The modules of a case are added, or replace them.
		modules := map[string]Module{"": {Class: "Net"}, "convs.0": layer(nil), "convs.1": layer(nil)}
		for key, m := range c.modules {
			modules[key] = m
		}
		text := metaText(t, modules)
		for range 20 { // Go iterates over a map in another order each time.
			w, err := Read("net", convolutions(), text, "") // two layers of GCNConv
			switch {
			case c.refused != "":
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("%s: the error is %v, want one with %q", name, err, c.refused)
				}
			case err != nil:
				t.Fatalf("%s: refused with %v", name, err)
			case w.Settings["act"] != c.act:
				t.Fatalf("%s: the activation is %q, want %q", name, w.Settings["act"], c.act)
			case slices.Contains(w.Asked, "act") != (c.act == ""):
				t.Fatalf("%s: the unknown settings are %q, the activation is %q", name, w.Asked, c.act)
			}
		}
	}
}
