package graphio

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// ruleNames returns the names of the rules of the doubts in a result.
func ruleNames(r *Found) []string {
	var out []string
	for _, d := range r.Recognition.Doubts {
		out = append(out, d.Rule)
	}
	return out
}

// readText reads up to three texts as the files edges.txt, nodes.txt and more.txt, with the correction c ("" for none).
// An error ends the test.
func readText(t *testing.T, c string, tables ...string) *Found {
	t.Helper()
	correction, err := content.ParseCorrection(c)
	if err != nil {
		t.Fatal(err)
	}
	var files []File
	for k, s := range tables {
		files = append(files, File{Name: []string{"edges.txt", "nodes.txt", "more.txt"}[k], Data: []byte(s)})
	}
	r, err := ReadAs(files, correction)
	if err != nil {
		t.Fatalf("%q with the correction %q is refused: %v", tables, c, err)
	}
	return r
}

// TestEveryDoubtRuleDiscriminates: each rule of the table doubts the doubtful file of its row, and has no doubt about the certain file.
// The rule own-texts, which needs two files, follows the table. The two parts test all 23 rules of doubtRules.
func TestEveryDoubtRuleDiscriminates(t *testing.T) {
	ring := "0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 0\n"
	// ringOf returns JSON of a ring of twelve nodes, each with the attribute, in which # becomes the number of the node.
	ringOf := func(attribute string) string {
		var nodes, links []string
		for k := range 12 {
			nodes = append(nodes, fmt.Sprintf(`{"id":"n%d",%s}`, k, strings.ReplaceAll(attribute, "#", strconv.Itoa(k))))
			links = append(links, fmt.Sprintf(`{"source":"n%d","target":"n%d"}`, k, (k+1)%12))
		}
		return `{"nodes":[` + strings.Join(nodes, ",") + `],"links":[` + strings.Join(links, ",") + `]}`
	}
	// In a row, strings.Replace with a number gives another attribute to so many of the first nodes.
	for _, c := range []struct {
		rule, doubtful, certain string
	}{
		{"ragged", "0 1\n1 2 3\n2 0\n", "0 1\n1 2\n2 0\n"},
		{"third-column", "0,1,2\n1,2,2\n2,3,1\n3,0,1\n", "0,1,0.5\n1,2,2\n2,3,1\n3,0,1\n"},
		{"third-column", "0,1,red\n1,2,red\n2,3,blue\n3,0,red\n", "source,target,colour\n0,1,red\n1,2,red\n2,3,blue\n3,0,red\n"},
		{"third-column", "source,target,class\n0,1,1\n1,2,2\n2,3,2\n3,0,1\n", "source,target,weight\n0,1,1\n1,2,2\n2,3,2\n3,0,1\n"},
		{"third-column", "0 1 1\n1 2 1\n2 0 2\n", "0 1 1\n1 2 1\n2 0 1\n"},
		{"third-column", "0 1 5\n1 2 6\n2 3 7\n3 0 5\n", "0 1 1\n1 2 2\n2 3 3\n3 0 4\n"},
		{"third-column", "0 1 a\n1 2 b\n2 0 a\n", "0\t1\t{'w': 1}\n1\t2\t{'w': 2}\n2\t0\t{'w': 1}\n"},
		{"row-numbers", "1,3,4\n2,4,1\n3,1,2\n4,2,3\n", "7,8,1\n8,9,1\n9,7,1\n5,7,1\n"},
		{"all-distinct", "0 1\n2 3\n4 5\n6 7\n", ring},
		{"node-list", "a x\nb x\nc y\nd y\ne x\n", "a x\nb x\nc y\nd y\nx a\n"},
		{"header", "igam lanaal\na b\nb c\nc a\na d\n", "von nach\na b\nb c\nc a\na d\n"},
		{"ends-differ", "1 a\n2 a\n3 b\n1 b\n", "1 2\n2 3\n3 1\n1 4\n"},
		{"many-classes", ringOf(`"group":"g#"`), ringOf(`"group":1`)},
		{"one-class", ringOf(`"class":1,"class_name":"x"`), strings.Replace(ringOf(`"class":1,"class_name":"x"`), `1,"class_name":"x"`,
			`2,"class_name":"y"`, 3)},
		{"one-class", ringOf(`"group":1`), strings.Replace(ringOf(`"group":1`), `"group":1`, `"group":2`, 3)},
		{"one-class", strings.Replace(ringOf(`"group":1`), `"group":1`, `"group":null`, 1), ringOf(`"type":"node"`)},
		{"negative-weights", "0 1 -1\n1 2 1\n2 0 1\n", "0 1 1\n1 2 1\n2 0 1\n"},
		{"isolated", `{"nodes":[{"id":0},{"id":1},{"id":2},{"id":3},{"id":4},{"id":5},{"id":6}],"links":[{"source":0,"target":1}]}`, ring},
		{"small-matrix", "0 5 2\n5 0 3\n2 3 0\n", "0 5 2 0 0\n5 0 0 0 0\n2 0 0 0 0\n0 0 0 0 1\n0 0 0 1 0\n"},
		{"small-matrix", "0 5 2\n5 0 3\n2 3 0\n", "0 1 1\n1 0 0\n1 0 0\n"},
		{"no-edges", `{"nodes":[{"id":0},{"id":1}],"links":[]}`, `{"nodes":[{"id":0},{"id":1}],"links":[{"source":0,"target":1}]}`},
		{"loops", "0 0\n1 1\n2 2\n3 3\n0 1\n", ring},
		{"mixed-column", `{"nodes":[{"id":0,"age":3},{"id":1,"age":4},{"id":2,"age":5},{"id":3,"age":9},` +
			`{"id":4,"age":7},{"id":5,"age":"old"}],"links":[]}`,
			`{"nodes":[{"id":0,"age":3},{"id":1,"age":4},{"id":2,"age":5}],"links":[]}`},
		{"mixed-column", strings.Replace(strings.Replace(ringOf(`"age":4#`), "40", `"old"`, 1), "41", `"NA"`, 1),
			strings.Replace(strings.Replace(ringOf(`"lat":4#`), "40", `"NA"`, 1), "41", `" "`, 1)},
		{"counting-feature", ringOf(`"number":#`), ringOf(`"number":3.#`)},
		{"other-ends", "src_user,src_host,dst_user,dst_host\nu,h,v,i\nv,i,w,h\nu,i,w,j\n",
			"src_user,src_host,dst_user,dst_host\nu,h,v,i\nv,i,w,j\nu,h,w,j\n"},
		{"listed-ends", "a,\"b, zed\"\nb,c\nc,d\nd,a\n", "a,\"x, y\"\nb,c\nc,d\nd,a\n"},
		{"no-class", strings.Replace(ringOf(`"group":"red"`), "red", "NA", 2),
			strings.Replace(ringOf(`"group":"red"`), `"red"`, "null", 2)},
		{"no-class", strings.Replace(strings.Replace(ringOf(`"group":"US"`), "US", "NA", 2), "US", "GB", 4),
			strings.Replace(strings.Replace(ringOf(`"group":"EU"`), "EU", "NA", 2), "EU", "AS", 4)},
		{"truth-class", strings.Replace(ringOf(`"smokes":"yes"`), "yes", "no", 4),
			strings.Replace(ringOf(`"class":"yes"`), "yes", "no", 4)},
		{"two-names", ringOf(`"label":"10#","title":"about #"`), ringOf(`"label":"l#","title":"about #"`)},
		{"two-labels", `{"nodes":[{"id":0,"club":"a","group":1},{"id":1,"club":"a","group":2},` +
			`{"id":2,"club":"b","group":1},{"id":3,"club":"b","group":2}],"links":[]}`,
			`{"nodes":[{"id":0,"club":"a","group":1},{"id":1,"club":"a","group":1},` +
				`{"id":2,"club":"b","group":2},{"id":3,"club":"b","group":2}],"links":[]}`},
	} {
		r := readText(t, "", c.doubtful)
		if !slices.Contains(ruleNames(r), c.rule) {
			t.Errorf("%s does not doubt %q; the doubts are %v", c.rule, c.doubtful, r.Recognition.Texts())
		}
		if r = readText(t, "", c.certain); slices.Contains(ruleNames(r), c.rule) {
			t.Errorf("%s doubts %q; the doubts are %v", c.rule, c.certain, r.Recognition.Texts())
		}
	}
	// The rule own-texts doubts a column of different texts, which may be names. It does not doubt a column of mail addresses,
	// or a column in which a node has no text.
	for _, nodes := range []string{"id,who\n1,ann\n2,bob\n3,cyd\n", "id,mail\n1,ann@x\n2,bob@x\n3,cyd@x\n", "id,note\n1,chair\n2,\n3,\n"} {
		r := readText(t, "", "1 2\n2 3\n3 1\n", nodes)
		if slices.Contains(ruleNames(r), "own-texts") != strings.Contains(nodes, "who") {
			t.Errorf("%q is doubted by %q; own-texts must doubt the column who alone", nodes, ruleNames(r))
		}
	}
	// A new rule needs a row in the table above. The table has 22 rules, and own-texts is the last.
	if len(doubtRules) != 23 {
		t.Errorf("there are %d rules; this test has 23", len(doubtRules))
	}
}

