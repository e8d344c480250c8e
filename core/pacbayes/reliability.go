package pacbayes

import "math"

// Reliability is a reliability diagram. The confidence of a node is the probability of its predicted class.
// Bins of equal width divide the nodes by their confidence.
type Reliability struct {
	Confidence []float64 // mean confidence of each bin, or 0 for an empty bin
	Accuracy   []float64 // share of right predictions of each bin, or 0 for an empty bin
	Count      []int     // number of nodes of each bin
	// ECE is the expected calibration error (Guo et al., 2017), Σ Count/n·|Accuracy−Confidence| with n = Σ Count. It is 0 without nodes.
	ECE float64
}

// NewReliability divides the given nodes into bins; prob is N×classes.
// Bin k, counted from 0, has the confidences in [k/bins, (k+1)/bins). The last bin also has the confidence 1.
// Nodes with label −1 do not count. Among classes of equal probability the first is the prediction.
func NewReliability(prob []float64, classes int, labels, nodes []int, bins int) *Reliability {
	r := &Reliability{Confidence: make([]float64, bins), Accuracy: make([]float64, bins), Count: make([]int, bins)}
	// At first, Confidence and Accuracy are sums over the nodes of a bin.
	n := 0 // number of nodes that count
	for _, i := range nodes {
		if labels[i] < 0 {
			continue
		}
		n++
		row := prob[i*classes : i*classes+classes]
		predicted := argMax(row)
		confidence := row[predicted]
		b := min(bins-1, max(0, int(confidence*float64(bins)))) // a bin also for the confidences 1 and NaN
		r.Count[b]++
		r.Confidence[b] += confidence
		if predicted == labels[i] {
			r.Accuracy[b]++
		}
	}
	// The sums become means.
	for b, count := range r.Count {
		if count == 0 {
			continue
		}
		r.Confidence[b] /= float64(count)
		r.Accuracy[b] /= float64(count)
		r.ECE += float64(float64(count) / float64(n) * math.Abs(r.Accuracy[b]-r.Confidence[b]))
	}
	return r
}
