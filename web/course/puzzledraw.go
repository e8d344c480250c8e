package course

import (
	"math"
	"strconv"

	"sheafscope/core/words"
)

// learnedSigns returns the learned signs of the ties of the first graph, by edge; nil before NSD is trained.
func (c *Course) learnedSigns(v Values) []float64 {
	r := c.Trainer.Result(puzzleTask(v, "nsd-general", 1).Key)
	if r == nil || !r.Done {
		return nil
	}
	return r.Signs
}

// addAgreement adds to values on how many ties the learned sign equals the product of the tempers, in all and at one person.
func (p *puzzleGraph) addAgreement(signs []float64, person int, values map[string]string) {
	values["agree"], values["agree-ties"], values["agree-here"] = Unknown, Unknown, Unknown
	if len(signs) != len(p.graph.Edges) {
		return
	}
	all, here, ties := 0, 0, 0
	for e, g := range p.graph.Edges {
		agrees := signs[e]*p.temper[g.I]*p.temper[g.J] > 0
		if agrees {
			all++
		}
		if int(g.I) == person || int(g.J) == person {
			ties++
			if agrees {
				here++
			}
		}
	}
	values["agree"], values["agree-ties"] = percent(float64(all)/float64(len(signs))), strconv.Itoa(all)
	values["agree-here"] = strconv.Itoa(here) + " of " + strconv.Itoa(ties)
}

// drawPeople draws the sample with all ties of the marked person; a tie to a person outside the sample ends in a small copy. With
// signs, a tie has the learned sign, and a cross where that is not the product of the tempers.
func drawPeople(p *pen, g *puzzleGraph, who int, signs []float64) {
	read := map[[2]int]float64{}
	if len(signs) == len(g.graph.Edges) {
		for e, q := range g.graph.Edges {
			read[[2]int{int(q.I), int(q.J)}] = signs[e]
		}
	}
	class := func(i, j int) string {
		friends := g.temper[i] == g.temper[j]
		sign, known := read[[2]int{min(i, j), max(i, j)}]
		if !known {
			return words.Either(friends, "ea", "ea r")
		}
		return words.Either(sign > 0, "ea", "ea r") + words.Either((sign > 0) == friends, "", " odd")
	}
	for pass := range 2 {
		for _, e := range g.edges {
			if marked := e[0] == who || e[1] == who; marked == (pass == 1) {
				p.line(class(g.sample[e[0]], g.sample[e[1]])+words.Either(marked, " on", ""), g.x[e[0]], g.y[e[0]], g.x[e[1]], g.y[e[1]])
			}
		}
	}
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
	if who >= len(g.sample) {
		return
	}
	away := g.undrawnNeighbours(who)
	for k, j := range away {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(len(away)))
		x, y := g.x[who]+46*cos, g.y[who]+46*sin
		p.line(class(g.sample[who], j)+" on", g.x[who], g.y[who], x, y)
		person(j, x, y, 5)
	}
	person(g.sample[who], g.x[who], g.y[who], r)
	p.circle("sel", g.x[who], g.y[who], r+5)
}

// undrawnNeighbours returns the neighbours of a drawn person outside the sample.
func (p *puzzleGraph) undrawnNeighbours(who int) (out []int) {
	in := map[int]bool{}
	for _, i := range p.sample {
		in[i] = true
	}
	for _, j := range p.ties[p.sample[who]] {
		if !in[int(j)] {
			out = append(out, int(j))
		}
	}
	return out
}
