package pacbayes

// Entries makes a Posterior that of the authors' program: over the directed
// entries of the graph, in one step, from predictions alone,
//
//	s = ⟨ŷ_row, ŷ_col⟩,  α = a0 + T·s,  β = b0 + T·(1−s),  κ = α/(α+β),
//	Π_cc' = mean of κ over the entries with labels (y_row, y_col) = (c, c').
//
// Π reads the labels known; where no entry has a pair of labels it is 0. It need
// not be symmetric. The program reads the labels of all nodes there, test nodes
// included; here only known ones are read. W is not used.
type Entries struct {
	// Forward and Backward tell of each edge (I, J) which of its entries exist:
	// row I and column J, row J and column I.
	Forward, Backward []bool
}

// Count returns the number of directed entries.
func (d *Entries) Count() int {
	n := 0
	for e := range d.Forward {
		n += d.times(e)
	}
	return n
}

func (d *Entries) times(e int) int {
	n := 0
	if d.Forward[e] {
		n++
	}
	if d.Backward[e] {
		n++
	}
	return n
}

// times is the number of entries of edge e that count.
func (p *Posterior) times(e int) int {
	if p.Entries == nil {
		return 1
	}
	return p.Entries.times(e)
}

// cells calls f with the place in Π of each directed entry of known labels.
func (p *Posterior) cells(f func(e, cell int)) {
	for e, q := range p.Edges {
		a, b := p.known[q.I], p.known[q.J]
		if a < 0 || b < 0 {
			continue
		}
		if p.Entries.Forward[e] {
			f(e, a*p.Classes+b)
		}
		if p.Entries.Backward[e] {
			f(e, b*p.Classes+a)
		}
	}
}

// hardPi sets Π from the present κ; pairs holds the numbers of entries.
func (p *Posterior) hardPi() {
	clear(p.Pi)
	clear(p.pairs)
	p.cells(func(e, cell int) {
		p.Pi[cell] += p.Kappa[e]
		p.pairs[cell]++
	})
	for k, n := range p.pairs {
		if n > 0 {
			p.Pi[k] /= n
		}
	}
}

func (p *Posterior) stepEntries() (change float64) {
	for e, s := range p.Agreement {
		change = max(change, p.agree(e, s))
	}
	p.Iter++
	p.settle()
	return change
}

// backEntries continues from what seed left in the workspace: every node's ŷ was
// read, so every node gets its gradient.
func (p *Posterior) backEntries(dprob []float64) {
	w, c := p.back, p.Classes
	p.cells(func(e, cell int) { w.kappa[e] += w.pi[cell] / p.pairs[cell] })
	total := p.A0 + p.B0 + p.T
	for e, q := range p.Edges {
		g := w.q[e] + p.T/total*w.kappa[e]
		yi, yj := p.rows(p.y, q)
		for k, v := range yj {
			dprob[int(q.I)*c+k] += g * v
			dprob[int(q.J)*c+k] += g * yi[k]
		}
	}
}
