package client

import (
	"slices"
	"time"

	"sheafscope/wasm/proto"
)

// MaxWorkers is the largest size of a pool.
const MaxWorkers = 8

// Result is what is known of a job.
type Result struct {
	Done    bool
	Outcome proto.Outcome
	// Err is why a job failed, "" when it did not.
	Err string
}

// Report tells how far a pool is. Results stand in the order of the jobs,
// whatever order they finish in.
type Report struct {
	Results     []Result
	Done, Total int
	// Fraction in 0..1 counts the finished parts of unfinished jobs too; Left is in seconds, -1 when not known.
	Fraction, Left float64
	// Over is true in the last report of a batch.
	Over bool
}

// Pool runs independent jobs on several workers. A job whose worker dies is
// tried once more on a new one; a second death is its result. A job that the
// worker answers with an error has failed at once: it would fail again. Like
// Client it is not safe for concurrent use and never blocks.
type Pool struct {
	open   Opener
	size   int
	report func(Report)

	jobs    []proto.Request
	results []Result
	next    int
	retry   []int // jobs to try again
	tried   []bool
	crew    []*hand
	spent   []float64 // seconds of finished jobs, by job
	kinds   []string
}

// hand owns a worker and has the job that it does, -1 for none.
type hand struct {
	pool     *Pool
	link     Link
	job      int
	began    time.Time
	fraction float64
}

// NewPool returns a pool of at most size workers, between 1 and [MaxWorkers].
// Workers start with the first job and stop after the last.
func NewPool(open Opener, size int) *Pool {
	return &Pool{open: open, size: min(max(size, 1), MaxWorkers), report: func(Report) {}}
}

// Run does jobs (requests with Recipe and Files) and reports after every
// change. A batch that is under way is cancelled first.
func (p *Pool) Run(jobs []proto.Request, report func(Report)) {
	p.Cancel()
	n := len(jobs)
	p.jobs, p.results, p.tried, p.spent, p.kinds = slices.Clone(jobs), make([]Result, n), make([]bool, n), make([]float64, n),
		make([]string, n)
	p.next, p.retry, p.report = 0, nil, report
	for i := range p.jobs {
		p.jobs[i].Kind, p.jobs[i].Gen, p.jobs[i].Seq = proto.Job, 1, i+1
		p.kinds[i] = p.jobs[i].Recipe.Model + "/" + p.jobs[i].Recipe.Settings["reading"]
	}
	for range min(p.size, n) {
		h := &hand{pool: p, job: -1}
		h.link = p.open(h)
		p.crew = append(p.crew, h)
		p.hire(h)
	}
	p.tell()
}

// hire gives a new worker to a hand, and work to do.
func (p *Pool) hire(h *hand) {
	h.link.Start()
	p.give(h)
}

// give hands the next job to a worker, or lets it go when there is none.
func (p *Pool) give(h *hand) {
	switch {
	case len(p.retry) > 0:
		h.job, p.retry = p.retry[0], p.retry[1:]
	case p.next < len(p.jobs):
		h.job = p.next
		p.next++
	default:
		p.dismiss(h)
		return
	}
	h.began, h.fraction = h.link.Now(), 0
	h.link.Post(p.jobs[h.job])
}

func (p *Pool) dismiss(h *hand) {
	h.link.Stop()
	p.crew = slices.DeleteFunc(p.crew, func(x *hand) bool { return x == h })
}

// Cancel stops all workers at once. What is finished stays in the reports
// already made; no further report comes.
func (p *Pool) Cancel() {
	for _, h := range p.crew {
		h.link.Stop()
	}
	p.crew, p.jobs, p.retry, p.next = nil, nil, nil, 0
	p.report = func(Report) {}
}

// Busy reports whether a batch is under way.
func (p *Pool) Busy() bool { return len(p.crew) > 0 }

// Receive implements Owner.
func (h *hand) Receive(r proto.Reply) {
	p := h.pool
	if r.Seq != h.job+1 {
		return
	}
	switch {
	case r.Kind == proto.Progress:
		h.fraction = min(1, max(h.fraction, r.Fraction))
		p.tell()
	case r.Final && r.Outcome != nil:
		p.finish(h, Result{Done: true, Outcome: *r.Outcome})
	case r.Final:
		p.finish(h, Result{Done: true, Err: r.Message})
	}
}

// Crashed implements Owner.
func (h *hand) Crashed(d Death) {
	p, job := h.pool, h.job
	h.link.Stop()
	if !p.tried[job] {
		p.tried[job] = true
		p.retry = append(p.retry, job)
		p.hire(h)
		p.tell()
		return
	}
	why := "the worker stopped twice: " + Reason(d.Cause)
	if d.Unfetched {
		why = "the worker’s script could not be fetched: " + d.Cause
	}
	p.settle(h, Result{Done: true, Err: why})
	if p.next < len(p.jobs) || len(p.retry) > 0 {
		p.hire(h)
	} else {
		p.dismiss(h)
	}
	p.tell()
}

// finish notes the result of a hand's job and gives it the next.
func (p *Pool) finish(h *hand, r Result) {
	p.settle(h, r)
	p.give(h)
	p.tell()
}

func (p *Pool) settle(h *hand, r Result) {
	p.results[h.job] = r
	p.spent[h.job] = h.link.Now().Sub(h.began).Seconds()
	h.job = -1
}

func (p *Pool) tell() {
	r := Report{Results: slices.Clone(p.results), Total: len(p.jobs), Left: -1}
	for _, x := range p.results {
		if x.Done {
			r.Done++
		}
	}
	r.Over = r.Done == r.Total
	work := float64(r.Done)
	for _, h := range p.crew {
		work += h.fraction
	}
	if r.Total > 0 {
		r.Fraction = work / float64(r.Total)
	}
	if r.Over {
		r.Fraction, r.Left = 1, 0
	} else {
		r.Left = p.left()
	}
	p.report(r)
}

// left estimates the seconds that remain: every open job takes as long as the
// finished ones of its model (else as all finished ones), shared by the crew.
// A job under way that has shown its pace counts with that when it is longer.
func (p *Pool) left() float64 {
	sum, count := map[string]float64{}, map[string]float64{}
	total, done := 0.0, 0.0
	note := func(kind string, seconds float64) {
		sum[kind] += seconds
		count[kind]++
		total += seconds
		done++
	}
	for i, r := range p.results {
		if r.Done {
			note(p.kinds[i], p.spent[i])
		}
	}
	if len(p.crew) == 0 {
		return -1
	}
	now := p.crew[0].link.Now()
	if done == 0 {
		// Nothing has finished: the pace of those under way, which may stop early.
		for _, h := range p.crew {
			if h.job >= 0 && h.fraction > 0.02 {
				note(p.kinds[h.job], now.Sub(h.began).Seconds()/h.fraction)
			}
		}
	}
	if done == 0 {
		return -1
	}
	expected := func(kind string) float64 {
		if count[kind] > 0 {
			return sum[kind] / count[kind]
		}
		return total / done
	}
	left, longest := 0.0, 0.0
	under := map[int]*hand{}
	for _, h := range p.crew {
		under[h.job] = h
	}
	for i, r := range p.results {
		if r.Done {
			continue
		}
		rest := expected(p.kinds[i])
		if h := under[i]; h != nil {
			rest = max(0, rest-now.Sub(h.began).Seconds())
		}
		left += rest
		longest = max(longest, rest)
	}
	return max(longest, left/float64(len(p.crew)))
}
