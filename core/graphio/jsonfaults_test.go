package graphio

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// This file tests JSON whose members have other meanings than their keys or positions suggest.

// TestJSONMembersEqualSummaries: each JSON gives the graph in the table.
func TestJSONMembersEqualSummaries(t *testing.T) {
	const four = `"nodes":[{"id":0},{"id":1},{"id":2},{"id":3}]`
	for text, want := range map[string]string{
		// Lists of lists beside edges are no nodes.
		`{"edges":[["a","b"],["b","c"]],"dist":[[0,1],[1,0]]}`:                                         "3 nodes; a-b b-c",
		`{"edges":[[0,1],[1,2]],"embeddings":[[1,2,3,4],[1,2,3,4],[1,2,3,4]]}`:                         "3 nodes; 0-1 1-2",
		`{` + four + `,"edge_index":[[0,1],[2,3]]}`:                                                    "4 nodes; directed; 0>2 1>3",
		`{` + four + `,"edge_index":[[0,1,2],[1,2,3]]}`:                                                "4 nodes; directed; 0>1 1>2 2>3",
		`{"nodes":["a","b","c"],"edge_index":[[0,1,1,2],[1,0,2,1]],"y":["u","v","u"]}`:                 "3 nodes; a-b b-c; classes u v u",
		`{"data":{` + four + `,"edge_index":[[0,1],[2,3]]}}`:                                           "4 nodes; directed; 0>2 1>3",
		`{"data":{"edges":[["a","b"]],"nodes":["a","b"]}}`:                                             "2 nodes; a-b",
		`{"edges":[["a","b"]],"x":{"a":[1,2],"b":[3,4]}}`:                                              "2 nodes; a-b; 0 1 3, 1 2 4",
		`[{"name":"a","friend":"b"},{"name":"b","friend":"c"},{"name":"#x","friend":"a"}]`:             "4 nodes; a-#x a-b b-c",
		`[{"name":"a","friend":"b"},{"name":"b","friend":"c"},{"name":"%x","friend":"a"}]`:             "4 nodes; a-%x a-b b-c",
		`{"ann":{"age":3,"boss":"bob"},"bob":{"age":4,"boss":"cyd"}}`:                                  "3 nodes; ann-bob bob-cyd",
		`{"ann":{"age":3,"boss":"zed"},"bob":{"age":4,"boss":"zed"}}`:                                  "3 nodes; ann-zed zed-bob",
		`{"e1":{"person":"ann","friend":"bob"},"e2":{"person":"bob","friend":"cyd"}}`:                  "3 nodes; ann-bob bob-cyd",
		`{"0":{"source":"a","target":"b"},"1":{"target":"c","source":"b"}}`:                            "3 nodes; a-b b-c",
		`{"columns":["uno","due"],"data":[{"due":"b","uno":"a"},{"due":"c","uno":"b"}]}`:               "3 nodes; a-b b-c",
		`{"People":[["id","club"],["a","x"],["b","y"]],"Edges":[["from","to"],["a","b"]]}`:             "2 nodes; a-b; classes x y",
		`{"Sheet2":[["id","club"],["a","x"],["b","y"]],"Sheet1":[["from","to"],["a","b"]]}`:            "2 nodes; a-b; classes x y",
		`{"edges":[["from","to"],["a","b"]],"People":[["id","club"],["a","x"],["b","y"]]}`:             "2 nodes; a-b; classes x y",
		`{"name":{"b":1},"b":{"c":1},"c":{"b":1}}`:                                                     "3 nodes; directed; b>c c>b name>b",
		`{"directed":{"b":1},"b":{"c":1},"c":{"b":1}}`:                                                 "3 nodes; directed; b>c c>b directed>b",
		`{"options":{"b":1},"b":{"c":1},"c":{"b":1}}`:                                                  "3 nodes; directed; b>c c>b options>b",
		`{"nodes":["a","b"],"edges":[["a","b"]],"attributes":{"a":{"club":"x"},"b":{"club":"x"}}}`:     "2 nodes; a-b; classes x x",
		`{"nodes":[{"id":0},{"id":1}],"vertices":2,"links":[{"source":0,"target":1}]}`:                 "2 nodes; 0-1",
		`{"vertices":2,"nodes":[{"id":0},{"id":1}],"links":[{"source":0,"target":1}]}`:                 "2 nodes; 0-1",
		`{"nodes":[{"id":[0,0]},{"id":[0,1]}],"adjacency":[[{"id":[0,1]}],[{"id":[0,0]}]]}`:            "2 nodes; (0, 0)-(0, 1)",
		`{"nodes":[{"id":1.0},{"id":2.0}],"adjacency":[[{"id":2.0}],[{"id":1.0}]]}`:                    "2 nodes; 1-2",
		`{"nodes":[{"id":1.0},{"id":2.0}],"adjacency":[[2.0],[1.0]]}`:                                  "2 nodes; 1-2",
		`{"graphs":3,"nodes":[{"id":0},{"id":1}],"links":[{"source":0,"target":1}]}`:                   "2 nodes; 0-1",
		`{"directed":1,"nodes":["a","b"],"links":[["a","b"]]}`:                                         "2 nodes; directed; a>b",
		`{"directed":"True","nodes":["a","b"],"links":[["a","b"]]}`:                                    "2 nodes; directed; a>b",
		`{"directed":0,"nodes":["a","b"],"links":[["a","b"]]}`:                                         "2 nodes; a-b",
		`{"directed":null,"nodes":[{"key":"a"},{"key":"b"}],"edges":[["a","b"]]}`:                      "2 nodes; directed; a>b",
		`{"nodes":[{"id":0},{"id":1}],"edges":[[0,1]],"options":{"type":"force"}}`:                     "2 nodes; 0-1",
		`{"nodes":["a","b","c"],"rel":[{"boss":"a","worker":"b","undirected":false}]}`:                 "3 nodes; directed; a>b",
		`{"n":4,"edges":[["01","02"],["02","03"]]}`:                                                    "3 nodes; 01-02 02-03",
		`{"1":[2],"2":["n"],"n":[1]}`:                                                                  "3 nodes; directed; 1>2 2>n n>1",
		`{"nodes":[{"id":0,"y":[null]},{"id":1,"y":[1]}],"links":[{"source":0,"target":1}]}`:           "2 nodes; 0-1; classes ? [1]",
		`{"nodes":[{"id":0,"y":["u",null]},{"id":1,"y":["v","w"]}],"links":[{"source":0,"target":1}]}`: "2 nodes; 0-1; classes u; v;w",
	} {
		if got := summary(readText(t, "", text)); got != want {
			t.Errorf("%s is read as %q, want %q", text, got, want)
		}
	}
}

