package tune

import (
	"maps"
	"strconv"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// The space of a Search: where it starts, and what it changes. A start has a
// value for every setting that is searched; what it leaves out is that of the
// first guess. Ascent is tried with the first guess alone.

// twoSteps is a start that version 0 has not.
const twoSteps = "averages of two steps"

// likePeers counts the starts of likePeer.
const likePeers = 3

// likePeer reports whether a start is our MLP, or averages as our GCN does.
func likePeer(start string) bool {
	return start == "without the sheaf" || start == "averages" || start == twoSteps
}

// starts lists where a search begins, so that the first few differ most. The first is the first guess: the
// settings of the graph's family. signed reports whether a feature is negative.
func starts(signed bool) []variant {
	plain := pairs("features", "raw", "structure", "off", "norm", "none", "activation", "elu", "maps", settings.MapsLearned, "lift", "ot",
		"smooth", "0.02", "epsilon0", "1.2", "jko_steps", "1", "sign", "1", "centered", "false", "residual", "true", "shift", "1",
		"layers", "1", "dt", "1", "svr", "exact",
		"afm_weights", "softmax", "q", "3", "gap_mode", "off", "head", "mlp", "dropout", "0.6", "input_dropout", "0",
		"lr", "0.01", "weight_decay", "0.005", "patience", "60")
	at := func(name string, changes ...map[string]string) variant {
		set := plain
		for _, c := range changes {
			set = with(set, c)
		}
		return variant{name, set}
	}
	rows := pairs("structure", "rows", "features", "row", "norm", "layer", "dropout", "0.5", "input_dropout", "0.5",
		"weight_decay", "0.0005")
	off := pairs(SheafOff()...)
	peer := perceptron()
	if signed {
		peer["input_dropout"] = "0" // as peers have it then
	}
	return []variant{
		{name: "first guess"},
		at("without the sheaf", peer, off),
		at("without the sheaf, weak decay", perceptron(), off, pairs("weight_decay", "0.0005")),
		at("averages", peer, averages(), pairs("features", "row", "residual", "false")),
		at(twoSteps, peer, averages(), pairs("features", "row", "residual", "false", "q", "2")),
		at("averages beside features", peer, averages(), pairs("norm", "layer", "head", "mlp")),
		at("opposite ends", pairs("sign", "-1", "centered", "true", "weight_decay", "0.02")),
		at("equal ends", pairs("dt", "2", "input_dropout", "0.5")),
		at("structure rows", rows, pairs("sign", "-1", "centered", "true")),
		at("structure rows without the sheaf", rows, off),
		at("long diffusion", pairs("dt", "5", "residual", "false", "shift", "0", "head", "linear", "dropout", "0.7", "input_dropout", "0.5",
			"weight_decay", "0.01", "calibrate", "false", "lambda_kl", "0")),
		at("small steps", pairs("input_dropout", "0.5", "lr", "0.003", "calibrate", "false")),
	}
}

// perceptron are the settings under which the network without a sheaf is the peer
// MLP as it is trained on heterophilic graphs: two layers, 64 hidden units. What is
// dropped with probability 1−√½ twice is dropped with ½. It trains for at most 500 epochs with a patience of 100, as the other
// starts, where the peer has its papers' 1500 and 200: a search of 24 runs for so long would pass its bound on Chameleon three times.
func perceptron() map[string]string {
	return pairs("activation", "relu", "head", "linear", "d", "2", "channels", "32", "dropout", "0.2929", "input_dropout", "0.5",
		"patience", "100", "epochs", "500", "calibrate", "false", "lambda_kl", "0")
}

// averages are the settings under which all maps are the identity, so that I − L̂ is
// the averaging Â of a GCN, and each of two layers is a·I + b·Â with learned a and b. With q = 2 a layer begins as
// (I + Â + 2Â² − I)/3: of its own features a node keeps, as in a GCN, no more than Â gives it.
func averages() map[string]string {
	return pairs("maps", settings.MapsIdentity, "svr", "off", "afm_weights", "signed", "q", "1", "layers", "2", "weight_decay", "0.0005")
}

// alongPlans are the settings under which the maps come to the identity by way of plans: so versions 0 and 1 average.
func alongPlans() map[string]string {
	return pairs("maps", settings.MapsLearned, "lift", "scalar", "smooth", "1", "epsilon0", "0.01", "jko_steps", "0")
}

// SheafOff are the settings under which no edge enters the network or its loss, but for structure rows.
func SheafOff() []string {
	return []string{"svr", "off", "afm_weights", "off", "gap_mode", "off", "calibrate", "false", "lambda_kl", "0", "lambda_spec", "0"}
}

// HasSheaf reports whether one of the two branches behind the sheaf is on.
func HasSheaf(c settings.Config) bool { return c.SVR != "off" || c.AFMWeights != "off" }

// changes collects variants of one thing each.
type changes []variant

func (l *changes) add(name string, kv ...string) {
	*l = append(*l, variant{name, pairs(kv...)})
}

// others adds the values that c does not have.
func (l *changes) others(c settings.Config, name string, values ...string) {
	for _, v := range values {
		if v != c.Get(name) {
			l.add(name+"="+v, name, v)
		}
	}
}

func (l *changes) scaled(name string, x float64, by ...float64) {
	for _, f := range by {
		v := strconv.FormatFloat(x*f, 'g', 4, 64)
		l.add(name+"="+v, name, v)
	}
}

// ofNetwork lists changes of what the network computes, at c.
func ofNetwork(c settings.Config) (l changes) {
	l.others(c, "input_dropout", "0", "0.5")
	if HasSheaf(c) {
		l.others(c, "residual", "true", "false")
		l.others(c, "maps", settings.MapsLearned)
		l.others(c, "sign", "1", "-1")
		l.scaled("dt", c.Dt, 3)
		l.others(c, "centered", "true", "false")
	} else {
		l.others(c, "structure", "off", "rows")
		l.add("with the sheaf", "svr", "exact", "afm_weights", "softmax")
	}
	l.scaled("channels", float64(c.Channels), 2)
	l.others(c, "features", "raw", "row")
	l.others(c, "structure", "off", "rows", "normalized")
	return l
}

// ofTraining lists changes of how it is trained, and how wide it is.
func ofTraining(c settings.Config) (l changes) {
	l.scaled("weight_decay", c.WeightDecay, 4, 0.25)
	l.scaled("dropout", 1, min(0.8, c.Dropout+0.2), max(0, c.Dropout-0.2))
	l.scaled("lr", c.LR, 0.3)
	l.scaled("channels", float64(c.Channels), 0.5)
	return l
}

// changed returns c with a variant's settings; false when one is not allowed or the run would not fit into a page.
// Settings in fixed stay.
func changed(c settings.Config, v variant, fixed map[string]string, shape cost.Shape) (settings.Config, bool) {
	for name, value := range v.set {
		if _, stays := fixed[name]; !stays && c.Set(name, value) != nil {
			return c, false
		}
	}
	return c, c.Validate() == nil && cost.Memory(shape, c) <= cost.PageMemory
}

// Difference lists the settings of b that differ from a, but for the seed.
func Difference(a, b settings.Config) map[string]string {
	set, before := map[string]string{}, a.Settings()
	for k, now := range b.Settings() {
		if v := now.Value(); now.Name != "seed" && v != before[k].Value() {
			set[now.Name] = v
		}
	}
	return set
}

// variant is a start, or a change of settings.
type variant struct {
	name string
	set  map[string]string
}

func pairs(kv ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i]] = kv[i+1]
	}
	return m
}

func with(a, b map[string]string) map[string]string {
	m := maps.Clone(a)
	maps.Copy(m, b)
	return m
}
