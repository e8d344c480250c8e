package sgpc

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

// MaxFloats bounds the numbers of one matrix of a run: beyond it positions would
// not fit into 32 bits.
const MaxFloats = 1<<31 - 1

// Run is Algorithm 1, one training run, which the caller advances: by one inner
// operation, to the end of a stage, or by a whole epoch. It never owns the loop.
//
// An epoch evaluates the present parameters (stages 1 to 9, without dropout),
// ascends the spectral gap, and fits the parameters by one
// Adam step on a training pass of its own (stage 10). Everything that is shown
// belongs to the evaluation. The state depends only on graph, split, Config and
// position, whatever way led there.
type Run struct {
	Graph *graph.Graph
	Split graph.Split
	cfg   settings.Config

	store *train.Store
	// given are the parameters to start from, nil where they are drawn.
	given     []Parameter
	fit, eval *net
	adam      *autodiff.Adam
	rate      train.Plateau
	pass      []piece // the training pass
	// solvers is the workspace of both networks' solves: a training pass runs
	// when the evaluation has ended.
	solvers *diffusion.Workspace
	// pool holds what a pass of either network needs until it has ended.
	pool *autodiff.Pool
	gap  *gapState

	position, epoch int
	stage, inner    int
	// shownSegment is the segment that the last operation was in, −1 before the first.
	shownSegment int
	// segment is the part of the epoch that the next operation is in, begun
	// whether it was started.
	segment int
	begun   bool
	done    bool
	// look marks a copy whose evaluation is whole, made for a look.
	look bool
	// kept is what the gap ascent kept in the evaluation that a fork is of (run_fork.go).
	kept []float64

	hist history
	// best is the choice of all validation nodes, choice that of the choosing
	// part; evaluated is the epoch, from 1, of the last finished evaluation.
	best, choice train.Best
	parts        parts
	evaluated    int
	// shown holds the parameters of the last evaluation, before the update.
	shown []float64
	// bestParams holds the parameters of the best epoch and what its ascent kept.
	bestParams []float64
	frames     keyframes
}

// New prepares a run at position 0. It fails when Check does.
func New(g *graph.Graph, split graph.Split, cfg settings.Config) (*Run, error) {
	c, err := Check(g, split, cfg)
	if err != nil {
		return nil, err
	}
	return c.Run(), nil
}

// Checked is a graph, a split and settings of which a run can be made, memory permitting (Fits).
type Checked struct{ run Run }

// Check fails when a setting, the graph or the split makes no sense, and says which.
func Check(g *graph.Graph, split graph.Split, cfg settings.Config) (*Checked, error) {
	c := &Checked{Run{Graph: g, Split: split, cfg: cfg.Reduced()}}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkInput(g, split, c.run.cfg); err != nil {
		return nil, err
	}
	if p := peer.Find(cfg.Model); p != nil && p.Check != nil {
		if err := p.Check(g, cfg.PeerSettings()); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Run prepares a run at position 0.
func (c *Checked) Run() *Run {
	r := c.run
	r.reset()
	return &r
}

func checkInput(g *graph.Graph, split graph.Split, cfg settings.Config) error {
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
	for i := range g.N {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			if v := g.X.Val[k]; !graph.FeatureFits(v) {
				return fmt.Errorf("feature %d of node %d is %g; features are at most %g in size, so that their squares can be added: scale them",
					g.X.Col[k], i, v, graph.MaxFeature)
			}
		}
	}
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

// reset builds everything anew, as at position 0.
func (r *Run) reset() {
	r.fit, r.eval, r.adam, r.gap = nil, nil, nil, nil // before the new ones take as much
	r.store = train.NewStore(r.cfg.Seed)
	r.store.Given = r.givenData
	r.gap = newGapState(r.Graph, r.cfg)
	r.solvers, r.pool = new(diffusion.Workspace), new(autodiff.Pool)
	r.fit = buildNet(r, true)
	r.eval = buildNet(r, false)
	r.gap.follow(r.eval)
	r.adam = autodiff.NewAdam(r.fit.tape, r.cfg.LR, r.cfg.WeightDecay)
	r.rate = train.Plateau{Rate: r.cfg.LR, Floor: codeRateFloor, Patience: r.cfg.LRPatience}
	r.pass = trainingPass()
	r.position, r.epoch, r.stage, r.inner, r.shownSegment, r.segment, r.begun, r.done = 0, 0, 0, 0, -1, 0, false, false
	r.hist = history{}
	r.best, r.choice, r.parts, r.evaluated = train.Best{}, train.Best{}, r.divide(), 0
	r.bestParams = nil
	r.frames.save(r)
}

// Config returns the settings of the run.
func (r *Run) Config() settings.Config { return r.cfg }

// Position returns the number of inner operations done.
func (r *Run) Position() int { return r.position }

// Epoch returns the number of finished epochs.
func (r *Run) Epoch() int { return r.epoch }

// Done reports whether the run stopped by itself: its epochs are used up or
// validation did not improve for Patience epochs.
func (r *Run) Done() bool { return r.done }

// StepInner does one inner operation; it does nothing when the run is done.
func (r *Run) StepInner() { r.step(false) }

// StepOperation is StepInner, or where that is an iteration of a solve all of
// them that are left: with the same numbers, on large graphs in less time.
func (r *Run) StepOperation() { r.step(true) }

func (r *Run) step(whole bool) {
	if r.done {
		return
	}
	segs := r.eval.segments
	s := &segs[r.segment]
	if !r.begun {
		r.begun, r.inner = true, 0
		s.start(r)
	}
	r.stage = s.stage
	steps, last := s.step(r, r.inner, whole)
	r.shownSegment = r.segment
	r.inner += steps
	r.position += steps
	if !last {
		return
	}
	r.begun = false
	if r.segment++; r.segment == len(segs) {
		r.segment = 0
		r.endEpoch()
	}
}

// operation describes the last inner operation, "" before the first.
func (r *Run) operation() string {
	if r.shownSegment < 0 {
		return ""
	}
	return r.eval.segments[r.shownSegment].label(r, r.inner-1)
}

// StepStage goes on to the end of the stage that the next inner operation is in.
func (r *Run) StepStage() {
	for !r.done {
		before := r.segment
		r.StepInner()
		if r.segment != before {
			return
		}
	}
}

// StepEpoch goes on to the end of the epoch.
func (r *Run) StepEpoch() {
	for before := r.epoch; !r.done && r.epoch == before; {
		r.StepOperation()
	}
}

// endEpoch closes the books of an epoch.
func (r *Run) endEpoch() {
	r.epoch++
	r.hist.close(r)
	if r.epoch >= r.cfg.Epochs && r.cfg.Epochs > 0 || r.exhausted() {
		r.done = true
	}
	r.frames.save(r)
}

// RestoreBest puts the parameters of the best epoch back and evaluates them.
// The run is done afterwards, and within no epoch.
func (r *Run) RestoreBest() {
	if len(r.bestParams) > 0 {
		r.gap.restoreKept(r.store.Restore(r.bestParams))
	}
	r.shown = r.shown[:0] // the evaluation has the present parameters now
	r.segment, r.begun, r.inner = 0, false, 0
	r.eval.evaluate()
	r.gap.follow(r.eval)
	r.evaluated, r.done = r.best.Epoch, true
}
