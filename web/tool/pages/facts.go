// This file computes facts for the templates of the course that belong to no figure: about the puzzle, the exercises, the models and the
// public data sets. The puzzle is a graph of people with ties, for which a model predicts the classes of the people.

package main

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"sheafscope/core/coursemath"
	"sheafscope/core/peer"
	"sheafscope/wasm/data"
	"sheafscope/web/course"
)

// measured returns the stored mean test accuracy of a model on ten graphs of the puzzle, in whole per cent, such as "97 %". An unknown
// model is an error.
func measured(model string) (string, error) {
	for _, m := range coursemath.PuzzleAccuracies() {
		if m.Model == model {
			return strconv.FormatFloat(m.Mean(), 'f', 0, 64) + " %", nil
		}
	}
	return "", fmt.Errorf("no measurement of the model %q", model)
}

// smallPuzzle returns a fact of chapter 4 about the small puzzle: six people on two sides, which only the last tie joins. The signal is the
// class of each node, 1 or −1. The map of a person is the temper, 1 or −1. A tie keeps the rule of the puzzle if the product of map and
// class is equal at both ends. fact is:
//
//	dim            dimension of the global sections; any other fact means dim, too
//	cut-dim        dimension of the global sections without the tie that breaks the rule
//	class-energy   Dirichlet energy of the classes, with the tempers as maps
//	plain-energy   Dirichlet energy of the classes, with all maps 1
//	link           link that opens the puzzle in the editor
func smallPuzzle(fact string) (string, error) {
	s := coursemath.SmallPuzzle()
	for i := range s.X {
		s.X[i] = strconv.Itoa(int(coursemath.SmallClass(i)))
	}
	switch fact {
	case "link":
		return editorLink(s), nil
	case "cut-dim": // the last tie breaks the rule
		s.Edges = s.Edges[:len(s.Edges)-1]
	case "plain-energy":
		for e := range s.Edges {
			s.Edges[e].Maps = [2]string{"1", "1"}
		}
	}
	analysis, err := coursemath.Analyse(s)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(fact, "energy") {
		return course.Num(analysis.Energy, 0), nil
	}
	return strconv.Itoa(analysis.Dim.Dim), nil // of the global sections
}

// exerciseIDs returns the identifiers of all exercises, separated by blanks.
func exerciseIDs() string {
	var ids []string
	for _, e := range coursemath.Exercises() {
		ids = append(ids, e.ID())
	}
	return strings.Join(ids, " ")
}

// models returns a line with name and label for each peer, as in "gcn GCN". The text is escaped for HTML.
func models() string {
	var lines []string
	for _, p := range peer.All() {
		lines = append(lines, p.Name+" "+p.Label)
	}
	return html.EscapeString(strings.Join(lines, "\n"))
}

// datasetFact returns a property of a public data set from the manifest, with its unit. fact is nodes, edges, features, classes, homophily
// (in whole per cent), bytes (in kB) or host (of the first file). It returns an error for an unknown set or fact.
func datasetFact(name, fact string) (string, error) {
	s, err := data.Find(data.Prefix + name)
	if err != nil {
		return "", err
	}
	facts := map[string]string{
		"nodes": strconv.Itoa(s.Nodes), "edges": strconv.Itoa(s.Edges), "features": strconv.Itoa(s.Features),
		"classes":   strconv.Itoa(s.Classes),
		"homophily": strconv.FormatFloat(100*s.Homophily, 'f', 0, 64) + " %",
		"bytes":     strconv.FormatFloat(float64(s.Bytes())/1e3, 'f', 0, 64) + " kB",
		"host":      data.Host(s.MirrorFiles(nil)[0].URL), // nil: the address needs no checksums
	}
	text, ok := facts[fact]
	if !ok {
		return "", fmt.Errorf("data sets have no property %q", fact)
	}
	return text, nil
}
