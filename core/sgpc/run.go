package sgpc

// This file has the run: its state, its checks and its steps.

import (
	"errors"
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// MaxFloats bounds the entries of one matrix, so that an index fits into 32 bits.
const MaxFloats = 1<<31 - 1

// Run is Algorithm 1, one training run. The caller advances it by one inner
// operation, to the end of a stage, or by a whole epoch.
//
// An epoch evaluates the present parameters without dropout in stages 1 to 9. Stage 10
// raises the spectral gap, and updates the parameters by one Adam step on a separate
// training pass. Loss and accuracies of a run belong to the evaluation. Before
// [Run.RestoreBest], the state depends only on graph, split, Config, given parameters and
// position. It does not depend on the path of steps and seeks to this position.
type Run struct {
	Graph *graph.Graph
	Split graph.Split
	cfg   settings.Config // reduced by Config.Reduced

	store *train.Store // the parameters of both networks
	// given holds the initial parameters, or nil if the run draws them.
	given []Parameter
	// fit is the training network, eval is the network of the evaluation.
	fit, eval *net
	adam      *autodiff.Adam // updates the parameters
	rate      train.Plateau  // schedule of the learning rate
	pass      []passPart     // parts of the training pass
	// solvers is the workspace of both networks, which never solve at the same time.
	solvers *diffusion.Workspace
	// pool holds the matrices that a pass needs until its end. Both networks use it.
	pool *autodiff.Pool
	gap  *gapState // the gap ascent

	// position is the number of inner operations made. epoch is the number of finished
	// epochs, and so the number (0-based) of the present epoch. stage is the stage (1-based)
	// of the last inner operation, or 0 before the first. inner is the number of inner
	// operations made in the segment of the last inner operation.
	position, epoch int
	stage, inner    int
	// shownSegment is the index of the segment of the last inner operation, −1 at position 0.
	shownSegment int
	// segment is the index of the segment of the next inner operation. begun reports
	// whether this segment has started.
	segment int
	begun   bool
	done    bool // the run is over
	// changed is true in a copy by [Run.Changed]: its evaluation is complete, and has
	// maps or mixing changed by hand.
	changed bool
	// kept is the state of the gap ascent in a fork (run_fork.go). Other runs lack it.
	kept []float64

	hist history // the finished epochs
	// best and choice are the best epochs so far, by all validation nodes and by the choosing
	// validation nodes. evaluated is the epoch (1-based) whose network the last finished
	// evaluation has, 0 if none exists.
	best, choice train.Best
	parts        validationParts // the choosing and the certifying validation nodes
	evaluated    int
	// shown holds the parameters of the last evaluation, which an update saves before it
	// changes them. It is empty before the first update, and after RestoreBest.
	shown []float64
	// bestParams holds the parameters of the best epoch, and then its state of the gap ascent.
	bestParams []float64
	frames     keyframes // states to which the run can go back
}

// New returns a run at position 0. It fails if [Check] fails.
func New(g *graph.Graph, split graph.Split, cfg settings.Config) (*Run, error) {
	c, err := Check(g, split, cfg)
	if err != nil {
		return nil, err
	}
	return c.Run(), nil
}

// Checked is a graph, a split and settings that passed [Check].
type Checked struct{ run Run }

// Check validates settings, graph and split. A peer (a model to compare with) also checks
// the graph itself. The run uses cfg.Reduced(), where settings that others overrule have
// fixed values.
func Check(g *graph.Graph, split graph.Split, cfg settings.Config) (*Checked, error) {
	c := &Checked{Run{Graph: g, Split: split, cfg: cfg.Reduced()}}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkInput(g, split, c.run.cfg); err != nil {
		return nil, err
	}
	model := peer.Find(cfg.Model) // nil for the model sgpc
	if model != nil && model.Check != nil {
		if err := model.Check(g, cfg.PeerSettings()); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Run returns a run at position 0.
func (c *Checked) Run() *Run {
	r := c.run
	r.reset()
	return &r
}

// checkInput returns the first error of the sizes, the features and the split.
func checkInput(g *graph.Graph, split graph.Split, cfg settings.Config) error {
	if err := checkSizes(g, split, cfg); err != nil {
		return err
	}
	if err := checkFeatures(g); err != nil {
		return err
	}
	return checkSplit(g, split)
}

// checkSizes fails for a graph without nodes, without features or with fewer than two
// classes, and for a split without training nodes. It also fails if the maps (2m×d²) or
// the features (n×(d·c)), the largest matrices, have more than MaxFloats entries.
func checkSizes(g *graph.Graph, split graph.Split, cfg settings.Config) error {
	// A setting that the model does not read must not enlarge the matrices.
	d, channels := cfg.D, cfg.Channels
	if !cfg.Reads("d") {
		d = 1
	}
	if !cfg.Reads("channels") {
		channels = 1
	}
	switch {
	case g.N == 0:
		return errors.New("the graph has no nodes; add some or load another graph")
	case g.X == nil || g.X.Cols == 0:
		return errors.New("the graph has no features; give a node table with features, or let the reader make degree features")
	case g.Classes < 2:
		return fmt.Errorf("the graph has %d class; classification needs at least 2 in the label column", g.Classes)
	case len(split.Train) == 0:
		return errors.New("the split has no training node; choose another split")
	case max(2*len(g.Edges)*d*d, g.N*d*channels) > MaxFloats:
		return fmt.Errorf("%d nodes and %d edges with d=%d and %d channels need over %d numbers at once; choose a smaller d or fewer channels",
			g.N, len(g.Edges), d, channels, MaxFloats)
	}
	return nil
}

// checkFeatures fails for the first feature that is not finite or above graph.MaxFeature in
// size. A sum of squares of larger features could overflow.
func checkFeatures(g *graph.Graph) error {
	for i := range g.N {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			v := g.X.Val[k]
			if !graph.FeatureFits(v) {
				return fmt.Errorf("feature %d of node %d is %g; features are at most %g in size, so that their squares can be added: scale them",
					g.X.Col[k], i, v, graph.MaxFeature)
			}
		}
	}
	return nil
}

// checkSplit fails if the split has a node out of range, or a training node without a
// label.
func checkSplit(g *graph.Graph, split graph.Split) error {
	for _, set := range split.Sets() {
		for _, i := range set {
			if i < 0 || i >= g.N {
				return fmt.Errorf("the split %q names node %d, the graph has nodes 0 to %d", split.Name, i, g.N-1)
			}
		}
	}
	for _, i := range split.Train {
		if g.Labels[i] < 0 {
			return fmt.Errorf("training node %d has no label", i)
		}
	}
	return nil
}

// reset returns the run to position 0 by building all of its parts anew.
func (r *Run) reset() {
	r.fit, r.eval, r.adam, r.gap = nil, nil, nil, nil // frees the old parts before the new parts are built
	// The training network comes before the evaluation, which shares stages with it.
	r.store = train.NewStore(r.cfg.Seed)
	r.store.Given = r.givenData
	r.gap = newGapState(r.Graph, r.cfg)
	r.solvers, r.pool = new(diffusion.Workspace), new(autodiff.Pool)
	r.fit = buildNet(r, forTraining)
	r.eval = buildNet(r, forEvaluation)
	r.gap.show(r.eval) // until the first ascent, the present maps are the maps of the evaluation
	r.adam = autodiff.NewAdam(r.fit.tape, r.cfg.LR, r.cfg.WeightDecay)
	r.rate = train.Plateau{Rate: r.cfg.LR, Floor: codeRateFloor, Patience: r.cfg.LRPatience}
	r.pass = trainingPass()
	// The position.
	r.position, r.epoch, r.stage, r.inner = 0, 0, 0, 0
	r.segment, r.shownSegment = 0, -1
	r.begun, r.done = false, false
	// The records.
	r.hist = history{}
	r.parts = r.divideValidation()
	r.best, r.choice = train.Best{}, train.Best{}
	r.evaluated, r.bestParams = 0, nil
	r.shown = r.shown[:0]
	// The key frames of later epochs stay valid. At position 0, save only sets the stride.
	r.frames.save(r)
}

// Config returns the settings of the run, reduced by Config.Reduced.
func (r *Run) Config() settings.Config { return r.cfg }

// Position returns the number of inner operations made.
func (r *Run) Position() int { return r.position }

// Epoch returns the number of finished epochs.
func (r *Run) Epoch() int { return r.epoch }

// Done reports whether the run is over. It is over after all epochs of the settings,
// when validation has not improved for Patience epochs, and after [Run.RestoreBest].
func (r *Run) Done() bool { return r.done }

// StepInner makes one inner operation. It does nothing if the run is done.
func (r *Run) StepInner() { r.step(oneIteration) }

// StepOperation makes one inner operation or, within a solve, all remaining iterations
// at once. It is faster than StepInner on large graphs, with equal bits.
func (r *Run) StepOperation() { r.step(wholeSolve) }

// stepSize states how many iterations a step makes within a solve.
type stepSize bool

const (
	oneIteration stepSize = false
	wholeSolve   stepSize = true // all remaining iterations
)

// step makes one inner operation or, with the size wholeSolve, all remaining iterations of
// a solve. At the end of the last segment step ends the epoch.
func (r *Run) step(size stepSize) {
	if r.done {
		return
	}
	segments := r.eval.segments
	s := &segments[r.segment]
	if !r.begun { // the first inner operation of the segment
		r.begun, r.inner = true, 0
		s.start(r)
	}
	r.stage = s.stage
	steps, last := s.step(r, r.inner, size)
	r.shownSegment = r.segment
	r.inner += steps
	r.position += steps
	if !last {
		return
	}
	// The next inner operation belongs to the next segment.
	r.begun = false
	r.segment++
	if r.segment == len(segments) {
		r.segment = 0
		r.endEpoch()
	}
}

// operation describes the last inner operation. Before the first it returns "".
func (r *Run) operation() string {
	if r.shownSegment < 0 {
		return ""
	}
	return r.eval.segments[r.shownSegment].label(r, r.inner-1)
}

// StepStage makes all remaining inner operations of the segment of the next inner
// operation.
func (r *Run) StepStage() {
	for !r.done {
		segment := r.segment
		r.StepInner()
		if r.segment != segment {
			return
		}
	}
}

// StepEpoch advances to the end of the epoch.
func (r *Run) StepEpoch() {
	epoch := r.epoch
	for !r.done && r.epoch == epoch {
		r.StepOperation()
	}
}

// endEpoch records the epoch, decides whether the run is done and saves a key frame.
func (r *Run) endEpoch() {
	r.epoch++
	r.hist.endEpoch(r)
	madeAllEpochs := r.cfg.Epochs > 0 && r.epoch >= r.cfg.Epochs // 0 stands for no limit
	if madeAllEpochs || r.exhausted() {
		r.done = true
	}
	r.frames.save(r)
}

// RestoreBest restores the parameters and the state of the gap ascent of the best epoch,
// and evaluates them. Before the first evaluation it keeps the present ones. When
// RestoreBest returns, the run is done and between epochs.
func (r *Run) RestoreBest() {
	if len(r.bestParams) > 0 {
		r.gap.restoreKept(r.store.Restore(r.bestParams)) // Restore returns the rest, the state of the gap ascent
	}
	r.shown = r.shown[:0] // the evaluation has the present parameters
	r.segment, r.begun = 0, false
	r.eval.evaluate()
	r.gap.show(r.eval)
	r.evaluated, r.done = r.best.Epoch, true
}
