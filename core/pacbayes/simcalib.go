package pacbayes

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// SimCalib calibrates the class probabilities of any model after training, with
// a temperature of each node from its likeness to others (Tang et al., SimCalib, 2024):
//
//	f_i ∝ p_i^{1/T_i},   log T_i = w₀ + w₁·dist_i + w₂·hom_i + w₃·deg_i
//
// dist is the Mahalanobis distance to the nearest class prototype, hom the share
// of neighbours with the same prediction, deg the mean over the neighbours j of
// sqrt((deg_i+1)/(deg_j+1)). The distance is taken between log-probabilities, which every model
// has, where the paper takes hidden features, and that log T is linear is this
// project's choice. A node keeps its predicted class.
type SimCalib struct {
	// Weights are w; those behind the first are of features with mean 0 and variance 1.
	Weights [simFeatures]float64

	classes int
	top     []int     // the predicted class of each node
	logits  []float64 // log p, n×classes, of no class above that of the predicted one
	feature []float64 // n×simFeatures, of which the first is 1
}

const (
	simFeatures = 4
	// simRidge weighs |w₁…w₃|²/2 beside the mean negative log-likelihood.
	simRidge = 0.05
	// simSpan bounds |log T|; leastLog stands for the logarithm of a probability that is 0 by definition, as of a class without prior.
	simSpan, leastLog = 2.0, -1e6
)

// NewSimCalib takes the prototypes from the training nodes and fits the weights
// on the nodes of fit by their mean negative log-likelihood; without such nodes every T is 1.
// prob is n×classes, logp its logarithm, also where a probability underflows; labels below 0 are unknown.
func NewSimCalib(a *graph.Adjacency, prob []float64, logp func(node, class int) float64, classes int, labels, train, fit []int) *SimCalib {
	n := len(prob) / classes
	s := &SimCalib{classes: classes, top: make([]int, n), logits: make([]float64, len(prob)), feature: make([]float64, n*simFeatures)}
	for i := range n {
		s.top[i] = first(prob[i*classes : (i+1)*classes])
		most := math.Max(logp(i, s.top[i]), leastLog)
		for k := range classes { // of probabilities that are equal but for rounding the first counts
			s.logits[i*classes+k] = math.Max(math.Min(logp(i, k), most), leastLog)
		}
	}
	s.distances(labels, train)
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
	s.fit(labels, known(labels, fit))
	return s
}

func known(labels, nodes []int) (out []int) {
	for _, i := range nodes {
		if labels[i] >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// first is the place of the largest number, of equal ones the first.
func first(row []float64) (best int) {
	for k, p := range row {
		if p > row[best] {
			best = k
		}
	}
	return best
}

// distances fills the distances to the nearest prototype, the mean of a class's
// training nodes, under the covariance of these around their prototypes.
func (s *SimCalib) distances(labels, train []int) {
	c, nodes := s.classes, known(labels, train)
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
	if err != nil { // it is symmetric and finite
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

// Temperature is T of node i.
func (s *SimCalib) Temperature(i int) float64 {
	t := 0.0
	for k, w := range s.Weights {
		t += w * s.feature[i*simFeatures+k]
	}
	return linalg.Exp(math.Max(-simSpan, math.Min(simSpan, t)))
}

// Apply writes the calibrated probabilities of all nodes, n×classes.
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
			if out[k] /= sum; k < top && out[k] == 1/sum { // equal but for rounding
				out[k] = math.Nextafter(out[k], 0)
			}
		}
	}
}

// Log is the logarithm of the calibrated probability of a class of node i.
func (s *SimCalib) Log(i, class int) float64 {
	row := s.logits[i*s.classes : (i+1)*s.classes]
	t, top, sum := s.Temperature(i), row[s.top[i]], 0.0
	for _, z := range row {
		sum += linalg.Exp((z - top) / t)
	}
	return (row[class]-top)/t - linalg.Log(sum)
}

// risk is the mean negative log-likelihood of the nodes with the ridge, its
// gradient and an upper bound of its curvature.
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
			continue // at its bound
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

// fit goes down the risk by Newton's steps, each halved until the risk falls.
func (s *SimCalib) fit(labels, nodes []int) {
	if len(nodes) == 0 {
		return
	}
	var grad, other [simFeatures]float64
	curve, spare := linalg.NewDense(simFeatures, simFeatures), linalg.NewDense(simFeatures, simFeatures)
	for range 50 {
		now, before := s.risk(labels, nodes, &grad, curve), s.Weights
		values, v, err := linalg.EigSym(curve, true)
		if err != nil { // it is symmetric and finite
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
