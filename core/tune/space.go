package tune

import (
	"maps"
	"strconv"

	"sheafscope/core/sgpc"
)

// The space of a Search: where it starts, and what it changes. A start has a
// value for every setting that is searched; what it leaves out (stalks, width,
// epochs) is that of the first guess. Ascent is tried with the first guess alone.

// starts lists where a search begins. The first is the first guess: the settings of the graph's family.
func starts() []variant {
	plain := pairs("features", "raw", "structure", "off", "norm", "none", "sign", "1", "centered", "false", "residual", "true",
		"shift", "1", "dt", "1", "head", "mlp", "dropout", "0.6", "input_dropout", "0", "lr", "0.01", "weight_decay", "0.005",
		"svr", "exact", "afm_weights", "softmax", "gap_mode", "off", "patience", "60")
	at := func(name string, kv ...string) variant { return variant{name, with(plain, pairs(kv...))} }
	rows := []string{"structure", "rows", "features", "row", "norm", "layer", "dropout", "0.5", "input_dropout", "0.5",
		"weight_decay", "0.0005"}
	return []variant{
		{name: "first guess"},
		at("opposite ends", "sign", "-1", "centered", "true", "weight_decay", "0.02"),
		at("equal ends", "dt", "2", "input_dropout", "0.5"),
		at("long diffusion", "dt", "5", "residual", "false", "shift", "0", "head", "linear", "dropout", "0.7", "input_dropout", "0.5",
			"weight_decay", "0.01", "calibrate", "false", "lambda_kl", "0"),
		at("small steps", "input_dropout", "0.5", "lr", "0.003", "calibrate", "false"),
		at("structure rows", append(rows, "sign", "-1", "centered", "true")...),
		at("without the sheaf", SheafOff()...),
		at("structure rows without the sheaf", append(rows, SheafOff()...)...),
	}
}

// SheafOff are the settings under which no edge enters the network or its loss, but for structure rows.
func SheafOff() []string {
	return []string{"svr", "off", "afm_weights", "off", "gap_mode", "off", "calibrate", "false", "lambda_kl", "0", "lambda_spec", "0"}
}

// HasSheaf reports whether one of the two branches behind the sheaf is on.
func HasSheaf(c sgpc.Config) bool { return c.SVR != "off" || c.AFMWeights != "off" }

// variations lists the changes of one thing each that a search tries at c.
func variations(c sgpc.Config) []variant {
	var out []variant
	add := func(name string, kv ...string) { out = append(out, variant{name, pairs(kv...)}) }
	set := func(name, value string) { add(name+"="+value, name, value) }
	others := func(name string, values ...string) {
		for _, v := range values {
			if v != c.Get(name) {
				set(name, v)
			}
		}
	}
	scaled := func(name string, x float64, by ...float64) {
		for _, f := range by {
			set(name, strconv.FormatFloat(x*f, 'g', 4, 64))
		}
	}
	others("features", "raw", "row")
	others("structure", "off", "rows", "normalized")
	if HasSheaf(c) {
		others("sign", "1", "-1")
		others("centered", "true", "false")
		others("residual", "true", "false")
		scaled("dt", c.Dt, 3, 1./3)
		add("without the sheaf", append(SheafOff(), "residual", "true")...)
	} else {
		add("with the sheaf", "svr", "exact", "afm_weights", "softmax")
	}
	scaled("channels", float64(c.Channels), 2, 0.5)
	scaled("weight_decay", c.WeightDecay, 4, 0.25)
	scaled("dropout", 1, min(0.8, c.Dropout+0.2), max(0, c.Dropout-0.2))
	others("input_dropout", "0", "0.5")
	return out
}

// changed returns c with a variant's settings; false when one is not allowed or the run would not fit into a page.
// Settings in fixed stay.
func changed(c sgpc.Config, v variant, fixed map[string]string, shape sgpc.Shape) (sgpc.Config, bool) {
	for name, value := range v.set {
		if _, stays := fixed[name]; !stays && c.Set(name, value) != nil {
			return c, false
		}
	}
	return c, c.Validate() == nil && sgpc.Memory(shape, c) <= sgpc.PageMemory
}

// Difference lists the settings of b that differ from a, but for the seed.
func Difference(a, b sgpc.Config) map[string]string {
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
