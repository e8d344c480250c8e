// This file checks appendix A, the cost of an epoch.

package claims

import "sheafscope/core/words"

// cost is appendix A, checked by the number of entries in the restriction maps.
// The constant in O(·) is unknown, so a single run cannot refute the statement; only a sequence of graphs with m/n → ∞ can.
var cost = claimRow{
	Claim: Claim{ID: "appendix-a", Title: "Appendix A: edge-linear cost", Relation: "<=", Note: costNote,
		Statement: "an epoch costs O(m + n·d0²); left: entries of one d0×d0 map per edge, m·d0²",
		Answer:    "An O(·) has a constant: on Texas the ratio of both sides is 1.5, on the karate club 2.3.",
		Reply:     "Right: no single graph refutes it. The ratio grows like m/n without a limit, on complete graphs like (n − 1)/2."},
	sides: [2]string{"entries", "claimed"},
	check: func(in *Input, c Claim) Claim {
		if in.M == 0 || in.Features == 0 {
			return c.missing("edges and features")
		}
		note, left, right := in.entries()
		c.Note = note
		return c.judge(left, right, neverMet) // no single run can refute the claim
	},
	counterexample: func(x *smallCases) error {
		// A complete graph with n nodes has n·(n−1)/2 edges. D and Channels affect only the note.
		complete := &Input{N: 2001, M: 2001 * 2000 / 2, D: 4, Features: 1703, Channels: 16}
		note, left, right := complete.entries()
		// "": the page does not have this graph.
		return x.add("", "A complete graph of 2001 nodes, 1703 features", note, left, right)
	},
}

// costNote is the part of the note that does not depend on the run.
const costNote = "False as written: the maps alone have m·d0² entries. True as O(m·d·c + n·f0·d·c) with the closed-form plan " +
	"(diagonal plus rank one)."

// entries returns both sides of the claim, m·d0² and m + n·d0², and a note with the cost of the closed form.
// A run without a known number of channels counts as one channel.
func (in *Input) entries() (note string, left, right float64) {
	d0, m, n := float64(in.Features), float64(in.M), float64(in.N) // d0 is also f0 in the note
	dc := float64(in.D) * float64(max(in.Channels, 1))             // d·c
	left, right = m*d0*d0, m+float64(n*d0*d0)
	cost := float64(m*dc) + float64(n*d0*dc) // m·d·c + n·f0·d·c
	note = costNote + " Here the ratio is " + words.Digits(left/right, 3) + ", and m·d·c + n·f0·d·c = " + words.Digits(cost, 4) + "."
	return note, left, right
}
