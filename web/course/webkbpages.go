// This file has the graph of Texas with the predictions of the models, for the figure of chapter 11 and its exercise.

package course

import (
	"slices"

	"sheafscope/wasm/proto"
)

// pages is the graph of Texas, as a worker has sent it, with the predictions of the trained models.
type pages struct {
	*proto.GraphInfo
	near        [][]int          // neighbours of each page, ascending
	predictions map[string][]int // predicted class of each page, by model; nil for a model that is not trained
}

// pages returns the pages for the split v["split"]. It returns nil before the graph is loaded, or for a graph without test pages.
func (c *Course) pages(v Values) *pages {
	p := &pages{predictions: map[string][]int{}}
	// All trainings have the same graph.
	for _, m := range c.webRows(v) {
		r := c.Trainer.Result(webTask(v, m.model).Key)
		if r == nil || r.Graph == nil {
			continue
		}
		p.GraphInfo = r.Graph
		if r.Done && r.Err == "" {
			p.predictions[m.model] = r.Pred
		}
	}
	if p.GraphInfo == nil || len(p.Test) == 0 {
		return nil
	}
	// The neighbours. Entries k and k+1 of Edges, for even k, are the ends of an edge.
	p.near = make([][]int, p.N)
	for k := 0; k < len(p.Edges); k += 2 {
		i, j := int(p.Edges[k]), int(p.Edges[k+1])
		p.near[i], p.near[j] = append(p.near[i], j), append(p.near[j], i)
	}
	for _, list := range p.near {
		slices.Sort(list)
	}
	return p
}

// markedPage returns the marked test page (the number of the page, not its index in Test) and the number of its links.
func (p *pages) markedPage(v Values) (page, links int) {
	page = p.Test[min(int(v["page"]), len(p.Test)-1)]
	return page, len(p.near[page])
}

// markedLink returns the marked page and the other end of its marked link. If the page has no links, neighbour is −1.
func (p *pages) markedLink(v Values) (page, neighbour int) {
	page, links := p.markedPage(v)
	if links == 0 {
		return page, -1
	}
	return page, p.near[page][min(int(v["link"]), links-1)]
}

// isRight reports whether a model predicts the class of page i correctly. It returns false before the model is trained.
func (p *pages) isRight(model string, i int) bool {
	predicted := p.predictions[model]
	return i < len(predicted) && predicted[i] == p.Labels[i]
}

// mistakes returns the number of mistakes of a model on the test pages. Before the model is trained, all test pages count as mistakes.
func (p *pages) mistakes(model string) (count int, isTrained bool) {
	for _, i := range p.Test {
		if !p.isRight(model, i) {
			count++
		}
	}
	return count, p.predictions[model] != nil
}

// pairs returns a symmetric matrix: entry (a, b) is the number of links between a page of class a and a page of class b.
func (p *pages) pairs() [][]int {
	m := make([][]int, p.Classes)
	for a := range m {
		m[a] = make([]int, p.Classes)
	}
	for k := 0; k < len(p.Edges); k += 2 {
		a, b := p.Labels[p.Edges[k]], p.Labels[p.Edges[k+1]]
		m[a][b]++
		if a != b { // a link inside a class is counted once
			m[b][a]++
		}
	}
	return m
}
