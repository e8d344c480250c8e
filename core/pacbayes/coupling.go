package pacbayes

import "math"

// CHet is equation 18, c_het = ‖Π‖_F, for the present class coupling Π (C×C).
// With Params.OffDiagonal the norm omits the diagonal.
func (p *Posterior) CHet() float64 {
	sum := 0.0
	for k, v := range p.Pi {
		onDiagonal := k/p.Classes == k%p.Classes
		if p.OffDiagonal && onDiagonal {
			continue
		}
		sum += float64(v * v)
	}
	return math.Sqrt(sum)
}

// minPairs is the least evidence for a pair of classes, an entry of Σ_e W_e. With less evidence the entry of Π is the prior mean, since
// products of such small probabilities may underflow.
const minPairs = 1e-200

// predictionCoupling sets Π = Σ_e κ̄_e W_e / Σ_e W_e, entry by entry, with W_e = ŷ_i ŷ_jᵀ + ŷ_j ŷ_iᵀ for an edge e = (i, j).
// Entry (a, b) is a mean of κ̄_e over the edges with the weights W_e[a,b]. p.pairs is Σ_e W_e.
// The paper averages over edges between known classes. Predicted classes extend the average to all edges.
func (p *Posterior) predictionCoupling() {
	p.weightedCoupling(p.Pi, p.Kappa)
	for k, w := range p.pairs {
		if w < minPairs {
			p.Pi[k] = p.mean()
		} else {
			p.Pi[k] /= w
		}
	}
}

// weightedCoupling sets dst = Σ_e weight_e W_e, a symmetric C×C matrix. If weight is nil, every weight is 1.
// ŷ_i is row i of p.y: the class probabilities of node i, or the indicator of its label if the label is known.
// Sums over the neighbours of each node come first: the cost is O(mC + nC²), and not O(mC²) as for a sum of the W_e over the edges.
func (p *Posterior) weightedCoupling(dst, weight []float64) {
	c := p.Classes
	clear(p.sum) // row i becomes Σ_j weight_ij ŷ_j over the neighbours j
	for e, edge := range p.Edges {
		w := 1.0
		if weight != nil {
			w = weight[e]
		}
		yi, yj := p.endRows(p.y, edge)
		si, sj := p.endRows(p.sum, edge)
		for k, v := range yj {
			si[k] += float64(w * v)
			sj[k] += float64(w * yi[k])
		}
	}
	// dst is Σ_i ŷ_i sum_iᵀ. The upper triangle is computed, and then copied to the lower triangle.
	clear(dst)
	for start := 0; start < len(p.y); start += c { // the first index of the row of a node
		s := p.sum[start : start+c]
		for a, v := range p.y[start : start+c] {
			for b := a; b < c; b++ {
				dst[a*c+b] += float64(v * s[b])
			}
		}
	}
	for a := range c {
		for b := range a {
			dst[a*c+b] = dst[b*c+a]
		}
	}
}
