package view_test

import (
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/web/view"
)

// This file tests the colours of the classes.

// Of two classes, class 0 has the first colour whatever the sizes of the classes, as at the level Look. Of more classes, the largest class
// has the first colour.
func TestFirstColour(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		first int
	}{{[]int{120, 140}, 0}, {[]int{140, 120}, 0}, {[]int{3, 9, 5}, 1}} {
		for k, cl := range view.Classes(&proto.GraphInfo{Classes: len(c.sizes), ClassSizes: c.sizes}) {
			if (cl.Slot == 0) != (k == c.first) {
				t.Errorf("of classes of %v nodes class %d has the colour %d", c.sizes, k, cl.Slot)
			}
		}
	}
}
