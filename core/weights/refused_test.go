package weights

import (
	"slices"
	"strings"
	"testing"
)

// tensors returns tensors whose numbers repeat 0.5, 1.5 and 2.5. list has their names (string) and shapes ([]int) in turn.
func tensors(list ...any) (out []Tensor) {
	for k := 0; k < len(list); k += 2 {
		dims := list[k+1].([]int)
		n := 1
		for _, d := range dims {
			n *= d
		}
		t := Tensor{Name: list[k].(string), Type: "F64", Shape: dims}
		for q := range n {
			t.Data = append(t.Data, 0.5+float64(q%3))
		}
		out = append(out, t)
	}
	return out
}

// convolutions returns two layers of GCNConv from 3 features to 4 columns and to 2 classes, and further tensors as tensors takes them.
func convolutions(more ...any) []Tensor {
	return append(tensors("convs.0.bias", []int{4}, "convs.0.lin.weight", []int{4, 3}, "convs.1.bias", []int{2},
		"convs.1.lin.weight", []int{2, 4}), tensors(more...)...)
}

// hidden returns two layers of GCNConv with 4 columns each, and behind them a linear layer from wide columns to 2 classes.
func hidden(wide int) []Tensor {
	return tensors("convs.0.lin.weight", []int{4, 3}, "convs.1.lin.weight", []int{4, 4}, "lin.bias", []int{2}, "lin.weight", []int{2, wide})
}

// batchNorm returns names and shapes of the tensors of a BatchNorm with a prefix and n columns.
func batchNorm(prefix string, n int) []any {
	var out []any
	for _, name := range []string{"weight", "bias", "running_mean", "running_var"} {
		out = append(out, prefix+name, []int{n})
	}
	return append(out, prefix+"num_batches_tracked", []int{})
}

// sheaf returns a network of neural sheaf diffusion with stalks of dimension d, 2 channels and one layer.
// learner is the shape of the weights of its sheaf learner. A learner without special options has 4·d columns, the features of both ends of
// an edge.
func sheaf(d int, learner []int, more ...any) []Tensor {
	return append(tensors("lin1.weight", []int{2 * d, 3}, "lin1.bias", []int{2 * d}, "sheaf_learners.0.linear1.weight", learner,
		"epsilons.0", []int{d, 1}, "lin2.weight", []int{2, 2 * d}, "lin2.bias", []int{2}), tensors(more...)...)
}

// mixing returns names and shapes of the matrices of a sheaf layer that mix stalks and channels.
func mixing(d int) []any {
	return []any{"lin_left_weights.0.weight", []int{d, d}, "lin_right_weights.0.weight", []int{2, 2}}
}

