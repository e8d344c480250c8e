package graphio

import (
	"path"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The choice of the sheets of a workbook with the edges and the nodes.

// workbook is the selected content of a spreadsheet. files are the sheets to read.
type workbook struct {
	files []File
	// others are the sheets that were not read. alike are those of them that resemble edges.
	others, alike []string
	// note is a sentence about unread sheets without edges, "" without such sheets.
	note string
	// edges is the name of the sheet with the edges.
	edges  string
	doubts []Doubt
}

// chooseSheets returns the sheet with the edges and the sheet with their nodes. userSheet is the sheet that the user has chosen, or "".
func chooseSheets(book string, sheets []*sheetData, userSheet string) (*workbook, error) {
	w := &workbook{}
	type candidate struct {
		*sheetData
		t     *table
		score int
	}
	// Every visible sheet with rows is a candidate. A hidden sheet needs the user's choice.
	var list []candidate
	for _, s := range sheets {
		f := s.table(book)
		if s.grid.filledRows() == 0 {
			continue
		}
		// A sheet that is no table is not read.
		t, err := openTable(f, content.Layout{})
		if err != nil {
			w.others = append(w.others, path.Base(f.Name))
			continue
		}
		if s.hidden && !strings.EqualFold(path.Base(f.Name), userSheet) {
			w.leaveOut(t)
			continue
		}
		c := candidate{s, t, 0}
		// The score is the evidence for edges. In descending order it is the user's choice, names of ends, the name of the sheet,
		// the shape, a proposal, and any two columns.
		switch kind := fileKind(s.name); {
		case strings.EqualFold(path.Base(f.Name), userSheet):
			c.score = 9
		case t.edgeColumns()[0] >= 0 && t.width > 1:
			c.score = 6 + oneIf(kind == "edges")
		case kind == "edges" && t.width > 1:
			c.score = 5
		case t.shape() != shapePairs:
			c.score = 4
		case t.propose() != nil:
			c.score = 3
		case t.nodeScore() < headedNodes && t.size.most > 1:
			c.score = 2
		case kind == "nodes":
			c.score = 0
		default:
			c.score = 1
		}
		list = append(list, c)
	}
	// A workbook of empty sheets.
	if len(list) == 0 {
		return nil, fault(book, 0, "fill a sheet with one edge a row", "the workbook has no sheet with rows")
	}
	// Of equal scores, the first sheet is selected.
	best := 0
	for k, c := range list {
		if c.score > list[best].score {
			best = k
		}
	}
	// The sheet with the nodes has the largest share of the ends as ids, at least half of them.
	edges, nodes, bestShare := list[best], -1, 0.5
	if edges.score > 1 {
		// The ends of the edges, to compare with the ids of every other sheet.
		ends := columnSet{values: map[string]bool{}}
		edges.t.cols = edges.t.endColumns()
		for id := range edges.t.endIDs {
			ends.values[strings.Clone(id)] = true
		}
		for k, c := range list {
			ids := columnSet{values: c.t.uniqueIDs()}
			if k == best || ids.values == nil {
				continue
			}
			share := max(overlap(ends, ids), overlap(ends, c.t.textIDs()))
			if share >= bestShare && (nodes < 0 || share > bestShare) {
				nodes, bestShare = k, share
			}
		}
	}
	for k, c := range list {
		// The other sheets are left out.
		if k != best && k != nodes {
			w.leaveOut(c.t)
			continue
		}
		w.files = append(w.files, c.table(book))
		if remarks := c.remarks(); len(remarks) > 0 {
			w.doubts = append(w.doubts, Doubt{Rule: "sheet", Text: "The sheet " + quote(c.name) + " has " + strings.Join(remarks, "; ") + "."})
		}
	}
	// A doubt about sheets that resemble edges, otherwise a note about the unread ones.
	w.edges = path.Base(edges.t.Name)
	if len(w.alike) > 0 {
		w.doubts = append(w.doubts, Doubt{Rule: "sheets", Text: "The edges were read from the sheet " + quote(w.edges) +
			"; these sheets look like edges, too, and were not read: " + shortList(w.alike) + "."})
	} else if len(w.others) > 0 {
		w.note = "Sheets that hold no edges were left out: " + shortList(w.others) + "."
	}
	return w, nil
}

// leaveOut records an unread sheet in others, and in alike if it resembles edges.
func (w *workbook) leaveOut(t *table) {
	name := path.Base(t.Name)
	w.others = append(w.others, name)
	sets := t.columnSets()
	// The first two columns share values, or the sheet has ends, a shape or a name of edges.
	shareValues := len(sets) > 1 && len(sets[0].values) > 1 && sets[0].fraction+sets[1].fraction == 0 && overlap(sets[0], sets[1]) >= 0.3
	hasEnds := t.edgeColumns()[0] >= 0 || t.propose() != nil
	if hasEnds || shareValues || t.size.rows > 2 && t.shape() != shapePairs || fileKind(name) == "edges" {
		w.alike = append(w.alike, name)
	}
}

// shortList returns the first eight names in quotes, separated by commas.
func shortList(list []string) string {
	var names []string
	for _, s := range list[:min(len(list), 8)] {
		names = append(names, quote(cleanName(s)))
	}
	return strings.Join(names, ", ") + words.Either(len(list) > 8, ", …", "")
}

// textIDs returns the values of the second column. Edges may refer to nodes by these values, such as names.
func (t *table) textIDs() columnSet {
	s := columnSet{values: map[string]bool{}}
	for _, cells := range t.bodyRows() {
		if v := strings.TrimSpace(cellAt(cells, 1)); v != "" && len(s.values) < MaxNodes {
			s.values[strings.Clone(v)] = true
		}
	}
	return s
}
