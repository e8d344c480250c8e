package study

import "strconv"

// Variant is one setting of an ablation.
type Variant struct {
	// Name says what is changed; X is its place on the axis of a grid.
	Name string
	X    float64
	// Set is trained with, Swap only evaluated with after training (see Cell).
	Set, Swap map[string]string
}

// Ablation is a question to the model and the variants that answer it.
type Ablation struct {
	Name, Question string
	Variants       []Variant
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
// call for.
func Ablations() []Ablation {
	full := Variant{Name: "full"}
	retrained := func(name string, kv ...string) Variant { return Variant{Name: name, Set: pairs(kv)} }
	swapped := func(name string, kv ...string) Variant { return Variant{Name: name, Swap: pairs(kv)} }
	gap := []string{"lambda2", "test_error"}
	return []Ablation{
		{Name: "components", Question: "What does each part of the network add?", Metrics: []string{"ece", "bound", "lambda2"}, Variants: []Variant{
			full,
			retrained("without SVR", "svr", "off"),
			retrained("without AFM", "afm_weights", "off"),
			retrained("lift: Sinkhorn only", "lift", "sinkhorn"),
			retrained("one scalar per edge (the authors' program)", "reading", "code"),
			retrained("without gap ascent", "gap_mode", "off"),
			retrained("without KL", "lambda_kl", "0"),
			retrained("without calibration", "calibrate", "false", "lambda_kl", "0"),
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
		{Name: "sign", Question: "Which sign of the far map suits the graph?", Variants: []Variant{
			retrained("sign +1", "sign", "1"), retrained("sign -1", "sign", "-1"),
		}},
		{Name: "depth", Question: "Do deep networks smooth the features away?", Metrics: []string{"nrs"},
			Variants: grid("layers", 1, 2, 3, 4, 5, 6, 7, 8)},
		{Name: "lambda-kl", Question: "How much weight for the KL term?", Metrics: []string{"ece", "bound"},
			Variants: grid("lambda_kl", 0, 0.001, 0.01, 0.1, 0.3, 1)},
		{Name: "lambda-spec", Question: "How much weight for the spectral term?", Metrics: gap,
			Variants: grid("lambda_spec", 0, 0.0001, 0.001, 0.01, 0.1, 1)},
		{Name: "gap", Question: "Does a larger spectral gap go with a smaller test error?", Metrics: gap, Variants: append(
			[]Variant{retrained("gap ascent off", "gap_mode", "off")}, grid("rho", 0.02, 0.05, 0.1, 0.2, 0.4)...)},
		{Name: "bound", Question: "How do the paper's bound and the test risk move with the epochs?", Variants: []Variant{full},
			Index: "epoch", Series: []string{"bound", "test_risk", "train_risk", "lambda2"}},
		{Name: "reliability", Question: "Are the probabilities honest?", Metrics: []string{"ece"},
			Variants: []Variant{{Name: "calibrated"}, retrained("plain softmax", "calibrate", "false", "lambda_kl", "0")},
			Index:    "bin", Series: []string{"confidence", "accuracy", "count"}},
	}
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

// Cells lists the cells of the ablation over the data sets, splits and seeds
// of base, variant by variant; settings of base hold unless the variant sets
// them too. Variants that are only swapped in train the same network; a
// Runner that keeps the last one saves that work.
func (a Ablation) Cells(base Grid) []Cell {
	var out []Cell
	for _, c := range base.Cells() {
		for _, v := range a.Variants {
			c.Set, c.Swap = merged(base.Set, v.Set), v.Swap
			out = append(out, c)
		}
	}
	return out
}

func merged(a, b map[string]string) map[string]string {
	if len(a)+len(b) == 0 {
		return nil
	}
	m := map[string]string{}
	for k, v := range a {
		m[k] = v
	}
	for k, v := range b {
		m[k] = v
	}
	return m
}
