// This file makes the tables of the flag -mistakes of the command table: how often each node is wrong.

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

// mistakesOf counts the mistakes on a data set, whose graph is g. The results must come from a [Library] with votes: their outcomes have
// the predicted class of each node.
func mistakesOf(g *graph.Graph, dataset string, results []Result) *tables.Mistakes {
	var runs []tables.Votes
	for _, r := range results {
		if r.Cell.Dataset == dataset {
			runs = append(runs, tables.Votes{Model: peer.Label(r.Cell.Model), Split: r.Cell.Split, Pred: r.Outcome.Pred, Tested: r.Outcome.Tested})
		}
	}
	return tables.NewMistakes(runs, g.Labels)
}

// mistakesText returns the counts of mistakes on every data set of the results as Markdown. It fails if a data set cannot be loaded.
func mistakesText(lib *Library, results []Result) (string, error) {
	var b strings.Builder
	var datasets []string // data sets that are already written
	for _, r := range results {
		if slices.Contains(datasets, r.Cell.Dataset) {
			continue
		}
		datasets = append(datasets, r.Cell.Dataset)
		// All cells on the data set have one graph, so the first cell suffices.
		g, _, err := lib.resolve(r.Cell)
		if err != nil {
			return "", err
		}
		writeMistakes(&b, g, r.Cell.Dataset, mistakesOf(g, r.Cell.Dataset, results))
	}
	return b.String(), nil
}

// writeMistakes writes the numbers of nodes with and without mistakes, then tables of the pairs of models if there are several models, and
// then a table of the nodes with a mistake.
func writeMistakes(b *strings.Builder, g *graph.Graph, dataset string, m *tables.Mistakes) {
	tested, always, never := m.Count() // numbers of nodes: tested, and of these always wrong or never wrong
	fmt.Fprintf(b, "\n### Mistakes over runs, %s\n\n%d of %d nodes were labelled test nodes in a run or more: "+
		"%d wrong each time, %d sometimes, %d never.\n", dataset, tested, m.N, always, tested-always-never, never)
	if len(m.Models) > 1 {
		writeModelPairs(b, m)
	}
	writeWrongNodes(b, g, m)
}

// writeModelPairs writes two tables with a row and a column for each model.
// The first table has numbers of nodes that the row's model predicts correctly and the column's model does not, on one split or more.
// The second table has the shares of the common cases in which both models predict the same class, in per cent. A common case is a test
// node in a pair of runs on one split; see [tables.MistakePair].
func writeModelPairs(b *strings.Builder, m *tables.Mistakes) {
	n := len(m.Models)
	var correctRows, agreeRows [][]string
	// m.Pairs has the pairs of models row by row.
	for row, name := range m.Models {
		correctRow, agreeRow := []string{name}, []string{name}
		// p.Only has the nodes that the first table counts. Both predictions are equal in p.Agree of the p.Cases common cases.
		for _, p := range m.Pairs[row*n : (row+1)*n] {
			correctRow = append(correctRow, strconv.Itoa(len(p.Only)))
			agree := "–" // without a common case
			if p.Cases > 0 {
				agree = fmt.Sprintf("%.1f", 100*float64(p.Agree)/float64(p.Cases))
			}
			agreeRow = append(agreeRow, agree)
		}
		correctRows = append(correctRows, correctRow)
		agreeRows = append(agreeRows, agreeRow)
	}
	b.WriteString("\nNodes that the row's model gets right and the column's wrong, on one split or more.\n\n" +
		tables.Markdown(append([]string{"right, wrong in"}, m.Models...), correctRows))
	b.WriteString("\nShare of the test nodes, in %, that both call the same class, right or wrong.\n\n" +
		tables.Markdown(append([]string{"agree"}, m.Models...), agreeRows))
}

// writeWrongNodes writes a table of the nodes with a mistake. A row has the mistakes of all models together, and then of each model.
// A cell is such as "3 of 10". If no node has a mistake, there is no table.
// The rows are in the order of falling share of mistakes, then falling number of tests, then rising number of the node.
func writeWrongNodes(b *strings.Builder, g *graph.Graph, m *tables.Mistakes) {
	var nodes []int // nodes with a mistake
	for i := range m.N {
		if _, wrong := m.Node(i); wrong > 0 {
			nodes = append(nodes, i)
		}
	}
	slices.SortStableFunc(nodes, func(i, j int) int {
		testsI, wrongI := m.Node(i)
		testsJ, wrongJ := m.Node(j)
		// Node i is first if wrongI/testsI > wrongJ/testsJ. Both sides are multiplied by testsI·testsJ, so that they are whole numbers.
		byShare := cmp.Compare(wrongJ*testsI, wrongI*testsJ)
		return cmp.Or(byShare, cmp.Compare(testsJ, testsI))
	})
	var rows [][]string
	for _, i := range nodes {
		name := strconv.Itoa(i) // nodes and classes count from 0
		if i < len(g.NodeNames) && g.NodeNames[i] != "" {
			name += " (" + g.NodeNames[i] + ")"
		}
		// m.Tests and m.Wrong have the counts of all nodes, model by model.
		row := []string{name, strconv.Itoa(g.Labels[i]), wrongOfTests(m.Node(i))}
		for k := range m.Models {
			row = append(row, wrongOfTests(m.Tests[k*m.N+i], m.Wrong[k*m.N+i]))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		b.WriteString("\nHow often a node is wrong as a test node.\n\n" +
			tables.Markdown(append([]string{"node", "class", "all"}, m.Models...), rows))
	}
}

// wrongOfTests returns a text such as "3 of 10" for 3 mistakes in 10 tests. It returns "–" if the node was never a test node.
func wrongOfTests(tests, wrong int) string {
	if tests == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d", wrong, tests)
}
