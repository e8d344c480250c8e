package claims

// Case is a run in which a claim fails: what to load, and how far to train.
// Run it and the claim of this ID is evaluated, its assumptions are met, and it
// does not hold (package sgpc tests each).
type Case struct {
	// Claim is the ID, Title names the case in a few words.
	Claim, Title string
	// Graph is a built-in graph or a generator's specification, Split a
	// description of graph.ParseSplit or "" for the default.
	Graph, Split string
	Seed         uint64
	// Settings differ from the defaults; Epochs is the length of the run.
	Settings map[string]string
	Epochs   int
	// Shows says what the case shows.
	Shows string
}

// coin is a block model whose features and edges tell nothing of the classes.
const coin = "sbm:n=160,classes=2,homophily=0.5,signal=0,features=64"

// Cases lists one run for each claim that some run refutes.
func Cases() []Case {
	memorise := func(extra ...string) map[string]string {
		return settings(append(extra, "d", "2", "channels", "8", "dt", "0.4", "gap_mode", "sheaf", "calibrate", "true", "lambda_spec", "0",
			"dropout", "0", "input_dropout", "0", "weight_decay", "0", "lr", "0.02")...)
	}
	learned := "features and edges tell nothing of the classes, the network fits its training nodes all the same, and nothing on the right side knows"
	edge := settings("dt", "0.4", "gap_mode", "sheaf", "lr", "0.03", "shift", "1")
	return []Case{
		{"thm1", "random classes", coin, "per-class:40", 0, memorise("lambda_kl", "0.1"), 40, "two cross-entropies: " + learned},
		{"thm1-error", "random classes, λ_KL = 1", coin, "per-class:40", 0, memorise("lambda_kl", "1", "t", "0"), 40, "with T = 0 the posterior is the prior, so KL = 0; " + learned},
		{"resolvent", "the karate club", "karate", "", 0, settings("dt", "5"), 1, "a sheaf whose maps are no identities has other global sections than the constants"},
		{"distance", "K2", "k2", "", 0, settings("dt", "1"), 3, "the left side grows with H, and the right one does not know H"},
		{"thm2-draw", "the karate club, sparsified", "karate", "", 0, settings("dt", "0.4", "svr", "sparsified", "svr_epsilon", "0.5"), 2, "the draw leaves out edges that nothing replaces"},
		{"thm2-formula", "K2", "k2", "", 0, settings("dt", "0.4"), 3, "the sheaf of one edge has a kernel, so the smallest eigenvalue of I+Δt·L̃ is 1"},
		{"thm3", "the karate club", "karate", "", 0, settings("gap_mode", "sheaf", "armijo", "0.5"), 1, "the gain stops at λ3 − λ2, which is below c_w/4"},
		{"lemma1", "the karate club, 20 messages", "karate", "", 0, settings("t", "20"), 1, "n = 20 messages are more than 3γ = 6, and split evenly"},
		{"lemma1-60", "the karate club, prior Beta(1,9)", "karate", "", 0, settings("a0", "1", "b0", "9", "t", "5"), 20, "edges that agree contradict the prior, and the variance grows"},
		{"lemma1-23", "the karate club, prior Beta(1,9)", "karate", "", 0, settings("a0", "1", "b0", "9", "t", "5"), 20, "edges that agree contradict the prior, and the variance grows"},
		{"kl-var", "the karate club", "karate", "", 0, settings("t", "5"), 1, "the C_β of the widest posterior is too small for the sharpest"},
		{"thm4", "K2", "k2", "", 0, edge, 6, "the bound rises from one epoch to the next"},
		{"lemma2", "K2", "k2", "", 0, edge, 6, "the maps change little, the input H of the diffusion does, and the right side knows only the maps"},
		{"thm5", "random classes", coin, "per-class:40", 0, memorise("lambda_kl", "0.1"), 40, learned},
		{"appendix-a", "the karate club", "karate", "", 0, nil, 1, "78 maps of d0×d0 have more entries than m + n·d0²"},
	}
}

// CaseOf returns the case of a claim.
func CaseOf(id string) (Case, bool) {
	for _, c := range Cases() {
		if c.Claim == id {
			return c, true
		}
	}
	return Case{}, false
}

// settings makes a map of pairs.
func settings(pairs ...string) map[string]string {
	m := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}
