package tune

import (
	"maps"
	"strconv"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// This file has the configurations that a Search can try: its starts and its changes.
// The start "first guess" sets nothing. Any other start sets every setting that a change can change, except for channels, and takes the
// settings that it does not set from the first guess.

// twoSteps is the name of a start whose layers combine averages over one step and over two steps along edges (q = 2).
const twoSteps = "averages of two steps"

// peerLikeStarts is the number of starts for which isPeerLike is true.
const peerLikeStarts = 3

// isPeerLike reports whether start, a Candidate.From, resembles a peer: the start "without the sheaf" resembles MLP, and the starts
// "averages" and [twoSteps] resemble GCN. For a change of such a start, isPeerLike is false.
func isPeerLike(start string) bool {
	return start == "without the sheaf" || start == "averages" || start == twoSteps
}

// allStarts returns the starts of a search. The first guess is the first start. It has the default settings of the graph's family.
// A search with a small limit of configurations has only the starts at the front of the list, so these starts differ most.
func allStarts(shape cost.Shape) []variant {
	// plain has the settings of every start but the first guess, before the changes of the start.
	plain := settingsOf("features", "raw", "structure", "off", "norm", "none", "activation", "elu", "maps", settings.MapsLearned, "lift", "ot",
		"smooth", "0.02", "epsilon0", "1.2", "jko_steps", "1", "sign", "1", "centered", "false", "residual", "true", "shift", "1",
		"layers", "1", "dt", "1", "svr", "exact",
		"afm_weights", "softmax", "q", "3", "gap_mode", "off", "head", "mlp", "dropout", "0.6", "input_dropout", "0",
		"lr", "0.01", "weight_decay", "0.005", "patience", "60")
	// changed returns a start with the settings plain and the given changes. Later changes override earlier ones.
	changed := func(name string, changes ...map[string]string) variant {
		set := plain
		for _, c := range changes {
			set = merged(set, c)
		}
		return variant{name, set}
	}
	// Settings that several starts share: rows of the adjacency as input, no sheaf, and the peer MLP.
	rows := settingsOf("structure", "rows", "features", "row", "norm", "layer", "dropout", "0.5", "input_dropout", "0.5",
		"weight_decay", "0.0005")
	off := settingsOf(SheafOff()...)
	peer := perceptronSettings()
	if shape.Signed {
		peer["input_dropout"] = "0" // the peers have no input dropout on signed features
	}
	return []variant{
		{name: "first guess"},                   // no change
		changed("without the sheaf", peer, off), // like the peer MLP
		// The next start has input dropout on signed features, too.
		changed("without the sheaf, weak decay", perceptronSettings(), off, settingsOf("weight_decay", "0.0005")),
		// The next two starts are like the peer GCN: they have the averages alone. In "averages beside features", the features are a
		// branch, too.
		changed("averages", peer, averagingSettings(), settingsOf("features", "row", "residual", "false")),
		changed(twoSteps, peer, averagingSettings(), settingsOf("features", "row", "residual", "false", "q", "2")),
		changed("averages beside features", peer, averagingSettings(), settingsOf("norm", "layer", "head", "mlp")),
		changed("opposite ends", settingsOf("sign", "-1", "centered", "true", "weight_decay", "0.02")),
		changed("equal ends", settingsOf("dt", "2", "input_dropout", "0.5")),
		changed("structure rows", rows, settingsOf("sign", "-1", "centered", "true")),
		changed("structure rows without the sheaf", rows, off),
		changed("long diffusion", settingsOf("dt", "5", "residual", "false", "shift", "0", "head", "linear", "dropout", "0.7",
			"input_dropout", "0.5", "weight_decay", "0.01", "calibrate", "false", "lambda_kl", "0")),
		changed("small steps", settingsOf("input_dropout", "0.5", "lr", "0.003", "calibrate", "false")),
	}
}

// perceptronSettings returns settings that turn the network without a sheaf into the peer MLP with its settings for heterophilic graphs.
// The MLP has two layers and 64 = 2·32 hidden units (d·channels). The network applies dropout twice. Two dropouts with probability
// 1−√½ = 0.2929 equal one dropout with probability ½.
// The peer has 1500 epochs and patience 200. With these, a search of 24 runs on Chameleon would take three times its limit.
func perceptronSettings() map[string]string {
	return settingsOf("activation", "relu", "head", "linear", "d", "2", "channels", "32", "dropout", "0.2929", "input_dropout", "0.5",
		"patience", "100", "epochs", "500", "calibrate", "false", "lambda_kl", "0")
}

// averagingSettings returns the settings under which all maps are the identity. With the normalised Laplacian L̂, I − L̂ is then the
// averaging Â of a GCN. With q = 1, as here, each of two layers is a·I + b·Â with learned a and b.
// The start [twoSteps] sets q to 2. A layer is then initially (I + Â + 2Â² − I)/3, the mean of the Chebyshev polynomials of order 0 to 2.
// The identity cancels, so a node retains its own features only through Â, as in a GCN.
func averagingSettings() map[string]string {
	return settingsOf("maps", settings.MapsIdentity, "svr", "off", "afm_weights", "signed", "q", "1", "layers", "2", "weight_decay", "0.0005")
}

// planAveragingSettings returns the settings with which versions 0 and 1 average: the maps of their transport plans are the identity.
func planAveragingSettings() map[string]string {
	return settingsOf("maps", settings.MapsLearned, "lift", "scalar", "smooth", "1", "epsilon0", "0.01", "jko_steps", "0")
}

// SheafOff returns settings without a sheaf, as names and values in turn. With these settings, only structure rows and the head "gat" read
// edges.
func SheafOff() []string {
	return []string{"svr", "off", "afm_weights", "off", "gap_mode", "off", "calibrate", "false", "lambda_kl", "0", "lambda_spec", "0"}
}

// HasSheaf reports whether at least one of the two branches of the network that use the sheaf is on.
func HasSheaf(c settings.Config) bool { return c.SVR != "off" || c.AFMWeights != "off" }

// changes is a list of variants, each of which is a change of a configuration.
type changes []variant

// add appends a variant with a name. kv are names and values of settings in turn.
func (l *changes) add(name string, kv ...string) {
	*l = append(*l, variant{name, settingsOf(kv...)})
}

// addOthers appends a variant for each given value of a setting, except for the value that c has.
func (l *changes) addOthers(c settings.Config, name string, values ...string) {
	for _, v := range values {
		if v != c.Get(name) {
			l.add(name+"="+v, name, v)
		}
	}
}

// addScaled appends a variant with the value x·f of a setting for each factor f, rounded to four significant digits.
func (l *changes) addScaled(name string, x float64, factors ...float64) {
	for _, f := range factors {
		v := strconv.FormatFloat(x*f, 'g', 4, 64)
		l.add(name+"="+v, name, v)
	}
}

// networkChanges returns changes of the network, for the settings c. A search tries the changes in this order. Each changes one setting,
// except for "with the sheaf". Without a sheaf, changes of the structure occur twice in the list. Search.add rejects the second.
func networkChanges(c settings.Config) (l changes) {
	l.addOthers(c, "input_dropout", "0", "0.5")
	if HasSheaf(c) {
		l.addOthers(c, "residual", "true", "false")
		l.addOthers(c, "maps", settings.MapsLearned) // only starts with averages have other maps
		l.addOthers(c, "sign", "1", "-1")
		l.addScaled("dt", c.Dt, 3)
		l.addOthers(c, "centered", "true", "false")
	} else { // without a sheaf, structure rows are tried early, because no branch of the network reads edges
		l.addOthers(c, "structure", "off", "rows")
		l.add("with the sheaf", "svr", "exact", "afm_weights", "softmax")
	}
	l.addScaled("channels", float64(c.Channels), 2)
	l.addOthers(c, "features", "raw", "row")
	l.addOthers(c, "structure", "off", "rows", "normalized")
	return l
}

// trainingChanges returns changes for the settings c. Each changes one setting: of the training, or the width of the network.
func trainingChanges(c settings.Config) (l changes) {
	l.addScaled("weight_decay", c.WeightDecay, 4, 0.25)
	const dropoutStep, maxDropout = 0.2, 0.8
	// x is 1 for dropout, so the factors are the new rates themselves.
	l.addScaled("dropout", 1, min(maxDropout, c.Dropout+dropoutStep), max(0, c.Dropout-dropoutStep))
	l.addScaled("lr", c.LR, 0.3)
	l.addScaled("channels", float64(c.Channels), 0.5)
	return l
}

// withVariant returns c with the settings of a variant, except for fixed settings. isValid is false if the run would exceed the memory of
// a page, or if a setting is invalid; changed may then lack settings of the variant.
func withVariant(c settings.Config, v variant, fixed map[string]string, shape cost.Shape) (changed settings.Config, isValid bool) {
	for name, value := range v.set {
		_, isFixed := fixed[name]
		if isFixed {
			continue
		}
		if err := c.Set(name, value); err != nil {
			return c, false
		}
	}
	return c, c.Validate() == nil && cost.Memory(shape, c) <= cost.PageMemory
}

// Difference returns the settings of b, by name, that differ from the settings of a, except for the seed.
func Difference(a, b settings.Config) map[string]string {
	set, rowsOfA := map[string]string{}, a.Settings()
	for k, row := range b.Settings() { // Settings has the same names in the same order for every Config
		value := row.Value()
		if row.Name != "seed" && value != rowsOfA[k].Value() {
			set[row.Name] = value
		}
	}
	return set
}

// variant is a start or a change: a name and settings.
type variant struct {
	name string
	set  map[string]string
}

// settingsOf returns the map of its arguments, which are names and values in turn.
func settingsOf(kv ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i]] = kv[i+1]
	}
	return m
}

// merged returns the union of two maps. For a common key it has the value of b.
func merged(a, b map[string]string) map[string]string {
	m := maps.Clone(a)
	maps.Copy(m, b)
	return m
}
