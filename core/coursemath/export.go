// This file writes the graph and the maps of a sheaf as files, with which a reader takes the sheaf from the editor to the laboratory.

package coursemath

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/graphio/numpy"
	"sheafscope/core/json"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// Graph returns the graph of the sheaf, with the signal as features and the label −1 for no class. A node with a stalk smaller than the
// largest has features 0 at the end. Graph fails if [SheafText.Check] fails, or if the sheaf has no edge.
func (s *SheafText) Graph() (*graph.Graph, error) {
	_, x, err := s.read()
	if err != nil {
		return nil, err
	}
	if len(s.Edges) == 0 {
		return nil, errors.New("a graph without edges cannot be run; draw one first")
	}
	n, offsets := len(s.Nodes), s.NodeOffsets()
	g := graph.New("Graph of a sheaf", n, s.graphEdges())
	g.Labels = g.Labels[:0] // graph.New has set n labels of −1, which the loop replaces
	for _, v := range s.Nodes {
		g.Labels, g.NodeNames = append(g.Labels, v.Class), append(g.NodeNames, v.Name)
		g.Classes = max(g.Classes, v.Class+1) // classes count from 0
	}
	var entries []linalg.Triplet
	largestDim := 0
	for i := range n {
		largestDim = max(largestDim, offsets.Dim(i))
		for q, v := range x[offsets[i]:offsets[i+1]] {
			if v != 0 {
				entries = append(entries, linalg.Triplet{Row: i, Col: q, Val: v})
			}
		}
	}
	g.X = linalg.NewCSR(n, largestDim, entries)
	// A stalk has at most [MaxDim] = 4 coordinates.
	g.FeatureNames = []string{"x1", "x2", "x3", "x4"}[:largestDim]
	return g, nil
}

// graphEdges returns the edges in the type of package graph.
func (s *SheafText) graphEdges() []graph.Edge {
	out := make([]graph.Edge, len(s.Edges))
	for e, g := range s.Edges {
		out[e] = graph.Edge{I: int32(g.I), J: int32(g.J)}
	}
	return out
}

// Files returns two files for the laboratory: the graph in JSON, and "maps.npz" with the maps; see [SheafText.maps].
// It fails if [SheafText.Graph] fails. The JSON file has the bytes that graphio.Write would write in the format "json". But package graphio
// is larger than the rest of the course's program, so Files does not use it. An example of the JSON file is
//
//	{"directed": false, "multigraph": false,
//	"graph": {"writer":"sheafscope","name":"Graph of a sheaf","classes":2,"features":1,"feature_names":["x1"]},
//	"nodes": [
//	{"id": 0, "name": "a", "class": 0, "features": "0:0.8"},
//	{"id": 1, "name": "b", "class": 1}
//	],
//	"links": [
//	{"source": 0, "target": 1}
//	]}
//
// Names need no escapes, since [SheafText.Check] allows only letters and digits.
func (s *SheafText) Files() ([]content.File, error) {
	g, err := s.Graph()
	if err != nil {
		return nil, err
	}
	names, err := json.Marshal(g.FeatureNames)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("{\"directed\": false, \"multigraph\": false,\n\"graph\": {\"writer\":\"sheafscope\",\"name\":\"" + g.Name + "\"")
	if g.Classes > 0 {
		b.WriteString(",\"classes\":" + strconv.Itoa(g.Classes))
	}
	b.WriteString(",\"features\":" + strconv.Itoa(g.X.Cols) + ",\"feature_names\":" + string(names) + "},\n\"nodes\": [")
	// The nodes, with the features that are not 0.
	for i := range g.N {
		b.WriteString(comma(i) + "\n{\"id\": " + strconv.Itoa(i) + ", \"name\": \"" + g.NodeNames[i] + "\", \"class\": " +
			strconv.Itoa(g.Labels[i]))
		var features []string // texts column:value
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			features = append(features, strconv.Itoa(int(g.X.Col[p]))+":"+strconv.FormatFloat(g.X.Val[p], 'g', -1, 64))
		}
		if features != nil {
			b.WriteString(", \"features\": \"" + strings.Join(features, " ") + "\"")
		}
		b.WriteString("}")
	}
	b.WriteString("\n],\n\"links\": [")
	for e, edge := range g.Edges {
		b.WriteString(comma(e) + "\n{\"source\": " + strconv.Itoa(int(edge.I)) + ", \"target\": " + strconv.Itoa(int(edge.J)) + "}")
	}
	b.WriteString("\n]}\n")
	maps, mapsErr := s.maps() // the caller ignores the files if mapsErr is not nil
	name := strings.ReplaceAll(g.Name, " ", "-") + ".json"
	return []content.File{{Name: name, Data: []byte(b.String())}, {Name: "maps.npz", Data: maps}}, mapsErr
}

// maps returns an npz file with three arrays:
//
//   - edge_index, of shape (2, m), has the ends of the m edges;
//   - R_ij has the maps at the first ends;
//   - R_ji has the maps at the second ends.
//
// If all stalks have the same dimension d, the maps have shape (m, d, d). Stalks with d ≤ 1 become planes, and a map c becomes c·I, since
// the laboratory needs d ≥ 2.
// If dimensions differ, R_ij and R_ji are lists of all entries, map by map and row by row. Then the file also has the arrays node_offsets
// and edge_offsets; see [Offsets]. The sheaf must pass [SheafText.Check] and have an edge.
func (s *SheafText) maps() ([]byte, error) {
	m, isUniform := len(s.Edges), s.Equal(s.D)
	ends := content.Array{Name: "edge_index", Shape: []int{2, m}, Int: make([]int64, 2*m)}
	sides := [2]content.Array{{Name: "R_ij"}, {Name: "R_ji"}}
	for e, edge := range s.Edges {
		ends.Int[e], ends.Int[m+e] = int64(edge.I), int64(edge.J)
		for side, i := range edge.ends() {
			rows, columns := edge.D, s.Nodes[i].D
			if isUniform {
				rows, columns = max(2, rows), max(2, columns)
			}
			f, err := ParseMap(edge.Maps[side], rows, columns)
			if err != nil {
				return nil, err
			}
			array := &sides[side]
			array.Float = append(array.Float, f.Entries...)
			array.Shape = []int{len(array.Float)} // of the entries so far; the last map sets the final shape
			if isUniform {
				array.Shape = []int{m, rows, columns}
			}
		}
	}
	arrays := []content.Array{ends, sides[0], sides[1]}
	// The maps may have different shapes, so the file needs the dimensions of the stalks.
	if !isUniform {
		for _, stalks := range []struct {
			name    string
			offsets Offsets
		}{{"node_offsets", s.NodeOffsets()}, {"edge_offsets", s.EdgeOffsets()}} {
			a := content.Array{Name: stalks.name, Shape: []int{len(stalks.offsets)}}
			for _, k := range stalks.offsets {
				a.Int = append(a.Int, int64(k))
			}
			arrays = append(arrays, a)
		}
	}
	var b bytes.Buffer
	err := numpy.WriteNPZ(&b, arrays)
	return b.Bytes(), err
}

// comma returns the separator before element k of a list: "" for k = 0, and "," for k > 0.
func comma(k int) string { return words.Either(k == 0, "", ",") }
