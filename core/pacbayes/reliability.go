package pacbayes

import "math"

// Reliability is a reliability diagram. The confidence of a node is the probability of its predicted class.
// Bins of equal width divide the nodes by their confidence.
type Reliability struct {
	// For each bin, Confidence is the mean confidence, and Accuracy is the share of right predictions. Both are 0 for an empty bin.
	// Count is the number of nodes of each bin.
	Confidence, Accuracy []float64
	Count                []int
	// ECE is the expected calibration error Σ Count/n·|Accuracy−Confidence| over the bins, or 0 without nodes. n is the sum of Count.
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
	// The sums become means. ECE becomes the mean of their differences, weighted by the numbers of nodes.
	for b, count := range r.Count {
		if count == 0 {
			continue
		}
		r.Confidence[b] /= float64(count)
		r.Accuracy[b] /= float64(count)
		r.ECE += float64(count) / float64(n) * math.Abs(r.Accuracy[b]-r.Confidence[b])
	}
	return r
}
