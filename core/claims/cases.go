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
	return append(mapCases(), riskCases()...)
}

// riskCases are those of the claims about risk and training.
func riskCases() []Case {
	learned := "features and edges tell nothing of the classes, the network fits its training nodes all the same, " +
		"and nothing on the right side knows"
	memorise := func(extra ...string) map[string]string {
		return settings(append(extra, "d", "2", "channels", "8", "dt", "0.4", "gap_mode", "sheaf", "calibrate", "true",
			"lambda_spec", "0", "dropout", "0", "input_dropout", "0", "weight_decay", "0", "lr", "0.02")...)
	}
	edge := settings("dt", "0.4", "gap_mode", "sheaf", "lr", "0.03", "shift", "1")
	return []Case{
		{Claim: "thm1", Title: "random classes", Graph: coin, Split: "per-class:40", Settings: memorise("lambda_kl", "0.1"), Epochs: 40,
			Shows: "two cross-entropies: " + learned},
		{Claim: "thm1-error", Title: "random classes, λ_KL = 1", Graph: coin, Split: "per-class:40",
			Settings: memorise("lambda_kl", "1", "t", "0"), Epochs: 40,
			Shows: "with T = 0 the posterior is the prior, so KL = 0; " + learned},
		{Claim: "thm4", Title: "K2", Graph: "k2", Settings: edge, Epochs: 6,
			Shows: "the bound rises from one epoch to the next"},
		{Claim: "lemma2", Title: "K2", Graph: "k2", Settings: edge, Epochs: 6,
			Shows: "the maps change little, the input H of the diffusion does, and the right side knows only the maps"},
		{Claim: "thm5", Title: "random classes", Graph: coin, Split: "per-class:40", Settings: memorise("lambda_kl", "0.1"), Epochs: 40,
			Shows: learned},
	}
}

// mapCases are those of the claims about operators, ascent and posteriors.
func mapCases() []Case {
	grows := "edges that agree contradict the prior, and the variance grows"
	return []Case{
		{Claim: "resolvent", Title: "the karate club", Graph: "karate", Settings: settings("dt", "5"), Epochs: 1,
			Shows: "a sheaf whose maps are no identities does not have the constants for its global sections"},
		{Claim: "distance", Title: "K2", Graph: "k2", Settings: settings("dt", "1"), Epochs: 3,
			Shows: "the left side grows with H, and the right one does not know H"},
		{Claim: "thm2-draw", Title: "the karate club, sparsified", Graph: "karate",
			Settings: settings("dt", "0.4", "svr", "sparsified", "svr_epsilon", "0.5"), Epochs: 2,
			Shows: "the draw leaves out edges that nothing replaces"},
		{Claim: "thm2-formula", Title: "K2", Graph: "k2", Settings: settings("dt", "0.4"), Epochs: 3,
			Shows: "the sheaf of one edge has a kernel, so the smallest eigenvalue of I+Δt·L̃ is 1"},
		{Claim: "thm3", Title: "the karate club", Graph: "karate", Settings: settings("gap_mode", "sheaf", "armijo", "0.5"), Epochs: 1,
			Shows: "the gain stops at λ3 − λ2, which is below c_w/4"},
		{Claim: "lemma1", Title: "the karate club, 20 messages", Graph: "karate", Settings: settings("t", "20"), Epochs: 1,
			Shows: "n = 20 messages are more than 3γ = 6, and split evenly"},
		{Claim: "lemma1-60", Title: "the karate club, prior Beta(1,9)", Graph: "karate",
			Settings: settings("a0", "1", "b0", "9", "t", "5"), Epochs: 20, Shows: grows},
		{Claim: "lemma1-23", Title: "the karate club, prior Beta(1,9)", Graph: "karate",
			Settings: settings("a0", "1", "b0", "9", "t", "5"), Epochs: 20, Shows: grows},
		{Claim: "kl-var", Title: "the karate club", Graph: "karate", Settings: settings("t", "5"), Epochs: 1,
			Shows: "the C_β of the widest posterior is too small for the sharpest"},
		{Claim: "appendix-a", Title: "the karate club", Graph: "karate", Epochs: 1,
			Shows: "78 maps of d0×d0 have more entries than m + n·d0²"},
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
