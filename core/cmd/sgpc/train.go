// The command train trains one network and prints a report.

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
	Copies graph.CopyCount `json:"copies"`
	Twins  graph.CopyCount `json:"equal_neighbours"`
	// EpochsRun is the number of epochs of the training, or 0 without training.
	// BestEpoch is the epoch with the best validation accuracy, from 1 on. Without labelled validation nodes it is the last epoch, and
	// without training 0.
	EpochsRun int `json:"epochs_run"`
	BestEpoch int `json:"best_epoch"`
	// ValAcc and TestAcc are the accuracies in 0..1 at the best epoch. TestAccLast and TrainAccLast are accuracies after the last epoch.
	// Without training, all four are accuracies of the weights of the file. An accuracy is null if its set has no labelled nodes, and ValAcc
	// and TestAcc also after a training without a best epoch.
	ValAcc       *float64 `json:"val_acc"`
	TestAcc      *float64 `json:"test_acc"`
	TestAccLast  *float64 `json:"test_acc_last"`
	TrainAccLast *float64 `json:"train_acc_last"`
	// Loss is the sum of all terms of the loss after the last epoch. Bound, below, is the PAC-Bayes bound after the last epoch.
	Loss float64 `json:"loss"`
	// Lambda2First and Lambda2Last are λ₂ of the sheaf Laplacian after the first and after the last epoch, or null if λ₂ was not computed.
	Lambda2First *float64         `json:"lambda2_first"`
	Lambda2Last  *float64         `json:"lambda2_last"`
	Bound        float64          `json:"bound"`
	ECE          *float64         `json:"ece"`      // calibration error on the test nodes; null if none of them has a label
	Seconds      float64          `json:"seconds"`  // time of the training or, without training, of the evaluation
	EpochMS      float64          `json:"epoch_ms"` // mean time of an epoch in milliseconds; 0 without training
	Position     int              `json:"position"` // number of inner operations of the run
	Config       settings.Config  `json:"config"`
	Search       []tune.Candidate `json:"search,omitempty"` // candidates of -auto
	// Weights is the file of a network trained elsewhere. Agreement is the share of nodes, in 0..1, whose predicted class equals the
	// prediction in the file. Weights is omitted without such a network, and Agreement if the file has no prediction for each node.
	Weights   string   `json:"weights,omitempty"`
	Agreement *float64 `json:"agreement,omitempty"`
}

