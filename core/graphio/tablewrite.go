package graphio

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// maxTableCells is the largest number of feature cells that get columns of
// their own.
const maxTableCells = 2_000_000

// changed reports whether a text has an apostrophe put before it.
func changed(text string) bool { return words.Guard(text) != text }

// writeTables writes an edge list with the columns source and target, and type
// (directed or undirected) when there are one-way edges; and a
// node table with the columns id, name (if there are names), class, class_name,
// set (if there is a split) and one column "feature:…" per feature, or a single column features(f) of
// "column:value" lists when the former would be too many.
func writeTables(edges, nodes io.Writer, g *graph.Graph, x *Extra) error {
	e := csv.NewWriter(edges)
	line := []string{"source", "target", typeKey}
	if g.Directions == nil {
		line = line[:2]
	}
	e.Write(line)
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		row := []string{strconv.Itoa(int(from)), strconv.Itoa(int(to)), "directed"}
		if two {
			row[2] = "undirected"
		}
		e.Write(row[:len(line)])
	}
	e.Flush()
	if err := e.Error(); err != nil {
		return err
	}
	guard := func(text string) string { return text }
	if (x == nil || !x.Raw) && (slices.ContainsFunc(g.NodeNames, changed) || slices.ContainsFunc(g.ClassNames, changed)) {
		guard = words.Guard
		if _, err := io.WriteString(nodes, words.GuardNote); err != nil {
			return err
		}
	}
	n := csv.NewWriter(nodes)
	row := []string{"id"}
	if g.NodeNames != nil {
		row = append(row, "name")
	}
	row = append(row, "class", "class_name")
	sets := setsOf(x, g.N)
	if sets != nil {
		row = append(row, setKey)
	}
	f := g.X.Cols
	wide := f > 0 && (g.N+1)*f <= maxTableCells
	seen := map[string]bool{}
	for c := 0; wide && c < f; c++ {
		name := strconv.Itoa(c)
		if g.FeatureNames != nil {
			name = g.FeatureNames[c]
		}
		// Two features of one name need two columns all the same.
		for k, of := 2, name; seen[name]; k++ {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", of, k))
		}
		seen[name] = true
		row = append(row, featurePrefix+name)
	}
	if f > 0 && !wide {
		row = append(row, fmt.Sprintf("features(%d)", f))
	}
	n.Write(row)
	for i := range g.N {
		row = append(row[:0], strconv.Itoa(i))
		if g.NodeNames != nil {
			row = append(row, guard(g.NodeNames[i]))
		}
		row = append(row, strconv.Itoa(g.Labels[i]), guard(className(g, g.Labels[i])))
		if sets != nil {
			row = append(row, sets[i])
		}
		if wide {
			p := g.X.Ptr[i]
			for c := range f {
				value := "0"
				if p < g.X.Ptr[i+1] && int(g.X.Col[p]) == c {
					value = strconv.FormatFloat(g.X.Val[p], 'g', -1, 64)
					p++
				}
				row = append(row, value)
			}
		} else if f > 0 {
			row = append(row, formatFeatures(g.X, i))
		}
		n.Write(row)
	}
	n.Flush()
	return n.Error()
}