// TestNegativeWeightsAreCountedOnce: one graph has three weights below zero.
// In each form of its file, the doubt about such weights names the number 3.
func TestNegativeWeightsAreCountedOnce(t *testing.T) {
	for form, text := range map[string]string{
		"edge list":        "a b -1\nb c -2\nc a -0.5\na d 1\n",
		"edges with names": "source,target,weight\na,b,-1\nb,c,-2\nc,a,-0.5\na,d,1\n",
		"dictionaries":     "a\tb\t{'weight': -1}\nb\tc\t{'weight': -2}\nc\ta\t{'weight': -0.5}\na\td\t{'weight': 1}\n",
		"JSON of links": `{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}],"links":[{"source":"a","target":"b","weight":-1},` +
			`{"source":"b","target":"c","weight":-2},{"source":"c","target":"a","weight":-0.5},{"source":"a","target":"d","weight":1}]}`,
		"nested dictionaries": "a\tb\t{'data': {'weight': -1}}\nb\tc\t{'data': {'k': 1, 'weight': -2}, 'x': 1}\n" +
			"c\ta\t{'weight': -0.5}\na\td\t{'weight': 1}\n",
		"JSON of weights": `{"a":{"b":-1,"d":1},"b":{"c":-2},"c":{"a":-0.5}}`,
		"JSON of objects": `{"a":{"b":{"weight":-1},"d":{"weight":1}},"b":{"c":{"weight":-2}},"c":{"a":{"weight":-0.5}}}`,
		"JSON matrix":     "[[0,-1,-0.5,1],[-1,0,-2,0],[-0.5,-2,0,0],[1,0,0,0]]",
		"mutual weights":  `{"a":{"b":-1,"c":-0.5,"d":1},"b":{"a":-1,"c":-2},"c":{"a":-0.5,"b":-2},"d":{"a":1}}`,
		"mutual lists": `{"nodes":[{"id":0},{"id":1},{"id":2},{"id":3}],"adjacency":[[{"id":1,"weight":-1},{"id":2,"weight":-0.5},{"id":3}],` +
			`[{"id":0,"weight":-1},{"id":2,"weight":-2}],[{"id":0,"weight":-0.5},{"id":1,"weight":-2}],[{"id":0}]]}`,
		"Matrix Market": "%%MatrixMarket matrix coordinate real general\n4 4 8\n1 2 -1\n2 1 -1\n1 3 -0.5\n3 1 -0.5\n2 3 -2\n3 2 -2\n1 4 1\n" +
			"4 1 1\n",
	} {
		texts := readText(t, "", text).Recognition.Texts()
		if !slices.ContainsFunc(texts, func(doubt string) bool { return strings.HasPrefix(doubt, "3 edge weights are below zero") }) {
			t.Errorf("%s: the doubts are %q, want one about 3 weights", form, texts)
		}
	}
}

