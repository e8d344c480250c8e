package graphio

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"

	"sheafscope/core/graphio/asian"
)

// This file and others write a random graph, a village, in many forms.
// The random numbers choose header, title, footer, separator, encoding, order of columns and names of keys.
// Reading must give the graph of the village, a doubt or a refusal, and never another graph without a doubt.

// village is a random graph of persons.
// Its methods are called after forms of files. Each writes the edges in its form and checks the reading.
type village struct {
	// r chooses the form in detail.
	r *rand.Rand
	// names are the persons, and edges are the undirected pairs of names without repetitions.
	names []string
	edges [][2]string
	// class has red or blue for each name.
	class map[string]string
}

// nameLists are names in Latin, Cyrillic and Chinese letters, and as numbers.
var nameLists = [][]string{
	strings.Fields("ann bob cyd dia eve fay gil hal ivo joy kim leo"), strings.Fields("Anna Bert Çelik Dörte Émile Frida Groß Hélène"),
	strings.Fields("Анна Борис Вера Глеб Дина Егор Жанна Захар"), strings.Fields("王芳 李伟 张敏 刘洋 陈静 杨勇 赵磊 黄丽"),
	strings.Fields("101 102 103 104 105 106 107 108 109"), strings.Fields("p1 p2 p3 p4 p5 p6 p7 p8 p9 p10"),
}

// newVillage returns the village of a seed: at least five persons of one list of names.
// Each person has an edge to the next person, in a ring, and perhaps an edge to a random person.
func newVillage(seed uint64) *village {
	v := &village{r: rand.New(rand.NewPCG(seed, 65)), class: map[string]string{}}
	list := nameLists[v.r.IntN(len(nameLists))]
	v.names = list[:5+v.r.IntN(len(list)-4)]
	seen := map[[2]string]bool{}
	for i, a := range v.names {
		for _, j := range []int{(i + 1) % len(v.names), v.r.IntN(len(v.names))} {
			b := v.names[j]
			if a != b && !seen[[2]string{a, b}] && !seen[[2]string{b, a}] {
				seen[[2]string{a, b}] = true
				v.edges = append(v.edges, [2]string{a, b})
			}
		}
		v.class[a] = []string{"red", "blue"}[i%2]
	}
	v.r.Shuffle(len(v.edges), func(i, j int) { v.edges[i], v.edges[j] = v.edges[j], v.edges[i] })
	return v
}

// pick returns one of the values, chosen by the random numbers of v.
func pick[T any](v *village, list ...T) T { return list[v.r.IntN(len(list))] }

// check fails if the files are read as another graph without a doubt. A refusal or a doubt is right.
// The graph must have as many nodes as there are persons, and their edges. classes reports whether the files have classes.
// With classes, each node must have its class or none. Without classes, no node may have a class.
func (v *village) check(t *testing.T, files []File, classes bool) {
	t.Helper()
	r, err := Reader{Decode: asian.Decode}.ReadAs(files, Correction{})
	if err != nil || len(r.Recognition.Doubts) > 0 {
		return
	}
	contents := ""
	for _, f := range files {
		contents += "\n--- " + f.Name + "\n" + string(f.Data)
	}
	name := func(i int) string {
		if r.Graph.NodeNames == nil {
			return fmt.Sprint(i)
		}
		return r.Graph.NodeNames[i]
	}
	// got and want are the edges as sorted pairs of names.
	var got, want []string
	for _, e := range r.Graph.Edges {
		pair := []string{name(int(e.I)), name(int(e.J))}
		slices.Sort(pair)
		got = append(got, strings.Join(pair, "–"))
	}
	for _, e := range v.edges {
		pair := []string{e[0], e[1]}
		slices.Sort(pair)
		want = append(want, strings.Join(pair, "–"))
	}
	slices.Sort(got)
	slices.Sort(want)
	got = slices.Compact(got)
	if !slices.Equal(got, want) || r.Graph.N != len(v.names) {
		t.Fatalf("read without a doubt as %d nodes and %q, want %d and %q%s", r.Graph.N, got, len(v.names), want, contents)
	}
	g := r.Graph
	if g.Classes == 0 {
		return
	}
	for i := range g.N {
		if g.Labels[i] < 0 {
			continue
		}
		if !classes || g.ClassNames[g.Labels[i]] != v.class[name(i)] {
			t.Fatalf("the class of %s is read without a doubt as number %d, want %q (with classes: %v)%s",
				name(i), g.Labels[i], v.class[name(i)], classes, contents)
		}
	}
}

