// This file reads a network that was trained elsewhere, starts runs with its weights, and computes its restriction maps.

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

// isSet reports whether the flag with the given name is on the command line.
func (o *options) isSet(name string) (found bool) {
	o.fs.Visit(func(f *flag.Flag) { found = found || f.Name == name }) // Visit visits only the flags on the command line
	return found
}

// readNetwork reads the network of -weights into o.net. Without the flag, o.net may already hold a network of the graph's files.
// A network determines o.model and, if its file names the reading, o.reading.
// readNetwork fails if the file cannot be read, if -model names another model, or if the network does not fit the graph g.
func (o *options) readNetwork(g *graph.Graph) error {
	if o.weights != "" {
		if err := o.readWeights(); err != nil {
			return err
		}
	}
	if o.net == nil { // the run trains a network from random weights
		return nil
	}
	if o.isSet("model") && o.model != o.net.Model {
		return usageError{fmt.Errorf("-model %s: %s holds weights of %s", o.model, o.net.File, o.net.Model)}
	}
	// The weights belong to one model and one reading, which the run must have, too. So the reading of the file overrides -reading.
	o.model = o.net.Model
	if reading := o.net.Settings["reading"]; reading != "" {
		o.reading = reading
	}
	o.net.CompareLoops(g) // adapts the network if it was trained with the self-loops of the file, which g does not have
	return o.net.Fits(g)
}

// readWeights reads the file of -weights into o.net. It fails if the file cannot be read or holds no weights.
func (o *options) readWeights() error {
	reader := graphio.Reader{Decode: asian.Decode} // Decode decodes texts in East Asian encodings
	// The names of the tensors may fit several models; -model selects one of these models.
	if o.isSet("model") {
		reader.Model = o.model
	}
	data, err := disk.Read(o.weights, graphio.MaxInput)
	if err != nil {
		return err
	}
	o.net, err = reader.Weights(graphio.File{Name: filepath.Base(o.weights), Data: data})
	if err == nil && o.net == nil {
		err = fmt.Errorf("%s holds no weights: it is neither a .safetensors file, nor an .npz file with the names of a state_dict, nor "+
			"written by torch.save", o.weights)
	}
	return err
}

// setNetwork sets the settings in cfg that the network's file determines. Without a network it changes nothing.
// setNetwork fails if cfg does not allow a value of the file.
// On standard error it prints the settings that neither the file nor -set determines, with their assumed values, and the doubts about the
// network.
// A line is such as
//
//	sgpc: net.npz is a network of NSD; it does not say steps=1: -set changes that
func (o *options) setNetwork(cfg *settings.Config) error {
	if o.net == nil {
		return nil
	}
	fromFile := map[string]string{}
	for name, value := range o.net.Settings {
		if name != "model" && name != "seed" { // readNetwork has set the model, and the flag -seed sets the seed
			fromFile[name] = value
		}
	}
	if err := cfg.Overlay(fromFile); err != nil {
		return fmt.Errorf("%s: %w", o.net.File, err)
	}
	// Weights do not determine some settings, such as the number of steps. These keep their values in cfg.
	var assumed []string
	for _, name := range o.net.Asked {
		isSet := slices.ContainsFunc(o.sets, func(set string) bool { return strings.HasPrefix(set, name+"=") })
		if !isSet { // otherwise -set replaces the assumed value
			setting := cfg.Setting(name)
			assumed = append(assumed, name+"="+setting.Value())
		}
	}
	if len(assumed) > 0 {
		fmt.Fprintf(os.Stderr, "sgpc: %s is a network of %s; it does not say %s: -set changes that\n", o.net.File, o.net.Family,
			strings.Join(assumed, ", "))
	}
	// Doubts are assumptions about the network that no setting can change.
	for _, doubt := range o.net.Doubts {
		fmt.Fprintf(os.Stderr, "sgpc: %s: %s\n", o.net.File, doubt)
	}
	return nil
}

