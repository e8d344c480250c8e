package claims

import (
	"fmt"
)

// cost checks appendix A by counting the entries of the restriction maps.
func cost(in *Input) Claim {
	c := Claim{ID: "appendix-a", Title: "Appendix A: edge-linear cost",
		Statement: "an epoch costs O(m + n·d0²); left: entries of one d0×d0 map per edge, m·d0²",
		Note: "False as written: the maps alone have m·d0² entries. True as O(m·d·c + n·f0·d·c) with the closed-form plan (diagonal plus " +
			"rank one)."}
	if in.M == 0 || in.Features == 0 {
		return c.missing("<=", "edges and features")
	}
	d0, m, n := float64(in.Features), float64(in.M), float64(in.N)
	ch := float64(max(in.Channels, 1))
	c.Note += fmt.Sprintf(" Here m·d·c + n·f0·d·c = %.4g.", m*float64(in.D)*ch+n*d0*float64(in.D)*ch)
	return c.judge(m*d0*d0, "<=", m+n*d0*d0, true)
}
