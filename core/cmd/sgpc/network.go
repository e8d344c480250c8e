package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/asian"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
)

// weightsHelp is the help of the flag -weights.
const weightsHelp = "a trained network's `file` (.safetensors, .npz with the names of a state_dict, or of torch.save); -epochs 0 " +
	"leaves it as it is"

// isSet reports whether a flag is on the command line.
func (o *options) isSet(name string) (yes bool) {
	o.fs.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// readNetwork reads the file of -weights, unless the graph's files contain a network, and sets the model from it.
// It fails where the network does not fit the graph.
func (o *options) readNetwork(g *graph.Graph) error {
	reader := graphio.Reader{Decode: asian.Decode}
	if o.isSet("model") {
		reader.Model = o.model
	}
	if o.weights != "" {
		data, err := disk.Read(o.weights, graphio.MaxInput)
		if err != nil {
			return err
		}
		if o.net, err = reader.Weights(graphio.File{Name: filepath.Base(o.weights), Data: data}); err != nil {
			return err
		}
		if o.net == nil {
			return fmt.Errorf("%s holds no weights: it is neither a .safetensors file, nor an .npz file with the names of a state_dict, nor "+
				"written by torch.save", o.weights)
		}
	}
	switch {
	case o.net == nil:
		return nil
	case o.isSet("model") && o.model != o.net.Model:
		return usageError{fmt.Errorf("-model %s: %s holds weights of %s", o.model, o.net.File, o.net.Model)}
	}
	o.model = o.net.Model
	if reading := o.net.Settings["reading"]; reading != "" {
		o.reading = reading
	}
	o.net.CompareLoops(g)
	return o.net.Fits(g)
}

// setNetwork sets the settings that the network's file determines, and reports those that it does not.
func (o *options) setNetwork(cfg *settings.Config) error {
	if o.net == nil {
		return nil
	}
	list := map[string]string{}
	for name, value := range o.net.Settings {
		if name != "model" && name != "seed" {
			list[name] = value
		}
	}
	if err := cfg.Overlay(list); err != nil {
		return fmt.Errorf("%s: %w", o.net.File, err)
	}
	if len(o.net.Asked) > 0 {
		var assumed []string
		for _, name := range o.net.Asked {
			s := cfg.Setting(name)
			assumed = append(assumed, name+"="+s.Value())
		}
		fmt.Fprintf(os.Stderr, "sgpc: %s is a network of %s; it does not say %s: -set changes that\n", o.net.File, o.net.Family,
			strings.Join(assumed, ", "))
	}
	for _, doubt := range o.net.Doubts {
		fmt.Fprintf(os.Stderr, "sgpc: %s: %s\n", o.net.File, doubt)
	}
	return nil
}

// start returns the run of the options, with the weights of a file if there are any.
func (o *options) start(g *graph.Graph, split graph.Split, cfg settings.Config) (*sgpc.Run, error) {
	r, err := sgpc.New(g, split, cfg)
	if err != nil || o.net == nil {
		return r, err
	}
	list := make([]sgpc.Parameter, 0, len(o.net.Params))
	for _, p := range o.net.Params {
		list = append(list, sgpc.Parameter{Name: p.Name, Rows: p.Shape[0], Cols: p.Shape[1], Data: p.Data})
	}
	if err := r.Take(list); err != nil {
		return nil, fmt.Errorf("%s: %w", o.net.File, err)
	}
	return r, nil
}

// keepsWeights reports whether the weights of a file are evaluated without training.
func (o *options) keepsWeights() bool { return o.net != nil && o.epochs == 0 && o.isSet("epochs") }

// runToEnd trains to the end, or evaluates given weights.
func (o *options) runToEnd(r *sgpc.Run) {
	if o.keepsWeights() {
		r.StepForward()
		return
	}
	for !r.Done() {
		r.StepEpoch()
	}
}

// agreement returns the share of nodes whose predicted class equals that in the network's file, nil if the file has none.
func (o *options) agreement(pred []int) *float64 {
	if o.net == nil || len(o.net.Predictions) != len(pred) {
		return nil
	}
	same := 0
	for i, c := range pred {
		if o.net.Predictions[i] == c {
			same++
		}
	}
	share := float64(same) / float64(max(1, len(pred)))
	return &share
}

// mapsOfNetwork reads a network from a weights file. It returns the graph and the restriction maps of every layer.
func mapsOfNetwork(weights, graphName string) (*graph.Graph, *content.Maps, error) {
	o := newOptions("maps")
	if err := o.fs.Parse([]string{"-graph", graphName, "-weights", weights, "-epochs", "0"}); err != nil {
		return nil, nil, err
	}
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, nil, err
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return nil, nil, err
	}
	o.runToEnd(r)
	var list []*sheaf.Sheaf
	for k := range r.Fork().Evaluate("").Layers {
		end := r.OpenLayer(k, true)
		raw := r.Evaluation().Layers[k].Raw
		list = append(list, &sheaf.Sheaf{N: g.N, D: raw.D, Edges: g.Edges, R: slices.Clone(raw.R)})
		end()
	}
	if maps, d := r.Maps(); len(list) == 0 && maps != nil {
		list = append(list, &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: maps})
	}
	if len(list) == 0 {
		return nil, nil, errors.New("this network has no restriction maps")
	}
	out := &content.Maps{D: list[0].D, Epochs: 1, Layers: len(list)}
	for _, s := range list {
		if s.D != out.D {
			return nil, nil, errors.New("the maps of the layers have different dimensions; heads of the last layer differ")
		}
		out.R = append(out.R, s.R...)
	}
	return g, out, nil
}
