//go:build !js

package sgpc

import (
	"testing"

	"sheafscope/core/graphio"
)

func TestTraceOfTexas(t *testing.T) {
	res, err := graphio.ReadFolder("../../../shared/datasets/texas")
	if err != nil {
		t.Fatal(err)
	}
	c, err := Configure(res.Graph, res.Splits[0], "sgpc", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Channels = 4 // the check is dense: dimension 732
	r, err := New(res.Graph, res.Splits[0], c)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r.StepEpoch()
	}
	checkTrace(t, r)
}