// TestJSONFaultsAreNamed: each JSON is refused, with the words of the table.
func TestJSONFaultsAreNamed(t *testing.T) {
	const wrapped = `{"network":{"a":["b"],"b":["a"]}`
	missing := `{"nodes":[{"id":0,"x":[0.5,%s]},{"id":1,"x":[1,2]}],"links":[{"source":0,"target":1}]}`
	large := "[" + strings.Repeat("["+strings.Repeat("1,", 2236)+"1],", 2236) + "[" + strings.Repeat("1,", 2236) + "1]]"
	for text, want := range map[string]string{
		wrapped + "} {\"network\":{\"c\":[\"d\"],\"d\":[\"c\"]}}": "something follows after the end of the graph",
		"{\n" + wrapped[1:] + "}\nx":                              "edges.txt:3: something follows after the end of the graph",
		wrapped:                                                   "it ends too early",
		`{"network":"[a]"}`:                                       `there is no list "nodes"`,
		`{"graphs":[{"nodes":{"a":{}}},{"nodes":{"b":{}}}]}`:      "the file has 2 graphs, of which one is read here",
		`{"graphs":[{"nodes":`:                                    "it ends too early",
		fmt.Sprintf(missing, "NaN"):                               `the feature "NaN" of node "0" is not a number`,
		fmt.Sprintf(missing, "null"):                              `the feature "NaN" of node "0" is not a number`,
		large:                                                     "more than 5000000 edges",
	} {
		_, err := Read([]File{{Name: "edges.txt", Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.100s: the error is %v, want one with %q", text, err, want)
		}
	}
}

// TestMembersBesideEdgesRaiseDoubts: a member that is left out or contradicts the edges raises the doubt of the table. The attributes of a
// graph in graphology raise none.
func TestMembersBesideEdgesRaiseDoubts(t *testing.T) {
	for text, want := range map[string]string{
		`{"edges":[[0,1]],"nodes":[{"id":0},{"id":1},{"id":2}],"edge_index":[[0,1],[1,2]]}`:  "The member \"edge_index\" looks like edges",
		`{"nodes":["a","b","c","d"],"links":[["a","b"]],"edge_index":[[0,1,2,3],[1,2,3,0]]}`: "The member \"edge_index\" looks like edges",
		`{"n":4,"edges":[[0,4],[0,1]]}`: "its edges name the nodes 0 and 4: the numbers from 0 to 4 are 5 nodes",
		`{"nodes":["a","b","c"],"rel":[{"boss":"a","worker":"b","weight":-1},{"boss":"b","worker":"c"}]}`: "1 edge weight is below zero",
		`{"attributes":{"author":"x"},"nodes":[{"key":"a"},{"key":"b"}],"edges":[["a","b"]]}`:             "",
		`{"attributes":{},"nodes":[{"key":"a"},{"key":"b"}],"edges":[["a","b"]]}`:                         "",
	} {
		texts := readText(t, "", text).Recognition.Texts()
		hasDoubt := slices.ContainsFunc(texts, func(doubt string) bool { return strings.Contains(doubt, want) })
		if hasDoubt != (want != "") || want == "" && len(texts) > 0 {
			t.Errorf("%s: the doubts are %q, want one with %q", text, texts, want)
		}
	}
}

// TestTablesOfManyKeysAreBounded: objects or results whose tables would have more cells than the limit are refused with little memory.
func TestTablesOfManyKeysAreBounded(t *testing.T) {
	var objects, names, rows []string
	for k := range 20_000 {
		objects = append(objects, fmt.Sprintf(`{"a%d":1,"b%d":1}`, k, k))
		names, rows = append(names, fmt.Sprintf(`"v%d"`, k)), append(rows, "{}")
	}
	for _, text := range []string{"[" + strings.Join(objects, ",") + "]",
		`{"head":{"vars":[` + strings.Join(names, ",") + `]},"results":{"bindings":[` + strings.Join(rows, ",") + `]}}`} {
		bounded(t, len(text), func() {
			_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
			if err == nil || !strings.Contains(err.Error(), "the table has more than 10000000 cells (take fewer columns or rows)") {
				t.Errorf("%.60s…: the error is %v, want one about the number of cells", text, err)
			}
		})
	}
}

// TestUnusualArraysAreRead: an unsigned integer of 2^63 is positive, and a structured array beside the edges is skipped.
func TestUnusualArraysAreRead(t *testing.T) {
	const edges = "\x00\x00\x00\x00\x01\x00\x00\x00"
	wide := string(binary.LittleEndian.AppendUint64(nil, 1<<63)) + string(binary.LittleEndian.AppendUint64(nil, 3))
	// The list of a structured type is not in quotes.
	structured := strings.Replace(string(npyBytes("TYPE", "1,", "12345678")), `"TYPE"`, `[('a','<i4'),('b','<f4')]`, 1)
	head := strings.Index(structured, "\n") + 1 - 10
	structured = structured[:8] + string([]byte{byte(head), 0}) + structured[10:]
	found, err := Read([]File{archive("edges.npy", npyBytes("<i4", "1, 2", edges), "x.npy", npyBytes("<u8", "2, 1", wide),
		"meta.npy", []byte(structured))})
	if err != nil {
		t.Fatal(err)
	}
	if got := summary(found); got != "2 nodes; 0-1; 0 9.223372036854775808e+18 3" && got != "2 nodes; 0-1; 0 9.223372036854776e+18 3" {
		t.Errorf("the archive is read as %q, want the features 2^63 and 3", got)
	}
}
