// This file draws the picture of a file of weights that the page opens as a network.

package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/layout"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/train"
)

// networkPicture is the file of the picture, for README.md and the course.
const networkPicture = "assets/learn/network.svg"

// network returns a picture as SVG. Its left half lists the tensors of a file of weights, and its right half has the graph with the
// predictions of these weights. network trains a GCN of two layers on the karate club and writes the weights with the names of
// PyTorch Geometric. Then it reads and evaluates the file like the page.
func network() ([]byte, error) {
	g := graph.FillMissing(graph.Karate())                     // like the page, which computes missing features and labels
	split, err := graph.ParseSplit(g, "random:0.3,0.2,0.5", 1) // shares of training, validation and test; seed 1
	if err != nil {
		return nil, err
	}
	cfg, err := method.Configure(g, split, "gcn", "paper", 0) // model, reading and seed
	if err != nil {
		return nil, err
	}
	cfg.Hidden, cfg.Plain, cfg.Epochs = 8, 1, 12 // few hidden features and epochs suffice; Plain 1: input features are not scaled
	// The trained network, written to a file and read again.
	trained, err := sgpc.New(g, split, cfg)
	if err != nil {
		return nil, err
	}
	for !trained.Done() {
		trained.StepEpoch()
	}
	// The reader replaces the names of PyTorch Geometric by the names of the GCN's parameters.
	weights, err := graphio.Reader{}.Weights(graphio.File{Name: "net.safetensors", Data: safetensors(trained.Parameters())})
	if err != nil {
		return nil, err
	}
	checked, err := sgpc.Check(g, split, cfg) // below, checked.From makes a run with the parameters of the file
	if err != nil {
		return nil, err
	}
	// The left half: a row for each tensor, at the height y in pixels. parameters has the tensors of the file, for the right half.
	var parameters []sgpc.Parameter
	d := &drawing{}
	for k, p := range weights.Params {
		parameters = append(parameters, sgpc.Parameter{Name: p.Name, Rows: p.Shape[0], Cols: p.Shape[1], Data: p.Data})
		name := pyTorchNames.Replace(p.Name)
		size := fmt.Sprintf("%d × %d", p.Shape[1], p.Shape[0]) // PyTorch stores weights transposed
		if p.Shape[0] == 1 {                                   // a bias is a vector
			size = fmt.Sprint(p.Shape[1])
		}
		y := 92 + 34*float64(k) // a row is 34 pixels below the row above
		d.add(`<rect x="24" y="%g" width="286" height="26" rx="4" class="disc"/>`, y-18)
		d.text(36, y, "l i", name)
		d.text(298, y, "e", size)
	}
	// The right half: the graph with the predictions of the opened network.
	run, err := checked.From(parameters)
	if err != nil {
		return nil, err
	}
	run.StepForward()
	pred := train.PredictedClasses(run.Predicted(), g.Classes)
	wrong := 0
	for i := range pred {
		if pred[i] != g.Labels[i] {
			wrong++
		}
	}
	d.text(24, 44, "l b", weights.File)
	d.text(24, 246, "l", weights.Family)
	d.add(`<path class="line" d="M330 140H396l-9 -6M396 140l-9 6"/>`)
	d.text(363, 126, "", "opens")
	d.club(g, pred)
	accuracies := run.Accuracies(run.Predicted())
	d.text(640, 292, "", fmt.Sprintf("as given: %d of %d right, %.1f %% in test · ring: wrong", g.N-wrong, g.N, 100*accuracies.Test))
	alternative := fmt.Sprintf("A file of weights with four tensors opens as a GCN on the karate club, %d of %d nodes in their class.",
		g.N-wrong, g.N)
	const networkHeight = 310 // in pixels
	// The keyframes are "", and without keyframes the duration seconds has no effect.
	return fmt.Appendf(nil, head, width, networkHeight, alternative, "", seconds, d.body.String()), nil
}

// club draws the karate club with predicted classes, and a ring around each wrong node.
func (d *drawing) club(g *graph.Graph, pred []int) {
	placed := new(layout.Series).Place("karate", g, nil) // x and y of each node, one after the other, in [−1, 1]
	// x and y return the coordinates of node i in pixels. The centre of the layout is at (640, 146).
	x := func(i int32) float64 { return 640 + 210*placed[2*i] }
	y := func(i int32) float64 { return 146 + 118*placed[2*i+1] }
	var edges strings.Builder
	for _, e := range g.Edges {
		fmt.Fprintf(&edges, "M%.0f %.0fL%.0f %.0f", x(e.I), y(e.I), x(e.J), y(e.J))
	}
	d.add(`<path class="thin" d="%s"/>`, edges.String())
	for i := range int32(g.N) {
		ring := "stroke:var(--p)"
		if pred[i] != g.Labels[i] {
			ring = "stroke:var(--a);stroke-width:3.5px"
		}
		d.add(`<circle cx="%.1f" cy="%.1f" r="7" style="fill:var(--c%d);%s"/>`, x(i), y(i), pred[i], ring)
	}
}

// pyTorchNames replaces the names of a GCN's parameters by the names in PyTorch Geometric: "gcn.0.weight" by "convs.0.lin.weight".
var pyTorchNames = strings.NewReplacer("gcn.", "convs.", "weight", "lin.weight")

// safetensors returns the parameters of a GCN as a safetensors file with 32-bit values and the names of PyTorch Geometric. The file has the
// length of a JSON header in 8 bytes, the header, and the values. Numbers are little-endian. PyTorch stores weights transposed. The header
// has an entry for each tensor, with its place among the values in bytes:
//
//	{…, "convs.0.lin.weight": {"data_offsets": [0, 1120], "dtype": "F32", "shape": [8, 35]}, …}
func safetensors(parameters []sgpc.Parameter) []byte {
	header, values := map[string]any{}, []byte{}
	for _, p := range parameters {
		begin, shape := len(values), []int{p.Cols, p.Rows}
		for j := range p.Cols {
			for i := range p.Rows {
				bits := math.Float32bits(float32(p.Data[i*p.Cols+j]))
				values = binary.LittleEndian.AppendUint32(values, bits)
			}
		}
		name := pyTorchNames.Replace(p.Name)
		if p.Rows == 1 { // a bias is a vector
			shape = shape[:1]
		}
		header[name] = map[string]any{"dtype": "F32", "shape": shape, "data_offsets": []int{begin, len(values)}}
	}
	text, _ := json.Marshal(header) // no error: the header has texts and integers
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	file = append(file, text...)
	return append(file, values...)
}
