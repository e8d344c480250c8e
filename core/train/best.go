package train

import (
	"math"
	"slices"
)

func sqrt(x float64) float64 { return math.Sqrt(x) }

// Accuracy returns the share of nodes whose row of prob (n×classes) is largest
// at their label, or −1 when nodes is empty. Nodes without a label do not count.
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

// Called returns the class of each node by its row of prob.
func Called(prob []float64, classes int) (pred []int) {
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

// Best keeps the best epoch by validation: higher accuracy, then lower loss.
type Best struct {
	// Epoch is 1-based; 0 before the first Offer.
	Epoch    int
	Accuracy float64
	Loss     float64
	// Lowest is the lowest loss seen, Progress the epoch in which it or the accuracy was last better, for patience.
	Lowest   float64
	Progress int
}

// Offer reports an epoch and returns whether it is the best so far.
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

// Exhausted reports whether neither accuracy nor loss improved for patience
// epochs; patience 0 never ends.
func (b *Best) Exhausted(epoch, patience int) bool {
	return patience > 0 && epoch-b.Progress >= patience
}
