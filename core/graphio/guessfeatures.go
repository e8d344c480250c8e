package graphio

import (
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// listedFeatures reads the features from one column of lists, of a width that is -1
// when the lists themselves say it.
func (a *assembly) listedFeatures(g *graph.Graph, list *column, width int) error {
	g.X = &linalg.CSR{Rows: g.N, Cols: max(width, 0), Ptr: make([]int32, 1, g.N+1)}
	for i := range g.N {
		if err := a.featureList(g.X, i, list.value(i), width < 0); err != nil {
			return err
		}
	}
	return nil
}

// numericColumns makes a feature of every column whose values are numbers.
func (a *assembly) numericColumns(g *graph.Graph, class *column, used map[*column]bool) error {
	marked := false
	for _, c := range a.columns {
		marked = marked || strings.HasPrefix(c.key, featurePrefix)
	}
	var cols []*column
	var names, left, kept, refused []string
	for _, c := range a.columns {
		name, isMarked := strings.CutPrefix(c.key, featurePrefix)
		switch {
		case c.fix == content.RoleFeature:
		case c.fix != "" || used[c]:
			if c.fix == content.RoleIgnored {
				refused = append(refused, quote(c.key))
			}
			continue
		case a.none[content.RoleFeature]:
			refused = append(refused, quote(c.key))
			continue
		case marked && isMarked:
		case !marked && a.repeatsID(g, c):
			continue // it says nothing more
		case marked || !numeric(c) && !boolean(c):
			left = append(left, quote(c.key))
			continue
		case a.leaves(c) || a.saysClass(c, class) || a.target(c):
			kept = append(kept, quote(c.key))
			continue
		}
		c.role = content.RoleFeature
		cols = append(cols, c)
		names = append(names, cleanName(name))
	}
	leave(g, "Attributes that are neither numbers nor a class were left out: ", left)
	leave(g, "Attributes that number, draw or divide the nodes, and so are no features, were left out: ", kept)
	leave(g, "Attributes left out as you said: ", refused)
	if len(cols) == 0 {
		return nil
	}
	if g.N*len(cols) > 5*maxCells {
		return fault(a.file, 0, "take fewer columns or nodes", "%d nodes with %d numeric attributes are too many", g.N, len(cols))
	}
	x := &linalg.CSR{Rows: g.N, Cols: len(cols), Ptr: make([]int32, 1, g.N+1)}
	lacking := 0
	for i := range g.N {
		for k, c := range cols {
			s := c.value(i)
			if isMissing(s) {
				lacking++
				continue
			}
			if b, ok := truths[strings.ToLower(s)]; ok {
				s = b
			}
			v, why := parseNumber(s)
			if why != "" {
				return fault(a.file, a.lines[i], "features are finite numbers", "the attribute %s of node %s is %s, which %s", quote(c.key),
					quote(a.ids[i]), quote(s), why)
			}
			if v != 0 {
				if err := appendEntry(x, a.file, a.lines[i], k, v); err != nil {
					return err
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	if lacking > 0 {
		g.Notes = append(g.Notes, words.Count(lacking, "missing feature value")+" taken as 0.")
	}
	g.X = x
	for k, s := range names {
		if s != strconv.Itoa(k) {
			g.FeatureNames = names
			break
		}
	}
	return nil
}

// target reports whether a column of real numbers is called what is to be predicted.
func (a *assembly) target(c *column) bool {
	w := content.Word(c.key)
	return w == "y" || w == "target" || w == "targets" || w == "label" || w == "labels"
}
