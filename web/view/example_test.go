package view_test

import (
	"fmt"

	"sheafscope/web/view"
)

// ExampleNum prints numbers with four digits or fewer, with the page's minus sign and exponent.
func ExampleNum() {
	fmt.Println(view.Num(0.00029), view.Num(0.0441), view.Num(1.32761), view.Num(-732))
	// Output: 2.9e−4 0.0441 1.328 −732.0
}