// trainCommand trains one model on one graph and split, and prints a report. With -weights and -epochs 0 it only evaluates the weights.
// With -auto it first chooses the settings by a search. It returns the exit status.
func trainCommand(args []string) int {
	o := newOptions("train")
	auto := o.fs.Bool("auto", false, "choose the settings of sgpc first, among at most 24 candidates, by accuracy on the validation nodes")
	if status, stop := o.parse(args); stop {
		return status
	}
	g, split, cfg, err := o.load()
	if err != nil {
		return fail(err)
	}
	var candidates []tune.Candidate
	if *auto {
		cfg, candidates, err = o.search(g, split, cfg)
		if err != nil {
			return fail(err)
		}
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return fail(err)
	}
	r.ForwardOnly() // without stored states of earlier epochs (key frames), since nobody steps back in the run
	rep := trainReport{Graph: g.Name, Model: cfg.Model, Reading: cfg.Reading, Method: method.Of(g, split, cfg), Seed: cfg.Seed,
		Split: split.Name, Config: cfg, Search: candidates,
		Copies: graph.CountCopies(g.Copies(graph.AlikeRows), split), Twins: graph.CountCopies(g.Copies(graph.AlikeNeighbours), split)}
	rep.warn(g, split) // needs Copies and Twins
	// Train, with a line on the progress about once a second. A network that is not trained is evaluated once.
	start := time.Now()
	lastLine := start    // time of the last line of progress
	firstLambda2 := -1.0 // λ₂ after the first epoch; −1: not computed
	if o.keepsWeights() {
		r.StepForward()
	}
	for !o.keepsWeights() && !r.Done() {
		r.StepEpoch()
		if r.Epoch() == 1 {
			before := time.Now()
			firstLambda2 = lambda2AtEnd(r)
			start = start.Add(time.Since(before)) // λ₂ can take longer than the epoch, and is no part of the training
		}
		if now := time.Now(); now.Sub(lastLine) > time.Second {
			lastLine = now
			printProgress(r)
		}
	}
	rep.Seconds = time.Since(start).Seconds()
	last := view.Frame(r, frame.Focus{Spectrum: false}) // the state at the end of the run, without a spectrum
	rep.addOutcome(r, last, firstLambda2)
	if o.keepsWeights() { // without an epoch the history is empty, so BestEpoch stays 0 and last has the accuracies
		rep.ValAcc = nilIfNegative(last.Accuracy.Val)
		rep.TestAcc = nilIfNegative(last.Accuracy.Test)
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

// warn prints warnings to standard error: which classes have no training nodes or fewer than the split wants, that the test set is small,
// and how many nodes have the neighbours of another node, or both its neighbours and its features. Each of these makes the accuracies less
// meaningful.
func (rep *trainReport) warn(g *graph.Graph, split graph.Split) {
	warnings := []string{split.UntrainedText(g), split.FewText(g), graph.SmallTestText(g.Labels, split.Test),
		graph.CopiesText(rep.Copies, rep.Twins, g, split)}
	for _, text := range warnings {
		if text != "" { // "" if there is no reason for the warning
			fmt.Fprintln(os.Stderr, "sgpc:", text)
		}
	}
}

// printProgress prints loss and accuracies of the last epoch to standard error, such as
//
//	epoch 30  loss 0.5312  train 98.1 %  val 81.0 %
func printProgress(r *sgpc.Run) {
	// The frame has the history of the last epoch alone, whose index is the number of the epoch minus 1.
	f := view.Frame(r, frame.Focus{}, frame.Once{HistoryFrom: r.Epoch() - 1})
	fmt.Fprintf(os.Stderr, "epoch %d  loss %.4f  train %s  val %s\n", f.Epoch, f.Loss.Total, percent(&f.Accuracy.Train),
		percent(&f.Accuracy.Val))
}

// addOutcome adds the state of a run at its end. last is the frame of this state. It reads rep.Seconds.
// firstLambda2 is λ₂ after the first epoch, or −1 if λ₂ was not computed.
func (rep *trainReport) addOutcome(r *sgpc.Run, last *frame.Frame, firstLambda2 float64) {
	rep.EpochsRun, rep.Position = r.Epoch(), r.Position()
	rep.Loss, rep.Bound = last.Loss.Total, last.Bound.Total
	rep.TestAccLast = nilIfNegative(last.Accuracy.Test)
	rep.TrainAccLast = nilIfNegative(last.Accuracy.Train)
	if rep.TestAccLast != nil { // the calibration error is measured on the test nodes
		rep.ECE = &last.Bound.ECE
	}
	if r.Epoch() > 0 { // the weights were trained
		rep.EpochMS = 1000 * rep.Seconds / float64(r.Epoch())
		rep.Lambda2First = nilIfNegative(firstLambda2)
		rep.Lambda2Last = nilIfNegative(lambda2AtEnd(r))
	}
}

// addBestEpoch adds the epoch with the best validation accuracy, and its accuracies on the validation and test nodes.
// Without a best epoch, BestEpoch is 0 and the accuracies stay nil.
func (rep *trainReport) addBestEpoch(h *frame.History) {
	rep.BestEpoch = h.BestEpoch
	if best := h.BestEpoch; best > 0 { // epochs count from 1
		rep.ValAcc, rep.TestAcc = nilIfNegative(h.Val[best-1]), nilIfNegative(h.Test[best-1])
	}
}

// search chooses the settings of SGPC by accuracy on the validation nodes of the split. It returns the settings and all candidates.
// The settings of -reading, -set and -epochs stay. search fails for a model other than SGPC, and if no candidate can be trained.
func (o *options) search(g *graph.Graph, split graph.Split, cfg settings.Config) (settings.Config, []tune.Candidate, error) {
	if cfg.Model != "sgpc" {
		return cfg, nil, usageError{fmt.Errorf("-auto chooses settings of sgpc; %s has those of its paper", cfg.Model)}
	}
	// The search keeps the settings in cell.Set.
	cell := study.Cell{Dataset: g.Name, Method: o.method, Seed: o.seed, Set: map[string]string{"reading": o.reading}}
	if o.epochs > 0 {
		cell.Set["epochs"] = fmt.Sprint(o.epochs)
	}
	for _, set := range o.sets { // -set overrides -reading and -epochs
		name, value, _ := strings.Cut(set, "=") // configure has checked the form name=value
		cell.Set[name] = value
	}
	return study.Auto(g, split, cell)
}

// nilIfNegative returns a pointer to a number, or nil if the number is negative.
// A negative number stands for a missing value: the accuracy of an empty set, or λ₂ of a model without a sheaf.
func nilIfNegative(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// lambda2AtEnd returns λ₂ of the sheaf Laplacian at the end of the present epoch. For a model with maps in each layer, it is λ₂ of the last
// layer. lambda2AtEnd returns −1 if λ₂ is not computed, as for a model without a sheaf, and 0 if no eigenvalue above the kernel is known.
func lambda2AtEnd(r *sgpc.Run) float64 {
	cfg := r.Config()
	ofAscent := r.Lambda2() // λ₂ as the gap ascent, which raises λ₂, computed it; −1 without gap ascent
	// SGPC has N·d eigenvalues. Above spectral.MaxDense, view.Spectrum also computes both ends and the density, which take too long for λ₂.
	isTooLarge := cfg.Model == "sgpc" && r.Graph.N*cfg.D > spectral.MaxDense
	if ofAscent >= 0 || isTooLarge {
		return ofAscent
	}
	spectrum := view.Spectrum(r)
	if spectrum == nil { // the model has no sheaf, or too large a sheaf
		return -1
	}
	return spectrum.Lambda2
}
