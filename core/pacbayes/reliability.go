package pacbayes

import "math"

// Reliability is a reliability diagram. The confidence of a node is the probability of its predicted class.
// Bins of equal width divide the nodes by their confidence.
type Reliability struct {
	// Confidence and Accuracy are the means over each bin, or 0 for an empty bin. Count is the number of nodes of each bin.
	Confidence, Accuracy []float64
	Count                []int
	// ECE is the expected calibration error Σ Count/n·|Accuracy−Confidence|, or 0 without nodes.
	ECE float64
}

// NewReliability bins the given nodes; prob is N×classes.
// Bin k has the confidences in [k/bins, (k+1)/bins), and the last bin also has 1.
// Nodes with label −1 do not count. Among classes of equal probability the first is the prediction.
func NewReliability(prob []float64, classes int, labels, nodes []int, bins int) *Reliability {
	r := &Reliability{Confidence: make([]float64, bins), Accuracy: make([]float64, bins), Count: make([]int, bins)}
	n := 0
	for _, i := range nodes {
		if labels[i] < 0 {
			continue
		}
		n++
		best := 0
		row := prob[i*classes : i*classes+classes]
		for k, p := range row {
			if p > row[best] {
				best = k
			}
		}
		b := min(bins-1, max(0, int(row[best]*float64(bins))))
		r.Count[b]++
		r.Confidence[b] += row[best]
		if best == labels[i] {
			r.Accuracy[b]++
		}
	}
	for b, k := range r.Count {
		if k == 0 {
			continue
		}
		r.Confidence[b] /= float64(k)
		r.Accuracy[b] /= float64(k)
		r.ECE += float64(k) / float64(n) * math.Abs(r.Accuracy[b]-r.Confidence[b])
	}
	return r
}
