package client

// This file runs jobs on a pool of workers. A job is a run beside the run of the page.

import (
	"slices"
	"strings"
	"time"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// MaxWorkers is the largest size of a pool.
const MaxWorkers = 8

// JobState is the state of a job.
type JobState struct {
	Done    bool            // the job has ended, with or without an error
	Outcome proto.JobAnswer // zero unless the job has succeeded
	Err     string          // reason of a failure, "" for a successful job
	Died    bool            // the workers of the job crashed; the job itself may be correct

	missing bool // the graph of the job could not be fetched; all queued jobs with this graph fail, too
}

// PoolState is a report on a batch. Results are in the order of the jobs.
type PoolState struct {
	Results     []JobState
	Done, Total int     // numbers of finished jobs and of all jobs
	Fraction    float64 // finished share of the work, from 0 to 1, with the finished shares of running trainings
	Left, Most  float64 // lower and upper bound of the remaining seconds, −1 if there is no estimate
	Over        bool    // this is the last report of the batch
}

// Pool runs independent jobs on several workers. If several jobs have the same graph from the network, one job fetches the graph first. The
// other jobs wait until the graph is fetched, and fail if the graph is missing. A job whose worker crashes is repeated once on a new
// worker. A job that fails with an error is not repeated, because jobs are deterministic. A pool is not safe for concurrent use and never
// blocks.
//
// A run uses one core, because a second core gains little. Go's memory in WebAssembly cannot be shared: a second SIMD companion would need
// copies of its half of each matrix product. Products would be 1.55 to 1.63 times as fast (Node on two cores, November 2026). They take
// 25 % of an epoch on Texas and 18 % on Cora, so an epoch would be 1.10 and 1.07 times as fast.
type Pool struct {
	open   Opener          // opens the link of a worker
	size   int             // largest number of workers
	report func(PoolState) // receives the state of the batch after every change

	jobs     []proto.Query   // jobs of the batch
	results  []JobState      // by index of the job
	queue    []int           // indices of the jobs that no worker has begun, in order
	crashed  []bool          // by index of the job: whether a worker has crashed with the job
	fetched  map[string]bool // graphs from the network that a worker has fetched
	fetching map[string]bool // graphs from the network that a worker is fetching or reading
	workers  []*runner       // workers of the batch that are not stopped
	spent    []float64       // by index of the job: duration in seconds, 0 for an unfinished job
	kinds    []kind          // by index of the job: its group of jobs with similar durations
}

// runner is a worker of a pool.
type runner struct {
	pool     *Pool
	link     Link
	job      int           // index of the job in progress, −1 for a waiting worker
	began    time.Duration // Link.Now at the start of the job
	fraction float64       // finished share of the job's training, 0 for a waiting worker
}

// NewPool returns a pool of at most size workers. A size below 1 counts as 1, and a size above [MaxWorkers] as MaxWorkers. Workers start
// with a batch, and stop when no job of the batch is left for them.
func NewPool(open Opener, size int) *Pool {
	return &Pool{open: open, size: min(max(size, 1), MaxWorkers), report: func(PoolState) {}}
}

// Run first cancels a running batch. It then starts a batch of jobs, and calls report after every change. A job is a query
// [proto.Measure]; Run sets the fields Question and Seq.
func (p *Pool) Run(jobs []proto.Query, report func(PoolState)) {
	p.Cancel()
	n := len(jobs)
	p.jobs, p.results = slices.Clone(jobs), make([]JobState, n)
	p.crashed, p.spent, p.kinds = make([]bool, n), make([]float64, n), make([]kind, n)
	p.queue, p.fetched, p.fetching, p.report = nil, map[string]bool{}, map[string]bool{}, report
	for i := range p.jobs {
		p.jobs[i].Question, p.jobs[i].Seq = proto.Measure, i+1 // Seq counts from 1: 0 means no number
		p.kinds[i] = kindOf(&p.jobs[i].Run)
		p.queue = append(p.queue, i)
	}
	for range min(p.size, n) {
		w := &runner{pool: p, job: -1}
		w.link = p.open(w)
		p.workers = append(p.workers, w)
		p.start(w)
	}
	p.reportState()
}

// start starts a new worker and assigns it a job.
func (p *Pool) start(w *runner) {
	w.link.Start()
	p.assign(w)
}

// assign posts to a worker the first job of the queue whose graph no other worker is fetching. If the queue is empty, assign stops the
// worker. If all jobs of the queue wait for graphs that other workers fetch, the worker waits.
func (p *Pool) assign(w *runner) {
	next := slices.IndexFunc(p.queue, func(job int) bool {
		g := p.jobs[job].Run.Graph
		waitsForGraph := p.fetching[g] && !p.fetched[g]
		return !waitsForGraph
	})
	if next < 0 {
		w.job = -1
		if len(p.queue) == 0 {
			p.stop(w)
		}
		return
	}
	w.job = p.queue[next]
	p.queue = slices.Delete(p.queue, next, next+1)
	graph := p.jobs[w.job].Run.Graph
	isInNetwork := strings.HasPrefix(graph, data.Prefix) || strings.HasPrefix(graph, data.URLPrefix)
	if isInNetwork {
		p.fetching[graph] = true
	}
	w.began, w.fraction = w.link.Now(), 0
	w.link.Post(proto.Message{Query: &p.jobs[w.job]})
}

// wake assigns jobs to the waiting workers.
func (p *Pool) wake() {
	for _, w := range slices.Clone(p.workers) { // a copy, because assign can remove a worker
		if w.job < 0 {
			p.assign(w)
		}
	}
}

// stop stops a worker and removes it.
func (p *Pool) stop(w *runner) {
	w.link.Stop()
	p.workers = slices.DeleteFunc(p.workers, func(x *runner) bool { return x == w })
}

// Cancel stops all workers at once. No further report of the batch follows.
func (p *Pool) Cancel() {
	for _, w := range p.workers {
		w.link.Stop()
	}
	p.workers, p.jobs, p.queue = nil, nil, nil
	p.report = func(PoolState) {}
}

// Busy reports whether a batch is running.
func (p *Pool) Busy() bool { return len(p.workers) > 0 }

// Receive implements Owner. An answer finishes the job of the worker. A progress report of a training updates the
// finished share of the job.
func (w *runner) Receive(r proto.Reply) {
	p := w.pool
	if w.job < 0 { // a late reply about a finished job
		return
	}
	seq := w.job + 1 // the Seq of the job's query; replies about earlier jobs are dropped
	a := r.Answer
	if a != nil && a.Seq == seq {
		if a.Outcome != nil {
			p.finish(w, JobState{Done: true, Outcome: *a.Outcome})
		} else {
			p.finish(w, JobState{Done: true, Err: a.Err, missing: a.Missing})
		}
	}
	st := r.Status // nil if r has an answer
	isOfJob := st != nil && st.Goal == seq
	if isOfJob && st.Progress != nil && st.Progress.What == proto.Training { // the fraction of a fetch is no share of the training
		w.fraction = min(1, st.Progress.Fraction)
		graph := p.jobs[w.job].Run.Graph
		if !p.fetched[graph] { // a training has its graph; other workers can begin jobs with it
			p.fetched[graph] = true
			p.wake()
		}
		p.reportState()
	}
}

// Crashed implements Owner. After the first crash of a job a new worker repeats the job. After the second crash the job fails.
func (w *runner) Crashed(d Death) {
	p, job := w.pool, w.job
	w.link.Stop()
	if job < 0 { // the worker had no job
		p.stop(w)
		return
	}
	p.fetching[p.jobs[job].Run.Graph] = false // another job may fetch the graph
	if !p.crashed[job] {
		p.crashed[job] = true
		p.queue = append([]int{job}, p.queue...) // in front: w begins the job again
		p.start(w)
		p.reportState()
		return
	}
	// The second crash: the job has failed, and a new worker continues with the next job.
	reason := "the worker stopped twice: " + Reason(d.Cause)
	if d.Unfetched {
		reason = "the worker could not be fetched: " + d.Cause
	}
	p.record(w, JobState{Done: true, Err: reason, Died: true})
	if len(p.queue) > 0 {
		p.start(w)
	} else {
		p.stop(w)
	}
	p.wake() // a waiting worker can now fetch the graph of the failed job
	p.reportState()
}

// finish records the result of a worker's job and assigns the next job to the worker.
func (p *Pool) finish(w *runner, r JobState) {
	p.record(w, r)
	p.assign(w)
	p.wake()
	p.reportState()
}

// record records the result of a worker's job. If the graph of the job is missing, all queued jobs with this graph have the same result and
// leave the queue.
func (p *Pool) record(w *runner, r JobState) {
	graph := p.jobs[w.job].Run.Graph
	p.results[w.job] = r
	p.spent[w.job] = (w.link.Now() - w.began).Seconds()
	w.job, w.fraction = -1, 0
	if r.missing {
		p.queue = slices.DeleteFunc(p.queue, func(job int) bool {
			sameGraph := p.jobs[job].Run.Graph == graph
			if sameGraph {
				p.results[job] = r
			}
			return sameGraph
		})
	}
	p.fetching[graph] = false
	if !r.missing && !r.Died { // a job with any other result has read its graph
		p.fetched[graph] = true
	}
}

// reportState reports the state of the batch.
func (p *Pool) reportState() {
	r := PoolState{Results: slices.Clone(p.results), Total: len(p.jobs), Left: -1}
	for _, job := range p.results {
		if job.Done {
			r.Done++
		}
	}
	r.Over = r.Done == r.Total
	work := float64(r.Done) // in jobs, with the shares of the workers' jobs
	for _, w := range p.workers {
		work += w.fraction
	}
	if r.Total > 0 {
		r.Fraction = work / float64(r.Total)
	}
	if r.Over {
		r.Fraction, r.Left = 1, 0
	} else {
		r.Left, r.Most = p.timeLeft()
	}
	p.report(r)
}
