package sgpc

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/stage"
)

// Method is one choice of all settings of SGPC.
type Method string

const (
	// MethodPaper is the whole paper: every part of it on, on every graph, with
	// the widths and the training of the graph's family.
	MethodPaper Method = "paper"
	// MethodValidation is what validation chose: the defaults of the graph's family.
	MethodValidation Method = "validation"
	// MethodOwn stands for settings that are neither.
	MethodOwn Method = "own"
)

// wholeLambdaSpec is the weight of c_het/λ₂ in the whole paper. λ₂ is the least
// eigenvalue over the kernel tolerance, 1e-8·λ_max, and on sheaves it begins
// near that (Texas 1.8e-7, a ring of twelve falls to 1.5e-8): the quotient
// reaches 1e8. With this weight the term stays below c_het/(10·λ_max) at any
// sheaf; with 1e-8 to 1e-6 the loss of Texas rises to 2 … 150 whenever an
// eigenvalue crosses the tolerance. No warm-up: the term acts most at the start,
// where it leads λ₂ away from the tolerance.
const wholeLambdaSpec = "1e-9"

// ParseMethod reads "paper" or "validation"; "" is [MethodValidation]. Own
// settings are no method to start from.
func ParseMethod(text string) (Method, error) {
	switch m := Method(text); m {
	case "":
		return MethodValidation, nil
	case MethodPaper, MethodValidation:
		return m, nil
	}
	return "", fmt.Errorf("no method is called %q; there are %s (every part on) and %s (the graph's defaults)",
		text, MethodPaper, MethodValidation)
}

// OpeningMethod is the method with which the page opens a graph of n nodes: the
// whole paper where its ascent takes a fraction of a second an epoch.
func OpeningMethod(n int) Method {
	if n < 1000 {
		return MethodPaper
	}
	return MethodValidation
}

// Configure returns the settings of a model and reading on a graph, chosen by
// the method. Only SGPC in the reading "paper" has parts to put on: for
// everything else the methods are the same.
func (m Method) Configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (Config, error) {
	c, err := configure(g, split, model, reading, seed)
	if err == nil && m == MethodPaper && c.hasParts() {
		c.wholePaper()
	}
	return c, err
}

// MethodOf tells which method the settings are on their graph and split; the
// seed and the number of epochs belong to none. Where the methods are the same it is [MethodValidation].
func MethodOf(g *graph.Graph, split graph.Split, c Config) Method {
	for _, m := range []Method{MethodValidation, MethodPaper} {
		d, err := m.Configure(g, split, c.Model, c.Reading, c.Seed)
		d.Epochs = c.Epochs
		if err == nil && d == c {
			return m
		}
	}
	return MethodOwn
}

func (c *Config) hasParts() bool { return c.Model == "sgpc" && c.Reading == "paper" }

// wholePaper puts every part on that is off.
func (c *Config) wholePaper() {
	for _, p := range c.Parts() {
		if p.On {
			continue
		}
		for _, s := range p.Switch {
			if err := c.Set(s[0], s[1]); err != nil {
				panic("sgpc: the switch of a part is no setting: " + err.Error())
			}
		}
	}
	if c.Head == "linear" { // the paper has a projector of two layers
		c.Head = "mlp"
	}
}

// Part is a part of the paper's method that settings can turn off.
type Part struct {
	// Name as in a sentence, and the stage that it belongs to.
	Name  string
	Stage int
	// Carries reports whether nothing of the stage remains when the part is off.
	Carries bool
	On      bool
	// Switch are the settings, name and value, that turn it on as in the whole paper.
	Switch [][2]string
}

// Parts lists the parts of the method in the order of the stages, nil for peers
// and for the reading "code", which has parts of its own.
func (c *Config) Parts() []Part {
	if !c.hasParts() {
		return nil
	}
	pairs := func(kv ...string) (out [][2]string) {
		for i := 0; i < len(kv); i += 2 {
			out = append(out, [2]string{kv[i], kv[i+1]})
		}
		return out
	}
	transport := c.ownMaps() && (c.Lift == "ot" || c.Lift == "sinkhorn")
	jko := c.ownMaps() && c.Lift != "sinkhorn" && c.Lift != "independent" && c.JKOSteps > 0 && c.Tau > 0
	return []Part{
		{"the transport lift", stage.Sinkhorn, true, transport, pairs("lift", "ot", "maps", MapsLearned)},
		{"the JKO step", stage.JKO, true, jko, pairs("jko_steps", "1", "tau", "2", "lift", "ot", "maps", MapsLearned)},
		{"diffusion", stage.Diffusion, true, c.SVR != "off", pairs("svr", "anchored")},
		{"variance reduction", stage.Diffusion, false, c.SVR == "anchored", pairs("svr", "anchored")},
		{"frequency mixing", stage.Mixing, true, c.AFMWeights != "off", pairs("afm_weights", "softmax")},
		{"calibration", stage.Posterior, false, c.Calibrate, pairs("calibrate", "true")},
		{"the KL term", stage.Posterior, false, c.LambdaKL > 0, pairs("lambda_kl", "0.1")},
		{"the spectral term", stage.Posterior, false, c.LambdaSpec > 0, pairs("lambda_spec", wholeLambdaSpec)},
		{"gap ascent", stage.Gap, true, c.reduced().GapMode != "off", pairs("gap_mode", "sheaf", "maps", MapsLearned)},
	}
}
