package sgpc

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file has the head and the loss of codePort, the port of the authors' program in
// code_port_test.go.

// classify sets p.prob, the class probabilities of the fused features (n rows). The head
// is graph attention with ELU between its two layers, or a perceptron with ReLU. A row of
// p.prob is the softmax of the logits.
func (p *codePort) classify(fused [][]float64) {
	var logits [][]float64
	if p.gat {
		z := p.attend(fused, "head.gat0", 8) // 8 heads, then one
		for _, row := range z {
			for k, v := range row {
				if v < 0 {
					row[k] = math.Exp(v) - 1
				}
			}
		}
		logits = p.attend(z, "head.gat1", 1)
	} else {
		z := times(fused, p.param["head.0.weight"], len(p.param["head.0.bias"]), p.param["head.0.bias"])
		for _, row := range z {
			for k, v := range row {
				row[k] = math.Max(0, v)
			}
		}
		logits = times(z, p.param["head.weight"], p.classes, p.param["head.bias"])
	}
	// Softmax of each row.
	p.prob = zeros(p.n, p.classes)
	for i, row := range logits {
		sum := 0.0
		for _, v := range row {
			sum += math.Exp(v)
		}
		for k, v := range row {
			p.prob[i][k] = math.Exp(v) / sum
		}
	}
}

// attend returns a layer of graph attention, with the parameters that begin with name.
// The output of node i is Σ_j a_ij h_j + bias over the neighbours j of i and i itself.
// The weights a_ij are a softmax over j of the LeakyReLU (slope 0.2) of the scores. Each
// head has columns of its own, side by side.
func (p *codePort) attend(x [][]float64, name string, heads int) [][]float64 {
	bias := p.param[name+".bias"]
	cols := len(bias)
	h := times(x, p.param[name+".weight"], cols, nil)
	f := cols / heads
	out := zeros(p.n, cols)
	for i := range p.n {
		// Attention reads the neighbours in both directions.
		neighbours := map[int]bool{i: true}
		for _, e := range p.entries {
			if e[1] == i {
				neighbours[e[0]] = true
			}
			if e[0] == i {
				neighbours[e[1]] = true
			}
		}
		for t := range heads {
			expScore := make([]float64, p.n) // 0 for a node that is no neighbour
			sum := 0.0
			for j := range p.n {
				if !neighbours[j] {
					continue
				}
				s := 0.0
				for k := range f {
					s += h[i][t*f+k]*p.param[name+".self"][t*f+k] + h[j][t*f+k]*p.param[name+".neighbour"][t*f+k]
				}
				if s < 0 {
					s *= 0.2
				}
				expScore[j] = math.Exp(s)
				sum += expScore[j]
			}
			for j := range p.n {
				for k := range f {
					out[i][t*f+k] += expScore[j] / sum * h[j][t*f+k]
				}
			}
		}
		for k, v := range bias {
			out[i][k] += v
		}
	}
	return out
}

// digammaAt returns ψ(x) for x > 0: the recurrence ψ(x) = ψ(x+1) − 1/x raises x to 30,
// and the asymptotic series gives ψ there.
func digammaAt(x float64) (psi float64) {
	for ; x < 30; x++ {
		psi -= 1 / x
	}
	q := 1 / (x * x)
	return psi + math.Log(x) - 0.5/x - q/12 + q*q/120 - q*q*q/252
}

// loss returns the training loss. During the warm-up it is the cross-entropy of the training
// nodes alone. loss sets the cross-entropy, the posterior Beta(α, β) of each entry, and the
// mean KL divergence from Beta(1, 1). It also sets the class coupling Π with its norm c_het,
// L_KL, and λ2 of the Laplacian.
func (p *codePort) loss() float64 {
	p.ce = 0
	known := make([]int, p.n)
	for i := range known {
		known[i] = -1
	}
	for _, i := range p.train {
		known[i] = p.labels[i]
		p.ce -= math.Log(p.prob[i][p.labels[i]]) / float64(len(p.train))
	}
	// The posterior of an entry has α + β = 3, with α − 1 = the agreement of both ends. Π
	// averages the posterior means over the entries between training nodes.
	p.alpha, p.beta, p.klMean = nil, nil, 0
	p.pi = zeros(p.classes, p.classes)
	count := zeros(p.classes, p.classes)
	for _, e := range p.entries {
		s := 0.0
		for k := range p.classes {
			s += p.prob[e[0]][k] * p.prob[e[1]][k]
		}
		a, b := 1+s, 1+(1-s)
		la, _ := math.Lgamma(a)
		lb, _ := math.Lgamma(b)
		lab, _ := math.Lgamma(a + b)
		p.klMean += (lab - la - lb + (a-1)*(digammaAt(a)-digammaAt(a+b)) + (b-1)*(digammaAt(b)-digammaAt(a+b))) / float64(len(p.entries))
		p.alpha, p.beta = append(p.alpha, a), append(p.beta, b)
		if y, z := known[e[0]], known[e[1]]; y >= 0 && z >= 0 {
			p.pi[y][z] += a / (a + b)
			count[y][z]++
		}
	}
	square := 0.0
	for y := range p.pi {
		for z := range p.pi {
			if count[y][z] > 0 {
				p.pi[y][z] /= count[y][z]
			}
			square += p.pi[y][z] * p.pi[y][z]
		}
	}
	p.cHet = math.Sqrt(square)
	p.lkl = math.Sqrt((p.klMean + math.Log(2/0.1)) / (2 * float64(len(p.train)))) // δ = 0.1
	// λ2 is the second smallest eigenvalue of the dense Laplacian.
	l := mat.NewSymDense(p.n, nil)
	for i := range p.n {
		for j := i; j < p.n; j++ {
			l.SetSym(i, j, p.lap[i][j])
		}
	}
	var eig mat.EigenSym
	eig.Factorize(l, false)
	p.lambda2 = eig.Values(nil)[1]
	if !p.afterWarmup {
		return p.ce
	}
	// 0.1 is λ_KL. A smaller λ2 than 1 counts as 1.
	return p.ce + 0.1*p.lkl + p.lambdaSpec*p.cHet/(math.Max(p.lambda2, 1)+1e-6)
}
