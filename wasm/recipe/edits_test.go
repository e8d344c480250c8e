package recipe_test

import (
	"reflect"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
)

// A drawing of graph.MaxEdits − 1 changes fits into a link, and the link reads back as the drawing. Each node but the first has an edge to
// an earlier node. The places of the nodes and the ends of the edges are pseudo-random.
func TestLargestDrawingFits(t *testing.T) {
	base, e := graph.Blank(), graph.Edits{}
	var err error
	x := uint32(1) // a linear congruential generator, so that the drawing cannot be compressed much
	for i := range graph.MaxEdits / 2 {
		x = x*1664525 + 1013904223
		// Class, x and y of a node; x and y are 12 bits of the random number, from −2048 to 2047.
		if e, err = e.AddNode(base, i%2, int(x>>20)-2048, int(x>>8&0xfff)-2048); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			if e, err = e.AddEdge(base, i, int(x>>4)%i); err != nil {
				t.Fatal(err)
			}
		}
	}
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "blank", Edits: &e}})
	if err != nil {
		t.Fatalf("a drawing of %d changes has no link: %v", e.Size(), err)
	}
	r, err := recipe.Parse(link)
	if err != nil || !reflect.DeepEqual(*r.Edits, e) {
		t.Errorf("the link of %d changes, %d characters, reads as another drawing, %v", e.Size(), len(link), err)
	}
}
