// The command train: one run, and its report.

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

// trainReport is the JSON object that train prints with -json.
type trainReport struct {
	Graph   string        `json:"graph"`
	Model   string        `json:"model"`
	Reading string        `json:"reading"`
	Method  method.Method `json:"method"`
	Seed    uint64        `json:"seed"`
	Split   string        `json:"split"`
	// Copies counts nodes with equal features and equal neighbours. Twins counts nodes with equal neighbours.
	Copies       graph.CopyCount  `json:"copies"`
	Twins        graph.CopyCount  `json:"equal_neighbours"`
	EpochsRun    int              `json:"epochs_run"`
	BestEpoch    int              `json:"best_epoch"`
	ValAcc       *float64         `json:"val_acc"` // this and the next three accuracies are null if their set has no nodes
	TestAcc      *float64         `json:"test_acc"`
	TestAccLast  *float64         `json:"test_acc_last"`
	TrainAccLast *float64         `json:"train_acc_last"`
	Loss         float64          `json:"loss"`
	Lambda2First *float64         `json:"lambda2_first"` // null if the model has no sheaf or λ₂ was not computed
	Lambda2Last  *float64         `json:"lambda2_last"`
	Bound        float64          `json:"bound"`
	ECE          *float64         `json:"ece"` // null without test nodes
	Seconds      float64          `json:"seconds"`
	EpochMS      float64          `json:"epoch_ms"`
	Position     int              `json:"position"`
	Config       settings.Config  `json:"config"`
	Search       []tune.Candidate `json:"search,omitempty"` // with -auto
	// Weights is the file of a network trained elsewhere. Agreement is the share of nodes whose class equals the prediction in the file.
	Weights   string   `json:"weights,omitempty"`
	Agreement *float64 `json:"agreement,omitempty"`
}

// trainCommand trains one model on one graph and split.
func trainCommand(args []string) int {
	o := newOptions("train")
	auto := o.fs.Bool("auto", false, "choose the settings of sgpc on the validation nodes first, by at most 24 of them")
	if status, stop := o.parse(args); stop {
		return status
	}
	g, split, cfg, err := o.load()
	if err != nil {
		return fail(err)
	}
	var candidates []tune.Candidate
	if *auto {
		if cfg, candidates, err = o.search(g, split, cfg); err != nil {
			return fail(err)
		}
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return fail(err)
	}
	r.ForwardOnly()
	rep := trainReport{Graph: g.Name, Model: cfg.Model, Reading: cfg.Reading, Method: method.Of(g, split, cfg), Seed: cfg.Seed,
		Split: split.Name, Config: cfg, Search: candidates,
		Copies: graph.CountCopies(g.Copies(graph.AlikeRows), split), Twins: graph.CountCopies(g.Copies(graph.AlikeNeighbours), split)}
	rep.warn(g, split)
	// Train, with a line on the progress about once a second. A network that is not trained is evaluated once.
	start := time.Now()
	lastLine := start
	firstLambda2 := -1.0 // unknown
	if o.keepsWeights() {
		r.StepForward()
	}
	for !r.Done() && !o.keepsWeights() {
		r.StepEpoch()
		if r.Epoch() == 1 {
			firstLambda2 = lambda2AtEnd(r)
		}
		if now := time.Now(); now.Sub(lastLine) > time.Second {
			lastLine = now
			printProgress(r)
		}
	}
	rep.Seconds = time.Since(start).Seconds()
	// Report the end of the run.
	last := view.Frame(r, frame.Focus{Spectrum: false})
	rep.addOutcome(r, last, firstLambda2)
	if o.keepsWeights() { // no epoch has ended, so that the history is empty
		rep.BestEpoch, rep.ValAcc, rep.TestAcc = 0, nilIfNegative(last.Accuracy.Val), nilIfNegative(last.Accuracy.Test)
	} else {
		rep.addBestEpoch(&last.History)
	}
	if o.net != nil {
		rep.Weights, rep.Agreement = o.net.File, o.agreement(last.Pred)
	}
	if o.json {
		return printJSON(rep)
	}
	return show(rep.text(g, &last.History))
}