// TestOptionsNotComputed: Read rejects parts and options of networks that no model of package peer computes. The error contains the texts
// of the row, such as the names of a part, a tensor, a module or an option.
func TestOptionsNotComputed(t *testing.T) {
	// netWithPart returns the modules of a network with a part of a class with attributes.
	netWithPart := func(class string, attributes map[string]any) map[string]Module {
		return map[string]Module{"": {Class: "Net"}, "part": {Class: class, Has: attributes}}
	}
	// netWithOption returns the module of a network of a class with an attribute.
	netWithOption := func(class, key string, v any) map[string]Module {
		return map[string]Module{"": {Class: class, Has: map[string]any{key: v}}}
	}
	// negative is a layer of attention with a norm behind it, one of whose factors is negative.
	negative := append(tensors("conv.att", []int{1, 1, 4}, "conv.lin_l.weight", []int{4, 3}, "conv.lin_r.weight", []int{4, 3}, "lin.weight",
		[]int{2, 4}), tensors(batchNorm("norm.", 4)...)...)
	for k := range negative {
		if negative[k].Name == "norm.weight" {
			negative[k].Data = []float64{1, 1, -1, 1}
		}
	}
	// variance has two convolutions and a norm behind the first, one of whose variances is negative.
	variance := convolutions(batchNorm("bn.", 4)...)
	for k := range variance {
		if variance[k].Name == "bn.running_var" {
			variance[k].Data = []float64{1, 1, -1, 1}
		}
	}
	for name, c := range map[string]struct {
		tensors []Tensor
		modules map[string]Module
		parts   []string // parts of the error
	}{
		"LayerNorm": {convolutions("norms.0.weight", []int{4}, "norms.0.bias", []int{4}), nil,
			[]string{"norms.0.weight", "norm other than"}},
		"PReLU":               {convolutions("act.weight", []int{1}), nil, []string{"act.weight", "activation with weights"}},
		"GraphNorm":           {convolutions("norms.0.mean_scale", []int{4}), nil, []string{"norms.0.mean_scale", "GraphNorm"}},
		"PairNorm":            {convolutions(), netWithPart("PairNorm", nil), []string{`"part"`, "PairNorm"}},
		"MeanSubtractionNorm": {convolutions(), netWithPart("MeanSubtractionNorm", nil), []string{`"part"`, "MeanSubtractionNorm"}},
		"GraphSizeNorm":       {convolutions(), netWithPart("GraphSizeNorm", nil), []string{`"part"`, "GraphSizeNorm"}},
		"InstanceNorm":        {convolutions(), netWithPart("InstanceNorm1d", nil), []string{`"part"`, "InstanceNorm"}},
		"without numbers":     {convolutions("norms.0.weight", []int{4}, "norms.0.bias", []int{4}), nil, []string{"norms.0.bias"}},
		"norm of the features": {convolutions(batchNorm("bn.", 3)...), nil,
			[]string{"bn.running_mean", "has 3 numbers, and the layer before it 4 columns"}},
		"norm of half the columns": {convolutions(batchNorm("bn.", 2)...), nil,
			[]string{"bn.running_mean", "has 2 numbers, and the layer before it 4 columns"}},
		"too many norms": {convolutions(slices.Concat(batchNorm("a.", 4), batchNorm("b.", 2), batchNorm("c.", 4))...), nil,
			[]string{"a.running_mean", "3 of BatchNorm beside 2"}},
		"norm behind": {convolutions(batchNorm("norms.0.", 4)...), netWithPart("GCN", map[string]any{"act_first": true}),
			[]string{"act_first=true"}},
		"norm of GCN2": {append(tensors("convs.0.weight1", []int{4, 4}, "convs.1.weight1", []int{4, 4}, "lins.0.weight", []int{4, 3},
			"lins.1.weight", []int{2, 4}), tensors(batchNorm("norms.0.", 4)...)...), nil, []string{"norms.0.running_mean", "GCN2Conv"}},
		"norm with a negative variance": {variance, nil, []string{"bn.running_var", "variance of -1"}},
		"norm with a negative factor":   {negative, nil, []string{"norm.weight", "behind attention"}},

		"JK cat": {hidden(8), nil, []string{"lin.weight", "2×8", "jumping knowledge"}},
		"JK max": {hidden(4), netWithPart("JumpingKnowledge", map[string]any{"mode": "max"}), []string{`"part"`, "jumping knowledge"}},
		"JK lstm": {append(hidden(4), tensors("jk.lstm.weight_ih_l0", []int{8, 4})...), nil,
			[]string{"jk.lstm.weight_ih_l0", "jumping knowledge"}},
		"slope of an activation": {convolutions(), netWithPart("LeakyReLU", map[string]any{"negative_slope": 0.2}),
			[]string{"negative_slope=0.2"}},
		"alpha of an activation": {convolutions(), netWithPart("ELU", map[string]any{"alpha": 0.5}), []string{"alpha=0.5"}},
		"flow": {convolutions(), netWithPart("GCNConv", map[string]any{"flow": "target_to_source"}),
			[]string{"flow=target_to_source"}},
		"aggr max": {convolutions(), netWithPart("GCNConv", map[string]any{"aggr": "max"}), []string{"aggr=max"}},
		"one linear layer of GCN2": {tensors("convs.0.weight1", []int{4, 4}, "fc.weight", []int{4, 3}), nil,
			[]string{"1 linear layer beside 1 graph layer; networks with 2"}},
		"widths": {tensors("convs.0.lin.weight", []int{4, 3}, "convs.1.lin.weight", []int{8, 4}, "lin.weight", []int{2, 8}), nil,
			[]string{"widths [4 8]", "before the class scores"}},
		"bias in one layer": {tensors("convs.0.bias", []int{4}, "convs.0.lin.weight", []int{4, 3}, "convs.1.lin.weight", []int{2, 4}), nil,
			[]string{"convs.1.bias", "other layers have the tensor"}},
		"second_linear": {sheaf(2, []int{2, 8}, append(mixing(2), "lin12.weight", []int{4, 4})...), nil,
			[]string{"lin12.weight", "second_linear"}},
		// Learners with unexpected shapes: d−1 rows for add_lp and d−2 for both options, d(d+1)/2 rows for Cayley maps, and 4 columns for a
		// sparse learner.
		"add_lp":         {sheaf(3, []int{2, 12}, mixing(3)...), nil, []string{"sheaf_learners.0", "add_lp"}},
		"add_hp, add_lp": {sheaf(4, []int{2, 16}, mixing(4)...), nil, []string{"sheaf_learners.0", "add_hp"}},
		"cayley":         {sheaf(4, []int{10, 16}, mixing(4)...), nil, []string{"sheaf_learners.0", "orth_trans"}},
		"sparse_learner": {sheaf(2, []int{2, 4}, mixing(2)...), nil, []string{"sheaf_learners.0", "sparse_learner"}},
		"euler": {sheaf(3, []int{3, 12}, mixing(3)...), netWithOption("DiscreteBundleSheafDiffusion", "orth_trans", "euler"),
			[]string{"orth_trans=euler"}},
		"sheaf_act": {sheaf(2, []int{2, 8}, mixing(2)...), netWithOption("DiscreteDiagSheafDiffusion", "sheaf_act", "id"),
			[]string{"sheaf_act=id"}},
		"not normalised": {sheaf(2, []int{2, 8}, mixing(2)...), netWithOption("DiscreteDiagSheafDiffusion", "normalised", false),
			[]string{"normalised=false"}},
		"deg_normalised": {sheaf(2, []int{2, 8}, mixing(2)...), netWithOption("DiscreteDiagSheafDiffusion", "deg_normalised", true),
			[]string{"deg_normalised=true"}},
		"continuous": {sheaf(2, []int{2, 8}, append(mixing(2), "odefunc.sheaf_learner.linear1.weight", []int{2, 8})...), nil,
			[]string{"odefunc.sheaf_learner", "continuous"}},
	} {
		meta := metaText(t, c.modules)
		_, err := Read("net", c.tensors, meta, "")
		for _, part := range c.parts {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: the error is %v, want one with %q", name, err, part)
			}
		}
	}
}

