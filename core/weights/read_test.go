package weights

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// modulesOf returns the modules of a network: the whole network of class Net, and the given modules, as names and classes in turn.
func modulesOf(list ...string) map[string]Module {
	out := map[string]Module{"": {Class: "Net"}}
	for k := 0; k < len(list); k += 2 {
		out[list[k]] = Module{Class: list[k+1]}
	}
	return out
}

// described returns the same modules, where the module with the given name has an attribute.
func described(modules map[string]Module, name, key string, v any) map[string]Module {
	out := maps.Clone(modules)
	out[name] = Module{Class: out[name].Class, Has: map[string]any{key: v}}
	return out
}

// TestNetworksOfOneFamily: Read returns the model and the settings of a network, and one doubt for each text of the row. It returns the
// unknown settings of the row, too. A requested model without a fitting family changes nothing.
func TestNetworksOfOneFamily(t *testing.T) {
	// Two layers of DGL from 3 features to 2 columns and to 2 classes: the second matrix is square.
	square := func(first, second string) []Tensor {
		return tensors(first+".weight", []int{3, 2}, first+".bias", []int{2}, second+".weight", []int{2, 2}, second+".bias", []int{2})
	}
	// A list of modules with a BatchNorm at number 1, between the layers 0 and 2.
	list := append(tensors("layers.0.lin.weight", []int{4, 3}, "layers.2.lin.weight", []int{2, 4}), tensors(batchNorm("layers.1.", 4)...)...)
	behindReLU := tensors("layers.0.lin.weight", []int{4, 3}, "layers.2.lin.weight", []int{2, 4})
	withHead := tensors("layers.0.lin.weight", []int{4, 3}, "layers.2.bias", []int{2}, "layers.2.weight", []int{2, 4})
	dgl := modulesOf("conv1", "GraphConv", "conv2", "GraphConv", "relu", "ReLU")
	attention := tensors("conv.attn_l", []int{1, 1, 2}, "conv.attn_r", []int{1, 1, 2}, "conv.fc.weight", []int{2, 3})
	slope := described(modulesOf("conv", "GATConv", "conv.leaky_relu", "LeakyReLU"), "conv.leaky_relu", "negative_slope", 0.1)
	weighted := append(mixing(3), "weight_learners.0.linear1.weight", []int{1, 12})
	bundle := described(modulesOf("model", "DiscreteBundleSheafDiffusion"), "model", "normalised", false)
	norm := convolutions(batchNorm("bn.", 4)...)
	for name, c := range map[string]struct {
		tensors  []Tensor
		modules  map[string]Module
		want     string // the requested model
		model    string
		settings map[string]string // some of the settings; the value "" stands for none
		asked    []string          // some of the unknown settings
		doubts   []string          // a part of each doubt
	}{
		"another model": {sheaf(2, []int{2, 8}, mixing(2)...), nil, "gcn", "nsd-diag", nil, nil, nil},
		"general maps":  {sheaf(3, []int{9, 12}, mixing(3)...), nil, "nsd-orth", "nsd-general", nil, nil, nil},
		"three rows": {sheaf(3, []int{3, 12}, mixing(3)...), nil, "", "nsd-diag", map[string]string{"edge_weights": ""}, nil,
			[]string{"nsd-orth"}},
		"a bundle of dimension 3":  {sheaf(3, []int{3, 12}, mixing(3)...), nil, "nsd-orth", "nsd-orth", nil, nil, nil},
		"edge weights":             {sheaf(3, []int{3, 12}, weighted...), nil, "", "nsd-orth", map[string]string{"edge_weights": "1"}, nil, nil},
		"a bundle within a module": {sheaf(3, []int{3, 12}, mixing(3)...), bundle, "", "nsd-orth", nil, nil, nil},
		"a square last layer":      {square("conv1", "conv2"), nil, "", "gcn", map[string]string{"layers": "2", "linear_head": ""}, nil, nil},
		"a square layer apart": {square("a", "b"), nil, "", "gcn", map[string]string{"layers": "1", "linear_head": "1"}, nil,
			[]string{"square matrix", "jumping knowledge"}},
		"a norm in the list": {list, nil, "", "gcn", map[string]string{"layers": "2"}, nil, []string{"before its activation"}},
		"an activation in it": {behindReLU, modulesOf("layers.1", "ReLU"), "", "gcn", map[string]string{"layers": "2", "act": "1"},
			nil, nil},
		"a linear layer in it":     {withHead, modulesOf("layers.1", "ReLU", "layers.2", "Linear"), "", "gcn", nil, nil, []string{"jumping"}},
		"self-loops of DGL":        {square("conv1", "conv2"), dgl, "", "gcn", map[string]string{"act": "1"}, []string{"loops", "degree"}, nil},
		"the slope of DGL":         {attention, slope, "", "gat", map[string]string{"slope": "0.1"}, []string{"loops"}, nil},
		"a norm of a network":      {norm, modulesOf("bn", "BatchNorm1d"), "", "gcn", nil, nil, []string{"before its activation"}},
		"a norm before activation": {norm, described(modulesOf(), "", "act_first", false), "", "gcn", nil, nil, nil},
	} {
		meta := metaText(t, c.modules)
		w, err := Read("net", c.tensors, meta, c.want)
		if err != nil || w.Model != c.model || len(w.Doubts) != len(c.doubts) {
			t.Errorf("%s: read as %+v, error %v; want the model %s and the doubts %q", name, w, err, c.model, c.doubts)
			continue
		}
		for key, v := range c.settings {
			if w.Settings[key] != v {
				t.Errorf("%s: %s is %q, want %q", name, key, w.Settings[key], v)
			}
		}
		for _, key := range c.asked {
			if !slices.Contains(w.Asked, key) {
				t.Errorf("%s: the unknown settings %q lack %s", name, w.Asked, key)
			}
		}
		for k, part := range c.doubts {
			if !strings.Contains(w.Doubts[k], part) {
				t.Errorf("%s: the doubt %q lacks %q", name, w.Doubts[k], part)
			}
		}
	}
}

// TestNamesOfLinearLayers: the names of the two linear layers of GCNII do not change the network.
func TestNamesOfLinearLayers(t *testing.T) {
	// A network with 4 columns, and as many classes in the second case.
	for _, classes := range []int{2, 4} {
		var first *[]Tensor
		for _, names := range [][2]string{{"lins.0", "lins.1"}, {"embed", "classifier"}, {"fc_in", "fc_out"}, {"proj", "head"}} {
			w, err := Read("net", tensors(names[0]+".weight", []int{4, 3}, "convs.0.weight1", []int{4, 4}, names[1]+".weight", []int{classes, 4}),
				"", "")
			if err != nil || w.Features != 3 || w.Classes != classes {
				t.Errorf("%v: read as %+v, error %v; want 3 features and %d classes", names, w, err, classes)
				continue
			}
			if first == nil {
				first = &w.Params
			}
			same := slices.EqualFunc(w.Params, *first, func(p, q Tensor) bool {
				return p.Name == q.Name && slices.Equal(p.Shape, q.Shape) && slices.Equal(p.Data, q.Data)
			})
			if !same {
				t.Errorf("%v: the parameters are %v, want %v", names, w.Params, *first)
			}
		}
	}
}
