package graphio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Forms of a village, the random graph of neighbours_test.go, and tests of literals and of texts that are no graph.

// literals writes the edges as literals of Python, R or Prolog, or as calls in a program, and checks the reading.
func (v *village) literals(t *testing.T) {
	mark := pick(v, `'`, `"`)
	quoted := func(s string) string { return mark + s + mark }
	if isInteger(v.names[0]) && v.r.IntN(2) == 0 {
		quoted = func(s string) string { return s }
	}
	// An edge is a pair in pairs, a call in lines, and two names with dashes between them in chain. third is a weight or an attribute of a
	// pair.
	var pairs, lines, chain []string
	neighbours := map[string][]string{}
	third := pick(v, "", "", ", 2.5", ", {'weight': 3}", ", None")
	for _, e := range v.edges {
		pairs = append(pairs, "("+quoted(e[0])+", "+quoted(e[1])+third+")")
		// The two choices of pick are equal; pick draws a random number in any case.
		lines = append(lines, pick(v, "edge", "edge")+"("+quoted(e[0])+", "+quoted(e[1])+")")
		chain = append(chain, quoted(e[0])+pick(v, "-", "--", " --- ")+quoted(e[1]))
		neighbours[e[0]] = append(neighbours[e[0]], quoted(e[1]))
	}
	between := pick(v, ", ", ",\n  ", ",")
	// members are the members of a dictionary from each name to its neighbours, as lists or sets.
	var members []string
	open, end := pick(v, "[", "{"), "]"
	if open == "{" {
		end = "}"
	}
	for _, n := range v.names {
		list := open + strings.Join(neighbours[n], ", ") + end
		if len(neighbours[n]) == 0 {
			list = pick(v, "set()", "[]")
		}
		members = append(members, quoted(n)+": "+list)
	}
	name := pick(v, "", "edges = ", "E: list = ", "my_edges=")
	tuples := name + "[" + strings.Join(pairs, between) + pick(v, "", ",") + "]"
	texts := []string{tuples, name + "{" + strings.Join(pairs, between) + "}", name + "{" + strings.Join(members, between) + "}",
		"EdgeView([" + strings.Join(pairs, between) + "])", "# from a notebook\n" + tuples + "\n", "G.add_edges_from(" + "[" +
			strings.Join(pairs, between) + "])", "g <- graph_from_literal(" + strings.Join(chain, between) + ")",
		"make_graph(~ " + strings.Join(chain, between) + ");", strings.Join(lines, pick(v, ".\n", "\n", ";\n")) + pick(v, ".", "", "\n")}
	k := v.r.IntN(len(texts)) // texts[1] is a set of pairs
	if third != "" && k == 1 {
		k = 0 // A pair with a dictionary cannot be a member of a set, so the pairs are a list.
	}
	v.check(t, []File{{Name: "edges.txt", Data: []byte(texts[k])}}, false)
}