// warn prints to standard error what limits the meaning of the accuracies: classes without training nodes, classes with fewer training
// nodes than the split wants, and nodes with equal features or equal neighbours.
func (rep *trainReport) warn(g *graph.Graph, split graph.Split) {
	for _, text := range []string{split.UntrainedText(g), graph.FewText(g, split.Name), graph.CopiesText(rep.Copies, rep.Twins, g, split)} {
		if text != "" {
			fmt.Fprintln(os.Stderr, "sgpc:", text)
		}
	}
}

// printProgress prints loss and accuracies of the last epoch to standard error.
func printProgress(r *sgpc.Run) {
	f := view.Frame(r, frame.Focus{}, frame.Once{HistoryFrom: r.Epoch() - 1})
	fmt.Fprintf(os.Stderr, "epoch %d  loss %.4f  train %s  val %s\n", f.Epoch, f.Loss.Total, percent(&f.Accuracy.Train),
		percent(&f.Accuracy.Val))
}

// addOutcome adds the state of a run at its end, which last describes. firstLambda2 is λ₂ after the first epoch, −1 if unknown.
// Seconds must be set before.
func (rep *trainReport) addOutcome(r *sgpc.Run, last *frame.Frame, firstLambda2 float64) {
	rep.EpochsRun, rep.Position = r.Epoch(), r.Position()
	rep.Loss, rep.Bound = last.Loss.Total, last.Bound.Total
	rep.TestAccLast, rep.TrainAccLast = nilIfNegative(last.Accuracy.Test), nilIfNegative(last.Accuracy.Train)
	if rep.TestAccLast != nil {
		rep.ECE = &last.Bound.ECE
	}
	if r.Epoch() > 0 {
		rep.EpochMS = 1000 * rep.Seconds / float64(r.Epoch())
		rep.Lambda2First, rep.Lambda2Last = nilIfNegative(firstLambda2), nilIfNegative(lambda2AtEnd(r))
	}
}

// addBestEpoch adds the epoch that validation chose, and its accuracies.
func (rep *trainReport) addBestEpoch(h *frame.History) {
	rep.BestEpoch = h.BestEpoch
	if best := h.BestEpoch; best > 0 { // epochs count from 1
		rep.ValAcc, rep.TestAcc = nilIfNegative(h.Val[best-1]), nilIfNegative(h.Test[best-1])
	}
}

// search chooses settings by accuracy on the validation nodes of the split, and returns them with all candidates.
// The settings of -set and -epochs are kept.
func (o *options) search(g *graph.Graph, split graph.Split, cfg settings.Config) (settings.Config, []tune.Candidate, error) {
	if cfg.Model != "sgpc" {
		return cfg, nil, usageError{fmt.Errorf("-auto chooses settings of sgpc; %s has those of its paper", cfg.Model)}
	}
	cell := study.Cell{Dataset: g.Name, Method: o.method, Seed: o.seed, Set: map[string]string{"reading": o.reading}}
	for _, set := range o.sets {
		name, value, _ := strings.Cut(set, "=")
		cell.Set[name] = value
	}
	if o.epochs > 0 {
		cell.Set["epochs"] = fmt.Sprint(o.epochs)
	}
	return study.Auto(g, split, cell)
}

// nilIfNegative returns a pointer to a number, or nil if the number is negative.
// Negative numbers mark missing ones: the accuracy of an empty set, λ₂ of a model without a sheaf.
func nilIfNegative(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// lambda2AtEnd returns λ₂ at the end of the present epoch: of the gap ascent if the run has one, otherwise of the full spectrum.
// It returns −1 if the spectrum is too large to compute or the model has no sheaf.
func lambda2AtEnd(r *sgpc.Run) float64 {
	cfg := r.Config()
	ascended := r.Lambda2() // −1 without gap ascent
	isTooLarge := cfg.Model == "sgpc" && r.Graph.N*cfg.D > spectral.MaxDense
	if ascended >= 0 || isTooLarge {
		return ascended
	}
	if v := view.Spectrum(r); v != nil {
		return v.Lambda2
	}
	return -1
}