// TestOptionsComputed: a network without the matrix that mixes stalks has the identity matrix.
// A norm without learned numbers is folded with a doubt, and the given weight of its layer stays unchanged.
// A linear layer behind the convolutions gives a doubt about jumping knowledge.
func TestOptionsComputed(t *testing.T) {
	// A network with the matrix that mixes channels, but without lin_left_weights.
	w, err := Read("net", sheaf(2, []int{2, 8}, "lin_right_weights.0.weight", []int{2, 2}), "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range w.Params {
		if p.Name == "nsd.0.left" && !slices.Equal(p.Data, []float64{1, 0, 0, 1}) {
			t.Errorf("left_weights=False: the matrix is %v, want the identity", p.Data)
		}
	}
	list := convolutions("norms.0.running_mean", []int{4}, "norms.0.running_var", []int{4})
	before := slices.Clone(list[1].Data) // convs.0.lin.weight
	w, err = Read("net", list, "", "")
	if err != nil || len(w.Doubts) != 1 || !slices.Equal(list[1].Data, before) {
		t.Errorf("a norm without learned numbers: read as %+v, error %v; want one doubt and the weight of the layer unchanged", w, err)
	}
	w, err = Read("net", hidden(4), "", "")
	if err != nil || len(w.Doubts) != 1 || !strings.Contains(w.Doubts[0], "jumping knowledge") {
		t.Errorf("a linear layer: read as %+v, error %v; want one doubt about jumping knowledge", w, err)
	}
}
