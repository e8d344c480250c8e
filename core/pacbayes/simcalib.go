package pacbayes

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// SimCalib calibrates the class probabilities of any model after training (after Tang et al., SimCalib, 2024).
// Each node has a temperature that depends on its similarity to other nodes:
//
//	f_i ∝ p_i^{1/T_i},   log T_i = w₀ + w₁·dist_i + w₂·hom_i + w₃·deg_i
//
// dist is the Mahalanobis distance to the nearest class prototype, and hom the share of neighbours with the same prediction.
// deg is the mean of √((deg_i+1)/(deg_j+1)) over the neighbours j.
// The distance is between log-probabilities, which every model has, instead of hidden features.
// The linear form of log T is a choice of this project.
// A node keeps its predicted class.
type SimCalib struct {
	// Weights are w; all but the first belong to features of mean 0 and variance 1.
	Weights [simFeatures]float64

	classes int
	top     []int     // the predicted class of each node
	logits  []float64 // log p, n×classes; that of the predicted class is the largest in spite of rounding
	feature []float64 // n×simFeatures; the first is 1
}

const (
	simFeatures = 4
	// simRidge is the weight of |w₁…w₃|²/2 in the risk.
	simRidge = 0.05
	// simSpan bounds |log T|; leastLog replaces the logarithm of a probability 0, as of a class without prior.
	simSpan, leastLog = 2.0, -1e6
)

// NewSimCalib computes the prototypes from the training nodes and fits the weights on the nodes of fit.
// The weights minimize the mean negative log-likelihood; without nodes every T is 1.
// prob is n×classes, and logp its logarithm, also where a probability underflows; labels below 0 are unknown.
func NewSimCalib(a *graph.Adjacency, prob []float64, logp func(node, class int) float64, classes int, labels, train, fit []int) *SimCalib {
	n := len(prob) / classes
	s := &SimCalib{classes: classes, top: make([]int, n), logits: make([]float64, len(prob)), feature: make([]float64, n*simFeatures)}
	for i := range n {
		s.top[i] = argMax(prob[i*classes : (i+1)*classes])
		most := math.Max(logp(i, s.top[i]), leastLog)
		for k := range classes { // of probabilities equal up to rounding the first is the prediction
			s.logits[i*classes+k] = math.Max(math.Min(logp(i, k), most), leastLog)
		}
	}
	s.prototypeDistances(labels, train)
	for i := range n {
		f, near := s.feature[i*simFeatures:(i+1)*simFeatures], a.Neighbors(i)
		f[0], f[2], f[3] = 1, 1, 1
		if len(near) == 0 {
			continue
		}
		same, degree := 0.0, 0.0
		for _, j := range near {
			if s.top[j] == s.top[i] {
				same++
			}
			degree += math.Sqrt(float64(len(near)+1) / float64(len(a.Neighbors(int(j)))+1))
		}
		f[2], f[3] = same/float64(len(near)), degree/float64(len(near))
	}
	for k := 1; k < simFeatures; k++ {
		mean, square := 0.0, 0.0
		for i := range n {
			mean += s.feature[i*simFeatures+k] / float64(n)
		}
		for i := range n {
			x := s.feature[i*simFeatures+k] - mean
			square += x * x / float64(n)
		}
		for i := range n {
			x := &s.feature[i*simFeatures+k]
			if *x -= mean; square > 1e-12 {
				*x /= math.Sqrt(square)
			} else {
				*x = 0
			}
		}
	}
	s.fit(labels, labelledNodes(labels, fit))
	return s
}

