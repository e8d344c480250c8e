package study

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/tables"
)

// mistakesOf returns the counts of mistakes on a data set, from results of a library with votes.
func mistakesOf(g *graph.Graph, dataset string, results []Result) *tables.Mistakes {
	var runs []tables.Votes
	for _, r := range results {
		if r.Cell.Dataset == dataset {
			runs = append(runs, tables.Votes{Model: peer.Label(r.Cell.Model), Split: r.Cell.Split, Pred: r.Outcome.Pred, Tested: r.Outcome.Tested})
		}
	}
	return tables.NewMistakes(runs, g.Labels)
}

// mistakesText returns the counts of mistakes on each data set as Markdown.
func mistakesText(lib *Library, results []Result) (string, error) {
	var b strings.Builder
	var done []string
	for _, r := range results {
		if slices.Contains(done, r.Cell.Dataset) {
			continue
		}
		done = append(done, r.Cell.Dataset)
		g, _, err := lib.resolve(r.Cell)
		if err != nil {
			return "", err
		}
		writeMistakes(&b, g, r.Cell.Dataset, mistakesOf(g, r.Cell.Dataset, results))
	}
	return b.String(), nil
}

// writeMistakes writes tables of the pairs of models and of every node with a mistake, the most frequent mistakes first.
func writeMistakes(b *strings.Builder, g *graph.Graph, dataset string, m *tables.Mistakes) {
	tested, always, never := m.Count()
	fmt.Fprintf(b, "\n### Mistakes over runs, %s\n\n%d of %d nodes were test nodes in a run or more: "+
		"%d wrong each time, %d sometimes, %d never.\n", dataset, tested, m.N, always, tested-always-never, never)
	if n := len(m.Models); n > 1 {
		var only, agree [][]string
		for a, name := range m.Models {
			right, same := []string{name}, []string{name}
			for _, p := range m.Pairs[a*n : (a+1)*n] {
				right = append(right, strconv.Itoa(len(p.Only)))
				same = append(same, fmt.Sprintf("%.1f", 100*float64(p.Agree)/float64(max(1, p.Cases))))
			}
			only, agree = append(only, right), append(agree, same)
		}
		b.WriteString("\nNodes that the row's model gets right and the column's wrong, on one split or more.\n\n" +
			tables.Markdown(append([]string{"right, wrong in"}, m.Models...), only))
		b.WriteString("\nShare of the test nodes, in %, that both call the same class, right or wrong.\n\n" +
			tables.Markdown(append([]string{"agree"}, m.Models...), agree))
	}
	var nodes []int
	for i := range m.N {
		if _, wrong := m.Node(i); wrong > 0 {
			nodes = append(nodes, i)
		}
	}
	slices.SortStableFunc(nodes, func(i, j int) int {
		p, a := m.Node(i)
		q, c := m.Node(j)
		return cmp.Or(cmp.Compare(c*p, a*q), cmp.Compare(q, p))
	})
	var rows [][]string
	for _, i := range nodes {
		name := strconv.Itoa(i)
		if i < len(g.NodeNames) && g.NodeNames[i] != "" {
			name += " (" + g.NodeNames[i] + ")"
		}
		row := []string{name, strconv.Itoa(g.Labels[i])}
		share := func(tests, wrong int) {
			text := "–"
			if tests > 0 {
				text = fmt.Sprintf("%d of %d", wrong, tests)
			}
			row = append(row, text)
		}
		share(m.Node(i))
		for a := range m.Models {
			share(m.Tests[a*m.N+i], m.Wrong[a*m.N+i])
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		b.WriteString("\nHow often a node is wrong as a test node.\n\n" +
			tables.Markdown(append([]string{"node", "class", "all"}, m.Models...), rows))
	}
}
