package sgpc

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// TestRunFromParametersEqualsTake compares a run created from given parameters with
// a run that takes them, over ten epochs and back at the start. A list without one
// of the parameters must fail.
func TestRunFromParametersEqualsTake(t *testing.T) {
	g := graph.FillMissing(graph.Karate())
	split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"sgpc", "gat"} {
		cfg, err := method.Configure(g, split, model, "paper", 4)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Check(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		old := c.Run()
		old.StepEpoch()
		list := old.Parameters()
		for k := range list {
			list[k].Name = dotted(list[k].Name)
		}
		taken := c.Run()
		from, err := c.From(list)
		if err == nil {
			err = taken.Take(list)
		}
		if err != nil {
			t.Fatal(err)
		}
		for epoch := range 10 {
			if !reflect.DeepEqual(from.Parameters(), taken.Parameters()) {
				t.Fatalf("%s differs after epoch %d", model, epoch)
			}
			from.StepEpoch()
			taken.StepEpoch()
		}
		from.Seek(0, nil)
		if !reflect.DeepEqual(from.Parameters(), old.Parameters()) || !from.Given() {
			t.Errorf("%s does not go back to its start", model)
		}
		if _, err := c.From(list[1:]); err == nil || !strings.Contains(err.Error(), "the file has none") {
			t.Errorf("%s without a parameter: %v", model, err)
		}
	}
}
