// The exercises of chapter 3 compute the coboundary and the Laplacian by hand.

package coursemath

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// nonzeroInt draws a whole number from −size to size, except 0.
func nonzeroInt(r *rng.Stream, size int) int {
	k := 1 + r.Intn(size)
	if r.Intn(2) == 0 {
		return -k
	}
	return k
}

// transpose returns the transpose of a 2×2 matrix.
func transpose(a []float64) []float64 { return []float64{a[0], a[2], a[1], a[3]} }

// scaledCopy returns c·a, without negative zeros.
func scaledCopy(c float64, a []float64) []float64 {
	out := slices.Clone(a)
	for k := range out {
		out[k] *= c
		if out[k] == 0 {
			out[k] = 0 // a negative zero would show as −0
		}
	}
	return out
}

// oneBlock draws exercise 3.1: the 2×2 block L_ij = −F_iᵀF_j of two neighbours i and j.
// It draws maps until the right block and the results of four typical mistakes all differ.
func oneBlock(r *rng.Stream, v *Variant) {
	v.Sheaf = Path(3, 2)
	// wholeMap draws a 2×2 map with whole entries from −2 to 2, and returns its entries and its text.
	wholeMap := func() (entries []float64, text string) {
		var texts []string
		for range 4 {
			x := r.Intn(5) - 2
			entries, texts = append(entries, float64(x)), append(texts, strconv.Itoa(x))
		}
		return entries, strings.Join(texts, " ")
	}
	var answers [5][]float64 // the right block, then the results of four mistakes
	e := r.Intn(2)           // the edge of the block, which joins nodes e and e+1
	for areDistinct := false; !areDistinct; {
		var maps [2][2][]float64 // the maps of both edges
		for k := range v.Sheaf.Edges {
			for side := range 2 {
				maps[k][side], v.Sheaf.Edges[k].Maps[side] = wholeMap()
			}
		}
		fi, fj := maps[e][0], maps[e][1]
		times := func(a, b []float64) []float64 { return product(a, b, 2, 2, 2) }
		answers = [5][]float64{
			scaledCopy(-1, times(transpose(fi), fj)), // −F_iᵀF_j
			times(transpose(fi), fj),                 // without the sign
			scaledCopy(-1, times(transpose(fj), fi)), // the other block
			scaledCopy(-1, times(fi, fj)),            // without the transpose
			times(transpose(fi), fi)}                 // the part of edge e in the diagonal block L_ii
		areDistinct = true
		for p := range answers {
			for q := range p {
				areDistinct = areDistinct && !nearlyEqual(answers[p], answers[q])
			}
		}
	}
	row, col := v.Sheaf.Nodes[e].Name, v.Sheaf.Nodes[e+1].Name
	v.Params = map[string]float64{"i": float64(e), "j": float64(e + 1)}
	v.Question = "The maps of the edge " + row + col + " stand in the figure. What is the block of the Laplacian $L$ in the row of node " +
		row + " and the column of node " + col + "?"
	reasons := [5]string{ // of the answers above
		"Yes: $L_{ij} = −F_i^⊤ F_j$, the part of $δ^⊤δ$ that joins the two columns of the edge.",
		"The product is right. Only, the edge takes the difference of its ends, so the second map stands in $δ$ with a minus. What " +
			"does that do to the block?",
		"These are the right numbers of the other block, $L_{ji}$, the transpose. Row and column: which node comes first?",
		"The order is right. But a vector comes onto the edge by $F_j$ and must come back to node i, by the transpose of $F_i$.",
		"This is what the edge adds to the diagonal block $L_{ii}$. The block asked for joins the two ends, so both maps stand in it.",
	}
	v.judgeEntries(2, 2, func(x []float64, _ []string) Marking {
		block := answers[0]
		for k, answer := range answers {
			if nearlyEqual(x, answer) {
				return Marking{Right: k == 0, Reason: reasons[k]}
			}
		}
		// For any other mistake the reason names the first wrong entry.
		for k := range x {
			if x[k] != block[k] {
				return Marking{Reason: "Take it column by column: send (1, 0), then (0, 1), from node j onto the edge by $F_j$, back by the " +
					"transpose of $F_i$, " +
					"and turn the sign. The entry in row " + strconv.Itoa(1+k/2) + ", column " + strconv.Itoa(1+k%2) + " is not yet right."}
			}
		}
		return right(reasons[0]) // not reached, since nearlyEqual has found equal entries
	})
}

