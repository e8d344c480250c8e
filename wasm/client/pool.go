package client

import (
	"slices"
	"strings"
	"time"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// MaxWorkers is the largest size of a pool.
const MaxWorkers = 8

// JobState is what is known of a job.
type JobState struct {
	Done    bool
	Outcome proto.JobAnswer
	// Err is why a job failed, "" when it did not; Died reports that its workers stopped, so that it may not have failed elsewhere.
	Err  string
	Died bool

	missing bool // its graph could not be had: no other job need ask for it
}

// PoolState reports how far a pool is. Results stand in the order of the jobs,
// whatever order they finish in.
type PoolState struct {
	Results     []JobState
	Done, Total int
	// Fraction in 0..1 counts the finished parts of unfinished jobs too. Left to Most is the range of the seconds that remain; Left is
	// -1 when it is not known.
	Fraction, Left, Most float64
	// Over is true in the last report of a batch.
	Over bool
}

// Pool runs independent jobs on several workers. Of those whose graph lies in the network one begins, and the others of that
// graph wait until it has it, or fail with it. A job whose worker dies is
// tried once more on a new one; a second death is its result. A job that the
// worker answers with an error has failed at once: it would fail again. Like
// Client it is not safe for concurrent use and never blocks.
//
// One run stays on one core. Go's memory in WebAssembly cannot be shared, so a second companion would have to be given its
// half of each product by copies. Measured in node on two cores (November 2026, best of 1200 turns), products of
// 183×384·128, 183×256·256 and 2708×64·256 then go 1.55, 1.63 and 1.59 times as fast. They are 25 % of an epoch of Texas and
// 18 % of one of Cora: 1.10 and 1.07 times the speed for the epoch, which is not worth it.
type Pool struct {
	open   Opener
	size   int
	report func(PoolState)

	jobs    []proto.Query
	results []JobState
	queue   []int // jobs to do, in order
	tried   []bool
	there   map[string]bool // graphs of the network that a worker has had
	asking  map[string]bool // those that one is asking for
	workers []*runner
	spent   []float64 // seconds of finished jobs, by job
	kinds   []kind
}

// runner has a worker and the job that it does, -1 for none.
type runner struct {
	pool     *Pool
	link     Link
	job      int
	began    time.Duration
	fraction float64
}

// NewPool returns a pool of at most size workers, between 1 and [MaxWorkers].
// Workers start with the first job and stop after the last.
func NewPool(open Opener, size int) *Pool {
	return &Pool{open: open, size: min(max(size, 1), MaxWorkers), report: func(PoolState) {}}
}

// Run does jobs (Measure, with Run and Files) and reports after every
// change. A batch that is under way is cancelled first.
func (p *Pool) Run(jobs []proto.Query, report func(PoolState)) {
	p.Cancel()
	n := len(jobs)
	p.jobs, p.results, p.tried, p.spent, p.kinds = slices.Clone(jobs), make([]JobState, n), make([]bool, n), make([]float64, n),
		make([]kind, n)
	p.queue, p.there, p.asking, p.report = nil, map[string]bool{}, map[string]bool{}, report
	for i := range p.jobs {
		p.jobs[i].Question, p.jobs[i].Seq = proto.Measure, i+1
		p.kinds[i] = kindOf(&p.jobs[i].Run)
		p.queue = append(p.queue, i)
	}
	for range min(p.size, n) {
		w := &runner{pool: p, job: -1}
		w.link = p.open(w)
		p.workers = append(p.workers, w)
		p.start(w)
	}
	p.tell()
}

// start starts a new worker and gives it a job.
func (p *Pool) start(w *runner) {
	w.link.Start()
	p.give(w)
}

// give posts the next job to a worker, or stops it when there is none. Where the open ones wait for a graph, so does it.
func (p *Pool) give(w *runner) {
	k := slices.IndexFunc(p.queue, func(job int) bool {
		g := p.jobs[job].Run.Graph
		return p.there[g] || !p.asking[g]
	})
	if k < 0 {
		if w.job = -1; len(p.queue) == 0 {
			p.stop(w)
		}
		return
	}
	w.job = p.queue[k]
	p.queue = slices.Delete(p.queue, k, k+1)
	if g := p.jobs[w.job].Run.Graph; strings.HasPrefix(g, data.Prefix) || strings.HasPrefix(g, data.URLPrefix) {
		p.asking[g] = true
	}
	w.began, w.fraction = w.link.Now(), 0
	w.link.Post(proto.Message{Query: &p.jobs[w.job]})
}

// wake gives those workers their jobs that waited for a graph.
func (p *Pool) wake() {
	for _, w := range slices.Clone(p.workers) {
		if w.job < 0 {
			p.give(w)
		}
	}
}

func (p *Pool) stop(w *runner) {
	w.link.Stop()
	p.workers = slices.DeleteFunc(p.workers, func(x *runner) bool { return x == w })
}

// Cancel stops all workers at once. What is finished stays in the reports
// already made; no further report comes.
func (p *Pool) Cancel() {
	for _, w := range p.workers {
		w.link.Stop()
	}
	p.workers, p.jobs, p.queue = nil, nil, nil
	p.report = func(PoolState) {}
}

// Busy reports whether a batch is under way.
func (p *Pool) Busy() bool { return len(p.workers) > 0 }

// Receive implements Owner.
func (w *runner) Receive(r proto.Reply) {
	p := w.pool
	if w.job < 0 {
		return
	}
	if a := r.Answer; a != nil && a.Seq == w.job+1 {
		if a.Outcome != nil {
			p.finish(w, JobState{Done: true, Outcome: *a.Outcome})
		} else {
			p.finish(w, JobState{Done: true, Err: a.Err, missing: a.Missing})
		}
	}
	if st := r.Status; st != nil && st.Goal == w.job+1 && st.Progress != nil {
		w.fraction = min(1, max(w.fraction, st.Progress.Fraction))
		if st.Progress.What == proto.Training {
			if g := p.jobs[w.job].Run.Graph; !p.there[g] {
				p.there[g] = true
				p.wake()
			}
		}
		p.tell()
	}
}

// Crashed implements Owner.
func (w *runner) Crashed(d Death) {
	p, job := w.pool, w.job
	w.link.Stop()
	if job < 0 { // it waited for a graph
		p.stop(w)
		return
	}
	p.asking[p.jobs[job].Run.Graph] = false // the next may ask
	if !p.tried[job] {
		p.tried[job] = true
		p.queue = append([]int{job}, p.queue...)
		p.start(w)
		p.tell()
		return
	}
	why := "the worker stopped twice: " + Reason(d.Cause)
	if d.Unfetched {
		why = "the worker could not be fetched: " + d.Cause
	}
	p.settle(w, JobState{Done: true, Err: why, Died: true})
	if len(p.queue) > 0 {
		p.start(w)
	} else {
		p.stop(w)
	}
	p.wake()
	p.tell()
}

// finish notes the result of a worker's job and gives it the next.
func (p *Pool) finish(w *runner, r JobState) {
	p.settle(w, r)
	p.give(w)
	p.wake()
	p.tell()
}

func (p *Pool) settle(w *runner, r JobState) {
	graph := p.jobs[w.job].Run.Graph
	p.results[w.job] = r
	p.spent[w.job] = (w.link.Now() - w.began).Seconds()
	w.job = -1
	if r.missing {
		p.queue = slices.DeleteFunc(p.queue, func(job int) bool {
			lost := p.jobs[job].Run.Graph == graph
			if lost {
				p.results[job] = r
			}
			return lost
		})
	}
	p.asking[graph], p.there[graph] = false, p.there[graph] || !r.missing && !r.Died
}

func (p *Pool) tell() {
	r := PoolState{Results: slices.Clone(p.results), Total: len(p.jobs), Left: -1}
	for _, x := range p.results {
		if x.Done {
			r.Done++
		}
	}
	r.Over = r.Done == r.Total
	work := float64(r.Done)
	for _, w := range p.workers {
		work += w.fraction
	}
	if r.Total > 0 {
		r.Fraction = work / float64(r.Total)
	}
	if r.Over {
		r.Fraction, r.Left = 1, 0
	} else {
		r.Left, r.Most = p.left()
	}
	p.report(r)
}
