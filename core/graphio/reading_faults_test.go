package graphio

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file tests single faults of reading: short rows, folders without a graph, lines of errors, counts beside edges, doubts about ends.

// TestShortRowsOfTablesAreErrors: a table of edges has its three columns in any order, and one of its rows ends after one, two or three
// cells. Beside a table of nodes, with or without a header, or beside itself, it gives a graph or an error.
func TestShortRowsOfTablesAreErrors(t *testing.T) {
	columns := []string{"source", "target", "weight"}
	cells := map[string][]string{"source": {"a", "b", "c"}, "target": {"b", "c", "d"}, "weight": {"1", "2", "3"}}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for short := range 3 {
			for kept := 1; kept <= 3; kept++ {
				// Row −1 is the header. The row with the number short keeps its first cells.
				var rows []string
				for row := -1; row < 3; row++ {
					var line []string
					for _, k := range order {
						if row < 0 {
							line = append(line, columns[k])
						} else {
							line = append(line, cells[columns[k]][row])
						}
					}
					if row == short {
						line = line[:kept]
					}
					rows = append(rows, strings.Join(line, ","))
				}
				edges := strings.Join(rows, "\n") + "\n"
				for _, nodes := range []string{"name,value\na,1\nb,2\nc,3\nd,4\n", "a,1\nb,2\nc,3\nd,4\n", edges} {
					files := []File{{Name: "x.csv", Data: []byte(edges)}, {Name: "y.csv", Data: []byte(nodes)}}
					found, err := Read(files)
					if err == nil && found.Graph == nil {
						t.Errorf("%q beside %q gives neither a graph nor an error", edges, nodes)
					}
				}
			}
		}
	}
}

// TestFolderOfWeightsHasNoGraph: a folder whose only file is a network is read without an error and without a graph.
// RequireGraph then returns an error.
func TestFolderOfWeightsHasNoGraph(t *testing.T) {
	dir := t.TempDir()
	// Two layers of GCNConv: 4, 12, 2 and 8 numbers of 8 bytes.
	header := `{"convs.0.bias":{"dtype":"F64","shape":[4],"data_offsets":[0,32]},
"convs.0.lin.weight":{"dtype":"F64","shape":[4,3],"data_offsets":[32,128]},
"convs.1.bias":{"dtype":"F64","shape":[2],"data_offsets":[128,144]},
"convs.1.lin.weight":{"dtype":"F64","shape":[2,4],"data_offsets":[144,208]}}`
	data := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	if err := os.WriteFile(filepath.Join(dir, "net.safetensors"), append(data, make([]byte, 208)...), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := Reader{}.ReadFolder(dir, Correction{})
	if err != nil || found.Graph != nil || found.RequireGraph() == nil {
		t.Errorf("a folder of weights gives %+v, %v, want a result without a graph", found, err)
	}
}

// TestNestedGraphsKeepLines: an error within a nested graph of JSON names the line of the file, wherever the graph begins.
func TestNestedGraphsKeepLines(t *testing.T) {
	const nested = `{"nodes": {"a": {}, "b": {}},
"edges": [
{"source": "a", "target": "b"},
{"source": "a", "target": "zzz"}
]}`
	for _, form := range []string{`{"graph":%s%s}`, `{"graphs":%s[%s]}`, `{"graphs":[%s%s]}`} {
		for _, space := range []string{"", "\n", "\n\n  \n"} {
			text := fmt.Sprintf(form, space, nested)
			// The unknown node zzz is the fault. Lines count from 1.
			line := 1 + strings.Count(text[:strings.Index(text, "zzz")], "\n")
			_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("g.json:%d:", line)) {
				t.Errorf("%q: the error is %v, want one at line %d", text, err, line)
			}
		}
	}
}

// TestCountsBesideEdges: the member links lists two edges. A number or a text under edges or arcs, before or behind links, does not
// replace this list.
func TestCountsBesideEdges(t *testing.T) {
	const list = `"links":[{"source":"a","target":"b"},{"source":"b","target":"c"}]`
	for _, count := range []string{`"edges":2`, `"edges":"two"`, `"arcs":2`} {
		for _, nodes := range []string{"", `"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],`} {
			for _, text := range []string{"{" + nodes + list + "," + count + "}", "{" + nodes + count + "," + list + "}"} {
				found, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
				if err != nil || len(found.Graph.Edges) != 2 {
					t.Errorf("%s: not read as 2 edges (error %v)", text, err)
				}
			}
		}
	}
}

// TestMixedEndsNameTheirColumns: of the columns p and q, one holds numbers and the other texts.
// If the table is read, any doubt that a column "holds numbers" names the column with the numbers.
func TestMixedEndsNameTheirColumns(t *testing.T) {
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		// In order {0, 1} the numbers are in p, in order {1, 0} in q.
		text := ""
		for k := range 30 {
			row := [2]string{fmt.Sprint(100 + k), "person" + string(rune('a'+k%26))}
			text += row[order[0]] + "," + row[order[1]] + "\n"
		}
		found, err := Read([]File{{Name: "x.csv", Data: []byte("p,q\n" + text)}})
		if err != nil {
			continue // Such a table may be refused.
		}
		numbered := []string{"p", "q"}[slices.Index(order[:], 0)]
		for _, doubt := range found.Recognition.Doubts {
			column, _, isFound := strings.Cut(doubt.Text, "holds numbers")
			if isFound && !strings.Contains(column, `"`+numbered+`"`) {
				t.Errorf("the numbers are in column %s; the doubt is %q", numbered, doubt.Text)
			}
		}
	}
}

// TestLateEndsAreNotDoubted: a table has 0 to 8 columns of amounts before each of its two columns of ends. The ends are texts.
// No doubt says that a column of ends holds numbers.
func TestLateEndsAreNotDoubted(t *testing.T) {
	for late := range 9 {
		// header, first and second are the names and the amounts before the two ends.
		header, first, second := "", "", ""
		for k := range late {
			header += fmt.Sprintf("amount%d,", k)
			first += fmt.Sprintf("%d.5,", k+1)
			second += fmt.Sprintf("%d.25,", k+2)
		}
		text := header + "source," + header + "target\n"
		for k := range 12 {
			text += fmt.Sprintf("%sC%d,%sM%d\n", first, k, second, k/2)
		}
		text = strings.ReplaceAll(text, "amount0,", "first,") // the names of the columns may repeat
		found, err := Read([]File{{Name: "x.csv", Data: []byte(text)}})
		if err != nil {
			t.Fatalf("%d columns before each end: refused with %v", late, err)
		}
		for _, doubt := range found.Recognition.Doubts {
			if strings.Contains(doubt.Text, "holds numbers") {
				t.Errorf("%d columns before each end: ends that are texts raise the doubt %q", late, doubt.Text)
			}
		}
	}
}

// TestMarketCountIsChecked: a Matrix Market file is refused at line 2 if the number of entries there is not a whole number from 0 on.
func TestMarketCountIsChecked(t *testing.T) {
	for _, count := range []string{"x", "-1", "1.5"} {
		text := "%%MatrixMarket matrix coordinate pattern general\n3 3 " + count + "\n"
		_, err := Read([]File{{Name: "g.mtx", Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), "g.mtx:2:") || !strings.Contains(err.Error(), "number of entries") {
			t.Errorf("the number of entries is %s: error %v, want one at g.mtx:2", count, err)
		}
	}
}