// freeSignal draws exercise 3.2: a nonzero section on a path of three stalks of dimension 1. A section is a signal without energy: the ends
// of each edge agree.
func freeSignal(r *rng.Stream, v *Variant) {
	v.Sheaf = Path(3, 1)
	for e := range v.Sheaf.Edges {
		mapOfI, mapOfJ := nonzeroInt(r, 3), nonzeroInt(r, 3)
		for mapOfI == mapOfJ { // with equal maps a constant would be a section on this edge
			mapOfJ = nonzeroInt(r, 3)
		}
		v.Sheaf.Edges[e].Maps = [2]string{strconv.Itoa(mapOfI), strconv.Itoa(mapOfJ)}
	}
	describe := func(e int) string { // a sentence with the maps of edge e
		edge := v.Sheaf.Edges[e]
		nameOfI, nameOfJ := v.Sheaf.Nodes[edge.I].Name, v.Sheaf.Nodes[edge.J].Name
		return "On edge " + nameOfI + nameOfJ + " the map of " + nameOfI + " is " + words.Minus(edge.Maps[0]) +
			" and the map of " + nameOfJ + " is " + words.Minus(edge.Maps[1]) + ". "
	}
	v.Question = describe(0) + describe(1) + "Find three numbers $x_a, x_b, x_c$, not all zero, with $x^⊤Lx = 0$."
	v.judgeEntries(1, 3, func(x []float64, texts []string) Marking {
		if !slices.ContainsFunc(x, func(y float64) bool { return y != 0 }) {
			return wrong("Zeros do cost nothing, on every sheaf. That is why they are left out: choose one number that is not 0, and " +
				"follow the edges.")
		}
		s := v.Sheaf.Clone() // with the answer as its signal
		copy(s.X, texts)
		a, err := analyseEnergy(s)
		if err != nil {
			return failed(capital(err.Error()) + ".")
		}
		e := disagreeingEdge(s, a.maps, texts)
		if e < 0 {
			return right("Yes: on both edges the two ends look alike, so the energy is 0. Every multiple of this signal has none either: " +
				"dim H⁰ is 1.")
		}
		// The reason for a wrong answer refers to edge e, whose ends i and j disagree.
		i, j := s.Edges[e].I, s.Edges[e].J
		edgeName := "edge " + s.Nodes[i].Name + s.Nodes[j].Name
		switch {
		case x[0] == x[1] && x[1] == x[2]:
			return wrong("On a plain graph a constant costs nothing. Here " + edgeName + " multiplies its ends by " +
				words.Minus(strings.Join(s.Edges[e].Maps[:], " and ")) + ". Which two numbers look alike after that?")
		case a.Energy < 1e-3*linalg.Dot(x, x): // the answer was probably rounded
			isMarked := strings.Contains(strings.Join(texts, " "), "~") // as rounded
			return wrong("Nearly: the energy is " + digits(a.Energy) + words.Either(a.Energy == 0, " up to rounding", "") +
				". It must be exactly 0" + words.Either(isMarked, ", and a number with ~ counts as rounded", "") +
				"; fractions such as 1/3 are read.")
		}
		// Any other signal: the reason has the images of both ends.
		return wrong("On " + edgeName + " the ends are seen as " + digits(a.maps[2*e].Entries[0]*x[i]) + " and " +
			digits(a.maps[2*e+1].Entries[0]*x[j]) + ". Keep one number and choose the other so that they are equal.")
	})
}

// disagreeingEdge returns the first edge whose ends disagree on a signal, or −1 if they agree on every edge.
// It compares fractions, so the result is exact. A number or map without an exact fraction counts as a disagreement.
// All stalks of the sheaf have dimension 1. texts are the texts of the signal, one for each node.
func disagreeingEdge(s *SheafText, maps []Map, texts []string) int {
	// image returns the image of the number of node i by the map m. It returns nil if the number or the map has no exact fraction.
	image := func(m Map, i int) *big.Rat {
		_, x, err := parseNumber(texts[i]) // x is the number as a fraction, or nil
		if err != nil || x == nil || m.rats == nil {
			return nil
		}
		return x.Mul(x, m.rats[0])
	}
	for e, edge := range s.Edges {
		first, second := image(maps[2*e], edge.I), image(maps[2*e+1], edge.J)
		isExact := first != nil && second != nil
		if !isExact || first.Cmp(second) != 0 {
			return e
		}
	}
	return -1
}
