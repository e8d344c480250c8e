package graphio

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// keyedForms returns the forms in which a member can hold the neighbours of all nodes, with a list of the nodes (withNodes) or without it
// (alone). linked[i][j] reports an edge between nodes i and j.
func keyedForms(ids []string, linked [][]bool) (withNodes, alone map[string]any) {
	byPosition, byID, asObjects := make([][]int, len(ids)), make([][]string, len(ids)), make([][]map[string]string, len(ids))
	matrix, lists, weights := make([][]int, len(ids)), map[string][]string{}, map[string]map[string]float64{}
	for i, id := range ids {
		byPosition[i], byID[i], asObjects[i], matrix[i] = []int{}, []string{}, []map[string]string{}, make([]int, len(ids))
		weights[id] = map[string]float64{}
		for j, other := range ids {
			if linked[i][j] {
				byPosition[i], byID[i], matrix[i][j] = append(byPosition[i], j), append(byID[i], other), 1
				asObjects[i], weights[id][other] = append(asObjects[i], map[string]string{"id": other}), 0.5
			}
		}
		lists[id] = byID[i]
	}
	alone = map[string]any{"matrix": matrix, "object of lists": lists, "object of objects": weights}
	withNodes = map[string]any{"positions": byPosition, "ids": byID, "objects": asObjects, "matrix": matrix, "object of lists": lists,
		"object of objects": weights}
	return withNodes, alone
}

// TestKeyedAdjacencyIsRead: 40 random graphs are read in each form of keyedForms, with all edges. The key is one of six. The object is bare
// or within wrapping objects. A graph has 4 to 8 nodes in a cycle, so that each node has an edge, and further edges at random.
func TestKeyedAdjacencyIsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 18))
	for range 40 {
		n := 4 + r.IntN(5)
		ids, linked, edges := make([]string, n), make([][]bool, n), 0
		for i := range n {
			ids[i], linked[i] = "person "+string(rune('a'+i)), make([]bool, n)
		}
		for i := range n {
			for j := range i {
				isCycle := j == i-1 || i == n-1 && j == 0
				if isCycle || r.IntN(3) == 0 {
					linked[i][j], linked[j][i] = true, true
					edges++
				}
			}
		}
		withNodes, alone := keyedForms(ids, linked)
		key := []string{"adjacency", "adj", "neighbors", "adjacency_list", "adjacencyMatrix", "Neighbours"}[r.IntN(6)]
		for form, value := range withNodes {
			checkKeyed(t, r, form, map[string]any{"nodes": ids, key: value}, edges)
		}
		for form, value := range alone {
			checkKeyed(t, r, form+" without nodes", map[string]any{key: value}, edges)
		}
	}
}

// checkKeyed reads a JSON object, within 0 to 2 wrapping objects, and compares the number of edges. Node 0 is linked to node 1.
func checkKeyed(t *testing.T, r *rand.Rand, form string, object map[string]any, edges int) {
	t.Helper()
	for range r.IntN(3) {
		object = map[string]any{wrapperKeys[1+r.IntN(len(wrapperKeys)-1)]: object}
	}
	text, err := json.MarshalIndent(object, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	res, err := Read([]File{{Name: "g.json", Data: text}})
	if err != nil {
		t.Errorf("%s: %v\n%s", form, err, text)
		return
	}
	got, directions := res.Graph.Edges, res.Graph.Directions
	if len(got) != edges || !slices.Contains(got, graph.Edge{I: 0, J: 1}) || len(directions) > 0 {
		t.Errorf("%s: the edges are %v, directions %v, want %d edges without directions\n%s", form, got, directions, edges, text)
	}
}

// TestFaultsInWrappedGraphsKeepTheirLines: a fault of a graph within wrapping objects has the line of the file.
func TestFaultsInWrappedGraphsKeepTheirLines(t *testing.T) {
	for wrappers := range 4 {
		text := ""
		for range wrappers {
			text += "{\"network\":\n"
		}
		text += "{\"nodes\": [\n{\"id\": 1},\n{\"id\": []}],\n\"adjacency\": [[], []]}"
		for range wrappers {
			text += "\n}"
		}
		_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		want := fmt.Sprintf("g.json:%d: ", 3+wrappers)
		if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%d wrappers: the error is %v, want one that begins with %q", wrappers, err, want)
		}
	}
}

// TestPairsUnderAnAdjacencyWordAreNoNeighbours: two numbers in each element may be the ends of an edge, unless all neighbours are mutual.
func TestPairsUnderAnAdjacencyWordAreNoNeighbours(t *testing.T) {
	for text, edges := range map[string]int{`{"adj": [[1, 3], [0, 2], [1, 3], [0, 2]]}`: 4, `{"adj": [[0, 1], [1, 2], [2, 3], [3, 3]]}`: -1} {
		res, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		got := -1 // refused
		if err == nil {
			got = len(res.Graph.Edges)
		}
		if got != edges {
			t.Errorf("%s: %d edges, error %v, want %d (−1: refused)", text, got, err, edges)
		}
	}
}