// TestLiteralsEqualSummaries: literals and calls of Python, R and Prolog give the graphs in the table. For other texts, literalJSON
// returns nil.
func TestLiteralsEqualSummaries(t *testing.T) {
	for text, want := range map[string]string{
		"edges = {('a','b'), ('b','c')}":                                 "3 nodes; a-b b-c",
		"[('a','b',3),('b','c',{'w':2})]":                                "3 nodes; a-b b-c",
		"{1: [2, 3], 2: [3], 3: []}":                                     "3 nodes; directed; 1>2 1>3 2>3",
		"{('a','b'): 0.5, ('b','c'): 1}":                                 "3 nodes; a-b b-c",
		"defaultdict(<class 'list'>, {'a': ['b'], 'b': ['a']})":          "2 nodes; a-b",
		"nodes = ['a','b','c','d']\nedges = [('a','b'),\n ('b','c')]\n":  "4 nodes; a-b b-c",
		"edge_index = torch.tensor([[0,1,2],[1,2,3]], dtype=torch.long)": "4 nodes; directed; 0>1 1>2 2>3",
		"[(u'O\\'Neil', r'b\\c'), ('O\\x27Neil', '''d''')]":              `3 nodes; O'Neil-b\c O'Neil-d`,
		"array([[0, 1, 0],\n       [1, 0, 1],\n       [0, 1, 0]])":       "3 nodes; 0-1 1-2",
		"graph_from_literal(a:b--c, d)":                                  "4 nodes; a-c b-c",
		"g <- graph_from_literal(A-+B, C+-B)":                            "3 nodes; directed; A>B B>C",
		"igraph::graph.formula('x y'-+z++w)":                             "3 nodes; directed; w>z x y>z z>w",
		"make_graph(c('a','b', 'b','c'), directed=FALSE)":                "3 nodes; a-b b-c",
		"graph(c(1,2, 2,3), n=5, directed = F)":                          "5 nodes; 1-2 2-3",
		"make_graph(c('a','b'), isolates=c('z'))":                        "3 nodes; directed; a>b",
		"graph_from_literal(a--b, b--c, simplify=FALSE)":                 "3 nodes; a-b b-c",
		"make_graph(~ a--b, b--c, simplify = FALSE)":                     "3 nodes; a-b b-c",
		"make_graph(c(1,2), simplify=FALSE)":                             "2 nodes; directed; 1>2",
		"graph_from_literal(1--3)":                                       "2 nodes; 1-3",
		"graph_from_literal(0--1)":                                       "2 nodes; 0-1",
		"make_graph(~ 1--3)":                                             "2 nodes; 1-3",
		"make_graph(c('1','3'))":                                         "2 nodes; directed; 1>3",
		"make_graph(c(1,3))":                                             "3 nodes; directed; 1>3",
		"make_graph(c(1L,2L,2L,4L))":                                     "4 nodes; directed; 1>2 2>4",
		"make_undirected_graph(c(1,2,2,3), 5)":                           "5 nodes; 1-2 2-3",
		"graph(c(1,2,2,3), 5, FALSE)":                                    "5 nodes; 1-2 2-3",
		"make_graph(n = 1e1, c(1,2))":                                    "10 nodes; directed; 1>2",
		"edge(a, b).\nedge(b, c).\nnode(z).\n":                           "4 nodes; a-b b-c",
		"G.add_edge('a','b')\nG.add_edge('b','c', weight=3)\n":           "3 nodes; a-b b-c",
		"friend(ann, bob).\nfriend(bob, cyd).":                           "3 nodes; ann-bob bob-cyd",
		"data.edge_index = torch.tensor([[0,1,2],[1,2,3]])":              "4 nodes; directed; 0>1 1>2 2>3",
		"ei = tensor([[0,1,2],[1,2,3]])":                                 "4 nodes; directed; 0>1 1>2 2>3",
		"# note\ntensor([[0,1,2],[1,2,3]])":                              "4 nodes; directed; 0>1 1>2 2>3",
		"torch.LongTensor([[0,1,2],[1,2,3]])":                            "4 nodes; directed; 0>1 1>2 2>3",
		"d.edge_index = tensor([[0,1],[1,2]])\nd.num_nodes = 4":          "4 nodes; directed; 0>1 1>2",
		"edge_index = tensor([[0,1],[1,2]])\nnum_nodes = tensor([4])":    "4 nodes; directed; 0>1 1>2",
		"[(np.int64(0), np.int64(1)), (np.int64(1), np.int64(2))]":       "3 nodes; 0-1 1-2",
		"[(np.str_('a'), np.str_('b'), np.float64(3)), ('b','c',inf)]":   "3 nodes; a-b b-c",
		`{"a": {"b"}, "b": {"a"}}`:                                       "2 nodes; a-b",
		`[["a","b"],["b","c"],]`:                                         "3 nodes; a-b b-c",
		`[["a","b",None],["b","c",None]]`:                                "3 nodes; a-b b-c",
		"{frozenset({'a', 'b'}): 1, frozenset({'b', 'c'}): 2}":           "3 nodes; a-b b-c",
		"G = nx.DiGraph([(1, 2), (2, 3)])":                               "3 nodes; directed; 1>2 2>3",
		"edges = [(1, 2), (2, 3)]\nG = nx.DiGraph(edges)":                "3 nodes; directed; 1>2 2>3",
		"nx.from_edgelist([(1, 2)], create_using=nx.DiGraph())":          "2 nodes; directed; 1>2",
		"OutEdgeView([(1, 2), (2, 3)])":                                  "3 nodes; directed; 1>2 2>3",
		"nx.MultiGraph([(1, 2), (2, 3)])":                                "3 nodes; 1-2 2-3",
		"nx.DiGraph(np.array([[0,1,0],[1,0,1],[0,1,0]]))":                "3 nodes; 0-1 1-2",
		"defaultdict(<function <lambda> at 0x>, {'a':['b'],'b':['a']})":  "2 nodes; a-b",
		`[("O\'Neil", "b"), ('b', 'c\"d')]`:                              `3 nodes; O'Neil-b b-c"d`,
		"[('a\\\nb', 'c')]":                                              "2 nodes; ab-c",
		"edges = [(1, 2)]\nedges = [(2, 3)]":                             "2 nodes; 2-3",
	} {
		r := readText(t, "", text)
		// Classes are not compared.
		got, _, _ := strings.Cut(summary(r), "; classes")
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	// A call whose arguments are no literals is no formula.
	for _, text := range []string{"make_graph(c(1,2), n=10+2)", "make_graph(c(1,2), n=1.5)", "make_graph(c(1,2), n='x')",
		"make_graph(c(1,2), 3, TRUE, 4)"} {
		if d := formulaJSON([]byte(text)); d != nil {
			t.Errorf("%q is detected as the formula %s", text, d)
		}
	}
	// JSON, a tree, tables, calls and damaged literals are no literals. Code is not run.
	for _, text := range []string{`{"a": ["b"]}`, `[["it's", "b (c)"]]`, "(a,b);", "a,b\nb,c", "x = ", "f(x)", "[1, 2", "{'a': }", "('a')",
		"[[1, 2], [2, 3", `["a","b"],["b","c"]`, "{(): 1}", "{('a',): 1}",
		"{'a': 1, 2}", "edges = [(a, b)]", "'a' 'b'", "__import__('os').system('x')", "[__import__('os')]", strings.Repeat("[", 1000) + "'"} {
		if d := literalJSON([]byte(text)); d != nil {
			t.Errorf("%q is detected as the literal %s", text, d)
		}
	}
}

// FuzzLiteral: every text that literalJSON or formulaJSON accepts becomes valid JSON. The helper probe (fuzz_test.go) also reads the text.
func FuzzLiteral(f *testing.F) {
	for _, s := range []string{"{1: (2, 3)}", "x = [r'a', None, -1e3, .5]", "array([1])", "{('a',): {}}", "{(): 1}", "a = 1\nb = [2]",
		"graph(c(1,2))", "graph_from_literal(a:b-+c, 'd'++e)", "edge(a,b).", "404: Not Found", "2024-01-01 10:00 INFO x", "a = 1\nb = 2",
		"f({})"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := []byte(strings.TrimSpace(strings.ReplaceAll(s, "\r", "")))
		if len(d) == 0 {
			return
		}
		for name, made := range map[string][]byte{"literal": literalJSON(d), "formula": formulaJSON(d)} {
			if made != nil && !json.Valid(made) {
				t.Fatalf("the %s %q becomes %q", name, d, made)
			}
		}
		probe(t, File{Name: "m.txt", Data: d})
	})
}

