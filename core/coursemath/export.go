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

// Graph returns the graph below the sheaf, to run and to share: the signal is its
// features, and its classes are those of the nodes, -1 where a node has none.
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
	var entries []linalg.Triplet
	most := 0
	for i := range n {
		most = max(most, at.Dim(i))
		for q, v := range x[at[i]:at[i+1]] {
			if v != 0 {
				entries = append(entries, linalg.Triplet{Row: i, Col: q, Val: v})
			}
		}
	}
	g.X = linalg.NewCSR(n, most, entries)
	g.FeatureNames = []string{"x1", "x2", "x3", "x4"}[:most]
	return g, nil
}

// graphEdges returns the edges as those of a graph.
func (s *SheafText) graphEdges() []graph.Edge {
	out := make([]graph.Edge, len(s.Edges))
	for e, g := range s.Edges {
		out[e] = graph.Edge{I: int32(g.I), J: int32(g.J)}
	}
	return out
}

// Files returns the sheaf as two files that the laboratory opens: [Sheaf.Graph], in the bytes that graphio.Write
// gives for "json", without that package, which is larger than all else that the course's program holds; and the maps as
// an npz file, see [Sheaf.maps].
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
	for i := range g.N {
		b.WriteString(comma(i) + "\n{\"id\": " + strconv.Itoa(i) + ", \"name\": \"" + g.NodeNames[i] + "\", \"class\": " +
			strconv.Itoa(g.Labels[i]))
		var x []string
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			x = append(x, strconv.Itoa(int(g.X.Col[p]))+":"+strconv.FormatFloat(g.X.Val[p], 'g', -1, 64))
		}
		if x != nil {
			b.WriteString(", \"features\": \"" + strings.Join(x, " ") + "\"")
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

// maps returns the edges (2, m) and the maps of their first and second ends as an npz file. Where all stalks have one size, the
// maps are (m, d, d), with d ≥ 2: a number stands for that multiple of the identity, so that with d = 1 each map stands for two
// coordinates. Else they stand row by row in one list, and the offsets of the stalks of nodes (n+1) and edges (m+1) say their shapes.
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
			to := &sides[side]
			to.Float = append(to.Float, f.Entries...)
			if to.Shape = []int{len(to.Float)}; uniform {
				to.Shape = []int{m, rows, columns}
			}
		}
	}
	arrays := []content.Array{ends, sides[0], sides[1]}
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

func comma(k int) string { return words.Either(k == 0, "", ",") }
