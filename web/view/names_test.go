package view_test

import (
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// This file tests the colours of the classes and the names of the nodes.

// Of two classes, class 0 has the first colour whatever the sizes of the classes, as at the level Look. Of more classes, the largest class
// has the first colour.
func TestFirstColour(t *testing.T) {
	for _, c := range []struct {
		sizes []int // nodes in each class
		first int   // the class with the first colour
	}{{[]int{120, 140}, 0}, {[]int{140, 120}, 0}, {[]int{3, 9, 5}, 1}} {
		for k, cl := range view.Classes(&proto.GraphInfo{Classes: len(c.sizes), ClassSizes: c.sizes}) {
			if (cl.Slot == 0) != (k == c.first) {
				t.Errorf("of classes of %v nodes class %d has the colour %d", c.sizes, k, cl.Slot)
			}
		}
	}
}

// The title of a node has the short name, by which the pictures call the node. The name "10345" of node 1 begins with the digit 1, but does
// not have this short name. A long name is cut.
func TestTitleHasShortName(t *testing.T) {
	for name, want := range map[string]string{"10345": "1 10345", "1": "1", "1 Mr. Hi": "1 Mr. Hi", "": "1",
		"a very long name of a node": "1 a very long name …"} {
		s := &state.State{}
		s.Graph, s.Frame = &proto.GraphInfo{N: 2, NodeNames: []string{"a name", name}}, &frame.Frame{}
		if got := view.NodeTitle(s, 1).Text; got != want {
			t.Errorf("the title of node 1 with the name %q is %q, want %q", name, got, want)
		}
	}
}
