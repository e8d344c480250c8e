package graphio

import (
	"path"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The choice of the sheets with the edges and the nodes.

// workbook is the content of a spreadsheet.
type workbook struct {
	files []File
	// others are the sheets that were not read, alike those among them that resemble edges.
	others, alike []string
	// note names unread sheets without edges, "" for none.
	note string
	// edges is the name of the sheet with the edges.
	edges  string
	doubts []Doubt
}

// chooseSheets returns the sheets with the edges and with their nodes. said is the name of the sheet chosen by the user.
func chooseSheets(book string, sheets []*sheetData, said string) (*workbook, error) {
	w := &workbook{}
	type candidate struct {
		*sheetData
		t     *table
		score int
	}
	var list []candidate
	for _, s := range sheets {
		f := s.table(book)
		if s.grid.filledRows() == 0 {
			continue
		}
		t, err := openTable(f, content.Layout{})
		if err != nil {
			w.others = append(w.others, path.Base(f.Name))
			continue
		}
		if s.hidden && !strings.EqualFold(path.Base(f.Name), said) {
			w.leaveOut(t)
			continue
		}
		c := candidate{s, t, 0}
		// The score orders the evidence for edges: user, names of ends, name of the sheet, form, proposal, and any two columns.
		switch kind := fileKind(s.name); {
		case strings.EqualFold(path.Base(f.Name), said):
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
	if len(list) == 0 {
		return nil, fault(book, 0, "fill a sheet with one edge a row", "the workbook has no sheet with rows")
	}
	best := 0
	for k, c := range list {
		if c.score > list[best].score {
			best = k
		}
	}
	edges, nodes, most := list[best], -1, 0.5
	if edges.score > 1 {
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
			named := max(overlap(ends, ids), overlap(ends, c.t.textIDs()))
			if named >= most && (nodes < 0 || named > most) {
				nodes, most = k, named
			}
		}
	}
	for k, c := range list {
		if k != best && k != nodes {
			w.leaveOut(c.t)
			continue
		}
		w.files = append(w.files, c.table(book))
		if said := c.remarks(); len(said) > 0 {
			w.doubts = append(w.doubts, Doubt{Rule: "sheet", Text: "The sheet " + quote(c.name) + " has " + strings.Join(said, "; ") + "."})
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

// leaveOut records an unread sheet, also in alike where it resembles edges.
func (w *workbook) leaveOut(t *table) {
	name := path.Base(t.Name)
	w.others = append(w.others, name)
	sets := t.columnSets()
	shared := len(sets) > 1 && len(sets[0].values) > 1 && sets[0].fraction+sets[1].fraction == 0 && overlap(sets[0], sets[1]) >= 0.3
	if t.edgeColumns()[0] >= 0 || t.propose() != nil || shared || t.size.rows > 2 && t.shape() != shapePairs || fileKind(name) == "edges" {
		w.alike = append(w.alike, name)
	}
}

// shortList returns the first eight names in quotes.
func shortList(list []string) string {
	var names []string
	for _, s := range list[:min(len(list), 8)] {
		names = append(names, quote(cleanName(s)))
	}
	return strings.Join(names, ", ") + words.Either(len(list) > 8, ", …", "")
}

// textIDs returns the values of the second column, by which edges may refer to nodes.
func (t *table) textIDs() columnSet {
	s := columnSet{values: map[string]bool{}}
	for _, cells := range t.bodyRows() {
		if v := strings.TrimSpace(cellAt(cells, 1)); v != "" && len(s.values) < MaxNodes {
			s.values[strings.Clone(v)] = true
		}
	}
	return s
}
