package main

// Files and lines that TestToAdd adds to a copy of the tree: a peer, a setting, a format, a built-in graph, a family of networks, a claim,
// a stage and a kind of figure. The peer, the format, the claim and the stage have the name echo. additions (additions_test.go) names the
// file of each text, and what the text is inserted before.
const (
	addedPeer = `package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

var echo = Peer{
	Name: "echo", Label: "Echo", Paper: "Nobody, No title, 2000", Why: "It says what it hears.",
	Equation: []string{"\\hat{Y}=X W"}, Symbols: []Symbol{symY, symX, symW},
	Maps: trivialMaps, Laplacian: trivialLaplacian, Filter: "One layer averages: it is the filter 1 − λ of this Laplacian.",
	Settings: []Default{
		{"zeal", 16, 24, 1, 64},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 5e-4, 5e-4, 0, 10},
	},
	Floats: func(z Size, s Settings) float64 { return z.around() + z.Nodes*pair*(z.Classes+2*s.Of("zeal")) },
	network: echoNetwork,
}

func echoNetwork(b *train.Builder, s Settings) *autodiff.Var {
	a, x := adjacency(b.Graph, true), input(b, "echo.0", s.Int("zeal"), train.FanIn, 0)
	y := propagate(b.Tape, a, x)
	s.watch(averagingLayer(a, x, y))
	return b.Linear(y, "echo.1", b.Graph.Classes)
}
`
	addedPeerName    = "&echo, "
	addedConfigField = "\tZeal int `json:\"zeal\"`\n"
	addedSettingRow  = "\t\tnum(\"zeal\", \"Zeal\", &c.Zeal, 1, 1, 99, peersOnly),\n"
	addedFormat      = `package graphio

import (
	"bytes"
	"fmt"

	"sheafscope/core/graph"
)

func isEcho(d []byte) bool { return bytes.HasPrefix(d, []byte("echo of ")) }

func readEcho(f File, _ *Correction) (*Found, error) {
	n := 0
	if _, err := fmt.Sscanf(string(f.Data), "echo of %d", &n); err != nil || n < 1 || n > 99 {
		return nil, fault(f.Name, 1, "write a number from 1 to 99", "the echo is of nothing")
	}
	var edges []graph.Edge
	for i := range int32(n - 1) {
		edges = append(edges, graph.Edge{I: i, J: i + 1})
	}
	return &Found{Graph: graph.New("echo", n, edges), Format: "Echo"}, nil
}
`
	addedFamilyRow = "\t{Name: \"Echo of PyTorch\", Model: \"gcn\", Layer: []string{\"theta\", \"bias?\"}, Linear: [2]int{0, 1}, " +
		"Classes: []string{\"EchoConv\"}, Layers: func(s *source, prefixes, linear []string) {\n" +
		"\t\ts.set(\"loops\", 1)\n\t\ts.set(\"degree\", 3)\n\t\ts.convolution(prefixes, linear, func(p string, in int) *Tensor " +
		"{ return s.matrix(p+\"theta\", in, anySize) })\n\t}, Asks: []string{\"act\"}},\n"
	addedFormatRow  = "\t{isEcho, \"Echo\", readEcho, 0},\n"
	addedFormatText = "\t{\"Echo\", \"a path of so many nodes\"},\n"
	addedGraphRow   = "\t{Offer{\"e7\", \"E7, an echo of seven\", groupCounter}, tiny(\"E7\", func() *Graph { return Path(7) })},\n"
	addedStage      = `package stages

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

var echoStage = row{
	number: stage.Echo, models: allModels, early: true, why: "It repeats the stage before.",
	peerWhy: func(model string) string { return "To " + model + " it repeats the stage before." },
	value: func(*state.State) string { return "11 times" },
	spark: func(*state.State) *Spark { return &Spark{Kind: "line", Y: view.Vec{1, 2}} },
	show: func(_ *state.State, v *view.Inspector) {
		v.Lead = view.Say("Everything is there twice.")
		v.Add(view.Figure{ID: "echoes", Data: Echoes{Text: "echo, echo"}})
	},
}

// Echoes are what comes back.
type Echoes struct {
	Text string ` + "`json:\"text\"`" + `
}
`
	addedLesson     = "\t{\"Node *u* is heard twice.\", \"echoes\"},\n"
	addedColours    = "\t{\"prediction\", EdgesPlain},\n"
	addedFigureKind = "{\"echo\", stages.Echoes{}}, "
	addedRenderer   = "  echo: box(\"echo\", (sec, m) => { sec.box.textContent = m.text; }),\n"
	addedClaim      = `package claims

var echo = claimRow{
	Claim: Claim{ID: "echo", Title: "Echo", Relation: "<=", Statement: "2 ≤ 1", Note: "False: 2 > 1.",
		Answer: "One of them is heard.", Reply: "Both are."},
	sides: [2]string{"heard", "said"},
	check: func(in *Input, c Claim) Claim {
		if in.N == 0 {
			return c.missing("a graph")
		}
		return c.judge(2, 1, true)
	},
	failingRun:     Case{Title: "the karate club", Graph: "karate", Epochs: 1, Shows: "two are more than one"},
	counterexample: func(x *smallCases) error { return x.add("", "any echo", "It is heard twice.", 2, 1) },
}
`
	addedClaimName   = "echo, "
	addedClaimSides  = "\t\t\"echo\":       {{2, 1}},\n"
	addedClaimByHand = "\tcheck(\"echo\", 0, 2, 1, 0)\n"
	addedClaimOfRun  = "\tvalues[\"echo\"] = [2]float64{2, 1}\n"
	addedPeerExample = `func ExampleBuild_echo() {
	learn("echo")
	// Output: 146 weights, classes 0 0 0 1 1 1
}

`
	addedPeerCode = `# Â = D^{−1/2}(A + I)D^{−1/2} averages dense features, and a second dense layer reads them.
A = np.eye(n)
A[i, j] = A[j, i] = 1
D = A.sum(1)
H = A / np.sqrt(np.outer(D, D)) @ (X @ p["echo.0.weight"] + p["echo.0.bias"])
got = {"peer_layers.0.output": H, "probabilities": softmax(H @ p["echo.1.weight"] + p["echo.1.bias"])}
`
	addedCorpusFile = "echo of 5\n"
	addedCorpusNote = `{"by":"by hand","files":["echo.txt"],"format":"Echo","directed":false,"nodes":["0","1","2","3","4"],` +
		`"edges":[0,1,1,2,2,3,3,4],"classes":null,"features":{}}` + "\n"
	addedFuzzSeed = "\tf.Add([]byte(\"echo of 5\\n\"))\n"
	// addedPage is a program that prints the page's view of the additions as JSON.
	addedPage = `package main

import (
	"encoding/json"
	"os"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	shown "sheafscope/core/sgpc/view"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	must(err)
	cfg, err := method.Configure(g, split, "echo", "paper", 0)
	must(err)
	r, err := sgpc.New(g, split, cfg)
	must(err)
	r.StepEpoch()
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Model: "echo"}})
	s.Graph = &proto.GraphInfo{Name: g.Name, N: g.N, Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames,
		ClassSizes: g.ClassSizes(), Features: g.X.Cols, Train: split.Train}
	s.Config, s.View.Panel, s.View.Stage = cfg, state.PanelStage, stage.Classes
	s.Frame = shown.Frame(r, frame.Focus{})
	app := &web.App{State: s}
	out := map[string]any{"menu": app.ModelOptions(), "results": s.Lab.Results.Models, "inspector": inspector.New(&s),
		"graphs": app.GraphOptions(), "formats": (&web.Bar{App: app}).Formats(), "rail": stages.Rail(&s), "sparks": stages.Sparks(&s)}
	s.View.Stage = stage.Echo
	out["stage"] = inspector.New(&s)
	must(json.NewEncoder(os.Stdout).Encode(out))
}
`
)
