package figures

import (
	"slices"
	"strconv"
)

// Variant is one setting of an ablation.
type Variant struct {
	// Name says what is changed; X is its place on the axis of a grid or curve.
	Name string
	X    float64
	// Set is trained with, Swap only evaluated with after training (see Cell).
	Set, Swap map[string]string
}

// Ablation is a question to the model and the variants that answer it.
type Ablation struct {
	Name, Question string
	// Set holds for all variants; those of the grid and of the variant come after it.
	Set      map[string]string
	Variants []Variant
	// Metrics are the columns of its CSV after the accuracies, names of Outcome.Metrics.
	Metrics []string
	// Index and Series are set when a run gives several rows: the name of
	// their counter and the columns, names of Outcome.Series.
	Index  string
	Series []string
}

// Find returns the named ablation.
func Find(name string) (Ablation, bool) {
	for _, a := range Ablations() {
		if a.Name == name {
			return a, true
		}
	}
	return Ablation{}, false
}

// Ablations lists the ablations of the SGPC paper and those that its claims
// call for. "full" is the method of the grid: with sgpc.MethodPaper every part
// of the paper is on, on every graph, so that each variant without a part
// differs from it.
func Ablations() []Ablation {
	full := Variant{Name: "full"}
	retrained := func(name string, kv ...string) Variant { return Variant{Name: name, Set: pairs(kv)} }
	swapped := func(name string, kv ...string) Variant { return Variant{Name: name, Swap: pairs(kv)} }
	gap := []string{"lambda2", "test_error"}
	return []Ablation{
		{Name: "components", Question: "What does each part of the network add?", Metrics: []string{"ece", "bound", "lambda2"},
			Set: pairs([]string{"residual", "true"}), Variants: []Variant{
				full,
				retrained("without SVR", "svr", "off"),
				retrained("without variance reduction (exact solve)", "svr", "exact"),
				retrained("without AFM", "afm_weights", "off"),
				retrained("lift: Sinkhorn only", "lift", "sinkhorn"),
				retrained("lift: JKO step with free marginals", "jko_mode", "w2"),
				retrained("lift: one scalar weight per edge, no ascent", "lift", "scalar", "gap_mode", "off"),
				retrained("the authors' program", "reading", "code"),
				retrained("without gap ascent", "gap_mode", "off"),
				retrained("without KL", "lambda_kl", "0"),
				retrained("without the spectral term", "lambda_spec", "0"),
				retrained("without calibration", "calibrate", "false"),
				retrained("without residual", "residual", "false"),
				retrained("signed AFM weights", "afm_weights", "signed"),
			}},
		{Name: "plans", Question: "Does the transport plan carry information?", Variants: []Variant{
			full,
			swapped("independent coupling, put into the trained network", "lift", "independent"),
			swapped("plans shuffled over the edges, in the trained network", "lift", "shuffled"),
			swapped("uniform measures, put into the trained network", "lift", "uniform"),
			retrained("independent coupling, retrained", "lift", "independent"),
			retrained("plans shuffled over the edges, retrained", "lift", "shuffled"),
			retrained("uniform measures, retrained", "lift", "uniform"),
		}},
		{Name: "maps", Question: "Do the learned restriction maps matter?", Variants: []Variant{
			full,
			swapped("identity maps, put into the trained network", "maps", "identity"),
			swapped("maps of 0, put into the trained network", "maps", "zero"),
			retrained("one scalar weight per edge, retrained", "lift", "scalar", "gap_mode", "off"),
		}},
		{Name: "spectrum", Question: "What does gap ascent do to the spectrum? (figure 1)", Index: "eigenvalue", Series: []string{"spectrum"},
			Variants: []Variant{retrained("without ascent", "gap_mode", "off"), retrained("with gap ascent", "gap_mode", "sheaf")}},
		{Name: "sign", Question: "Which sign of the far map suits the graph?", Variants: []Variant{
			retrained("sign +1", "sign", "1"), retrained("sign -1", "sign", "-1"),
		}},
		// The paper's figure 4, on Cora: 200 epochs with a patience of 30. No ascent, which
		// would make matrices of scalar weights: the curves differ in the lift alone.
		{Name: "depth", Question: "Do deep networks smooth the features away? (figure 4)", Metrics: []string{"nrs", "nrs_pairs"},
			Set: pairs([]string{"epochs", "200", "patience", "30", "gap_mode", "off"}), Variants: slices.Concat(
				curve("transport lift", "lift", "ot"), curve("Sinkhorn only", "lift", "sinkhorn"), curve("scalar weight", "lift", "scalar"))},
		{Name: "lambda-kl", Question: "How much weight for the KL term?", Metrics: []string{"ece", "bound"},
			Variants: grid("lambda_kl", 0, 0.001, 0.01, 0.1, 0.3, 1)},
		{Name: "lambda-spec", Question: "How much weight for the spectral term?", Metrics: gap,
			Variants: grid("lambda_spec", 0, 1e-9, 1e-6, 0.0001, 0.001, 0.01, 0.1, 1)},
		{Name: "gap", Question: "Does a larger spectral gap go with a smaller test error?", Metrics: gap, Variants: append(
			[]Variant{retrained("gap ascent off", "gap_mode", "off"), retrained("gap ascent of the matrix", "gap_mode", "matrix")},
			grid("rho", 0.02, 0.05, 0.1, 0.2, 0.4)...), Set: pairs([]string{"gap_mode", "sheaf"})},
		{Name: "bound", Question: "How do the paper's bound and the test risk move with the epochs?", Variants: []Variant{full},
			Index: "epoch", Series: []string{"bound", "test_risk", "train_risk", "lambda2"}},
		{Name: "reliability", Question: "Are the probabilities honest?", Metrics: []string{"ece"},
			Variants: []Variant{retrained("calibrated", "calibrate", "true"), retrained("plain softmax", "calibrate", "false")},
			Index:    "bin", Series: []string{"confidence", "accuracy", "count"}},
	}
}

// curve makes one variant per depth of 1 to 8 layers; X is the depth.
func curve(name, setting, value string) []Variant {
	var out []Variant
	for layers := range 8 {
		n := strconv.Itoa(layers + 1)
		out = append(out, Variant{Name: name, X: float64(layers + 1), Set: pairs([]string{setting, value, "layers", n})})
	}
	return out
}

// grid makes one variant per value of a setting.
func grid(setting string, values ...float64) []Variant {
	var out []Variant
	for _, v := range values {
		text := strconv.FormatFloat(v, 'g', -1, 64)
		out = append(out, Variant{Name: setting + "=" + text, X: v, Set: map[string]string{setting: text}})
	}
	return out
}

func pairs(kv []string) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i]] = kv[i+1]
	}
	return m
}
