package claims

import "fmt"

// cost is appendix A, checked by counting the entries of the restriction maps.
var cost = row{
	Claim: Claim{ID: "appendix-a", Title: "Appendix A: edge-linear cost", Relation: "<=", Note: costNote,
		Statement: "an epoch costs O(m + n·d0²); left: entries of one d0×d0 map per edge, m·d0²"},
	sides: [2]string{"entries", "claimed"},
	check: func(in *Input, c Claim) Claim {
		if in.M == 0 || in.Features == 0 {
			return c.missing("edges and features")
		}
		note, left, right := in.entries()
		c.Note = note
		return c.judge(left, right, true)
	},
	run: Case{Title: "the karate club", Graph: "karate", Epochs: 1, Shows: "78 maps of d0×d0 have more entries than m + n·d0²"},
	small: func(x *small) error {
		texas := &Input{N: 183, M: 279, D: 4, Features: 1703, Channels: 16}
		note, left, right := texas.entries()
		return x.add("", "Texas: 183 nodes, 279 edges, 1703 features", note, left, right)
	},
}

const costNote = "False as written: the maps alone have m·d0² entries. True as O(m·d·c + n·f0·d·c) with the closed-form plan " +
	"(diagonal plus rank one)."

// entries are both sides, and the note with the cost of the closed form.
func (in *Input) entries() (note string, left, right float64) {
	d0, m, n := float64(in.Features), float64(in.M), float64(in.N)
	dc := float64(in.D) * float64(max(in.Channels, 1))
	return costNote + fmt.Sprintf(" Here m·d·c + n·f0·d·c = %.4g.", m*dc+n*d0*dc), m * d0 * d0, m + n*d0*d0
}
