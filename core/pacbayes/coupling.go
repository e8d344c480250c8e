package pacbayes

import "math"

// CHet is equation 18, c_het = ‖Π‖_F for the present class coupling Π = Σ_e κ̄_e W_e / Σ_e W_e, C×C, with W_e = ŷ_i ŷ_jᵀ + ŷ_j ŷ_iᵀ.
// With Params.OffDiagonal it omits the diagonal.
// The paper averages over edges between known classes; predicted classes extend that to all edges.
func (p *Posterior) CHet() float64 {
	s := 0.0
	for k, v := range p.Pi {
		if p.OffDiagonal && k/p.Classes == k%p.Classes {
			continue
		}
		s += v * v
	}
	return math.Sqrt(s)
}

// minPairs is the evidence for a pair of classes below which Π keeps the prior mean.
const minPairs = 1e-200

// predictionCoupling sets Π from the present κ̄ and the predictions.
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

// weightedCoupling sets dst = Σ_e weight_e W_e, where a nil weight stands for 1.
// It sums over neighbours first, which costs O(mC + nC²) instead of O(mC²).
func (p *Posterior) weightedCoupling(dst, weight []float64) {
	c := p.Classes
	clear(p.sum)
	for e, edge := range p.Edges {
		w := 1.0
		if weight != nil {
			w = weight[e]
		}
		yi, yj := p.endRows(p.y, edge)
		si, sj := p.endRows(p.sum, edge)
		for k, v := range yj {
			si[k] += w * v
			sj[k] += w * yi[k]
		}
	}
	clear(dst)
	for i := 0; i < len(p.y); i += c {
		s := p.sum[i : i+c]
		for a, v := range p.y[i : i+c] {
			for b := a; b < c; b++ {
				dst[a*c+b] += v * s[b]
			}
		}
	}
	for a := range c {
		for b := range a {
			dst[a*c+b] = dst[b*c+a]
		}
	}
}