// tableText returns rows as a text with a separator, perhaps below a title and above a footer.
func (v *village) tableText(rows [][]string) string {
	sep := pick(v, ",", ";", "\t", "|")
	var b strings.Builder
	if v.r.IntN(4) == 0 {
		b.WriteString(pick(v, "sep="+sep+"\n", "\"sep="+sep+"\"\n", "SEP="+sep+"\n"))
	}
	for range pick(v, 0, 0, 0, 1, 2) {
		b.WriteString(pick(v, "Friendships in class 7b", "Students", "Report of 12 May", "Table 1: ties") +
			strings.Repeat(sep, pick(v, 0, len(rows[0])-1)) + "\n")
	}
	for _, row := range rows {
		cells := slices.Clone(row)
		for k, c := range cells {
			if v.r.IntN(12) == 0 {
				cells[k] = `"` + c + `"`
			}
		}
		b.WriteString(strings.Join(cells, sep) + "\n")
	}
	if v.r.IntN(4) == 0 {
		b.WriteString(pick(v, "Total"+sep+fmt.Sprint(len(rows)), "Source: our survey of 2024", "Note: names were changed",
			"© 2024 the school") + "\n")
	}
	return b.String()
}

// encoded returns a text in UTF-8, in UTF-16, or in an encoding for some languages that has all its letters. UTF-8 may have a byte order
// mark, or CRLF at line ends.
func (v *village) encoded(s string) []byte {
	units := utf16.Encode([]rune(s))
	// wide returns the text in UTF-16 without a byte order mark, big-endian or little-endian.
	wide := func(big bool) []byte {
		var b []byte
		for _, u := range units {
			if big {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
		return b
	}
	switch v.r.IntN(9) {
	case 0:
		return append([]byte("\xef\xbb\xbf"), s...)
	case 1:
		return wide(true)
	case 2:
		return wide(false)
	case 3:
		return []byte(strings.ReplaceAll(s, "\n", "\r\n"))
	case 4, 5:
		for _, e := range []encoding.Encoding{charmap.Windows1252, charmap.Windows1251, simplifiedchinese.GBK} {
			if out, err := e.NewEncoder().String(s); err == nil {
				return []byte(out)
			}
		}
	}
	return []byte(s)
}

// edgeRows returns an edge list with its columns in some order, below some header or none.
func (v *village) edgeRows() [][]string {
	header := pick(v, []string{"source", "target"}, []string{"Source", "Target"}, []string{"from", "to"}, []string{"von", "nach"},
		[]string{"Name", "Friend"}, []string{"Person", "Best friend"}, []string{"ego", "alter"}, []string{"src_ip", "dst_ip"},
		[]string{"home team", "away team"}, []string{"winner", "loser"}, []string{"uno", "due"}, []string{"item", "linkTo"}, nil)
	columns := []string{"weight", "year", "id"}
	v.r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	columns = columns[:v.r.IntN(3)]
	// The two ends stand behind the first columns, whose number is before.
	before := v.r.IntN(len(columns) + 1)
	var rows [][]string
	if header != nil {
		rows = append(rows, slices.Concat(columns[:before], header, columns[before:]))
	}
	for k, e := range v.edges {
		var more []string // the cells of columns
		for _, c := range columns {
			more = append(more, map[string]string{"weight": fmt.Sprintf("%d.5", k%7), "year": "2024", "id": fmt.Sprint(k + 1)}[c])
		}
		rows = append(rows, slices.Concat(more[:before], []string{e[0], e[1]}, more[before:]))
	}
	return rows
}

// tables writes an edge list, and perhaps a table of nodes with their classes, and checks the reading.
func (v *village) tables(t *testing.T) {
	files := []File{{Name: pick(v, "edges.csv", "a.txt", "friends.tsv"), Data: v.encoded(v.tableText(v.edgeRows()))}}
	classes := false
	if v.r.IntN(3) == 0 {
		classes = true
		header := pick(v, []string{"id", "group"}, []string{"Name", "Class"}, []string{"uno", "due"}, nil)
		var rows [][]string
		if header != nil {
			rows = append(rows, header)
		}
		for _, n := range v.names {
			rows = append(rows, []string{n, v.class[n]})
		}
		files = append(files, File{Name: "nodes.csv", Data: v.encoded(v.tableText(rows))})
	}
	v.check(t, files, classes)
}

// lists writes a column of persons, columns of their friends, and perhaps a column of groups, and checks the reading.
func (v *village) lists(t *testing.T) {
	stem := pick(v, "friend", "Friend ", "Contact ", "alter", "nominee_")
	neighbours := map[string][]string{}
	most := 0 // the largest number of friends in a row
	for _, e := range v.edges {
		neighbours[e[0]] = append(neighbours[e[0]], e[1])
		most = max(most, len(neighbours[e[0]]))
	}
	// The header has at least two columns of friends. Persons with fewer friends have empty cells.
	header := []string{pick(v, "name", "Name", "id", "ego", "Person")}
	for k := range max(most, 2) {
		header = append(header, stem+fmt.Sprint(k+1))
	}
	group := v.r.IntN(2) == 0
	if group {
		header = append(header, "Group")
	}
	rows := [][]string{header}
	for _, n := range v.names {
		row := append([]string{n}, neighbours[n]...)
		for len(row) < max(most, 2)+1 {
			row = append(row, pick(v, "", "NA"))
		}
		if group {
			row = append(row, v.class[n])
		}
		rows = append(rows, row)
	}
	v.check(t, []File{{Name: "survey.csv", Data: v.encoded(v.tableText(rows))}}, group)
}

// matrix writes an adjacency matrix with names above and before the entries, and checks the reading.
func (v *village) matrix(t *testing.T) {
	tied := map[[2]string]string{}
	for _, e := range v.edges {
		tied[e], tied[[2]string{e[1], e[0]}] = "1", "1"
	}
	corner := pick(v, "", "name", "Unnamed: 0")
	rows := [][]string{append([]string{corner}, v.names...)}
	for _, a := range v.names {
		row := []string{a}
		for _, b := range v.names {
			cell := tied[[2]string{a, b}]
			if cell == "" {
				cell = "0"
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	v.check(t, []File{{Name: "matrix.csv", Data: v.encoded(v.tableText(rows))}}, false)
}

// objects writes JSON with keys that the reader knows or not, and checks the reading.
func (v *village) objects(t *testing.T) {
	ends := pick(v, [2]string{"source", "target"}, [2]string{"from", "to"}, [2]string{"fromId", "toId"}, [2]string{"a", "b"},
		[2]string{"person", "knows"}, [2]string{"start", "end"})
	id := pick(v, "id", "name", "key")
	var nodes, edges []any
	nodesByName := map[string]any{}
	for _, n := range v.names {
		nodes = append(nodes, map[string]any{id: n, "group": v.class[n]})
		nodesByName[n] = map[string]any{"group": v.class[n]}
	}
	for _, e := range v.edges {
		edges = append(edges, map[string]any{ends[0]: e[0], ends[1]: e[1]})
	}
	// The nodes are a list of objects, an object with the names as keys, or a list of names. The list has one of several keys.
	document := map[string]any{}
	switch v.r.IntN(6) {
	case 0:
		document[pick(v, "nodes", "vertices", "people", "items", "V")] = nodes
	case 1:
		document["nodes"] = nodesByName
	case 2:
		var plain []any
		for _, n := range v.names {
			plain = append(plain, n)
		}
		document[pick(v, "nodes", "V", "people")] = plain
	default:
		document["nodes"] = nodes
	}
	document[pick(v, "links", "edges", "relationships", "connections", "relations", "rels", "edgeList", "links_", "ties", "E",
		"things")] = edges
	// A number of nodes may stand beside the lists. The whole object may be inside another object.
	if v.r.IntN(4) == 0 {
		document["n"] = len(v.names)
	}
	if v.r.IntN(4) == 0 {
		document = map[string]any{pick(v, "network", "data", "graph", "result"): document}
	}
	d, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	v.check(t, []File{{Name: "graph.json", Data: v.encoded(string(d))}}, true)
}

// frames writes a table as JSON in one of the orientations of pandas, or as lists of neighbours by node, and checks the reading.
func (v *village) frames(t *testing.T) {
	columns := pick(v, []string{"source", "target"}, []string{"from", "to"}, []string{"Name", "Friend"})
	// The orientations of pandas: records has rows as objects, split rows as lists, index objects by the number of the row,
	// byColumn columns with cells by the number of the row, and lists columns as lists.
	records, split := []any{}, []any{}
	index, byColumn, lists := map[string]any{}, map[string]any{}, map[string]any{}
	sources, targets, sourceList, targetList := map[string]any{}, map[string]any{}, []any{}, []any{}
	for k, e := range v.edges {
		row, number := map[string]any{columns[0]: e[0], columns[1]: e[1]}, fmt.Sprint(k)
		records, split = append(records, row), append(split, []any{e[0], e[1]})
		index[number], sources[number], targets[number] = row, e[0], e[1]
		sourceList, targetList = append(sourceList, e[0]), append(targetList, e[1])
	}
	byColumn[columns[0]], byColumn[columns[1]] = sources, targets
	lists[columns[0]], lists[columns[1]] = sourceList, targetList
	// neighbours has lists of neighbours by node. inside has them in an object with the class.
	neighbours := map[string][]string{}
	for _, e := range v.edges {
		neighbours[e[0]], neighbours[e[1]] = append(neighbours[e[0]], e[1]), append(neighbours[e[1]], e[0])
	}
	inside := map[string]any{}
	for n, list := range neighbours {
		inside[n] = map[string]any{pick(v, "friends", "neighbors", "likes"): list, "group": v.class[n]}
	}
	d, err := json.Marshal(pick[any](v, records, index, byColumn, lists, map[string]any{"columns": columns, "data": split}, neighbours,
		inside, split))
	if err != nil {
		t.Fatal(err)
	}
	v.check(t, []File{{Name: "frame.json", Data: d}}, true)
}

// neighbourRules are the forms in which a village is written. Their methods are in this file and others.
// try writes it in one form, and fails if another graph is read without a doubt.
var neighbourRules = []struct {
	name string
	try  func(v *village, t *testing.T)
}{{"tables", (*village).tables}, {"lists", (*village).lists}, {"matrix", (*village).matrix}, {"objects", (*village).objects},
	{"frames", (*village).frames}, {"literals", (*village).literals}, {"tree", (*village).tree}, {"scripts", (*village).scripts},
	{"rival", (*village).rival}, {"labels", (*village).labels}, {"squares", (*village).squares}, {"books", (*village).books}, {"corners",
		(*village).corners},
	{"triples", (*village).triples}, {"arrows", (*village).arrows}, {"measures", (*village).measures}, {"triangle", (*village).triangle},
	{"sentences", (*village).sentences}, {"sections", (*village).sections}, {"cells", (*village).cells},
	{"colons", (*village).colons}, {"relations", (*village).relations}}

// TestVariantsAreEqualDoubtedOrRefused: no file of a random village is read as another graph without a doubt.
// Each of neighbourRules writes a hundred files or more.
func TestVariantsAreEqualDoubtedOrRefused(t *testing.T) {
	for k, rule := range neighbourRules {
		t.Run(rule.name, func(t *testing.T) {
			seeds := uint64(100)
			if k < 5 {
				seeds = 400 // the first five, tables to frames, have more choices
			}
			for seed := range seeds {
				rule.try(newVillage(seed), t)
			}
		})
	}
}
