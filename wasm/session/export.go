package session

// This file writes a run to a file: a trace, weights, or a graph with results.

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
	"sheafscope/wasm/files"
	"sheafscope/wasm/proto"
)

// write answers a query [proto.Write] with the file, or with the error of its writer.
func (s *Session) write(q proto.Query) {
	f, err := s.runner.Write(q.Unit)
	if err != nil {
		s.fail(q, err.Error())
		return
	}
	s.reply(q, proto.Answer{Name: f.Name, Bytes: f.Data})
}

// write exports a run. format is "trace", "weights", "pyg" (a loader for PyTorch Geometric), or a format of package graphio. An export of
// several files is one zip. A trace that needs more than c.Memory is an error.
func (c Core) write(r *sgpc.Run, s *Source, format string) (content.File, error) {
	j := files.Job{Kind: files.Write, Format: format, Graph: s.Graph}
	switch format {
	case "trace":
		if err := c.traceRoom(s); err != nil {
			return content.File{}, err
		}
		text, err := trace.Text(r, nil) // nil: the lift of all edges, or of none if the lift is too large
		return content.File{Name: "trace.json", Data: text}, err
	case "weights":
		j.Kind, j.Arrays = files.Arrays, weights(r, s)
	case "pyg":
		j.Kind, j.Split, j.Arrays = files.Loader, s.Split, weights(r, s)
	default:
		j.Extra = results(r, s.Graph)
		j.Extra.Split = &s.Split
	}
	a, err := c.Do(j)
	return a.File, err
}

// results returns the quantities of nodes and edges at the present position, in the order of the columns of the file. Quantities that are
// not computed yet are omitted.
func results(r *sgpc.Run, g *graph.Graph) *content.Extra {
	f := view.Frame(r, frame.Focus{}) // without a selection and without the spectrum
	extra := &content.Extra{}
	// The list of a quantity that is not computed yet is empty.
	addNode := func(q content.Quantity) {
		if len(q.Values) == g.N {
			extra.Nodes = append(extra.Nodes, q)
		}
	}
	addEdge := func(name string, v []float64) {
		if len(v) == len(g.Edges) && len(v) > 0 {
			extra.Edges = append(extra.Edges, content.Quantity{Name: name, Values: v})
		}
	}
	addNode(content.Quantity{Name: "prediction", Values: floats(f.Pred), Whole: true}) // Whole: written as integers
	// The probabilities of each class are a separate quantity.
	for c := range f.Classes {
		prob := make([]float64, 0, g.N) // column c of the n×C matrix of probabilities
		for i := c; i < len(f.Calibrated); i += f.Classes {
			prob = append(prob, f.Calibrated[i])
		}
		addNode(content.Quantity{Name: fmt.Sprintf("p_%d", c), Values: prob})
	}
	addNode(content.Quantity{Name: "kappa_mean", Values: f.NodeKappa})
	addEdge("kappa", f.Kappa)
	addEdge("map_norm", f.MapNorm)
	addEdge("energy", f.EdgeEnergy)
	addEdge("plan_off_diagonal", f.OffDiagonal)
	return extra
}

// floats converts integers to float64, the type of content.Quantity.
func floats(v []int) []float64 {
	out := make([]float64, len(v))
	for i, k := range v {
		out[i] = float64(k)
	}
	return out
}

// weights returns the arrays of an npz file: the parameters of the run, and the results of the run under names with the prefix "result.".
// A parameter "layer/w" has the name "layer.w". The results, with their shapes, are
//
//	result.settings     1        model and settings as JSON; with them the page opens the file as a trained network
//	result.edges        m×2      the edges, each once
//	result.epoch        1        number of finished epochs
//	result.prediction   n        classes
//	result.probability  n×C      of the classes, calibrated if the model calibrates
//	result.maps         m×2×d×d  restriction maps at both ends of each edge
func weights(r *sgpc.Run, s *Source) []content.Array {
	var list []content.Array
	for _, p := range r.Parameters() {
		list = append(list, content.Array{Name: strings.ReplaceAll(p.Name, "/", "."), Shape: []int{p.Rows, p.Cols}, Float: p.Data})
	}
	// The edges are exported because result.maps has their order.
	g := s.Graph
	edges := make([]int64, 0, 2*len(g.Edges))
	for _, e := range g.Edges {
		edges = append(edges, int64(e.I), int64(e.J))
	}
	f := view.Frame(r, frame.Focus{})
	list = append(list, settingsOf(r), content.Array{Name: "result.edges", Shape: []int{len(g.Edges), 2}, Int: edges},
		content.Array{Name: "result.epoch", Shape: []int{1}, Int: []int64{int64(r.Epoch())}})
	// A result that is not computed yet is absent. A model without maps has no result.maps.
	if len(f.Pred) == g.N {
		pred := make([]int64, g.N)
		for i, c := range f.Pred {
			pred[i] = int64(c)
		}
		list = append(list, content.Array{Name: "result.prediction", Shape: []int{g.N}, Int: pred})
	}
	if f.Classes > 0 && len(f.Calibrated) == g.N*f.Classes {
		list = append(list, content.Array{Name: "result.probability", Shape: []int{g.N, f.Classes}, Float: slices.Clone(f.Calibrated)})
	}
	if maps, d := r.Maps(); len(maps) > 0 {
		list = append(list, content.Array{Name: "result.maps", Shape: []int{len(g.Edges), 2, d, d}, Float: maps})
	}
	return list
}

// settingsOf returns the model of a run, and the settings that the model reads, as an array with one text. The text is JSON in the format
// that package weights reads: {"model":"gcn","settings":{"lr":"0.01"}}. The seed is omitted, because it belongs to the recipe.
func settingsOf(r *sgpc.Run) content.Array {
	cfg, values := r.Config(), map[string]string{}
	for _, row := range cfg.Settings() {
		if row.Reads && row.Name != "model" && row.Name != "seed" {
			values[row.Name] = row.Value()
		}
	}
	text, _ := json.Marshal(struct {
		Model    string            `json:"model"`
		Settings map[string]string `json:"settings"`
	}{cfg.Model, values}) // an error is impossible: all values are texts
	return content.Array{Name: "result.settings", Shape: []int{1}, Text: []string{string(text)}}
}
