//go:build e2e

package e2e

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/train"
	"sheafscope/wasm/recipe"
)

// gcnFile returns a file with a GCN of two layers for karate, with names of PyTorch Geometric, and its parameters. width is the number of
// its input features.
func gcnFile(width, classes int) (data []byte, params []sgpc.Parameter) {
	return gcnLayers([][2]int{{width, 5}, {5, classes}})
}

// gcnLayers returns a file with a GCN, given the numbers of inputs and outputs of each layer, and its parameters.
func gcnLayers(sizes [][2]int) (data []byte, params []sgpc.Parameter) {
	r := rng.New(7, "network")
	header, block := map[string]any{}, []byte{}
	add := func(name string, shape ...int) (out []float64) {
		n := 1
		for _, d := range shape {
			n *= d
		}
		at := len(block)
		for range n {
			v := 0.4 * r.Norm()
			out = append(out, v)
			block = binary.LittleEndian.AppendUint64(block, math.Float64bits(v))
		}
		header[name] = map[string]any{"dtype": "F64", "shape": shape, "data_offsets": [2]int{at, len(block)}}
		return out
	}
	for l, size := range sizes {
		w := add(fmt.Sprintf("convs.%d.lin.weight", l), size[1], size[0])
		t := make([]float64, len(w))
		for i := range size[1] {
			for j := range size[0] {
				t[j*size[1]+i] = w[i*size[0]+j]
			}
		}
		params = append(params, sgpc.Parameter{Name: fmt.Sprintf("gcn.%d.weight", l), Rows: size[0], Cols: size[1], Data: t},
			sgpc.Parameter{Name: fmt.Sprintf("gcn.%d.bias", l), Rows: 1, Cols: size[1],
				Data: add(fmt.Sprintf("convs.%d.bias", l), size[1])})
	}
	text, _ := json.Marshal(header)
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, uint64(len(text)))
	out.Write(text)
	out.Write(block)
	return out.Bytes(), params
}

// A file of weights that is dropped on the page with karate opens with unchanged weights, and its classes equal those of the command line.
// A link and a reload keep the network, training continues with its weights, and Back restores it. A file with wrong sizes leaves the run
// unchanged.
func TestOwnNetwork(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 0})`)
	g := graph.FillMissing(graph.Karate())
	data, params := gcnFile(g.X.Cols, g.Classes)
	p.dropped("net.safetensors", data)
	p.waitFor(`sheafscope.recipe().net?.file === "net.safetensors" && sheafscope.recipe().model === "gcn" && !sheafscope.state().busy`)
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "gcn", "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Hidden, cfg.Plain = 5, 1
	run, err := sgpc.New(g, split, cfg)
	if err == nil {
		err = run.Take(params)
	}
	if err != nil {
		t.Fatal(err)
	}
	run.StepForward()
	var got struct {
		Epoch, Position, Stage int
		Predictions            []int
		Accuracy               struct{ Test float64 }
	}
	given := func() {
		t.Helper()
		p.eval("sheafscope.state()", &got)
		if got.Epoch != 0 || got.Position != 1 || got.Stage != 8 {
			t.Errorf("the network stands at epoch %d, position %d, stage %d", got.Epoch, got.Position, got.Stage)
		}
		if want := run.Accuracies(run.Predicted()).Test; got.Accuracy.Test != want ||
			!slices.Equal(got.Predictions, train.PredictedClasses(run.Predicted(), g.Classes)) {
			t.Errorf("the test accuracy as given is %v, of the run %v; the classes are %v", got.Accuracy.Test, want, got.Predictions)
		}
	}
	given()
	p.waitFor(`document.body.textContent.includes("net.safetensors is a trained network (PyTorch Geometric, GCNConv). As given")`)
	p.inAddress("the network", func(r recipe.Recipe) bool { return r.Net.File == "net.safetensors" && r.Position == 1 })
	p.reload()
	p.ready()
	p.waitFor(`sheafscope.recipe().net?.file === "net.safetensors" && !sheafscope.state().busy`)
	given()
	p.call("run(3)")
	p.waitFor(`sheafscope.state().epoch === 3`)
	wrong, _ := gcnFile(3, 2)
	p.dropped("wrong.safetensors", wrong)
	p.waitFor(`document.body.textContent.includes("3 features and 2 classes")`)
	p.waitFor(`sheafscope.state().epoch === 3 && sheafscope.recipe().net?.file === "net.safetensors"`)
	p.choose("model-select", "gat") // another model learns from its own start
	p.waitFor(`sheafscope.recipe().model === "gat" && !sheafscope.state().busy`)
	p.eval("history.back()", nil)
	p.waitFor(`sheafscope.recipe().model === "gcn" && sheafscope.state().epoch === 3 && !sheafscope.state().busy`)
}

// A file with 5 MB of weights is open at most a second after it was dropped. The first file also fetches the program that reads files.
func TestOpenWeightsTime(t *testing.T) {
	alone(t)
	p := shared(t, desktop)
	g := graph.FillMissing(graph.Karate())
	const width = 550
	data, _ := gcnLayers([][2]int{{g.X.Cols, width}, {width, width}, {width, width}, {width, g.Classes}})
	if len(data) < 5_000_000 || len(data) > 5_200_000 {
		t.Fatalf("the file has %d bytes", len(data))
	}
	k := 0
	threeTries(t, func(j *judge) {
		p.ready()
		p.call(`load({graph: "karate", seed: 0})`)
		name := fmt.Sprintf("large%d.safetensors", k)
		k++
		p.eval(`(() => { globalThis.opened = null;
			addEventListener("drop", () => { const t = performance.now();
				const off = sheafscope.on("frame", () => { if (sheafscope.recipe().net?.file === "`+name+`" && sheafscope.state().stage === 8) {
					off(); opened = performance.now() - t; } }); }, { once: true, capture: true });
			return true; })()`, new(bool))
		p.dropped(name, data)
		p.waitFor(`globalThis.opened > 0`)
		var ms float64
		p.eval("opened", &ms)
		j.check("opening 5 MB of weights", ms, 1000)
	})
	p.clean()
}
