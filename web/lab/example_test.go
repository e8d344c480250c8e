package lab_test

import (
	"fmt"

	"sheafscope/web/lab"
)

// ExampleDiffer compares the predictions of two runs. The last node has no label, −1.
func ExampleDiffer() {
	a, b, truth := []int{0, 1, 1, 0}, []int{0, 0, 0, 1}, []int{0, 1, 0, -1}
	fmt.Println(lab.Differ(a, b, truth).Sentence())
	// Output: A and B disagree on 3 of 4 nodes; A right on 1, B right on 1 of those, 1 without a label.
}
