// This file has an Example of every peer: a short training on six nodes.

package peer_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/train"
)

// learn trains the named peer for 60 steps and prints the number of its parameters and the predicted classes of all nodes.
// The graph is two triangles that an edge joins, with classes 0 and 1. Labels of nodes 0, 1, 4 and 5 are known.
// The features of a node are its class, one-hot, and a constant 1. Some peers predict node 2 or 3 wrongly.
func learn(name string) {
	g := graph.New("triangles", 6, []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}, {I: 2, J: 3}, {I: 3, J: 4}, {I: 3, J: 5},
		{I: 4, J: 5}})
	g.Classes = 2
	var x []linalg.Triplet
	for i := range 6 {
		x = append(x, linalg.Triplet{Row: i, Col: i / 3, Val: 1}, linalg.Triplet{Row: i, Col: 2, Val: 1})
	}
	g.X = linalg.NewCSR(6, 3, x)
	// The network and its training.
	tape := &autodiff.Tape{}
	s := peer.Find(name).Defaults(peer.Homophilic)
	logits, err := peer.Build(name, &train.Builder{Tape: tape, Store: train.NewStore(1), Train: true, Graph: g}, s)
	if err != nil {
		fmt.Println(err)
		return
	}
	loss := autodiff.CrossEntropy(tape, logits, []int{0, 0, 0, 1, 1, 1}, []int{0, 1, 4, 5})
	adam := autodiff.NewAdam(tape, s.Of("lr"), s.Of("weight_decay"))
	for range 60 {
		tape.Forward()
		tape.ZeroGrad()
		tape.Backward(loss)
		adam.Step(tape, nil)
	}
	size := 0
	for _, p := range tape.Params {
		size += len(p.Value.Data)
	}
	fmt.Print(size, " weights, classes")
	for i := range g.N {
		fmt.Print(" ", train.ArgMax(logits.Value.Row(i)))
	}
}

func ExampleBuild_mlp() {
	learn("mlp")
	// Output: 386 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_gcn() {
	learn("gcn")
	// Output: 386 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_gat() {
	learn("gat")
	// Output: 518 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_gcnii() {
	learn("gcnii")
	// Output: 65922 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_h2gcn() {
	learn("h2gcn")
	// Output: 1088 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_gprgnn() {
	learn("gprgnn")
	// Output: 397 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_jacobi() {
	learn("jacobi")
	// Output: 40 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_nsddiag() {
	learn("nsd-diag")
	// Output: 5530 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_nsdorth() {
	learn("nsd-orth")
	// Output: 5018 weights, classes 0 0 1 0 1 1
}

func ExampleBuild_nsdgeneral() {
	learn("nsd-general")
	// Output: 6554 weights, classes 0 0 1 1 1 1
}

func ExampleBuild_sage() {
	learn("sage")
	// Output: 772 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_gcntuned() {
	learn("gcn-tuned")
	// Output: 532482 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_pcnet() {
	learn("pcnet")
	// Output: 391 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_glognn() {
	learn("glognn")
	// Output: 778 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_geomgcn() {
	learn("geom-gcn")
	// Output: 3186 weights, classes 0 0 0 0 1 1
}

func ExampleBuild_sheafhyper() {
	learn("sheafhyper")
	// Output: 19786 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_polynsd() {
	learn("polynsd")
	// Output: 5554 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_nlsd() {
	learn("nlsd")
	// Output: 10650 weights, classes 0 0 1 0 1 1
}

func ExampleBuild_sheafan() {
	learn("sheafan")
	// Output: 5522 weights, classes 0 0 1 0 1 1
}

func ExampleBuild_connnsd() {
	learn("conn-nsd")
	// Output: 4506 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_csnn() {
	learn("csnn")
	// Output: 21674 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_isn() {
	learn("isn")
	// Output: 4506 weights, classes 0 0 1 0 1 1
}

func ExampleBuild_deepnsd() {
	learn("deep-nsd")
	// Output: 19274 weights, classes 0 0 0 1 1 1
}

func ExampleBuild_search() {
	learn("search")
	// Output: 16241 weights, classes 0 0 0 1 1 1
}

// TestExampleOfEveryPeer checks that the text of this file has an Example of every peer, with its output.
func TestExampleOfEveryPeer(t *testing.T) {
	text, err := os.ReadFile("examples_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range peer.Names() {
		if !strings.Contains(string(text), "\tlearn(\""+name+"\")\n\t// Output: ") {
			t.Errorf("%s has no Example", name)
		}
	}
}
