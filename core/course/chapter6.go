package course

import (
	"slices"
	"strconv"

	"sheafscope/core/rng"
)

// raise is by how much λ₂ must grow at equal Σ‖F‖² in exercise 6.1.
const raise = 1.25

func raiseGap(r *rng.Source, v *Variant) {
	v.Sheaf = Barbell()
	bridge := decimal(0.4+0.05*float64(r.Intn(9)), 2)
	last := len(v.Sheaf.Edges) - 1
	v.Sheaf.Edges[last].Maps = [2]string{bridge, bridge}
	for e := range v.Sheaf.Edges {
		v.Handles = append(v.Handles, e)
	}
	v.Question = "A handle scales both maps of its edge. Raise $λ_2$ by a quarter. What you add counts: the measure is $λ_2 / Σ‖F‖^2$."
	start, err := analyse(v.Sheaf)
	v.judgeSheaf(true, func(s *Sheaf, a *Analysis) Verdict {
		if err != nil {
			return failed(err.Error())
		}
		if a.Trace == 0 {
			return wrong("With all maps zero there is no gap at all. Give the edges their maps back.")
		}
		plain := a.Lambda2 / start.Lambda2
		out := Verdict{Value: plain * start.Trace / a.Trace}
		out.Right, out.Close = a.Dim.Dim == start.Dim.Dim && out.Value >= raise, out.Value >= 1.1
		switch {
		case a.Dim.Dim != start.Dim.Dim:
			out.Reason = "Now dim H⁰ is " + strconv.Itoa(a.Dim.Dim) + ", it was " + strconv.Itoa(start.Dim.Dim) +
				", so λ₂ is another eigenvalue. Scale both maps of an edge alike, and keep the graph in one piece."
		case out.Right:
			out.Reason = "Yes: the measure is " + digits(out.Value) + " times what it was. Little passes between the two triangles, so " +
				"the edge between them counts most."
		case plain >= raise:
			out.Reason = "λ₂ itself is " + digits(plain) + " times what it was, but so much was added that the measure is " + digits(out.Value) +
				" times. Larger maps everywhere raise every eigenvalue alike. Which single edge limits λ₂?"
		default:
			out.Reason = "The measure is " + digits(out.Value) + " times what it was; 1.25 is wanted. Look at v₂: it changes most over one edge."
		}
		return out
	})
}

func noStep(r *rng.Source, v *Variant) {
	n := 4 + r.Intn(3)
	v.Sheaf = Path(n, 1)
	for i, at := range Ring(n, 1).Nodes { // no node lies on the edge of two others
		v.Sheaf.Nodes[i].X, v.Sheaf.Nodes[i].Y = at.X, at.Y
	}
	v.Question = "Leave all maps 1 and change the graph until no step $L + η v v^⊤$ can raise $λ_2$. Keep at least " +
		strconv.Itoa(n) + " nodes, in one piece."
	v.judgeSheaf(false, func(s *Sheaf, a *Analysis) Verdict {
		for _, m := range a.maps {
			if !slices.Equal(m.Entries, identity(s.D)) {
				return wrong("Here all maps stay the identity: it is the graph that is to be changed.")
			}
		}
		out := Verdict{}
		switch {
		case a.N < n:
			out.Reason = "With fewer nodes it is easier. Keep " + strconv.Itoa(n) + "."
		case a.Components > 1:
			out.Reason = "The graph fell apart. Then λ₂ says nothing of how the pieces hang together: join them."
		default:
			out.Value = a.lambda3() - a.Lambda2
			out.Right = out.Value <= 1e-9*a.Values[len(a.Values)-1]
			out.Close = out.Value <= 0.1
			if out.Right {
				out.Reason = "Yes: λ₂ = λ₃ = " + digits(a.Lambda2) + ". A step raises one of the two directions, and the other stays behind: " +
					"the least of them is λ₂ as before."
				if s.D == 2 {
					out.Reason += " With two coordinates and plain maps every eigenvalue comes twice."
				}
			} else {
				out.Reason = "Here λ₃ lies " + digits(out.Value) + " above λ₂, and a step of that length gains all of it. Which graphs look " +
					"alike from several sides, so that an eigenvalue comes twice?"
			}
		}
		return out
	})
}
