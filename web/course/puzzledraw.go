// This file draws the graph of friends and rivals (friends_layout.go). The tempers, or the signs that NSD has learned, decide whether a tie
// is drawn as a friendship or as a rivalry.

package course

import (
	"math"
	"strconv"

	"sheafscope/core/words"
)

// learnedSigns returns the signs that NSD has learned for the edges of the first graph, as numbers: above 0 for a friendship. It returns
// nil before NSD is trained, and if its training failed.
func (c *Course) learnedSigns(v Values) []float64 {
	r := c.Trainer.Result(puzzleTask(v, "nsd-general", 1).Key)
	if r == nil || !r.Done {
		return nil
	}
	return r.Signs
}

// addAgreement adds to values the share ("agree") and the number ("agree-ties") of the ties that agree, and how many ties of a person agree
// ("agree-here"), for example "5 of 8". A tie agrees if its learned sign is the product of the tempers. person is a node of the graph. If
// signs is nil, the three values are [Unknown].
func (p *puzzleGraph) addAgreement(signs []float64, person int, values map[string]string) {
	values["agree"], values["agree-ties"], values["agree-here"] = Unknown, Unknown, Unknown
	if len(signs) != len(p.graph.Edges) {
		return
	}
	agreeing := 0
	tiesOfPerson, agreeingHere := 0, 0 // agreeingHere counts the agreeing ties of the person
	for e, edge := range p.graph.Edges {
		agrees := signs[e]*p.temper[edge.I]*p.temper[edge.J] > 0
		if agrees {
			agreeing++
		}
		if int(edge.I) == person || int(edge.J) == person {
			tiesOfPerson++
			if agrees {
				agreeingHere++
			}
		}
	}
	values["agree"], values["agree-ties"] = percent(float64(agreeing)/float64(len(signs))), strconv.Itoa(agreeing)
	values["agree-here"] = strconv.Itoa(agreeingHere) + " of " + strconv.Itoa(tiesOfPerson)
}

// drawPeople draws the sample with the ties inside the sample, and all ties of the marked person. marked is the place of this person in the
// sample. Neighbours outside the sample are drawn small, around the marked person.
//
// signs has the learned signs. A tie with a positive sign is drawn as a friendship, and any other tie as a rivalry. A tie whose sign
// contradicts the tempers has the class "odd". If signs is nil, equal tempers are a friendship, and different tempers are a rivalry.
func drawPeople(p *pen, g *puzzleGraph, marked int, signs []float64) {
	learned := map[[2]int]float64{} // sign by edge, with the smaller node first
	if len(signs) == len(g.graph.Edges) {
		for e, edge := range g.graph.Edges {
			learned[[2]int{int(edge.I), int(edge.J)}] = signs[e]
		}
	}
	tieClass := func(i, j int) string {
		areFriends := g.temper[i] == g.temper[j]
		sign, isLearned := learned[[2]int{min(i, j), max(i, j)}]
		if !isLearned {
			return words.Either(areFriends, "ea", "ea r")
		}
		return words.Either(sign > 0, "ea", "ea r") + words.Either((sign > 0) == areFriends, "", " odd")
	}
	// The ties inside the sample. The second pass draws the ties of the marked person, above all other ties.
	for _, drawsMarked := range []bool{false, true} {
		for _, e := range g.edges {
			a, b := e[0], e[1]
			isOfMarked := a == marked || b == marked
			if isOfMarked != drawsMarked {
				continue
			}
			class := tieClass(g.sample[a], g.sample[b]) + words.Either(drawsMarked, " on", "")
			p.line(class, g.x[a], g.y[a], g.x[b], g.y[b])
		}
	}
	// The people. The shape is the temper, and the colour is the class. Class B also has a point.
	const radius = 7.4
	drawPerson := func(i int, x, y, r float64) {
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
		drawPerson(i, g.x[k], g.y[k], radius)
	}
	if marked >= len(g.sample) { // nobody of the sample is marked
		return
	}
	// The marked person, with the neighbours that are not drawn yet.
	undrawn := g.undrawnNeighbours(marked)
	for k, j := range undrawn {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(len(undrawn)))
		x, y := g.x[marked]+46*cos, g.y[marked]+46*sin // on a circle of 46 units
		p.line(tieClass(g.sample[marked], j)+" on", g.x[marked], g.y[marked], x, y)
		drawPerson(j, x, y, 5) // smaller than the people of the sample
	}
	drawPerson(g.sample[marked], g.x[marked], g.y[marked], radius) // once more, above the ties
	p.circle("sel", g.x[marked], g.y[marked], radius+5)
}

// undrawnNeighbours returns the neighbours, outside the sample, of the person at a place of the sample.
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
