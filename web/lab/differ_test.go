package lab_test

import (
	"slices"
	"testing"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/lab"
)

// This file tests the comparison of two runs: their predictions, and the menus of run B.

// Pairs puts each labelled test node into exactly one group: both right, only A, only B, both wrong. Other nodes have the group −1.
// Nodes after the end of the shorter prediction are not counted.
func TestPairsArePartition(t *testing.T) {
	a, b := []int{0, 0, 1, 1, 0, 1}, []int{0, 1, 0, 1, 1, 1}
	labels := []int{0, 0, 0, 0, -1, 1}
	group, count := lab.Pairs(a, b, labels, []int{0, 1, 2, 3, 4})
	if want := []int{lab.BothRight, lab.OnlyA, lab.OnlyB, lab.BothWrong, -1, -1}; !slices.Equal(group, want) {
		t.Errorf("groups %v, want %v", group, want)
	}
	if count != [4]int{1, 1, 1, 1} {
		t.Errorf("counts %v, want one node in each group", count)
	}
	group, count = lab.Pairs(a[:3], b, labels, []int{2, 5})
	if len(group) != 3 || count != [4]int{0, 0, 1, 0} {
		t.Errorf("a prediction of three nodes: groups %v, counts %v; want three groups, and node 2 counted for B", group, count)
	}
}

// Every model has at least 8 settings. The menu of a setting has 2 to 30 values, which are valid and different. Among them is the present
// value and, for a number, the default.
func TestMenusHaveValidValues(t *testing.T) {
	for _, model := range append(peer.Names(), "sgpc") {
		compare := lab.Compare{Key: model}
		_, more := compare.Menus()
		if len(more) < 8 {
			t.Errorf("%s has %d settings, want 8 or more", model, len(more))
		}
		// The configuration of the model with the defaults of its menus.
		base := settings.Default()
		base.Model = model
		for _, q := range more {
			if err := base.Set(q.Name, q.Default); err != nil {
				t.Fatal(err)
			}
		}
		for _, q := range more {
			cfg := base
			seen := map[string]bool{}
			for _, v := range compare.Values(q) {
				if err := cfg.Override(q.Name, v[0]); err != nil || cfg.Validate() != nil || cfg.Get(q.Name) != v[0] {
					t.Errorf("%s, %s offers %q, which is not valid: %v, got %q", model, q.Name, v[0], err, cfg.Get(q.Name))
				}
				if seen[v[0]] {
					t.Errorf("%s, %s offers %q twice", model, q.Name, v[0])
				}
				seen[v[0]] = true
			}
			hasDefault := q.Kind() == "word" || seen[q.Default]
			if len(seen) < 2 || len(seen) > 30 || !seen[q.Value()] || !hasDefault {
				t.Errorf("%s, %s=%s (default %s) offers %d values: %v", model, q.Name, q.Value(), q.Default, len(seen), compare.Values(q))
			}
		}
	}
}

// A setting of B is added with another value than the default, changed by its menu, and removed. Settings without an effect are not
// offered. A wrong name or value sends nothing.
func TestSettingsOfBAreAddedAndRemoved(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.page.Frame = frameAt(5)
	test.page.Recipe.Model = "gcn"
	test.do(lab.OpenCompare{}) // B is SGPC
	test.do(lab.ChangeB{Field: "add", Value: "dt"})
	first := test.sent(t).Recipe.Settings["dt"]
	if def := settings.Default(); first == "" || first == def.Get("dt") {
		t.Fatalf("dt is added with %q, want another value than the default", first)
	}
	// A second setting, gap_mode. The own settings are these two.
	test.do(lab.ChangeB{Field: "gap_mode", Value: "off"})
	if r := test.sent(t).Recipe; r.Settings["gap_mode"] != "off" || r.Settings["dt"] != first {
		t.Fatalf("B is loaded with %v", r.Settings)
	}
	own, more := test.s.Compare.Menus()
	if len(own) != 2 || own[0].Name != "dt" || own[0].Value() != first || own[1].Name != "gap_mode" {
		t.Errorf("own settings %+v, want dt=%s and gap_mode", own, first)
	}
	for _, q := range more {
		// dt is added already. The model and the seed have other menus. gap_steps has no effect, since gap_mode is off.
		if q.Name == "dt" || q.Name == "model" || q.Name == "seed" || q.Name == "gap_steps" {
			t.Errorf("%s is offered", q.Name)
		}
	}
	test.do(lab.ChangeB{Field: "drop", Value: "dt"})
	if r := test.sent(t).Recipe; len(r.Settings) != 1 {
		t.Errorf("after the removal of dt: %v", r.Settings)
	}
	for _, bad := range []lab.ChangeB{{Field: "add", Value: "nothing"}, {Field: "nothing", Value: "1"}, {Field: "dt", Value: "x"},
		{Field: "model2"}} {
		test.do(bad)
		if len(test.cmds) != 0 {
			t.Errorf("%+v is sent", bad)
		}
	}
}
