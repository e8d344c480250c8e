// This file has the cases, the runs in which claims fail. The page opens them, and the command sgpc claims trains them.

package claims

// Case is a run in which a claim fails although its assumptions are met: a graph, a split, settings and a number of epochs.
// A test of core/sgpc/view checks each case.
type Case struct {
	Claim, Title string // ID of the claim, and a short name of the case
	// Graph is the name of a built-in graph or the specification of a generated one.
	// Split is an argument of graph.ParseSplit; the empty string stands for the default split.
	Graph, Split string
	Seed         uint64            // seed of the split and of the run, 0 in all cases
	Settings     map[string]string // settings of package core/sgpc/settings by name; all others have their defaults
	Epochs       int               // number of epochs
	Shows        string            // reason why the claim fails in this run
}

// randomClasses is a block model whose features and edges are independent of the classes.
const randomClasses = "sbm:n=160,classes=2,homophily=0.5,signal=0,features=64"

// memorizedNote ends the field Shows of the runs on randomClasses.
const memorizedNote = "features and edges tell nothing of the classes, the network fits its training nodes all the same, " +
	"and nothing on the right side knows"

// memorizingSettings returns settings under which a network memorizes the labels of its training nodes.
// The arguments are further settings: names and values in turn.
func memorizingSettings(extra ...string) map[string]string {
	return settings(append(extra, "d", "2", "channels", "8", "dt", "0.4", "gap_mode", "sheaf", "calibrate", "true",
		"lambda_spec", "0", "dropout", "0", "input_dropout", "0", "weight_decay", "0", "lr", "0.02")...)
}

// singleEdgeSettings are settings for a graph with one edge.
var singleEdgeSettings = settings("dt", "0.4", "gap_mode", "sheaf", "lr", "0.03", "shift", "1")

// Cases returns a run for each claim with a known failing run, in the order of the paper.
func Cases() []Case {
	var out []Case
	for _, r := range rows() {
		if c := r.failingRun; c.Graph != "" { // "": no failing run is known
			c.Claim = r.ID
			out = append(out, c)
		}
	}
	return out
}

// CaseOf returns the case of the claim with the given ID. found is false if there is no such case.
func CaseOf(id string) (c Case, found bool) {
	for _, c := range Cases() {
		if c.Claim == id {
			return c, true
		}
	}
	return Case{}, false
}

// settings returns the map of the arguments, which are names and values in turn: settings("d", "2") has the setting d=2.
// A last name without a value is ignored.
func settings(pairs ...string) map[string]string {
	m := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}
