package train_test

import (
	"fmt"
	"math"

	"sheafscope/core/train"
)

// The best epoch has the highest validation accuracy and, among equal accuracies, the lowest loss. Patience counts epochs without progress
// in either.
func ExampleBest() {
	var b train.Best
	// Each epoch has an accuracy and a loss.
	for epoch, v := range [][2]float64{{0.8, 0.5}, {0.8, 0.4}, {0.7, 0.45}, {0.7, 0.45}} {
		b.Offer(epoch+1, v[0], v[1])
	}
	// At epoch 4 the last two epochs made no progress. Of the last three, epoch 2 did.
	fmt.Println(b.Epoch, b.Exhausted(4, 2), b.Exhausted(4, 3))
	// Output: 2 true false
}

// Two of three nodes have the highest probability at their label. The mean negative log-likelihood is that of node 0, −log 0.9.
func ExampleAccuracy() {
	prob := []float64{0.9, 0.1, 0.2, 0.8, 0.6, 0.4} // two classes for each node
	logf := func(node, class int) float64 { return math.Log(prob[2*node+class]) }
	fmt.Printf("%.2f %.2f\n", train.Accuracy(prob, 2, []int{0, 1, 1}, []int{0, 1, 2}), train.NegLogLik(logf, []int{0, 1, 1}, []int{0}))
	// Output: 0.67 0.11
}
