// The picture of friends and rivals.

package course

import (
	"math"
	"strconv"

	"sheafscope/core/words"
)

// learnedSigns returns the signs that NSD has learned on the first graph, for each edge. It returns nil before NSD is trained.
func (c *Course) learnedSigns(v Values) []float64 {
	r := c.Trainer.Result(puzzleTask(v, "nsd-general", 1).Key)
	if r == nil || !r.Done {
		return nil
	}
	return r.Signs
}

// addAgreement adds to values the numbers of ties on which the learned sign equals the product of the tempers: of all ties, and of those
// of a person. Before NSD is trained they are [Unknown].
func (p *puzzleGraph) addAgreement(signs []float64, person int, values map[string]string) {
	values["agree"], values["agree-ties"], values["agree-here"] = Unknown, Unknown, Unknown
	if len(signs) != len(p.graph.Edges) {
		return
	}
	all, ofPerson, ties := 0, 0, 0 // ties that agree, those of the person that agree, ties of the person
	for e, g := range p.graph.Edges {
		agrees := signs[e]*p.temper[g.I]*p.temper[g.J] > 0
		if agrees {
			all++
		}
		if int(g.I) == person || int(g.J) == person {
			ties++
			if agrees {
				ofPerson++
			}
		}
	}
	values["agree"], values["agree-ties"] = percent(float64(all)/float64(len(signs))), strconv.Itoa(all)
	values["agree-here"] = strconv.Itoa(ofPerson) + " of " + strconv.Itoa(ties)
}

// drawPeople draws the sample with the ties in it, and all ties of the marked person. Neighbours outside the sample are drawn small, around
// the marked person. A tie is drawn as its rule has it or, with signs, as its learned sign; then a tie whose sign is not the product of the
// tempers is marked as odd.
func drawPeople(p *pen, g *puzzleGraph, marked int, signs []float64) {
	learned := map[[2]int]float64{} // sign by edge
	if len(signs) == len(g.graph.Edges) {
		for e, q := range g.graph.Edges {
			learned[[2]int{int(q.I), int(q.J)}] = signs[e]
		}
	}
	tieClass := func(i, j int) string {
		friends := g.temper[i] == g.temper[j]
		sign, isLearned := learned[[2]int{min(i, j), max(i, j)}]
		if !isLearned {
			return words.Either(friends, "ea", "ea r")
		}
		return words.Either(sign > 0, "ea", "ea r") + words.Either((sign > 0) == friends, "", " odd")
	}
	// The ties of the marked person come second, above the others.
	for _, drawsMarked := range []bool{false, true} {
		for _, e := range g.edges {
			if isMarked := e[0] == marked || e[1] == marked; isMarked != drawsMarked {
				continue
			}
			class := tieClass(g.sample[e[0]], g.sample[e[1]]) + words.Either(drawsMarked, " on", "")
			p.line(class, g.x[e[0]], g.y[e[0]], g.x[e[1]], g.y[e[1]])
		}
	}
	// People: the temper is the shape, and the class the colour, with a point for class B.
	const r = 7.4
	person := func(i int, x, y, r float64) {
		class := words.Either(g.graph.Labels[i] == 1, "B", "A")
		if g.temper[i] > 0 {
			p.circle(class, x, y, r)
		} else {
			p.rect(class, x-r*0.9, y-r*0.9, r*1.8, r*1.8)
		}
		if class == "B" {
			p.circle("pip", x, y, r*0.3)
		}
	}
	for k, i := range g.sample {
		person(i, g.x[k], g.y[k], r)
	}
	if marked >= len(g.sample) {
		return
	}
	// The marked person, with the neighbours that are not drawn yet.
	undrawn := g.undrawnNeighbours(marked)
	for k, j := range undrawn {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(len(undrawn)))
		x, y := g.x[marked]+46*cos, g.y[marked]+46*sin
		p.line(tieClass(g.sample[marked], j)+" on", g.x[marked], g.y[marked], x, y)
		person(j, x, y, 5)
	}
	person(g.sample[marked], g.x[marked], g.y[marked], r)
	p.circle("sel", g.x[marked], g.y[marked], r+5)
}

// undrawnNeighbours returns the neighbours outside the sample of the person at a place in the sample.
func (p *puzzleGraph) undrawnNeighbours(place int) (out []int) {
	isDrawn := map[int]bool{}
	for _, i := range p.sample {
		isDrawn[i] = true
	}
	for _, j := range p.ties[p.sample[place]] {
		if !isDrawn[int(j)] {
			out = append(out, int(j))
		}
	}
	return out
}
