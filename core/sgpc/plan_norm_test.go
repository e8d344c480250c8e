package sgpc_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"

	"gonum.org/v1/gonum/mat"
)

// TestNormOfPlan computes the spectral norm of the normalised plan S of each edge, by the
// singular values of gonum. The norm is 1: the roots of the marginals are a singular pair
// for 1. With the setting centered, which subtracts this pair, the norm is less than 1, as
// the glossary states.
func TestNormOfPlan(t *testing.T) {
	for _, centered := range []bool{false, true} {
		r := sample.TexasLike(t, sgpc.New, "sgpc", 2, func(c *settings.Config) { c.Centered = centered })
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		for e := range tr.Lift {
			s := tr.Lift[e].S
			m := mat.NewDense(len(s), len(s[0]), nil)
			for i, row := range s {
				m.SetRow(i, row)
			}
			// The norm is the largest singular value.
			var f mat.SVD
			if !f.Factorize(m, mat.SVDNone) {
				t.Fatal("no singular values")
			}
			norm := f.Values(nil)[0]
			if !centered && math.Abs(norm-1) > 1e-9 {
				t.Fatalf("edge %d: the norm is %.12g, want 1", e, norm)
			}
			if centered && !(norm < 1-1e-9) {
				t.Fatalf("edge %d, centred: the norm is %.12g, want less than 1", e, norm)
			}
		}
	}
}
