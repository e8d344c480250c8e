package pacbayes

// Entries selects the posterior of the authors' program. Its sums run over directed entries: the entries (row, col) of the graph's
// adjacency matrix. Known labels do not replace predictions in the agreement s. A single step gives the posterior, since s does not
// depend on Π, and Params.W is not used.
//
//	s = ⟨ŷ_row, ŷ_col⟩,  α = a0 + T·s,  β = b0 + T·(1−s),  κ = α/(α+β),
//	Π_cc' = mean of κ over the entries with labels (y_row, y_col) = (c, c').
//
// An entry of Π is 0 if no directed entry has that pair of labels. Π need not be symmetric.
// The authors' program computes Π from the labels of all nodes, test nodes included. This package uses known labels only.
type Entries struct {
	// Forward[e] reports whether edge e = (I, J) has the entry (I, J), and Backward[e] whether it has the entry (J, I).
	Forward, Backward []bool
}

// Count returns the number of directed entries.
func (d *Entries) Count() int {
	n := 0
	for e := range d.Forward {
		n += d.entryCount(e)
	}
	return n
}

// entryCount returns the number of directed entries of edge e.
func (d *Entries) entryCount(e int) int {
	n := 0
	if d.Forward[e] {
		n++
	}
	if d.Backward[e] {
		n++
	}
	return n
}

// termCount returns the number of terms of edge e in a sum over entries: its directed entries, or 1 without Entries.
func (p *Posterior) termCount(e int) int {
	if p.Entries == nil {
		return 1
	}
	return p.Entries.entryCount(e)
}

// eachLabelledEntry calls visit for each directed entry between nodes with known labels.
// e is the index of the entry's edge, and cell is the index of its pair of labels in Π.
func (p *Posterior) eachLabelledEntry(visit func(e, cell int)) {
	for e, edge := range p.Edges {
		a, b := p.known[edge.I], p.known[edge.J]
		if a < 0 || b < 0 { // a label is unknown
			continue
		}
		if p.Entries.Forward[e] {
			visit(e, a*p.Classes+b)
		}
		if p.Entries.Backward[e] {
			visit(e, b*p.Classes+a)
		}
	}
}

// labelCoupling sets Π from the present κ and the known labels, and pairs to the number of directed entries for each pair of labels.
func (p *Posterior) labelCoupling() {
	clear(p.Pi)
	clear(p.pairs)
	p.eachLabelledEntry(func(e, cell int) {
		p.Pi[cell] += p.Kappa[e]
		p.pairs[cell]++
	})
	for k, n := range p.pairs {
		if n > 0 {
			p.Pi[k] /= n
		}
	}
}

// stepEntries is Step with Entries: q is the agreement s. A second step changes no result and returns 0.
func (p *Posterior) stepEntries() (change float64) {
	for e, s := range p.Agreement {
		change = max(change, p.setAgreement(e, s))
	}
	p.Iter++
	p.updateDerived()
	return change
}

// backwardEntries is Backward with Entries. It adds the gradient to dprob, from the derivatives in the workspace.
// A node with a known label gets a gradient too, since the agreement reads the ŷ of every node.
func (p *Posterior) backwardEntries(dprob []float64) {
	w, c := p.back, p.Classes
	// Π is a mean of κ over entries, κ depends on q, and q is the agreement s = ⟨ŷ_i, ŷ_j⟩.
	p.eachLabelledEntry(func(e, cell int) { w.kappa[e] += w.pi[cell] / p.pairs[cell] })
	total := p.A0 + p.B0 + p.T
	for e, edge := range p.Edges {
		g := w.q[e] + float64(p.T/total*w.kappa[e]) // ∂ℓ/∂s
		yi, yj := p.endRows(p.y, edge)
		for k, v := range yj {
			dprob[int(edge.I)*c+k] += float64(g * v)
			dprob[int(edge.J)*c+k] += float64(g * yi[k])
		}
	}
}