// TestErrorPagesAreRefused: texts in place of a graph, such as messages of servers, logs and tables of records, are refused. The error has
// the words of the table. Edge lists with similar words are read as triangles.
func TestErrorPagesAreRefused(t *testing.T) {
	for text, words := range map[string]string{
		"404: Not Found": "reports an error", "500 Internal Server Error\n": "reports an error", "Access denied": "reports an error",
		"HTTP/1.1 403 Forbidden\nServer: x\n\n": "reports an error", "Error 429: Too Many Requests": "reports an error",
		"API rate limit exceeded for 1.2.3.4.": "reports an error", `{"message":"Not Found"}`: "reports an error",
		`{"errors":["gone"]}`: "reports an error", "Traceback (most recent call last):\n  File \"x\"\nKeyError: 1": "reports an error",
		"2024-01-01 10:00:00 INFO started it\n2024-01-01 10:00:01 WARN slow\n":              "a log",
		`127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326`:             "a log",
		"Jan 12 10:00:00 host sshd[1]: Accepted it\n":                                       "a log",
		"2024-01-01T10:00:00-05:00 INFO started it\n2024-01-01T10:00:01.5-0500 WARN slow\n": "a log",
		"BEGIN; INSERT INTO e VALUES (1, 2); END":                                           "SQL",
		"COPY e (a, b) FROM stdin;\n1\t2\n":                                                 "SQL",
		"%% two nodes\ngraph TD\nA-->B\n":                                                   "Mermaid",
		"He went home soon.\nShe ran there soon.\n":                                         "the text is prose",
		`{"message":"Bad","data":{"field":"x"}}`:                                            "reports an error",
		"timeout":                                                                           "reports an error",
		"a = 1\nb = 2\n":                                                                    "settings",
		"Graph[{1 <-> 2, 2 <-> 3}]":                                                         "Wolfram",
		"{1 -> 2, 2 -> 3}":                                                                  "Wolfram",
		`callback({"nodes":[]});`:                                                           "JSONP",
		"g <- graph_from_data_frame(d)\nplot(g)\n":                                          "a program",
		"date,open,high,low\n2024-01-02,1.0,2.0,0.5\n2024-01-03,1.5,2.5,1.0\n":              "real numbers",
		"First Name,Last Name,Phone,E-mail\nAnn,Smith,555-1,a@x\nBob,Ray,5-2,b@x":           "records",
		"label,pixel0,pixel1,pixel2\n5,0,12,255\n0,3,0,17\n":                                "features",
		"timestamp,value\n1700000000,1.5\n1700000060,1.6\n":                                 "times and numbers",
		`{"nodes":[{"id":"a"},{"id":"b"}],"links":"see other file"}`:                        "not in this file",
		`{"nodes":[{"id":"a"},{"id":"b"}],"edges":"/api/edges", "directed":false}`:          "not in this file",
	} {
		if _, err := Read([]File{{Name: "m.txt", Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: the error is %v, want one with %q", text, err, words)
		}
	}
	// Edges between numbers of errors, years, levels of a log, and words with which programs, answers and binary files begin.
	for _, text := range []string{"404 405\n405 406\n406 404\n", "2024 2025\n2025 2026\n2024 2026\n", "info warn\nwarn error\ninfo error\n",
		"found not\nnot there\nthere found\n", "f(x) g(x)\ng(x) h(x)\nh(x) f(x)\n", "10:00:00 ann bob\n10:00:01 bob cyd\n10:00:02 cyd ann\n",
		"PAR1 PAR2\nPAR2 PAR4\nPAR4 PAR1\n", "ARROW1 FEA1\nFEA1 MSR\nMSR ARROW1\n", "MATLAB R\nR Julia\nJulia MATLAB\n",
		"Gonesse Paris\nParis Lyon\nLyon Gonesse\n", "prefix infix\ninfix suffix\nsuffix prefix\n",
		"source;target;title\na;b;make a copy (old)\nb;c;x\nc;a;y\n",
		"digraph { a -> b [label=\"insert into x, copy (fast)\"]; b -> c; c -> a; }",
		`{"message":"ok","data":{"nodes":[{"id":1},{"id":2},{"id":3}],"edges":[{"source":1,"target":2},{"source":2,"target":3},` +
			`{"source":3,"target":1}]}}`,
		`{"message":"ok","links":[{"source":1,"target":2},{"source":2,"target":3},{"source":3,"target":1}]}`} {
		if r := readText(t, "", text); len(r.Graph.Edges) != 3 || r.Graph.N != 3 {
			t.Errorf("%q is read as %s, want a triangle", text, summary(r))
		}
	}
}

// tree writes the chart of an organisation and checks the reading. Each person but the first has a random earlier person as superior.
// In the row of the first person, the superior is a mark for none, or the first person.
func (v *village) tree(t *testing.T) {
	superior := map[string]string{}
	v.edges = nil
	for k, n := range v.names[1:] {
		superior[n] = v.names[v.r.IntN(k+1)]
		v.edges = append(v.edges, [2]string{superior[n], n})
	}
	superior[v.names[0]] = pick(v, "", "NULL", "-", "N/A", "None", "null", "NA", "nan", "—", v.names[0])
	heads := pick(v, []string{"name", "boss"}, []string{"Employee", "Reports To"}, []string{"Mitarbeiter", "Vorgesetzter"},
		[]string{"Empleado", "Jefe"}, []string{"Сотрудник", "Руководитель"}, []string{"id", "parent"}, []string{"员工", "上级"})
	rows := [][]string{append(heads, pick(v, "Department", "Abteilung", "Departamento", "Отдел", "部门", "Service"))}
	for _, n := range v.names {
		rows = append(rows, []string{n, superior[n], v.class[n]})
	}
	// Where the persons are numbers, the mark for none may be a number, too.
	if isInteger(v.names[0]) && v.r.IntN(2) == 0 {
		rows[1][1] = pick(v, "0", "-1")
	}
	v.check(t, []File{{Name: "staff.csv", Data: v.encoded(v.tableText(rows))}}, true)
}

// scripts writes the edges below a header of two random words in one of eleven scripts, and checks the reading.
func (v *village) scripts(t *testing.T) {
	// ranges are the first and the last letter of each script.
	ranges := [][2]rune{{'a', 'z'}, {'а', 'я'}, {'α', 'ω'}, {'א', 'ת'}, {'ب', 'ي'}, {'अ', 'ह'}, {'ก', 'ฮ'}, {'ა', 'ჰ'}, {'ա', 'ֆ'}, {'가', '힣'},
		{'一', '丿'}}
	pair := pick(v, ranges...)
	word := func() string {
		s := ""
		for range 3 + v.r.IntN(6) {
			s += string(pair[0] + v.r.Int32N(pair[1]-pair[0]+1))
		}
		return s
	}
	rows := [][]string{{word(), word()}}
	for _, e := range v.edges {
		rows = append(rows, e[:])
	}
	v.check(t, []File{{Name: "edges.csv", Data: []byte(v.tableText(rows))}}, false)
}

// rival writes two pairs of columns, each with names for two ends, and checks the reading.
// Columns 0 and 2 are the first pair, and columns 1 and 3 the second. One pair has the edges, and the other the fillers x0, x1 and x2.
func (v *village) rival(t *testing.T) {
	header := pick(v, [4]string{"From Bank", "Account", "To Bank", "Account"}, [4]string{"src_user", "src_host", "dst_user", "dst_host"},
		[4]string{"home team", "home city", "away team", "away city"}, [4]string{"sender_id", "sender_bank", "receiver_id", "receiver_bank"})
	rows := [][]string{header[:]}
	inSecond := v.r.IntN(2) == 0 // whether the second pair has the edges
	for k, e := range v.edges {
		row := []string{fmt.Sprint("x", k%3), e[0], fmt.Sprint("x", k%2), e[1]}
		if !inSecond {
			row = []string{e[0], row[0], e[1], row[2]}
		}
		rows = append(rows, row)
	}
	v.check(t, []File{{Name: "edges.csv", Data: []byte(v.tableText(rows))}}, false)
}

// labels writes nodes with names, titles and classes as vis.js, GML and others have them, and checks the reading.
// Some classes are called NA, None, null or nan. No node may lose its class without a doubt.
func (v *village) labels(t *testing.T) {
	codes := pick(v, []string{"EU", "NA", "AS"}, []string{"NA", "US", "GB"}, []string{"None", "low", "high"}, []string{"red", "null", "nan"})
	tip := pick(v, "<b>x</b>", "x", "about ")
	var nodes, edges []any
	number := map[string]int{}
	for i, n := range v.names {
		number[n], v.class[n] = i, codes[i%3]
		title := tip
		if tip == "about " {
			title += n
		}
		nodes = append(nodes, map[string]any{"id": i, "label": n, "title": title, "group": codes[i%3]})
	}
	for _, e := range v.edges {
		edges = append(edges, map[string]any{"from": number[e[0]], "to": number[e[1]]})
	}
	d, err := json.Marshal(map[string]any{"nodes": nodes, "edges": edges})
	if err != nil {
		t.Fatal(err)
	}
	v.check(t, []File{{Name: "vis.json", Data: d}}, true)
	v.noneIsLost(t, d)
}

// noneIsLost fails if the JSON d is read without a doubt and a node has no class.
func (v *village) noneIsLost(t *testing.T, d []byte) {
	t.Helper()
	r, err := Read([]File{{Name: "vis.json", Data: d}})
	if err != nil || len(r.Recognition.Doubts) > 0 {
		return
	}
	if slices.Contains(r.Graph.Labels, -1) {
		t.Fatalf("a node of %s has no class", d)
	}
}

// squares writes a matrix as JSON in the forms of pandas, and the edges as rows below a header, and checks both readings.
func (v *village) squares(t *testing.T) {
	tied := map[[2]string]int{}
	for _, e := range v.edges {
		tied[e], tied[[2]string{e[1], e[0]}] = 1, 1
	}
	columns, split := map[string]any{}, [][]int{}
	for _, a := range v.names {
		column, row := map[string]any{}, []int{}
		for _, b := range v.names {
			column[b], row = tied[[2]string{a, b}], append(row, tied[[2]string{a, b}])
			// A cell of 0 may be missing.
			if v.r.IntN(9) == 0 && tied[[2]string{a, b}] == 0 {
				delete(column, b)
			}
		}
		columns[a], split = column, append(split, row)
	}
	// Objects in JSON have no order. Rows without names therefore need a list of the names beside them.
	d, err := json.Marshal(pick[any](v, columns, map[string]any{"columns": v.names, "index": v.names, "data": split}))
	if err != nil {
		t.Fatal(err)
	}
	v.check(t, []File{{Name: "matrix.json", Data: d}}, false)
	// The edges as rows below a header: alone, as the member edges, or as the member values of a spreadsheet.
	var rows []any
	rows = append(rows, pick(v, []any{"source", "target"}, []any{"from", "to"}, []any{"uno", "due"}))
	for _, e := range v.edges {
		rows = append(rows, []any{e[0], e[1]})
	}
	d, err = json.Marshal(pick[any](v, rows, map[string]any{"edges": rows}, map[string]any{"values": rows, "majorDimension": "ROWS"}))
	if err != nil {
		t.Fatal(err)
	}
	v.check(t, []File{{Name: "rows.json", Data: d}}, false)
}