// start returns a new run. If o.net holds a network, the run begins with the weights of this network.
// start fails if no run is possible with the settings, or if the weights do not fit the model.
func (o *options) start(g *graph.Graph, split graph.Split, cfg settings.Config) (*sgpc.Run, error) {
	r, err := sgpc.New(g, split, cfg)
	if err != nil || o.net == nil {
		return r, err
	}
	// Replace the random initial weights by the weights of the file. Each array of weights has two dimensions.
	params := make([]sgpc.Parameter, 0, len(o.net.Params))
	for _, p := range o.net.Params {
		params = append(params, sgpc.Parameter{Name: p.Name, Rows: p.Shape[0], Cols: p.Shape[1], Data: p.Data})
	}
	if err := r.Take(params); err != nil {
		return nil, fmt.Errorf("%s: %w", o.net.File, err)
	}
	return r, nil
}

// keepsWeights reports whether the command evaluates the weights of a file without training: there is a network, and the command line has
// -epochs 0. Without the flag, o.epochs is 0, too, but stands for the default number of epochs.
func (o *options) keepsWeights() bool { return o.net != nil && o.epochs == 0 && o.isSet("epochs") }

// runToEnd trains a run to its last epoch. If [options.keepsWeights], it only evaluates the network.
func (o *options) runToEnd(r *sgpc.Run) {
	if o.keepsWeights() {
		r.StepForward()
		return
	}
	for !r.Done() {
		r.StepEpoch()
	}
}

// agreement returns the share of nodes whose predicted class equals the prediction that the network's file stores.
// pred has the predicted class of each node. agreement returns nil if the file does not store a prediction for each node.
func (o *options) agreement(pred []int) *float64 {
	if o.net == nil || len(o.net.Predictions) != len(pred) {
		return nil
	}
	equal := 0
	for i, class := range pred {
		if o.net.Predictions[i] == class {
			equal++
		}
	}
	share := float64(equal) / float64(max(1, len(pred))) // max: without nodes the share is 0
	return &share
}

// mapsOfNetwork evaluates the network of a weights file on a graph. It returns the graph and the restriction maps of every layer, before
// normalisation. sets has settings of the network, as key=value. mapsOfNetwork fails if graph, network or a setting is invalid, if the
// network has no maps, or if its layers differ in the dimension of their stalks.
func mapsOfNetwork(weights, graphName string, sets setList) (*graph.Graph, *content.Maps, error) {
	// These flags describe a run that evaluates the network and does not train it.
	o := newOptions("maps")
	if err := o.fs.Parse([]string{"-graph", graphName, "-weights", weights, "-epochs", "0"}); err != nil {
		return nil, nil, err
	}
	o.sets = sets
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, nil, err
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return nil, nil, err
	}
	o.runToEnd(r)
	// Each layer of a peer has maps: its own, or maps with which a sheaf network computes the layer.
	// A copy of the evaluation, from Fork, is evaluated once more to count the layers.
	// The argument "" leaves the maps unchanged.
	var sheaves []*sheaf.Sheaf
	layers := len(r.Fork().Evaluate("").Layers)
	for k := range layers {
		closeLayer := r.OpenLayer(k, sgpc.SharedMemory) // with a new forward pass if training has overwritten the layer
		raw := r.Evaluation().Layers[k].Raw             // valid until closeLayer
		sheaves = append(sheaves, &sheaf.Sheaf{N: g.N, D: raw.D, Edges: g.Edges, R: slices.Clone(raw.R)})
		closeLayer()
	}
	// SGPC has one sheaf for the whole network in place of layers.
	maps, d := r.Maps()
	if len(sheaves) == 0 && maps != nil {
		sheaves = append(sheaves, &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: maps})
	}
	if len(sheaves) == 0 {
		return nil, nil, errors.New("this network has no restriction maps")
	}
	// The maps of all layers follow each other in one list.
	out := &content.Maps{D: sheaves[0].D, Epochs: 1, Layers: len(sheaves)}
	for _, s := range sheaves {
		if s.D != out.D {
			return nil, nil, errors.New("the maps of the layers have different dimensions; heads of the last layer differ")
		}
		out.R = append(out.R, s.R...)
	}
	return g, out, nil
}
