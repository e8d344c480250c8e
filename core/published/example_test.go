package published_test

import (
	"fmt"

	"sheafscope/core/published"
)

func ExampleRows() {
	for _, r := range published.Rows(true)[:2] {
		fmt.Println(r.Name, r.Mean["texas"])
	}
	fmt.Println(len(published.Rows(false)), "row for other splits;", len(published.Datasets()), "data sets")
	// Output:
	// SGPC, its paper 83.2
	// NSD, best of its sheaves 85.95
	// 1 row for other splits; 10 data sets
}
