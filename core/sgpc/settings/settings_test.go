package settings

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/rng"
)

// TestSettingsCoverConfig compares the table of settings with the json tags of
// Config. A new field must be in both.
func TestSettingsCoverConfig(t *testing.T) {
	c := Default()
	// Left out of JSON where they are off, so that traces of before stay as they
	// are.
	c.SimCalib, c.Plain, c.Arcs, c.Linear = true, 1, 1, 1
	c.Act, c.Loops, c.Degree, c.Directed, c.Skip, c.LinearHead, c.MoreHeads, c.Attention, c.Slope, c.EdgeWeights = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	names := Names()
	if len(names) != len(m) {
		t.Errorf("%d settings, %d fields", len(names), len(m))
	}
	for _, n := range names {
		if _, ok := m[n]; !ok {
			t.Errorf("setting %s is no field", n)
		}
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSetRejectsAndKeeps(t *testing.T) {
	for _, q := range [][2]string{
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

// TestUnreadRefusesNothing draws settings at the ends of their ranges, in all
// models and readings. An invalid value or combination is refused only if the run
// reads it.
func TestUnreadRefusesNothing(t *testing.T) {
	src := rng.New(1, "unread")
	var any Config // of no model, which narrows nothing
	refused := map[string]int{}
	for k := range 300 {
		c := Default()
		models := c.Setting("model").Words
		if k%3 == 0 {
			c.Model = models[src.Intn(len(models))][0]
		}
		c.Reading = []string{"paper", "code"}[src.Intn(2)]
		for _, s := range any.Settings() {
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
				if refused[s.Name]++; !c.Reads(s.Name) {
					t.Errorf("%s, %s: %v, which is not read", c.Model, c.Reading, err)
				}
			}
		}
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
				t.Errorf("%s, %s: %v, for what is not read", c.Model, c.Reading, err)
			}
		}
	}
	if refused["maps"] == 0 || refused["together"] == 0 || refused["together"] > 200 {
		t.Errorf("refused are %v", refused)
	}
}

// TestOneDimension checks that stalks of dimension 1 are refused for plans alone,
// and too many layers only for the reading with layers.
func TestOneDimension(t *testing.T) {
	for text, ok := range map[string]bool{"d=1": false, "d=1 maps=identity": true, "d=1 maps=zero": true, "d=1 lift=independent": true,
		"d=1 lift=scalar": false, "d=1 reading=code": true, "d=1 model=mlp": true, "layers=64": false, "layers=64 reading=code": true,
		"maps=signs": false, "maps=signs reading=code": true} {
		c, list := Default(), map[string]string{}
		for _, kv := range strings.Fields(text) {
			name, value, _ := strings.Cut(kv, "=")
			if list[name] = value; name == "model" {
				c.Model = value
				delete(list, name)
			}
		}
		if err := cmp.Or(c.Overlay(list), c.Validate()); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
