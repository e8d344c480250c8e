package sgpc

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// TestRunFromParametersEqualsTake compares a run created from given parameters (From) with a
// run that takes them (Take). The parameters are equal over ten epochs. At position 0 the run
// has the given parameters again. Settled evaluates them there, and the certificate of their
// evaluation is not valid. A list without one of the parameters is refused. The list has names
// with dots, like a file of parameters.
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
		// The given parameters are those after an epoch.
		source := c.Run()
		source.StepEpoch()
		list := source.Parameters()
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
				t.Fatalf("%s: the parameters differ after epoch %d", model, epoch)
			}
			from.StepEpoch()
			taken.StepEpoch()
		}
		from.Seek(0, nil)
		if !reflect.DeepEqual(from.Parameters(), source.Parameters()) || !from.Given() {
			t.Errorf("%s: at position 0 the run has not the given parameters", model)
		}
		// At position 0 Settled evaluates the given parameters, as the first epoch does.
		settled := from.Settled()
		from.StepForward()
		if !slices.Equal(settled.Evaluation().Predicted, from.Evaluation().Predicted) {
			t.Errorf("%s: at position 0 a settled run has not the predictions of the given parameters", model)
		}
		// The given parameters may depend on the validation nodes.
		if v := from.Certificate(); v.Valid || !strings.Contains(v.Reason, "given weights") {
			t.Errorf("%s: the certificate of given parameters is %+v", model, v)
		}
		if _, err := c.From(list[1:]); err == nil || !strings.Contains(err.Error(), "the file has none") {
			t.Errorf("%s without a parameter: %v", model, err)
		}
	}
}
