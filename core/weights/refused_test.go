package weights

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// of returns tensors. Its arguments are the names and the shapes of the tensors in turn.
func of(list ...any) (out []Tensor) {
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

// convolutions are two layers of GCNConv, 3 features, 4 wide, and 2 classes.
func convolutions(more ...any) []Tensor {
	return append(of("convs.0.bias", []int{4}, "convs.0.lin.weight", []int{4, 3}, "convs.1.bias", []int{2},
		"convs.1.lin.weight", []int{2, 4}), of(more...)...)
}

// hidden are two layers of one width with a linear one behind them, which reads wide numbers.
func hidden(wide int) []Tensor {
	return of("convs.0.lin.weight", []int{4, 3}, "convs.1.lin.weight", []int{4, 4}, "lin.bias", []int{2}, "lin.weight", []int{2, wide})
}

// batch returns the tensors of a BatchNorm with a prefix and n columns.
func batch(p string, n int) []any {
	var out []any
	for _, name := range []string{"weight", "bias", "running_mean", "running_var"} {
		out = append(out, p+name, []int{n})
	}
	return append(out, p+"num_batches_tracked", []int{})
}

// sheaf is a network of neural sheaf diffusion with stalks of dimension d, 2 channels and one layer, whose learner has that shape.
func sheaf(d int, learner []int, more ...any) []Tensor {
	return append(of("lin1.weight", []int{2 * d, 3}, "lin1.bias", []int{2 * d}, "sheaf_learners.0.linear1.weight", learner, "epsilons.0",
		[]int{d, 1}, "lin2.weight", []int{2, 2 * d}, "lin2.bias", []int{2}), of(more...)...)
}

// mixing returns the matrices of a sheaf layer that mix stalks and channels.
func mixing(d int) []any {
	return []any{"lin_left_weights.0.weight", []int{d, d}, "lin_right_weights.0.weight", []int{2, 2}}
}

// TestOptionsNotComputed: Read rejects parts of networks that no model of package peer computes. The error names the part, and one of its
// tensors or its module.
func TestOptionsNotComputed(t *testing.T) {
	one := func(class string, has map[string]any) map[string]Module {
		return map[string]Module{"": {Class: "Net"}, "part": {Class: class, Has: has}}
	}
	program := func(class, key string, v any) map[string]Module {
		return map[string]Module{"": {Class: class, Has: map[string]any{key: v}}}
	}
	negative := append(of("conv.att", []int{1, 1, 4}, "conv.lin_l.weight", []int{4, 3}, "conv.lin_r.weight", []int{4, 3}, "lin.weight",
		[]int{2, 4}), of(batch("norm.", 4)...)...)
	for k := range negative {
		if negative[k].Name == "norm.weight" {
			negative[k].Data = []float64{1, 1, -1, 1}
		}
	}
	for name, c := range map[string]struct {
		tensors []Tensor
		modules map[string]Module
		says    []string
	}{
		"LayerNorm": {convolutions("norms.0.weight", []int{4}, "norms.0.bias", []int{4}), nil,
			[]string{"norms.0.weight", "norm other than"}},
		"GraphNorm":            {convolutions("norms.0.mean_scale", []int{4}), nil, []string{"norms.0.mean_scale", "GraphNorm"}},
		"PairNorm":             {convolutions(), one("PairNorm", nil), []string{`"part"`, "PairNorm"}},
		"InstanceNorm":         {convolutions(), one("InstanceNorm1d", nil), []string{`"part"`, "InstanceNorm"}},
		"without numbers":      {convolutions("norms.0.weight", []int{4}, "norms.0.bias", []int{4}), nil, []string{"norms.0.bias"}},
		"norm of the features": {convolutions(batch("bn.", 3)...), nil, []string{"bn.running_mean", "as the layer before it has not"}},
		"too many norms": {convolutions(slices.Concat(batch("a.", 4), batch("b.", 2), batch("c.", 4))...), nil,
			[]string{"a.running_mean", "3 of BatchNorm beside 2"}},
		"norm behind": {convolutions(batch("norms.0.", 4)...), one("GCN", map[string]any{"act_first": true}), []string{"act_first=true"}},
		"norm of GCN2": {append(of("convs.0.weight1", []int{4, 4}, "convs.1.weight1", []int{4, 4}, "lins.0.weight", []int{4, 3}, "lins.1.weight",
			[]int{2, 4}), of(batch("norms.0.", 4)...)...), nil, []string{"norms.0.running_mean", "GCN2Conv"}},
		"norm with a negative factor": {negative, nil, []string{"norm.weight", "behind attention"}},

		"JK cat": {hidden(8), nil, []string{"lin.weight", "2×8", "jumping knowledge"}},
		"JK max": {hidden(4), one("JumpingKnowledge", map[string]any{"mode": "max"}), []string{`"part"`, "jumping knowledge"}},
		"JK lstm": {append(hidden(4), of("jk.lstm.weight_ih_l0", []int{8, 4})...), nil,
			[]string{"jk.lstm.weight_ih_l0", "jumping knowledge"}},
		"second_linear": {sheaf(2, []int{2, 8}, append(mixing(2), "lin12.weight", []int{4, 4})...), nil,
			[]string{"lin12.weight", "second_linear"}},
		"add_lp":         {sheaf(3, []int{2, 12}, mixing(3)...), nil, []string{"sheaf_learners.0", "add_lp"}},
		"add_hp, add_lp": {sheaf(4, []int{2, 16}, mixing(4)...), nil, []string{"sheaf_learners.0", "add_hp"}},
		"cayley":         {sheaf(4, []int{10, 16}, mixing(4)...), nil, []string{"sheaf_learners.0", "orth_trans"}},
		"sparse_learner": {sheaf(2, []int{2, 4}, mixing(2)...), nil, []string{"sheaf_learners.0", "sparse_learner"}},
		"euler": {sheaf(3, []int{3, 12}, mixing(3)...), program("DiscreteBundleSheafDiffusion", "orth_trans", "euler"),
			[]string{"orth_trans=euler"}},
		"sheaf_act": {sheaf(2, []int{2, 8}, mixing(2)...), program("DiscreteDiagSheafDiffusion", "sheaf_act", "id"),
			[]string{"sheaf_act=id"}},
		"not normalised": {sheaf(2, []int{2, 8}, mixing(2)...), program("DiscreteDiagSheafDiffusion", "normalised", false),
			[]string{"normalised=false"}},
		"deg_normalised": {sheaf(2, []int{2, 8}, mixing(2)...), program("DiscreteDiagSheafDiffusion", "deg_normalised", true),
			[]string{"deg_normalised=true"}},
		"continuous": {sheaf(2, []int{2, 8}, append(mixing(2), "odefunc.sheaf_learner.linear1.weight", []int{2, 8})...), nil,
			[]string{"odefunc.sheaf_learner", "continuous"}},
	} {
		meta := ""
		if c.modules != nil {
			text, err := json.Marshal(Meta{Modules: c.modules})
			if err != nil {
				t.Fatal(err)
			}
			meta = string(text)
		}
		_, err := Read("net", c.tensors, meta, "")
		for _, part := range c.says {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v, want %q", name, err, part)
			}
		}
	}
}

// TestOptionsComputed: a network without the matrices that mix stalks or channels has identity matrices. A norm without learned numbers
// is folded by its mean and variance alone. An assumption that no setting expresses is a sentence in Doubts.
func TestOptionsComputed(t *testing.T) {
	w, err := Read("net", sheaf(2, []int{2, 8}, "lin_right_weights.0.weight", []int{2, 2}), "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range w.Params {
		if p.Name == "nsd.0.left" && !slices.Equal(p.Data, []float64{1, 0, 0, 1}) {
			t.Errorf("left_weights=False: %v", p.Data)
		}
	}
	list := convolutions("norms.0.running_mean", []int{4}, "norms.0.running_var", []int{4})
	before := slices.Clone(list[1].Data)
	if w, err = Read("net", list, "", ""); err != nil || len(w.Doubts) != 1 || !slices.Equal(list[1].Data, before) {
		t.Errorf("a norm without learned numbers: %+v, %v", w, err)
	}
	if w, err = Read("net", hidden(4), "", ""); err != nil || len(w.Doubts) != 1 || !strings.Contains(w.Doubts[0], "jumping knowledge") {
		t.Errorf("a linear layer: %+v, %v", w, err)
	}
}
