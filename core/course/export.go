package course

import (
	"bytes"
	"errors"
	"slices"
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
func (s *Sheaf) Graph() (*graph.Graph, error) {
	_, f, x, err := s.read()
	if err != nil {
		return nil, err
	}
	if len(s.Edges) == 0 {
		return nil, errors.New("a graph without edges cannot be run; draw one first")
	}
	g := graph.New("Graph of a sheaf", f.N, slices.Clone(f.Edges))
	g.Labels = g.Labels[:0]
	for _, v := range s.Nodes {
		g.Labels, g.NodeNames = append(g.Labels, v.Class), append(g.NodeNames, v.Name)
		g.Classes = max(g.Classes, v.Class+1)
	}
	var entries []linalg.Triplet
	for k, v := range x {
		if v != 0 {
			entries = append(entries, linalg.Triplet{Row: k / s.D, Col: k % s.D, Val: v})
		}
	}
	g.X = linalg.NewCSR(f.N, s.D, entries)
	g.FeatureNames = []string{"x1", "x2"}[:s.D]
	return g, nil
}

// Files returns the sheaf as two files that the laboratory opens: [Sheaf.Graph], in the bytes that graphio.Write
// gives for "json", without that package, which is larger than all else that the course's program holds; and the maps as
// an npz file. Stalks have two coordinates there: with d = 1 each map stands for both.
func (s *Sheaf) Files() ([]content.File, error) {
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

// maps returns the edges (2, m) and the maps of their first and second ends (m, 2, 2) as an npz file.
func (s *Sheaf) maps() ([]byte, error) {
	const d = 2
	m := len(s.Edges)
	ends := content.Array{Name: "edge_index", Shape: []int{2, m}, Int: make([]int64, 2*m)}
	sides := [2]content.Array{{Name: "R_ij"}, {Name: "R_ji"}}
	for e, g := range s.Edges {
		ends.Int[e], ends.Int[m+e] = int64(g.I), int64(g.J)
		for side := range sides {
			f, err := ParseMap(g.Maps[side], d) // a number stands for that multiple of the identity
			if err != nil {
				return nil, err
			}
			sides[side].Shape, sides[side].Float = []int{m, d, d}, append(sides[side].Float, f.Entries...)
		}
	}
	var b bytes.Buffer
	err := numpy.WriteNPZ(&b, []content.Array{ends, sides[0], sides[1]})
	return b.Bytes(), err
}

func comma(k int) string { return words.Either(k == 0, "", ",") }
