package published_test

import (
	"fmt"

	"sheafscope/core/published"
)

func ExampleSGPC() {
	fmt.Println(published.SGPC().Of("texas"), published.SGPC().Of("cornell"), len(published.Datasets()), "data sets")
	// Output: 83.2 0 10 data sets
}
