package session

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
)

// chooseGraph makes the graph and the split of a recipe, with its edits.
func (c Core) chooseGraph(r recipe.Run, files []content.File) (*Source, error) {
	base, err := c.readGraph(r, files)
	if err != nil {
		return nil, err
	}
	g, splits := base.Graph, base.Splits
	if g.N > 0 || r.Edits == nil {
		if g.N == 0 {
			return nil, fmt.Errorf("there is nothing on the canvas yet; draw nodes of two classes and an edge")
		}
		// The split belongs to the graph as it was: nodes keep their set when others change.
		if base.Split, err = chooseSplit(g, splits, r); err != nil || r.Edits == nil {
			return base, err
		}
	}
	s := &Source{Base: base, Splits: splits, Format: base.Format, Recognition: base.Recognition}
	if s.Graph, s.Split, s.IDs, err = r.Edits.Apply(g, base.Split); err != nil {
		return nil, err
	}
	if g.N == 0 && r.Split != "" {
		// There was nothing to draw a split from.
		drawn, err := graph.ParseSplit(s.Graph, r.Split, r.Seed)
		if err != nil {
			return nil, err
		}
		s.Split = r.Edits.Override(s.Graph, drawn, s.IDs)
	}
	return s, nil
}