// labelledNodes returns the nodes that have a label.
func labelledNodes(labels, nodes []int) (out []int) {
	for _, i := range nodes {
		if labels[i] >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// argMax returns the index of the largest number, the first of equal ones.
func argMax(row []float64) (best int) {
	for k, p := range row {
		if p > row[best] {
			best = k
		}
	}
	return best
}

// prototypeDistances sets the distances to the nearest prototype, which is the mean of the training nodes of a class.
// The covariance is that of the training nodes around their prototypes.
func (s *SimCalib) prototypeDistances(labels, train []int) {
	c, nodes := s.classes, labelledNodes(labels, train)
	prototype, count, spread := linalg.NewDense(c, c), make([]float64, c), linalg.NewDense(c, c)
	for _, i := range nodes {
		linalg.Axpy(1, s.logits[i*c:(i+1)*c], prototype.Row(labels[i]))
		count[labels[i]]++
	}
	for k := range c {
		for q := range c {
			prototype.Data[k*c+q] /= math.Max(1, count[k])
		}
	}
	d := make([]float64, c)
	between := func(i, k int) {
		for q := range d {
			d[q] = s.logits[i*c+q] - prototype.At(k, q)
		}
	}
	trace := 0.0
	for _, i := range nodes {
		between(i, labels[i])
		for q := range c {
			linalg.Axpy(d[q]/float64(len(nodes)), d, spread.Row(q))
			trace += d[q] * d[q] / float64(len(nodes))
		}
	}
	for q := range c {
		spread.Data[q*c+q] += 1e-3*trace/float64(c) + 1e-6
	}
	values, v, err := linalg.EigSym(spread, true)
	if err != nil { // cannot happen: spread is symmetric and finite
		return
	}
	for i := range len(s.logits) / c {
		least := math.Inf(1)
		for k := range c {
			if count[k] == 0 {
				continue
			}
			between(i, k)
			sum := 0.0
			for e, x := range values {
				p := 0.0
				for q := range c {
					p += d[q] * v.At(q, e)
				}
				sum += p * p / x
			}
			least = math.Min(least, sum)
		}
		if !math.IsInf(least, 1) {
			s.feature[i*simFeatures+1] = math.Sqrt(least)
		}
	}
}

// Temperature returns T of node i.
func (s *SimCalib) Temperature(i int) float64 {
	t := 0.0
	for k, w := range s.Weights {
		t += w * s.feature[i*simFeatures+k]
	}
	return linalg.Exp(math.Max(-simSpan, math.Min(simSpan, t)))
}

// Apply writes the calibrated probabilities of all nodes to dst, n×classes.
func (s *SimCalib) Apply(dst []float64) {
	c := s.classes
	for i := range len(s.logits) / c {
		row, out, top := s.logits[i*c:(i+1)*c], dst[i*c:(i+1)*c], s.top[i]
		t, sum := s.Temperature(i), 0.0
		for k, z := range row {
			out[k] = linalg.Exp((z - row[top]) / t)
			sum += out[k]
		}
		for k := range out {
			if out[k] /= sum; k < top && out[k] == 1/sum { // rounding made it equal to the predicted class, which it must not precede
				out[k] = math.Nextafter(out[k], 0)
			}
		}
	}
}

// Log returns the logarithm of the calibrated probability of a class of node i.
func (s *SimCalib) Log(i, class int) float64 {
	row := s.logits[i*s.classes : (i+1)*s.classes]
	t, top, sum := s.Temperature(i), row[s.top[i]], 0.0
	for _, z := range row {
		sum += linalg.Exp((z - top) / t)
	}
	return (row[class]-top)/t - linalg.Log(sum)
}

// risk returns the mean negative log-likelihood of the nodes plus the ridge.
// It sets grad to the gradient, and curve to an upper bound of the second derivative.
func (s *SimCalib) risk(labels, nodes []int, grad *[simFeatures]float64, curve *linalg.Dense) float64 {
	c, sum := s.classes, 0.0
	*grad = [simFeatures]float64{}
	clear(curve.Data)
	for k, w := range s.Weights {
		if k > 0 {
			sum, grad[k] = sum+simRidge*w*w/2, simRidge*w
		}
		curve.Data[k*simFeatures+k] = simRidge
	}
	for _, i := range nodes {
		t, row := s.Temperature(i), s.logits[i*c:(i+1)*c]
		top := row[s.top[i]]
		all, mean, square := 0.0, 0.0, 0.0
		for _, z := range row {
			p := linalg.Exp((z - top) / t)
			all, mean, square = all+p, mean+p*z, square+p*z*z
		}
		mean, square = mean/all, square/all
		sum += (linalg.Log(all) + (top-row[labels[i]])/t) / float64(len(nodes))
		if t <= linalg.Exp(-simSpan) || t >= linalg.Exp(simSpan) {
			continue // log T is at its bound, where the derivative is 0
		}
		slope := (row[labels[i]] - mean) / t
		bend := (square-mean*mean)/(t*t) + math.Abs(slope)
		for k := range simFeatures {
			f := s.feature[i*simFeatures+k]
			grad[k] += slope * f / float64(len(nodes))
			linalg.Axpy(bend*f/float64(len(nodes)), s.feature[i*simFeatures:(i+1)*simFeatures], curve.Row(k))
		}
	}
	return sum
}

// fit minimizes the risk by Newton steps, each halved until the risk falls.
func (s *SimCalib) fit(labels, nodes []int) {
	if len(nodes) == 0 {
		return
	}
	var grad, other [simFeatures]float64
	curve, spare := linalg.NewDense(simFeatures, simFeatures), linalg.NewDense(simFeatures, simFeatures)
	for range 50 {
		now, before := s.risk(labels, nodes, &grad, curve), s.Weights
		values, v, err := linalg.EigSym(curve, true)
		if err != nil { // cannot happen: curve is symmetric and finite
			return
		}
		var step [simFeatures]float64
		for e, x := range values {
			p := 0.0
			for k, g := range grad {
				p += g * v.At(k, e)
			}
			for k := range step {
				step[k] -= p / x * v.At(k, e)
			}
		}
		length := 1.0
		for ; length > 1e-6; length /= 2 {
			for k := range step {
				s.Weights[k] = before[k] + length*step[k]
			}
			if s.risk(labels, nodes, &other, spare) < now {
				break
			}
		}
		if length <= 1e-6 {
			s.Weights = before
			return
		}
	}
}
