package settings

import "sheafscope/core/sgpc/stage"

// HasParts reports whether the model has parts that settings turn on and off ([Part]).
func (c *Config) HasParts() bool { return c.Model == "sgpc" && c.Reading == "paper" }

// wholeLambdaSpec is the weight of c_het/λ₂ for the method "paper". λ₂ is above the
// kernel tolerance 1e-8·λ_max, and on sheaves it starts near the tolerance (1.8e-7 on
// Texas, 1.5e-8 on a ring of twelve nodes). The quotient can therefore reach 1e8. The
// weight 1e-9 keeps the term below c_het/(10·λ_max) for every sheaf. With weights of
// 1e-8 to 1e-6 the loss of Texas rises to 2 … 150 whenever an eigenvalue crosses the
// tolerance. The method has no warm-up of this term: the term is most effective at the
// start, where it moves λ₂ away from the tolerance.
const wholeLambdaSpec = "1e-9"

// Part is a part of the paper's method that settings can turn off.
type Part struct {
	Name    string // as within a sentence
	Stage   int
	Carries bool // whether the stage would be empty without the part
	On      bool // whether the settings turn the part on
	// Switch lists the names and values of the settings that turn the part on as in the
	// paper.
	Switch [][2]string
}

// Parts returns the parts of the method in the order of the stages, or nil if
// HasParts is false.
func (c *Config) Parts() []Part {
	if !c.HasParts() {
		return nil
	}
	pairs := func(namesAndValues ...string) (out [][2]string) {
		for i := 0; i < len(namesAndValues); i += 2 {
			out = append(out, [2]string{namesAndValues[i], namesAndValues[i+1]})
		}
		return out
	}
	// Constant maps use no lift. The transport lift has the plan of each edge. The lifts
	// "shuffled", "uniform" and "scalar" vary this plan, but have JKO steps.
	hasTransport := c.OwnMaps() && (c.Lift == "ot" || c.Lift == "sinkhorn")
	hasJKOLift := c.Lift != "sinkhorn" && c.Lift != "independent"
	hasSteps := c.JKOSteps > 0 && (c.Tau > 0 || c.JKOMode == "w2") // with τ = 0 a step of the mode "kl" changes nothing
	hasJKO := c.OwnMaps() && hasJKOLift && hasSteps
	// Reduced turns gap ascent off for constant maps, which an ascent cannot change.
	return []Part{
		{"the transport lift", stage.Sinkhorn, true, hasTransport, pairs("lift", "ot", "maps", MapsLearned)},
		{"the JKO step", stage.JKO, true, hasJKO, pairs("jko_steps", "1", "tau", "2", "lift", "ot", "maps", MapsLearned)},
		{"diffusion", stage.Diffusion, true, c.SVR != "off", pairs("svr", "anchored")},
		{"variance reduction", stage.Diffusion, false, c.SVR == "anchored", pairs("svr", "anchored")},
		{"frequency mixing", stage.Mixing, true, c.AFMWeights != "off", pairs("afm_weights", "softmax")},
		{"calibration", stage.Posterior, false, c.Calibrate, pairs("calibrate", "true")},
		{"the KL term", stage.Posterior, false, c.LambdaKL > 0, pairs("lambda_kl", "0.1")},
		{"the spectral term", stage.Posterior, false, c.LambdaSpec > 0, pairs("lambda_spec", wholeLambdaSpec)},
		{"gap ascent", stage.Gap, true, c.Reduced().GapMode != "off", pairs("gap_mode", "sheaf", "maps", MapsLearned)},
	}
}

// WholePaper turns every part of the method on, and replaces a linear head. The model must
// have parts (HasParts).
func (c *Config) WholePaper() {
	for _, p := range c.Parts() {
		if p.On {
			continue
		}
		for _, nameAndValue := range p.Switch {
			if err := c.Set(nameAndValue[0], nameAndValue[1]); err != nil {
				panic("sgpc: the switch of a part is no setting: " + err.Error())
			}
		}
	}
	if c.Head == "linear" { // the paper has a projector of two layers
		c.Head = "mlp"
	}
}
