package view

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// SettingRow is a setting in the list of all settings of a stage: Kind is
// "number", "whole", "word" or "flag".
type SettingRow struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Kind    string      `json:"kind"`
	Value   string      `json:"value"`
	Min     F           `json:"min,omitempty"`
	Max     F           `json:"max,omitempty"`
	Options [][2]string `json:"options,omitempty"`
}

// named is a setting and what the page calls it.
type named struct{ name, label string }

// stageSettings are the settings by the stage that they belong to. Model,
// reading and seed have controls in the bar.
var stageSettings = [...][]named{
	sgpc.StageFeatures: {{"features", "Features"}, {"structure", "Rows of the adjacency as features"}, {"norm", "Normalisation"},
		{"activation", "Activation"},
		{"input_dropout", "Dropout of features"}, {"d", "Stalk dimension d"}, {"channels", "Channels c"},
		{"smooth", "Uniform share s of the measures"}},
	sgpc.StageSinkhorn: {{"lift", "Plan"}, {"epsilon0", "Temperature ε₀"}, {"sinkhorn_steps", "Scalings shown"}},
	sgpc.StageJKO: {{"jko_mode", "JKO step"}, {"jko_steps", "Steps"}, {"tau", "Step length τ"}, {"epsilon", "Temperature ε"},
		{"w2_gamma", "Blur γ of the distance"}},
	sgpc.StageMaps:      {{"centered", "Take the common part off"}, {"sign", "Sign σ of the far end"}},
	sgpc.StageLaplacian: {{"convention", "Coboundary"}, {"operator", "Operator"}, {"shift", "Shift s"}},
	sgpc.StageDiffusion: {{"svr", "Solver"}, {"dt", "Diffusion time Δt"}, {"learn_dt", "Learn Δt"}, {"layers", "Layers"},
		{"svr_epsilon", "Sparsifier's ε"},
		{"anchor_every", "Epochs between anchors"}, {"cg_tol", "Tolerance of the solve"}, {"cg_tol_train", "Tolerance in training"},
		{"cg_max", "Iterations at most"}},
	sgpc.StageMixing: {{"afm_weights", "Weights"}, {"q", "Order Q"}},
	sgpc.StageClasses: {{"head", "Head"}, {"hidden", "Hidden width"}, {"residual", "Add the encoded features"}, {"dropout", "Dropout"},
		{"heads", "Attention heads"}, {"k", "Order K"}, {"alpha", "α"}, {"theta", "θ"}, {"jacobi_a", "Jacobi a"}, {"jacobi_b", "Jacobi b"}},
	sgpc.StagePosterior: {{"calibrate", "Calibrate"}, {"prior", "Prior of the classes"}, {"detach_kappa", "No gradient through κ̄"},
		{"a0", "Prior a₀"}, {"b0", "Prior b₀"},
		{"t", "Strength T of the evidence"}, {"w", "Weight w of the coupling"}, {"posterior_steps", "Fixed-point iterations"},
		{"het_off", "c_het off the diagonal"},
		{"lambda_kl", "Weight λ of the KL term"}, {"kl_warmup", "Epochs to full λ of KL"}, {"lambda_spec", "Weight λ of the spectral term"},
		{"spec_warmup", "Epochs to full spectral λ"}, {"delta", "Confidence δ"}, {"certify", "Certificate from"}},
	sgpc.StageGap: {{"gap_mode", "Ascent"}, {"gap_steps", "Inner steps K"}, {"rho", "Bound ρ on the change"},
		{"gap_eta", "First step length η"}, {"armijo", "Armijo's constant c_w"}, {"curvature", "Constant c of the curvature"}},
}

// trainingSettings stand in the last stage that a model has.
var trainingSettings = []named{{"lr", "Learning rate"}, {"lr_patience", "Epochs before it is halved"}, {"weight_decay", "Weight decay"},
	{"epochs", "Epochs"},
	{"patience", "Patience in epochs"}}

// wordNames are the values of settings in words of the page, where choiceList has none.
var wordNames = map[string]map[string]string{
	"lift": {"ot": "transport, JKO step", "sinkhorn": "transport, no step", "independent": "independent coupling",
		"shuffled": "shuffled over the edges",
		"uniform":  "of uniform measures", "scalar": "one weight an edge"},
	"features":   {"raw": "as they are", "row": "rows sum to 1"},
	"structure":  {"off": "no", "rows": "as they are", "normalized": "normalised"},
	"norm":       {"layer": "LayerNorm", "none": "none"},
	"activation": {"elu": "ELU", "relu": "ReLU"},
	"head":       {"mlp": "MLP", "linear": "linear", "gat": "GAT"},
	"prior":      {"train": "training shares", "uniform": "uniform"},
	"certify":    {"split": "nodes set apart", "fixed": "a fixed epoch", "union": "a union bound"},
}

// allSettings is the list of the settings of a stage that have an effect and
// no control in the stage's figures yet; ok is false when there are none.
func allSettings(s *state.State, stage int, shown []Figure) (Figure, bool) {
	list := slices.Clone(stageSettings[stage])
	switch s.Peer() {
	case "":
		if stage == sgpc.StageGap {
			list = append(list, trainingSettings...)
		}
	default:
		switch stage {
		case sgpc.StageFeatures: // a peer reads of it what its own stage shows
			list = []named{{"input_dropout", "Dropout of features"}}
		case sgpc.StageClasses:
			list = slices.Concat([]named{{"d", "Stalk dimension d"}, {"layers", "Layers"}}, list, trainingSettings)
		case sgpc.StagePosterior:
			list = []named{{"delta", "Confidence δ"}, {"certify", "Certificate from"}}
		}
	}
	has := map[string]bool{}
	for _, f := range shown {
		switch d := f.Data.(type) {
		case []Knob:
			for _, k := range d {
				has[k.Name] = true
			}
		case Choice:
			has[d.Name] = true
		}
	}
	rows := []SettingRow{}
	for _, q := range list {
		reads := s.Config.Reads(q.name) || q.name == "sinkhorn_steps" && s.Peer() == "" && s.Config.Reading == "paper"
		if reads && !has[q.name] {
			rows = append(rows, settingRow(s, q))
		}
	}
	return Figure{Kind: "settings", ID: "settings", Data: rows}, len(rows) > 0
}

func settingRow(s *state.State, q named) SettingRow {
	info := sgpc.Describe(q.name)
	r := SettingRow{Name: q.name, Label: q.label, Kind: info.Kind, Value: s.Config.Get(q.name), Min: F(info.Lo), Max: F(info.Hi)}
	if q.name == "sign" { // a number with two values
		r.Kind, r.Options = "word", [][2]string{{"1", "+1, ends agree"}, {"-1", "−1, ends opposite"}}
	}
	for _, w := range info.Words {
		r.Options = append(r.Options, [2]string{w, wordName(q.name, w)})
	}
	return r
}

func wordName(setting, word string) string {
	for _, o := range choiceList[setting].Options {
		if o[0] == word {
			return o[1]
		}
	}
	if name := wordNames[setting][word]; name != "" {
		return name
	}
	return word
}
