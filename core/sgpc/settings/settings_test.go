package settings

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/rng"
)

// TestSettingsCoverConfig compares the names in the table of settings with the json tags of
// Config: the two sets are equal. The settings of the test are valid.
func TestSettingsCoverConfig(t *testing.T) {
	c := Default()
	// JSON omits these fields at 0, so that older traces stay equal. Here none is 0.
	c.SimCalib, c.Plain, c.Arcs, c.Linear = true, 1, 1, 1
	c.Act, c.Loops, c.Degree, c.Directed, c.Skip, c.LinearHead, c.MoreHeads, c.Attention, c.Slope, c.EdgeWeights = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		t.Fatal(err)
	}
	names := Names()
	if len(names) != len(fields) {
		t.Errorf("the table has %d settings, Config %d fields", len(names), len(fields))
	}
	for _, n := range names {
		if _, ok := fields[n]; !ok {
			t.Errorf("Config has no field for setting %s", n)
		}
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// TestSetRejectsAndKeeps sets invalid names and values: each is refused and changes nothing.
// Setting every value to itself is accepted and changes nothing.
func TestSetRejectsAndKeeps(t *testing.T) {
	for _, q := range [][2]string{ // name, value
		{"d", "9"}, {"d", "x"}, {"epsilon0", "NaN"}, {"epsilon0", "0.001"}, {"lift", "magic"},
		{"centered", "perhaps"}, {"seed", "-1"}, {"nothing", "1"}, {"dropout", "1"}, {"dt", "+Inf"},
	} {
		c := Default()
		if err := c.Set(q[0], q[1]); err == nil {
			t.Errorf("%s=%s accepted", q[0], q[1])
		}
		if c != Default() {
			t.Errorf("%s=%s changed the settings", q[0], q[1])
		}
	}
	c := Default()
	for _, n := range Names() {
		if err := c.Set(n, c.Get(n)); err != nil {
			t.Errorf("%s: %v", n, err)
		}
	}
	if c != Default() {
		t.Error("setting every value to itself changed the settings")
	}
}

// TestUnreadRefusesNothing draws settings at the ends of their ranges, in both readings. A
// third of the draws have a random model, the others SGPC. A value is refused only if the run
// reads the setting. A refused combination stays refused if all settings that the run does not
// read have their defaults. At the end it checks that values of maps and combinations were
// refused, the combinations in at most 200 of 300 draws, so that enough draws are valid.
func TestUnreadRefusesNothing(t *testing.T) {
	src := rng.New(1, "unread")
	var anyModel Config         // has no model, so that its settings have their full ranges
	refused := map[string]int{} // number of refusals by setting; "together" for combinations
	for k := range 300 {
		c := Default()
		models := c.Setting("model").Words
		if k%3 == 0 {
			c.Model = models[src.Intn(len(models))][0]
		}
		c.Reading = []string{"paper", "code"}[src.Intn(2)]
		for _, s := range anyModel.Settings() {
			if s.Name == "model" || s.Name == "reading" || s.Name == "seed" || src.Intn(2) == 0 {
				continue
			}
			value := strconv.FormatFloat([]float64{s.Lo, s.Hi}[src.Intn(2)], 'f', -1, 64)
			switch s.Kind() {
			case "flag":
				value = strconv.FormatBool(src.Intn(2) == 0)
			case "word":
				value = s.Words[src.Intn(len(s.Words))][0]
			}
			if err := c.Set(s.Name, value); err != nil {
				refused[s.Name]++
				if !c.Reads(s.Name) {
					t.Errorf("%s, %s: a setting that is not read is refused: %v", c.Model, c.Reading, err)
				}
			}
		}
		// The settings together.
		if err := c.Validate(); err != nil {
			refused["together"]++
			for _, s := range c.Settings() {
				if !s.Reads {
					if err := c.Set(s.Name, s.Default); err != nil {
						t.Error(err)
					}
				}
			}
			if c.Validate() == nil {
				t.Errorf("%s, %s: refused for settings that are not read: %v", c.Model, c.Reading, err)
			}
		}
	}
	if refused["maps"] == 0 || refused["together"] == 0 || refused["together"] > 200 {
		t.Errorf("refused are %v; want maps, and between 1 and 200 combinations", refused)
	}
}

// TestSettingsValidTogether checks which settings are valid together. Stalks of dimension 1 are
// refused only if the run has transport plans. 64 layers, and the maps "signs", are refused
// only in the reading "paper".
func TestSettingsValidTogether(t *testing.T) {
	for text, valid := range map[string]bool{"d=1": false, "d=1 maps=identity": true, "d=1 maps=zero": true, "d=1 lift=independent": true,
		"d=1 lift=scalar": false, "d=1 reading=code": true, "d=1 model=mlp": true, "layers=64": false, "layers=64 reading=code": true,
		"maps=signs": false, "maps=signs reading=code": true} {
		c, list := Default(), map[string]string{}
		for _, kv := range strings.Fields(text) {
			name, value, _ := strings.Cut(kv, "=")
			if name == "model" { // Overlay does not set the model
				c.Model = value
			} else {
				list[name] = value
			}
		}
		if err := cmp.Or(c.Overlay(list), c.Validate()); (err == nil) != valid {
			t.Errorf("%s: the error is %v, want valid: %v", text, err, valid)
		}
	}
}
