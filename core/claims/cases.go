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

// learned is what such a run shows.
const learned = "features and edges tell nothing of the classes, the network fits its training nodes all the same, " +
	"and nothing on the right side knows"

// memorise are settings under which a network learns its training nodes by heart.
func memorise(extra ...string) map[string]string {
	return settings(append(extra, "d", "2", "channels", "8", "dt", "0.4", "gap_mode", "sheaf", "calibrate", "true",
		"lambda_spec", "0", "dropout", "0", "input_dropout", "0", "weight_decay", "0", "lr", "0.02")...)
}

// edge are settings for a graph of one edge.
var edge = settings("dt", "0.4", "gap_mode", "sheaf", "lr", "0.03", "shift", "1")

// Cases lists one run for each claim that some run refutes, in the order of the paper.
func Cases() []Case {
	var out []Case
	for _, r := range rows() {
		if r.run.Graph != "" {
			r.run.Claim = r.ID
			out = append(out, r.run)
		}
	}
	return out
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
