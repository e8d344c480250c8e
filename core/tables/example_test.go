package tables_test

import (
	"fmt"

	"sheafscope/core/tables"
)

// Means come with the sample standard deviation.
func ExampleSummarize() {
	s := tables.Summarize([]float64{80, 84, 88})
	fmt.Println(s, "over", s.N)
	// Output: 84.0 ± 4.0 over 3
}

// A table in Markdown has its first column on the left and the others on the right.
func ExampleMarkdown() {
	fmt.Print(tables.Markdown([]string{"model", "texas"}, [][]string{{"GCN", "55.1"}, {"NSD", "86.0"}}))
	// Output:
	// | model | texas |
	// |---|---:|
	// | GCN | 55.1 |
	// | NSD | 86.0 |
}
