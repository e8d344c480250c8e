package train

import (
	"math"
	"slices"
)

func sqrt(x float64) float64 { return math.Sqrt(x) }

// Accuracy returns the share of nodes whose row of prob (n×classes) is largest at their label.
// Nodes without a label do not count. Accuracy returns −1 if no node counts.
func Accuracy(prob []float64, classes int, labels, nodes []int) float64 {
	right, all := 0, 0
	for _, i := range nodes {
		if labels[i] < 0 {
			continue
		}
		all++
		if ArgMax(prob[i*classes:(i+1)*classes]) == labels[i] {
			right++
		}
	}
	if all == 0 {
		return -1
	}
	return float64(right) / float64(all)
}

// PredictedClasses returns the class of the largest probability in each row of prob.
func PredictedClasses(prob []float64, classes int) (pred []int) {
	for row := range slices.Chunk(prob, classes) {
		pred = append(pred, ArgMax(row))
	}
	return pred
}

// ArgMax returns the index of the first largest element.
func ArgMax(x []float64) int {
	k := 0
	for i, v := range x {
		if v > x[k] {
			k = i
		}
	}
	return k
}

// Best is the best epoch by validation: the highest accuracy, then the lowest loss.
type Best struct {
	// Epoch counts from 1; it is 0 before the first Offer.
	Epoch    int
	Accuracy float64
	Loss     float64
	// Lowest is the lowest loss so far.
	// Progress is the last epoch that improved the loss or the accuracy, for early stopping.
	Lowest   float64
	Progress int
}

// Offer records an epoch and reports whether it is the best so far.
func (b *Best) Offer(epoch int, accuracy, loss float64) bool {
	better := b.Epoch == 0 || accuracy > b.Accuracy || accuracy == b.Accuracy && loss < b.Loss
	if b.Epoch == 0 || loss < b.Lowest {
		b.Lowest, b.Progress = loss, epoch
	}
	if better {
		b.Epoch, b.Accuracy, b.Loss, b.Progress = epoch, accuracy, loss, epoch
	}
	return better
}

// Exhausted reports whether neither the accuracy nor the loss has improved for patience epochs. With patience 0 it returns false.
func (b *Best) Exhausted(epoch, patience int) bool {
	return patience > 0 && epoch-b.Progress >= patience
}