// TestCertainFilesHaveNoDoubts: public data sets, files that this package writes, cases of the corpus and plain edge lists raise no doubt.
// Three cases of the corpus are exceptions: they have exactly the doubt that the test lists. Refused cases are skipped.
// A matrix that begins with a zero is read as a matrix.
func TestCertainFilesHaveNoDoubts(t *testing.T) {
	// Each folder of root is a public data set.
	root := filepath.Join("..", "..", "..", "shared", "datasets")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatalf("%v (the data sets are expected beside the repository)", err)
	}
	sets := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		sets++
		r, err := Reader{}.ReadFolder(filepath.Join(root, e.Name()), Correction{})
		if err != nil {
			t.Fatal(err)
		}
		if d := r.Recognition.Texts(); d != nil {
			t.Errorf("%s is doubted: %q", e.Name(), d)
		}
	}
	if sets < 9 {
		t.Errorf("%s has %d data sets, want at least 9", root, sets)
	}
	// The zero in the corner of a matrix is an entry, not the corner of a table with names.
	if r := readText(t, "", "0 0 1\n0 0 1\n1 1 0\n"); r.Graph.N != 3 || len(r.Graph.Edges) != 2 {
		t.Errorf("a matrix is read as %+v, want 3 nodes and 2 edges", r.Graph)
	}
	// Every built-in graph and some other graphs are written in every format and read again.
	graphs := []*graph.Graph{unusualGraph(), graph.New("lone", 1, nil), graph.New("bare", 9, nil), graph.Karate(), graph.Florentine(),
		graph.LesMiserables()}
	for _, name := range append(graph.BuiltinNames(), "sbm:n=60,classes=7,features=4", "star:n=9") {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, g)
	}
	for _, g := range graphs {
		for _, format := range WriteFormats() {
			files, err := WriteWith(g, nil, format)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Read(files)
			if err != nil {
				t.Fatal(err)
			}
			if d := r.Recognition.Texts(); d != nil {
				t.Errorf("%s as %s is doubted: %q", g.Name, format, d)
			}
		}
	}
	// Other programs wrote the corpus. Only these three cases have another plausible meaning. doubtful has the rules of their doubts.
	doubtful := map[string]string{"document/labels-numbers": "many-classes", "document/unknown-words": "header",
		"sheets/titled": "sheet footer"}
	notes, err := filepath.Glob("testdata/corpus/*/*.want.json")
	if err != nil || len(notes) < 200 {
		t.Fatalf("the corpus has %d notes, want at least 200: %v", len(notes), err)
	}
	for _, note := range notes {
		d, err := os.ReadFile(note)
		var c corpusCase
		if err == nil {
			err = json.Unmarshal(d, &c)
		}
		if err != nil {
			t.Fatal(err)
		}
		var files []File
		for _, name := range c.Files {
			d, err := os.ReadFile(filepath.Join(filepath.Dir(note), name))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, File{Name: name, Data: d})
		}
		r, err := Read(files)
		if err != nil {
			continue // TestCorpusEqualsNotes checks the refused files.
		}
		name := strings.TrimSuffix(strings.TrimPrefix(note, "testdata/corpus/"), ".want.json")
		if got := strings.Join(ruleNames(r), " "); got != doubtful[name] {
			t.Errorf("%s is doubted by %q, want %q: %q", name, got, doubtful[name], r.Recognition.Texts())
		}
	}
	// Plain edge lists: of SNAP, of Gephi, with weights, and with names alone.
	for _, text := range []string{
		"# Nodes: 5\n0\t1\n0\t2\n1\t2\n3\t4\n4\t0\n",
		"Source,Target,Type,Id,Label,Weight\n1,2,Undirected,0,,1.0\n2,3,Undirected,1,,2.0\n3,1,Undirected,2,,1.0\n",
		"from;to;weight\nanna;bert;3\nbert;carl;1\ncarl;anna;2\nanna;dora;2\n",
		"a b\nb c\nc a\nc d\nd e\n",
	} {
		if r := readText(t, "", text); len(r.Recognition.Doubts) > 0 {
			t.Errorf("%q is doubted: %q", text, r.Recognition.Texts())
		}
	}
}
