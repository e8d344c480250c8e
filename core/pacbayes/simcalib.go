package pacbayes

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// SimCalib calibrates the class probabilities of any model after training (after Tang et al., SimCalib, 2024).
// Each node has a temperature T that depends on its similarity to other nodes:
//
//	f_i ∝ p_i^{1/T_i},   log T_i = w₀ + w₁·dist_i + w₂·hom_i + w₃·deg_i
//
// For a node i:
//   - dist, the Mahalanobis distance to the nearest class prototype. The distance is between log-probabilities and not between
//     hidden features, so it exists for every model.
//   - hom, the share of neighbours with the same prediction.
//   - deg, the mean of √((k_i+1)/(k_j+1)) over the neighbours j, for the degrees k of the nodes.
//
// The linear form of log T is a choice of this project.
// The calibration does not change the predicted class of a node.
type SimCalib struct {
	// Weights are w₀ … w₃. The features of w₁ … w₃ are standardised: they have mean 0 and variance 1, or are 0 if they were constant.
	Weights [simFeatures]float64

	classes   int
	predicted []int     // the predicted class of each node
	logits    []float64 // log p, limited to the interval from leastLog to log p of the predicted class; n×classes
	feature   []float64 // n×simFeatures; the first feature is 1
}

const (
	// simFeatures is the number of features of a node: 1, dist, hom and deg.
	simFeatures = 4
	// simRidge is the weight of the ridge (w₁²+w₂²+w₃²)/2 in the risk.
	simRidge = 0.05
	// simSpan bounds |log T|: T is between 0.14 and 7.4.
	simSpan = 2.0
	// leastLog replaces every smaller logarithm of a probability, and the logarithm of 0. So all products of logarithms are finite.
	leastLog = -1e6
)

// NewSimCalib computes the prototypes from the nodes of train and fits the weights on the nodes of fit.
// The fit lowers the mean negative log-likelihood plus a ridge. If fit has no labelled node, every T is 1.
// prob is n×classes. logp returns the logarithm of a probability, also of a probability that underflows.
// A label below 0 is unknown.
func NewSimCalib(a *graph.Adjacency, prob []float64, logp func(node, class int) float64, classes int, labels, train, fit []int) *SimCalib {
	n := len(prob) / classes
	s := &SimCalib{classes: classes, predicted: make([]int, n), logits: make([]float64, len(prob)), feature: make([]float64, n*simFeatures)}
	for i := range n {
		s.predicted[i] = argMax(prob[i*classes : (i+1)*classes])
		// A rounding error of logp must not make another class more probable than the predicted class.
		largest := math.Max(logp(i, s.predicted[i]), leastLog)
		for k := range classes {
			s.logits[i*classes+k] = math.Max(math.Min(logp(i, k), largest), leastLog)
		}
	}
	s.prototypeDistances(labels, train)
	s.neighbourFeatures(a)
	s.standardise()
	s.fit(labels, labelledNodes(labels, fit))
	return s
}

// neighbourFeatures sets the constant feature, which is 1, and the features hom and deg. For a node without neighbours, hom and deg are 1.
func (s *SimCalib) neighbourFeatures(a *graph.Adjacency) {
	for i := range s.predicted {
		f := s.feature[i*simFeatures : (i+1)*simFeatures] // f[1] is dist
		f[0], f[2], f[3] = 1, 1, 1
		neighbours := a.Neighbors(i)
		if len(neighbours) == 0 {
			continue
		}
		same, ratios := 0.0, 0.0 // neighbours with the same prediction; sum of √((k_i+1)/(k_j+1))
		for _, j := range neighbours {
			if s.predicted[j] == s.predicted[i] {
				same++
			}
			ratios += math.Sqrt(float64(len(neighbours)+1) / float64(len(a.Neighbors(int(j)))+1))
		}
		f[2] = same / float64(len(neighbours))
		f[3] = ratios / float64(len(neighbours))
	}
}

// standardise gives each feature except the first mean 0 and variance 1. A constant feature becomes 0.
func (s *SimCalib) standardise() {
	n := len(s.predicted)
	for k := 1; k < simFeatures; k++ {
		mean, variance := 0.0, 0.0
		for i := range n {
			mean += s.feature[i*simFeatures+k] / float64(n)
		}
		for i := range n {
			x := s.feature[i*simFeatures+k] - mean
			variance += x * x / float64(n)
		}
		isConstant := !(variance > 1e-12) // a smaller variance counts as rounding error
		for i := range n {
			x := &s.feature[i*simFeatures+k]
			if isConstant {
				*x = 0
			} else {
				*x = (*x - mean) / math.Sqrt(variance)
			}
		}
	}
}

