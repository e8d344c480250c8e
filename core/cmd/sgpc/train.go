package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/spectral"
	"sheafscope/core/study"
	"sheafscope/core/tune"
)

// trainReport is the JSON object of train with -json.
type trainReport struct {
	Graph   string        `json:"graph"`
	Model   string        `json:"model"`
	Reading string        `json:"reading"`
	Method  method.Method `json:"method"`
	Seed    uint64        `json:"seed"`
	Split   string        `json:"split"`
	// Copies counts nodes with equal features and neighbours, and Twins nodes with equal neighbours only.
	Copies       graph.CopyCount  `json:"copies"`
	Twins        graph.CopyCount  `json:"equal_neighbours"`
	EpochsRun    int              `json:"epochs_run"`
	BestEpoch    int              `json:"best_epoch"`
	ValAcc       *float64         `json:"val_acc"` // this and the next three are null for an empty set
	TestAcc      *float64         `json:"test_acc"`
	TestAccLast  *float64         `json:"test_acc_last"`
	TrainAccLast *float64         `json:"train_acc_last"`
	Loss         float64          `json:"loss"`
	Lambda2First *float64         `json:"lambda2_first"` // null without a sheaf
	Lambda2Last  *float64         `json:"lambda2_last"`
	Bound        float64          `json:"bound"`
	ECE          *float64         `json:"ece"` // null without test nodes
	Seconds      float64          `json:"seconds"`
	EpochMS      float64          `json:"epoch_ms"`
	Position     int              `json:"position"`
	Config       settings.Config  `json:"config"`
	Search       []tune.Candidate `json:"search,omitempty"` // with -auto
	// Weights is the file of a network trained elsewhere, and Agreement the share of nodes with the class in that file.
	Weights   string   `json:"weights,omitempty"`
	Agreement *float64 `json:"agreement,omitempty"`
}

// trainCommand trains one model on one graph and split.
func trainCommand(args []string) int {
	o := newOptions("train")
	auto := o.fs.Bool("auto", false, "choose the settings of sgpc on the validation nodes first, by at most 24 of them")
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	g, split, cfg, err := o.load()
	if err != nil {
		return fail(err)
	}
	var tried []tune.Candidate
	if *auto {
		if cfg, tried, err = o.search(g, split, cfg); err != nil {
			return fail(err)
		}
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return fail(err)
	}
	r.ForwardOnly()
	for _, text := range []string{split.UntrainedText(g), graph.FewText(g, split.Name)} {
		if text != "" {
			fmt.Fprintln(os.Stderr, "sgpc:", text)
		}
	}
	copies := graph.CountCopies(g.Copies(graph.AlikeRows), split)
	twins := graph.CountCopies(g.Copies(graph.AlikeNeighbours), split)
	if text := graph.CopiesText(copies, twins, g, split); text != "" {
		fmt.Fprintln(os.Stderr, "sgpc:", text)
	}
	start := time.Now()
	shown := start
	first := -1.0
	if o.keepsWeights() {
		r.StepForward()
	}
	for !r.Done() && !o.keepsWeights() {
		r.StepEpoch()
		if r.Epoch() == 1 {
			first = lambda2AtEnd(r)
		}
		if now := time.Now(); now.Sub(shown) > time.Second {
			shown = now
			h := view.Frame(r, frame.Focus{}, frame.Once{HistoryFrom: r.Epoch() - 1})
			fmt.Fprintf(os.Stderr, "epoch %d  loss %.4f  train %s  val %s\n", h.Epoch, h.Loss.Total, percent(&h.Accuracy.Train),
				percent(&h.Accuracy.Val))
		}
	}
	sec := time.Since(start).Seconds()
	f := view.Frame(r, frame.Focus{Spectrum: false})
	rep := trainReport{Graph: g.Name, Model: cfg.Model, Reading: cfg.Reading, Method: method.Of(g, split, cfg), Seed: cfg.Seed,
		Split: split.Name, Copies: copies, Twins: twins,
		EpochsRun: r.Epoch(), BestEpoch: f.History.BestEpoch, Loss: f.Loss.Total, Bound: f.Bound.Total,
		Seconds: sec, Position: r.Position(), Config: cfg, Search: tried,
		TestAccLast: nilIfNegative(f.Accuracy.Test), TrainAccLast: nilIfNegative(f.Accuracy.Train)}
	if rep.TestAccLast != nil {
		rep.ECE = &f.Bound.ECE
	}
	if r.Epoch() > 0 {
		rep.EpochMS = 1000 * sec / float64(r.Epoch())
		rep.Lambda2First, rep.Lambda2Last = nilIfNegative(first), nilIfNegative(lambda2AtEnd(r))
	}
	if o.keepsWeights() { // no epoch has ended, so the history is empty
		rep.BestEpoch, rep.ValAcc, rep.TestAcc = 0, nilIfNegative(f.Accuracy.Val), nilIfNegative(f.Accuracy.Test)
	}
	if b := rep.BestEpoch; b > 0 {
		rep.ValAcc, rep.TestAcc = nilIfNegative(f.History.Val[b-1]), nilIfNegative(f.History.Test[b-1])
	}
	if o.net != nil {
		rep.Weights, rep.Agreement = o.net.File, o.agreement(f.Pred)
	}
	if o.json {
		return printJSON(rep)
	}
	return show(rep.text(g, &f.History))
}

// search chooses settings on the validation nodes of the split; it keeps the settings of -set and -epochs.
func (o *options) search(g *graph.Graph, split graph.Split, cfg settings.Config) (settings.Config, []tune.Candidate, error) {
	if cfg.Model != "sgpc" {
		return cfg, nil, usageError{fmt.Errorf("-auto chooses settings of sgpc; %s has those of its paper", cfg.Model)}
	}
	c := study.Cell{Dataset: g.Name, Method: o.method, Seed: o.seed, Set: map[string]string{"reading": o.reading}}
	for _, kv := range o.sets {
		name, value, _ := strings.Cut(kv, "=")
		c.Set[name] = value
	}
	if o.epochs > 0 {
		c.Set["epochs"] = fmt.Sprint(o.epochs)
	}
	return study.Auto(g, split, c)
}

// nilIfNegative returns nil for a negative number, which stands for a missing one: the accuracy on an empty set, λ₂ without a sheaf.
func nilIfNegative(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// lambda2AtEnd returns λ₂ at the end of the present epoch, from gap ascent or else from the full spectrum.
// It returns −1 where the spectrum would be too large or the model has no sheaf.
func lambda2AtEnd(r *sgpc.Run) float64 {
	cfg := r.Config()
	if l := r.Lambda2(); l >= 0 || cfg.Model == "sgpc" && r.Graph.N*cfg.D > spectral.MaxDense {
		return l
	}
	if v := view.Spectrum(r); v != nil {
		return v.Lambda2
	}
	return -1
}
