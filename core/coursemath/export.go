// The export of a sheaf to the laboratory: its graph and its maps as files.

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

// Graph returns the underlying graph, with the signal as features. Nodes without a class have the label −1.
// It fails if [SheafText.Check] does or if the sheaf has no edge.
func (s *SheafText) Graph() (*graph.Graph, error) {
	_, x, err := s.read()
	if err != nil {
		return nil, err
	}
	n, at := len(s.Nodes), s.NodeOffsets()
	if len(s.Edges) == 0 {
		return nil, errors.New("a graph without edges cannot be run; draw one first")
	}
	g := graph.New("Graph of a sheaf", n, s.graphEdges())
	g.Labels = g.Labels[:0]
	for _, v := range s.Nodes {
		g.Labels, g.NodeNames = append(g.Labels, v.Class), append(g.NodeNames, v.Name)
		g.Classes = max(g.Classes, v.Class+1)
	}
	// Features: a node has as many as its stalk has coordinates, and zeros up to the largest dimension.
	var entries []linalg.Triplet
	largestDim := 0
	for i := range n {
		largestDim = max(largestDim, at.Dim(i))
		for q, v := range x[at[i]:at[i+1]] {
			if v != 0 {
				entries = append(entries, linalg.Triplet{Row: i, Col: q, Val: v})
			}
		}
	}
	g.X = linalg.NewCSR(n, largestDim, entries)
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

// Files returns the sheaf as two files for the laboratory: its graph in JSON, and its maps in the npz file of [SheafText.maps].
// The JSON file has the bytes that graphio.Write returns for the format "json".
// Files does not call graphio, which is larger than the rest of the course's program.
func (s *SheafText) Files() ([]content.File, error) {
	g, err := s.Graph()
	if err != nil {
		return nil, err
	}
	names, err := json.Marshal(g.FeatureNames)
	if err != nil {
		return nil, err
	}
	// Properties of the graph, then its nodes, then its edges.
	var b strings.Builder
	b.WriteString("{\"directed\": false, \"multigraph\": false,\n\"graph\": {\"writer\":\"sheafscope\",\"name\":\"" + g.Name + "\"")
	if g.Classes > 0 {
		b.WriteString(",\"classes\":" + strconv.Itoa(g.Classes))
	}
	b.WriteString(",\"features\":" + strconv.Itoa(g.X.Cols) + ",\"feature_names\":" + string(names) + "},\n\"nodes\": [")
	for i := range g.N {
		b.WriteString(comma(i) + "\n{\"id\": " + strconv.Itoa(i) + ", \"name\": \"" + g.NodeNames[i] + "\", \"class\": " +
			strconv.Itoa(g.Labels[i]))
		var features []string // the nonzero ones, as column:value
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			features = append(features, strconv.Itoa(int(g.X.Col[p]))+":"+strconv.FormatFloat(g.X.Val[p], 'g', -1, 64))
		}
		if features != nil {
			b.WriteString(", \"features\": \"" + strings.Join(features, " ") + "\"")
		}
		b.WriteString("}")
	}
	b.WriteString("\n],\n\"links\": [")
	for e, g := range g.Edges {
		b.WriteString(comma(e) + "\n{\"source\": " + strconv.Itoa(int(g.I)) + ", \"target\": " + strconv.Itoa(int(g.J)) + "}")
	}
	b.WriteString("\n]}\n")
	maps, err := s.maps()
	name := strings.ReplaceAll(g.Name, " ", "-") + ".json"
	return []content.File{{Name: name, Data: []byte(b.String())}, {Name: "maps.npz", Data: maps}}, err
}

// maps returns an npz file with the edges, an array (2, m), and the maps at their first and at their second ends.
// If all stalks have dimension d, the maps are arrays (m, d, d); stalks of dimension 1 become planes, and a map c becomes c·I.
// Otherwise the maps are lists of all entries, map by map and row by row, and the file has the offsets of the node stalks (n+1) and of the
// edge stalks (m+1).
func (s *SheafText) maps() ([]byte, error) {
	m, uniform := len(s.Edges), s.Equal(s.D)
	ends := content.Array{Name: "edge_index", Shape: []int{2, m}, Int: make([]int64, 2*m)}
	sides := [2]content.Array{{Name: "R_ij"}, {Name: "R_ji"}}
	for e, g := range s.Edges {
		ends.Int[e], ends.Int[m+e] = int64(g.I), int64(g.J)
		for side, i := range g.ends() {
			rows, columns := g.D, s.Nodes[i].D
			if uniform {
				rows, columns = max(2, rows), max(2, columns)
			}
			f, err := ParseMap(g.Maps[side], rows, columns)
			if err != nil {
				return nil, err
			}
			array := &sides[side]
			array.Float = append(array.Float, f.Entries...)
			if array.Shape = []int{len(array.Float)}; uniform {
				array.Shape = []int{m, rows, columns}
			}
		}
	}
	arrays := []content.Array{ends, sides[0], sides[1]}
	// The size of each map is the difference of two offsets.
	if !uniform {
		for _, at := range []struct {
			name string
			Offsets
		}{{"node_offsets", s.NodeOffsets()}, {"edge_offsets", s.EdgeOffsets()}} {
			a := content.Array{Name: at.name, Shape: []int{len(at.Offsets)}}
			for _, k := range at.Offsets {
				a.Int = append(a.Int, int64(k))
			}
			arrays = append(arrays, a)
		}
	}
	var b bytes.Buffer
	err := numpy.WriteNPZ(&b, arrays)
	return b.Bytes(), err
}

// comma returns the separator in front of list element k.
func comma(k int) string { return words.Either(k == 0, "", ",") }
