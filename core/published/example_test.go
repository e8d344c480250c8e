package published_test

import (
	"fmt"

	"sheafscope/core/published"
)

// The published accuracies of SGPC on two data sets, 0 if there is none, and the number of data sets.
func ExampleSGPC() {
	fmt.Println(published.SGPC().Of("texas"), published.SGPC().Of("cornell"), len(published.Datasets()), "data sets")
	// Output: 83.2 0 10 data sets
}
