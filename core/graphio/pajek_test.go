package graphio

import (
	"strings"
	"testing"
)

// TestPajekCommentsPrecedeTheNetwork: any number of comments within the first 5000 bytes may precede the vertices.
func TestPajekCommentsPrecedeTheNetwork(t *testing.T) {
	for _, count := range []int{1, 20, 21, 300} {
		r, err := Read(fileOf(strings.Repeat("% c\n", count) + "*Vertices 2\n*Edges\n1 2\n"))
		if err != nil || r.Format != "Pajek" || len(r.Graph.Edges) != 1 {
			t.Errorf("%d comments: error %v, want a network with one edge", count, err)
		}
	}
}

// TestPajekVectorsAreFeatures: the numbers of a vector are a feature, also if the name of its file is a name of classes. A partition beside
// a network with classes is refused under the name of the attribute.
func TestPajekVectorsAreFeatures(t *testing.T) {
	network := File{Name: "g.net", Data: []byte("*Vertices 4\n*Edges\n1 2\n3 4\n")}
	numbers := []byte("*Vertices 4\n1\n2\n1\n2\n")
	for _, name := range []string{"class.vec", "group.vec", "CLUB.VEC", "height.vec"} {
		r, err := Read([]File{network, {Name: name, Data: numbers}})
		if err != nil || r.Graph.Classes != 0 || r.Graph.X.Cols != 1 {
			t.Errorf("%s: error %v, want a feature and no class", name, err)
		}
	}
	network.Data = []byte("*Vertices 2\n1 \"a\" 0 0 0 class 1\n2 \"b\" 0 0 0 class 2\n*Edges\n1 2\n")
	_, err := Read([]File{network, {Name: "c.clu", Data: []byte("*Vertices 2\n2\n1\n")}})
	if err == nil || !strings.Contains(err.Error(), `the attribute "class" is given twice`) {
		t.Errorf("two attributes class: the error is %v", err)
	}
}
