package settings

import (
	"encoding/json"
	"testing"
)

// TestSettingsCoverConfig compares the table of settings with the json tags,
// so that a new field cannot be forgotten in either.
func TestSettingsCoverConfig(t *testing.T) {
	c := Default()
	c.SimCalib, c.Plain, c.Arcs, c.Linear = true, 1, 1, 1 // left out of JSON where they are off, so that traces of before stay as they are
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
