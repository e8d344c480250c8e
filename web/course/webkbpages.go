package course

import (
	"slices"

	"sheafscope/wasm/proto"
)

// pages is Texas as a worker has read it, with what the networks say of it.
type pages struct {
	*proto.GraphInfo
	near [][]int          // neighbours, ascending
	says map[string][]int // predicted classes at the end of the training, by model
}

// pages is nil before the graph has come.
func (c *Course) pages(v Values) *pages {
	p := &pages{says: map[string][]int{}}
	for _, m := range c.webRows(v) {
		r := c.Trainer.Result(webTask(v, m.model).Key)
		if r == nil || r.Graph == nil {
			continue
		}
		p.GraphInfo = r.Graph
		if r.Done && r.Err == "" {
			p.says[m.model] = r.Pred
		}
	}
	if p.GraphInfo == nil || len(p.Test) == 0 {
		return nil
	}
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

// place is the marked page, and how many links it has.
func (p *pages) place(v Values) (page, links int) {
	page = p.Test[min(int(v["page"]), len(p.Test)-1)]
	return page, len(p.near[page])
}

// marked is the marked page with the other end of the marked link, −1 for a page without links.
func (p *pages) marked(v Values) (page, end int) {
	page, links := p.place(v)
	if links == 0 {
		return page, -1
	}
	return page, p.near[page][min(int(v["link"]), links-1)]
}

// right reports whether a model names the class of a page rightly; a model that has not learned does not.
func (p *pages) right(model string, i int) bool {
	says := p.says[model]
	return i < len(says) && says[i] == p.Labels[i]
}

// wrong counts the test pages that a model gets wrong; ok is false before it has learned.
func (p *pages) wrong(model string) (count int, ok bool) {
	for _, i := range p.Test {
		if !p.right(model, i) {
			count++
		}
	}
	return count, p.says[model] != nil
}

// pairs counts the links by the classes of their ends, once for each order of two.
func (p *pages) pairs() [][]int {
	m := make([][]int, p.Classes)
	for a := range m {
		m[a] = make([]int, p.Classes)
	}
	for k := 0; k < len(p.Edges); k += 2 {
		a, b := p.Labels[p.Edges[k]], p.Labels[p.Edges[k+1]]
		m[a][b]++
		if a != b {
			m[b][a]++
		}
	}
	return m
}