// labelledNodes returns the nodes whose label is known.
func labelledNodes(labels, nodes []int) (out []int) {
	for _, i := range nodes {
		if labels[i] >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// argMax returns the index of the largest number, the first index of several.
func argMax(row []float64) (best int) {
	for k, p := range row {
		if p > row[best] {
			best = k
		}
	}
	return best
}

// prototypeDistances sets the feature dist of every node.
// Only nodes of train with a label count. The prototype of a class is the mean of the log-probabilities of its training nodes.
// The covariance is the mean of d·dᵀ over the training nodes, plus a small multiple of I.
// Here d is the difference of a training node from the prototype of its label.
// Classes without training nodes have no prototype. Without any training nodes every dist is 0.
func (s *SimCalib) prototypeDistances(labels, train []int) {
	c, nodes := s.classes, labelledNodes(labels, train)
	prototype := linalg.NewDense(c, c) // row k is the prototype of class k, or 0 without training nodes
	count := make([]float64, c)        // training nodes of each class
	for _, i := range nodes {
		linalg.Axpy(1, s.logits[i*c:(i+1)*c], prototype.Row(labels[i]))
		count[labels[i]]++
	}
	for k := range c {
		for q := range c {
			prototype.Data[k*c+q] /= math.Max(1, count[k]) // 1 avoids 0/0
		}
	}
	d := make([]float64, c) // the difference of a node from a prototype
	setDifference := func(node, class int) {
		for q := range d {
			d[q] = s.logits[node*c+q] - prototype.At(class, q)
		}
	}
	// The covariance and its eigenpairs.
	covariance := linalg.NewDense(c, c)
	trace := 0.0
	for _, i := range nodes {
		setDifference(i, labels[i])
		for q := range c {
			linalg.Axpy(d[q]/float64(len(nodes)), d, covariance.Row(q))
			trace += d[q] * d[q] / float64(len(nodes))
		}
	}
	for q := range c {
		covariance.Data[q*c+q] += 1e-3*trace/float64(c) + 1e-6 // makes the covariance invertible
	}
	values, v, err := linalg.EigSym(covariance, linalg.WithVectors)
	if err != nil { // cannot happen: the covariance is symmetric and finite
		return
	}
	// squaredLength returns Σ_e (v_eᵀd)²/λ_e over the eigenpairs, the squared distance for d.
	squaredLength := func() float64 {
		square := 0.0
		for e, eigenvalue := range values {
			projection := 0.0
			for q := range c {
				projection += float64(d[q] * v.At(q, e))
			}
			square += projection * projection / eigenvalue
		}
		return square
	}
	for i := range len(s.logits) / c {
		nearest := math.Inf(1) // squared distance to the nearest prototype
		for k := range c {
			if count[k] > 0 {
				setDifference(i, k)
				nearest = math.Min(nearest, squaredLength())
			}
		}
		if !math.IsInf(nearest, 1) { // without training nodes the feature stays 0
			s.feature[i*simFeatures+1] = math.Sqrt(nearest)
		}
	}
}

// Temperature returns T of node i. log T is limited to [−simSpan, simSpan].
func (s *SimCalib) Temperature(i int) float64 {
	logT := 0.0
	for k, w := range s.Weights {
		logT += float64(w * s.feature[i*simFeatures+k])
	}
	return linalg.Exp(math.Max(-simSpan, math.Min(simSpan, logT)))
}

// Apply writes the calibrated probabilities of all nodes to dst, n×classes.
func (s *SimCalib) Apply(dst []float64) {
	c := s.classes
	for i := range len(s.logits) / c {
		row, out := s.logits[i*c:(i+1)*c], dst[i*c:(i+1)*c]
		predicted := s.predicted[i]
		t := s.Temperature(i)
		sum := 0.0
		for k, z := range row {
			out[k] = linalg.Exp((z - row[predicted]) / t)
			sum += out[k]
		}
		for k := range out {
			out[k] /= sum
			// The prediction is the first largest class, with the probability 1/sum. Rounding must not make an earlier class as large.
			if k < predicted && out[k] == 1/sum {
				out[k] = math.Nextafter(out[k], 0)
			}
		}
	}
}

// Log returns the logarithm of the calibrated probability of a class of node i.
func (s *SimCalib) Log(i, class int) float64 {
	row := s.logits[i*s.classes : (i+1)*s.classes]
	t, largest := s.Temperature(i), row[s.predicted[i]]
	sum := 0.0
	for _, z := range row {
		sum += linalg.Exp((z - largest) / t)
	}
	return (row[class]-largest)/t - linalg.Log(sum)
}

// risk returns the mean negative log-likelihood of the nodes plus the ridge.
// It sets grad to the gradient, and curvature to an upper bound of the second derivative.
func (s *SimCalib) risk(labels, nodes []int, grad *[simFeatures]float64, curvature *linalg.Dense) float64 {
	// The ridge has no term for w₀. The curvature also has simRidge for w₀, so that it is invertible.
	c := s.classes
	sum := 0.0
	*grad = [simFeatures]float64{}
	clear(curvature.Data)
	for k, w := range s.Weights {
		if k > 0 {
			sum += float64(simRidge * w * w / 2)
			grad[k] = simRidge * w
		}
		curvature.Data[k*simFeatures+k] = simRidge
	}
	for _, i := range nodes {
		// The mean and mean square of the logits under the calibrated probabilities.
		t, row := s.Temperature(i), s.logits[i*c:(i+1)*c]
		largest := row[s.predicted[i]]
		total, weighted, weightedSquares := 0.0, 0.0, 0.0
		for _, z := range row {
			p := linalg.Exp((z - largest) / t)
			total += p
			weighted += float64(p * z)
			weightedSquares += float64(p * z * z)
		}
		mean, meanSquare := weighted/total, weightedSquares/total
		sum += (linalg.Log(total) + (largest-row[labels[i]])/t) / float64(len(nodes))
		atBound := t <= linalg.Exp(-simSpan) || t >= linalg.Exp(simSpan)
		if atBound { // the derivative of T is 0
			continue
		}
		// first is the derivative of the node's loss by log T. second is an upper bound of the second derivative.
		// The features are the derivatives of log T by the weights.
		first := (row[labels[i]] - mean) / t
		second := (meanSquare-float64(mean*mean))/(t*t) + math.Abs(first)
		for k := range simFeatures {
			f := s.feature[i*simFeatures+k]
			grad[k] += first * f / float64(len(nodes))
			linalg.Axpy(second*f/float64(len(nodes)), s.feature[i*simFeatures:(i+1)*simFeatures], curvature.Row(k))
		}
	}
	return sum
}

// fit lowers the risk by Newton steps, with curvature in place of the second derivative. It ends after 50 steps, or earlier if lowerRisk
// finds no lower risk. Without nodes it changes nothing.
func (s *SimCalib) fit(labels, nodes []int) {
	if len(nodes) == 0 {
		return
	}
	const maxSteps = 50
	var grad [simFeatures]float64
	curvature := linalg.NewDense(simFeatures, simFeatures)
	for range maxSteps {
		risk := s.risk(labels, nodes, &grad, curvature)
		// The eigenpairs of the curvature give the Newton step.
		values, v, err := linalg.EigSym(curvature, linalg.WithVectors)
		if err != nil { // cannot happen: the matrix is symmetric and finite
			return
		}
		var step [simFeatures]float64 // becomes −curvature⁻¹·grad
		for e, eigenvalue := range values {
			projection := 0.0
			for k, g := range grad {
				projection += float64(g * v.At(k, e))
			}
			for k := range step {
				step[k] -= float64(projection / eigenvalue * v.At(k, e))
			}
		}
		if !s.lowerRisk(labels, nodes, step, risk) {
			return
		}
	}
}

// lowerRisk tries step, step/2, step/4, … down to 1e-6 of the step. It adds the first try after which the risk is below the
// given risk to the weights, and returns true. If no try lowers the risk, it leaves the weights unchanged and returns false.
func (s *SimCalib) lowerRisk(labels, nodes []int, step [simFeatures]float64, risk float64) bool {
	var ignoredGrad [simFeatures]float64
	ignoredCurvature := linalg.NewDense(simFeatures, simFeatures)
	before := s.Weights
	for length := 1.0; length > 1e-6; length /= 2 {
		for k := range step {
			s.Weights[k] = before[k] + float64(length*step[k])
		}
		if s.risk(labels, nodes, &ignoredGrad, ignoredCurvature) < risk {
			return true
		}
	}
	s.Weights = before
	return false
}
