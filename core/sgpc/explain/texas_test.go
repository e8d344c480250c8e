//go:build !js

package explain_test

import (
	"testing"

	"sheafscope/core/graphio"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
)

// BenchmarkWhatIfTexas measures a what-if that removes an edge of Texas, after one epoch with
// the default settings.
func BenchmarkWhatIfTexas(b *testing.B) {
	res, err := graphio.Reader{}.ReadFolder("../../../../shared/datasets/texas", graphio.Correction{})
	if err != nil {
		b.Fatal(err)
	}
	c, err := method.Configure(res.Graph, res.Splits[0], "sgpc", "paper", 0)
	if err != nil {
		b.Fatal(err)
	}
	r, err := sgpc.New(res.Graph, res.Splits[0], c)
	if err != nil {
		b.Fatal(err)
	}
	r.StepEpoch()
	for b.Loop() {
		if _, err := explain.WhatIf(r, explain.Change{RemoveEdges: [][2]int{{57, 67}}}); err != nil {
			b.Fatal(err)
		}
	}
}
