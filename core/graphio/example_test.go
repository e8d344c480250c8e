package graphio_test

import (
	"bytes"
	"fmt"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
)

// An edge list and a node table give one graph. The columns club and age become the class and a feature.
func ExampleRead() {
	r, err := graphio.Read([]graphio.File{
		{Name: "friends.csv", Data: []byte("from,to\nann,bob\nbob,ann\nbob,cem\n")},
		{Name: "people.csv", Data: []byte("id,club,age\nann,chess,31\nbob,chess,25\ncem,judo,40\ndee,judo,22\n")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := r.Graph
	fmt.Println(r.Format, g.NodeNames, g.Edges, g.Labels, g.ClassNames, g.FeatureNames)
	fmt.Println(g.Notes[0])
	// Output:
	// table [ann bob cem dee] [{0 1} {1 2}] [0 0 1 1] [chess judo] [age]
	// 1 repeated edge merged: an edge given twice or in both directions counts once.
}

// The message of an error has the file, the line, the fault and a remedy in brackets.
func ExampleError() {
	_, err := graphio.Read([]graphio.File{{Name: "big.net", Data: []byte("*Vertices 1000000000\n")}})
	cause, remedy, _ := strings.Cut(err.Error(), " (")
	fmt.Println(cause)
	fmt.Println("(" + remedy)
	// Output:
	// big.net:1: the number of vertices "1000000000" is not in 1..200000
	// (a Pajek file starts with *Vertices n and has sections *Edges or *Arcs)
}

// A graph as CSV is an edge list and a node table.
func ExampleWriteWith() {
	files, err := graphio.WriteWith(graph.Path(2), nil, "csv")
	fmt.Println(err)
	for _, f := range files {
		fmt.Printf("%s\n%s", f.Name, f.Data)
	}
	// Output:
	// <nil>
	// Path-of-2-edges.csv
	// source,target
	// 0,1
	// Path-of-2-nodes.csv
	// id,class,class_name
	// 0,0,first
	// 1,1,second
}

// An array survives writing and reading.
func ExampleWriteNPZ() {
	var b bytes.Buffer
	graphio.WriteNPZ(&b, []graphio.Array{{Name: "weights", Shape: []int{2, 2}, Float: []float64{1, 2, 3, 4}}})
	arrays, err := graphio.ReadNPZ("weights.npz", b.Bytes())
	fmt.Println(arrays[0].Name, arrays[0].Shape, arrays[0].Float, err)
	// Output: weights [2 2] [1 2 3 4] <nil>
}
