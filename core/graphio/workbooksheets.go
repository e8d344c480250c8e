package graphio

import (
	"path"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file chooses the sheets of a workbook with the edges and the nodes, for openWorkbook.

// workbook is the selected content of a spreadsheet.
type workbook struct {
	// files are the sheets with the edges and the nodes as tables, in the order of the workbook: one or two files.
	files []File
	// others are the names of the sheets with rows that are not read. alike are the names of sheets in others that resemble edges.
	others, alike []string
	// note is a sentence about the sheets in others. It is "" if others is empty, or if one of these sheets resembles edges.
	note string
	// edges is the name of the sheet with the edges.
	edges string
	// doubts are about the cells of the read sheets, and about unread sheets that resemble edges.
	doubts []Doubt
}

// chooseSheets selects the sheet with the edges and, if there is one, the sheet with their nodes. book is the name of the workbook.
// userSheet is the name of the sheet with the edges that the user has chosen, or "". A name that no sheet has is ignored.
// If every sheet is empty or no table, or the only tables are hidden beside other rows, chooseSheets returns an error.
func chooseSheets(book string, sheets []*sheetData, userSheet string) (*workbook, error) {
	w := &workbook{}
	// A candidate is a sheet as a table. score is the evidence that the sheet has the edges.
	type candidate struct {
		*sheetData
		t     *table
		score int
	}
	// Every visible sheet with rows is a candidate. A hidden sheet is a candidate if the user has chosen it, or if no visible sheet has rows.
	isVisible := func(s *sheetData) bool { return !s.hidden && s.grid.filledRows() > 0 }
	haveVisible := slices.ContainsFunc(sheets, isVisible)
	var list []candidate
	for _, s := range sheets {
		f := s.table(book)
		if s.grid.filledRows() == 0 {
			continue
		}
		// A sheet that is no table is not read. The empty layout means that the user has made no choices.
		t, err := openTable(f, content.Layout{})
		if err != nil {
			w.others = append(w.others, path.Base(f.Name))
			continue
		}
		isUserSheet := strings.EqualFold(path.Base(f.Name), userSheet)
		if s.hidden && haveVisible && !isUserSheet {
			w.leaveOut(t)
			continue
		}
		score := userScore
		if !isUserSheet {
			score = t.edgeScore(s.name)
		}
		list = append(list, candidate{s, t, score})
	}
	if len(list) == 0 {
		return nil, fault(book, 0, "fill a sheet with one edge a row", "the workbook has no sheet with rows")
	}
	// best is the index of the sheet with the edges. Of equal scores, the first sheet is selected.
	best := 0
	for k, c := range list {
		if c.score > list[best].score {
			best = k
		}
	}
	// nodes is the index of the sheet with the nodes, -1 if no sheet has them. The sheet must have at least half of the ends of edges as ids,
	// or as texts to which edges may refer (textIDs). Of several sheets, the first sheet with the largest share is selected.
	edges, nodes, bestShare := list[best], -1, 0.5
	// A sheet with a lower score has no two ends.
	if edges.score >= anyColumnsScore {
		// endIDs reads the columns in cols.
		ends := columnSet{values: map[string]bool{}}
		edges.t.cols = edges.t.endColumns()
		for id := range edges.t.endIDs {
			// Without the clone, the set would keep the whole file in memory.
			ends.values[strings.Clone(id)] = true
		}
		for k, c := range list {
			// A sheet with too many repeated ids has no nodes: ids.values is then nil.
			ids := columnSet{values: c.t.uniqueIDs()}
			if k == best || ids.values == nil {
				continue
			}
			share := max(overlap(ends, ids), overlap(ends, c.t.textIDs()))
			isBest := nodes < 0 || share > bestShare
			if share >= bestShare && isBest {
				nodes, bestShare = k, share
			}
		}
	}
	for k, c := range list {
		if k != best && k != nodes {
			w.leaveOut(c.t)
			continue
		}
		w.files = append(w.files, c.table(book))
		if remarks := c.remarks(); len(remarks) > 0 {
			w.doubts = append(w.doubts, Doubt{Rule: "sheet", Text: "The sheet " + quote(c.name) + " has " + strings.Join(remarks, "; ") + "."})
		}
	}
	w.edges = path.Base(edges.t.Name)
	if len(w.alike) > 0 {
		w.doubts = append(w.doubts, Doubt{Rule: "sheets", Text: "The edges were read from the sheet " + quote(w.edges) +
			"; these sheets look like edges, too, and were not read: " + shortList(w.alike) + "."})
	} else if len(w.others) > 0 {
		w.note = "Sheets that hold no edges were left out: " + shortList(w.others) + "."
	}
	return w, nil
}

// The scores of a sheet, by the evidence for edges. Only their order matters. The first case of edgeScore that applies gives the score.
const (
	// nodesScore is for a sheet called nodes. singleColumnScore is for any other sheet with a single column or a header of nodes.
	nodesScore        = 0
	singleColumnScore = 1
	// anyColumnsScore is for any two columns without a header of nodes.
	anyColumnsScore = 2
	// proposalScore is for two columns that are probably ends. shapeScore is for a matrix or an adjacency list.
	proposalScore = 3
	shapeScore    = 4
	// edgesNameScore is for a sheet called edges. endNamesScore is for a header with the names of two ends,
	// and 1 more if the sheet is also called edges.
	edgesNameScore = 5
	endNamesScore  = 6
	// userScore is for the sheet that the user has chosen. It exceeds endNamesScore+1.
	userScore = 9
)

// edgeScore returns the score of the table in a sheet that the user has not chosen.
func (t *table) edgeScore(sheet string) int {
	kind := fileKind(sheet)
	switch {
	case t.edgeColumns()[0] >= 0 && t.width > 1:
		return endNamesScore + oneIf(kind == "edges")
	case kind == "edges" && t.width > 1:
		return edgesNameScore
	case t.shape() != shapePairs:
		return shapeScore
	case t.propose() != nil:
		return proposalScore
	// No header of nodes, and a row with several cells.
	case t.nodeScore() < headedNodes && t.size.most > 1:
		return anyColumnsScore
	case kind == "nodes":
		return nodesScore
	}
	return singleColumnScore
}

// leaveOut records an unread sheet in others. If the sheet has evidence for edges, leaveOut records it in alike, too.
func (w *workbook) leaveOut(t *table) {
	// minShare is the least share of the values of the first column that the second column must have, too.
	const minShare = 0.3
	name := path.Base(t.Name)
	w.others = append(w.others, name)
	sets := t.columnSets()
	// The first two columns have common values and no fractions. A single value may be common by chance.
	haveIDs := len(sets) > 1 && len(sets[0].values) > 1 && sets[0].fractions+sets[1].fractions == 0
	shareValues := haveIDs && overlap(sets[0], sets[1]) >= minShare
	hasEnds := t.edgeColumns()[0] >= 0 || t.propose() != nil
	// The sheet is a matrix or an adjacency list. Two rows may have such a shape by chance.
	// hasShape is a function, because shape takes time and is seldom needed.
	hasShape := func() bool { return t.size.rows > 2 && t.shape() != shapePairs }
	if hasEnds || shareValues || hasShape() || fileKind(name) == "edges" {
		w.alike = append(w.alike, name)
	}
}

// shortList returns the first eight names in quotes, separated by commas. If the list has more names, an ellipsis follows.
func shortList(list []string) string {
	const maxNames = 8
	var names []string
	for _, s := range list[:min(len(list), maxNames)] {
		names = append(names, quote(cleanName(s)))
	}
	return strings.Join(names, ", ") + words.Either(len(list) > maxNames, ", …", "")
}

// textIDs returns the values of the second column, at most MaxNodes. They may be names, by which edges refer to nodes.
func (t *table) textIDs() columnSet {
	s := columnSet{values: map[string]bool{}}
	for _, cells := range t.bodyRows() {
		v := strings.TrimSpace(cellAt(cells, 1))
		if v != "" && len(s.values) < MaxNodes {
			// Without the clone, the set would keep the whole file in memory.
			s.values[strings.Clone(v)] = true
		}
	}
	return s
}
