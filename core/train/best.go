package train

import (
	"math"
	"slices"
)

// sqrt returns the square root of x, for files that need nothing else of package math.
func sqrt(x float64) float64 { return math.Sqrt(x) }

// Accuracy returns the share of correct predictions, in 0..1, among the labelled elements of nodes. The prediction for a node is [ArgMax]
// of its row of prob (n×classes). A negative label is unknown. Accuracy returns −1 if no element of nodes has a label.
func Accuracy(prob []float64, classes int, labels, nodes []int) float64 {
	right, all := 0, 0 // numbers of correctly classified nodes and of labelled nodes
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

// PredictedClasses returns the class with the largest probability ([ArgMax]) in each row of prob (n×classes).
func PredictedClasses(prob []float64, classes int) (pred []int) {
	for row := range slices.Chunk(prob, classes) {
		pred = append(pred, ArgMax(row))
	}
	return pred
}

// ArgMax returns the index of the largest element of x, and among equal elements the smallest index. For an empty x it returns 0.
func ArgMax(x []float64) int {
	largest := 0
	for i, v := range x {
		if v > x[largest] {
			largest = i
		}
	}
	return largest
}

// Best is the best epoch by validation: the epoch with the highest accuracy, and among equal accuracies the epoch with the lowest loss.
type Best struct {
	Epoch    int     // number of the best epoch, counted from 1; 0 before the first Offer
	Accuracy float64 // validation accuracy of the best epoch
	Loss     float64 // validation loss of the best epoch
	Lowest   float64 // lowest loss of all epochs so far; the loss of the best epoch may be higher
	// Progress is the last epoch that was better, or had a lower loss, than all epochs before it. Early stopping counts from Progress.
	Progress int
}

// Offer records the validation accuracy and loss of an epoch, and reports whether the epoch is the best so far. The first epoch always is.
func (b *Best) Offer(epoch int, accuracy, loss float64) bool {
	isFirst := b.Epoch == 0
	winsTie := accuracy == b.Accuracy && loss < b.Loss
	isBest := isFirst || accuracy > b.Accuracy || winsTie
	if isFirst || loss < b.Lowest {
		b.Lowest, b.Progress = loss, epoch
	}
	if isBest {
		b.Epoch, b.Accuracy, b.Loss = epoch, accuracy, loss
		b.Progress = epoch
	}
	return isBest
}

// Exhausted reports whether none of the last patience epochs up to epoch has made progress (see Progress). With patience 0, which means
// no early stopping, it returns false.
func (b *Best) Exhausted(epoch, patience int) bool {
	return patience > 0 && epoch-b.Progress >= patience
}
