package client_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// fakeWorkers replaces the workers of a pool, and computes nothing: a test calls reply, finish and crash. Workers are numbered from 1 in
// the order of their start. Only advance moves the clock.
type fakeWorkers struct {
	now     time.Duration
	workers *client.Workers
	started []*fakeWorker
	alive   []int // numbers of the workers that are not stopped
}

// fakeWorker records the last message to a worker.
type fakeWorker struct {
	h       *fakeWorkers
	number  int
	message func([]byte)       // passes on a message of the worker
	gone    func(client.Death) // reports the end of the worker
	query   proto.Query        // last query; for a goal it has the Seq and the files of the goal
	files   []content.File
}

// Post records a message.
func (p *fakeWorker) Post(data []byte, files []content.File) {
	var m proto.Message
	if err := wire.Decode(data, &m); err != nil {
		panic(err)
	}
	p.query = proto.Query{}
	if m.Query != nil {
		p.query = *m.Query
	} else {
		p.query.Seq, p.query.Files = m.Goal.Seq, m.Goal.Files
	}
	p.files = files
}

// Stop marks the worker as stopped.
func (p *fakeWorker) Stop() {
	p.h.alive = slices.DeleteFunc(p.h.alive, func(x int) bool { return x == p.number })
}

// newFakeWorkers returns fakeWorkers without a worker.
func newFakeWorkers() *fakeWorkers {
	h := &fakeWorkers{now: 100 * time.Second}
	h.workers = client.NewWorkers(h.start)
	return h
}

// start is a client.Starter. It returns the functions that post a message to the new worker, and stop it.
func (h *fakeWorkers) start(message func([]byte), gone func(client.Death)) (func([]byte, []content.File), func()) {
	p := &fakeWorker{h: h, number: len(h.started) + 1, message: message, gone: gone}
	h.started, h.alive = append(h.started, p), append(h.alive, p.number)
	return p.Post, p.Stop
}

// clockedLink is a Link with the clock of fakeWorkers.
type clockedLink struct {
	client.Link
	h *fakeWorkers
}

// Now implements client.Link.
func (c clockedLink) Now() time.Duration { return c.h.now }

// open is a client.Opener. It returns a link with the clock of fakeWorkers.
func (h *fakeWorkers) open(owner client.Owner) client.Link {
	return clockedLink{h.workers.Open(owner), h}
}

// query returns the last query of worker w, counted from 1.
func (h *fakeWorkers) query(w int) proto.Query { return h.started[w-1].query }

// advance moves the clock by seconds.
func (h *fakeWorkers) advance(seconds float64) { h.now += time.Duration(seconds * 1e9) }

// reply passes a reply of worker w to its owner.
func (h *fakeWorkers) reply(w int, r flat.Reply) {
	talk := flat.Talk{Queries: map[int]proto.Query{h.query(w).Seq: h.query(w)}}
	reply := talk.Reply(r)
	h.started[w-1].message(wire.Append(nil, &reply))
	h.workers.Drain()
}

// crash reports the death of worker w.
func (h *fakeWorkers) crash(w int, cause string) {
	h.started[w-1].gone(client.Death{Cause: cause})
	h.workers.Drain()
}

// finish passes the outcome of worker w's job, with a test accuracy, to its owner.
func (h *fakeWorkers) finish(w int, test float64) {
	outcome := &proto.JobAnswer{Outcome: train.Outcome{Test: test}}
	h.reply(w, flat.Reply{Seq: h.query(w).Seq, Kind: flat.Ended, Final: true, Outcome: outcome})
}

// setUpPool starts a pool of at most size workers with a number of jobs. It returns the pool, its workers, and the last report of the
// pool by a pointer.
func setUpPool(size, jobs int) (*client.Pool, *fakeWorkers, *client.PoolState) {
	h := newFakeWorkers()
	p := client.NewPool(h.open, size)
	report := &client.PoolState{}
	p.Run(queries(jobs), func(r client.PoolState) { *report = r })
	return p, h, report
}

// queries returns n jobs on the graphs g0, g1, …
func queries(n int) (list []proto.Query) {
	for i := range n {
		list = append(list, proto.Query{Run: recipe.Setup{Graph: fmt.Sprint("g", i)}})
	}
	return list
}

// Results are in the order of the jobs, if the newest worker always finishes first. At the end the pool has stopped its workers.
func TestPoolKeepsTheOrder(t *testing.T) {
	p, h, got := setUpPool(3, 5)
	if len(h.alive) != 3 {
		t.Fatalf("%d workers, want 3", len(h.alive))
	}
	for got.Done < got.Total {
		w := h.alive[len(h.alive)-1] // the newest first
		var index float64            // number of the job, which becomes its accuracy
		fmt.Sscanf(h.query(w).Run.Graph, "g%f", &index)
		h.advance(2)
		h.finish(w, index)
	}
	for i, r := range got.Results {
		if !r.Done || r.Err != "" || r.Outcome.Test != float64(i) {
			t.Errorf("result %d is %+v, want the accuracy %d", i, r, i)
		}
	}
	if !got.Over || got.Fraction != 1 || got.Left != 0 {
		t.Errorf("the last report is %+v, want the end", *got)
	}
	if p.Busy() || len(h.alive) != 0 || len(h.started) != 3 {
		t.Errorf("at the end: busy %v, %d workers alive of %d started; want 0 of 3", p.Busy(), len(h.alive), len(h.started))
	}
}

// A pool has at least one worker, at most MaxWorkers, and no more workers than jobs. Without a job it is over at once.
func TestPoolSizeIsLimited(t *testing.T) {
	for _, c := range []struct{ size, jobs, want int }{{0, 4, 1}, {64, 100, client.MaxWorkers}, {4, 2, 2}, {2, 0, 0}} {
		_, h, got := setUpPool(c.size, c.jobs)
		if len(h.alive) != c.want || got.Over != (c.jobs == 0) {
			t.Errorf("size %d, %d jobs: %d workers, want %d; over %v", c.size, c.jobs, len(h.alive), c.want, got.Over)
		}
	}
}

// A failed job is reported with its error, and the next jobs run on the same worker.
func TestPoolContinuesAfterAFailedJob(t *testing.T) {
	_, h, got := setUpPool(1, 3)
	w := h.alive[0]
	h.finish(w, 0.5)
	h.reply(w, flat.Reply{Seq: 2, Kind: flat.Failed, Final: true, Message: "split of 1 node"})
	h.finish(w, 0.7)
	failed := got.Results[1]
	if failed.Err != "split of 1 node" || failed.Died {
		t.Fatalf("the result of the failed job is %+v, want its error without a crash", failed)
	}
	if !got.Over || got.Results[2].Outcome.Test != 0.7 || len(h.started) != 1 {
		t.Fatalf("over %v, last result %+v, %d workers started; want the accuracy 0.7 by 1 worker", got.Over, got.Results[2], len(h.started))
	}
}

// After a crash a new worker repeats the job. A late reply of the crashed worker is dropped. A second crash is the result of the job,
// and the next job starts. A last job that crashes twice ends the batch.
func TestPoolRepeatsAJobOnce(t *testing.T) {
	p, h, got := setUpPool(1, 2)
	first := h.alive[0]
	h.crash(first, "out of memory")
	if len(h.alive) != 1 || h.alive[0] == first || h.query(h.alive[0]).Seq != 1 || got.Done != 0 {
		t.Fatalf("after the first crash: workers %v alive, query %+v; want job 1 on a new worker", h.alive, h.query(h.alive[0]))
	}
	h.finish(first, 9) // a reply of the crashed worker
	if got.Done != 0 {
		t.Fatal("a reply of a crashed worker ends the job")
	}
	h.crash(h.alive[0], "out of memory")
	if got.Done != 1 || got.Results[0].Err == "" || !got.Results[0].Died {
		t.Fatalf("after the second crash the report is %+v, want the crash as the result of the first job", *got)
	}
	if len(h.alive) != 1 || h.query(h.alive[0]).Seq != 2 {
		t.Fatalf("after the second crash the workers %v are alive, want one with job 2", h.alive)
	}
	h.finish(h.alive[0], 0.25)
	if !got.Over || got.Results[1].Outcome.Test != 0.25 || len(h.alive) != 0 {
		t.Fatalf("at the end: %+v, workers %v alive; want the accuracy 0.25 and none", *got, h.alive)
	}

	// The only job of a batch crashes twice.
	p.Run(queries(1), func(r client.PoolState) { *got = r })
	h.crash(h.alive[0], "x")
	h.crash(h.alive[0], "x")
	if !got.Over || len(h.alive) != 0 || p.Busy() {
		t.Fatalf("after two crashes of the last job: report %+v, workers %v alive", *got, h.alive)
	}
}

// After Cancel the pool has no worker and sends no report. It can run another batch.
func TestCancelledPoolReportsNothing(t *testing.T) {
	p, h, got := setUpPool(2, 4)
	w := h.alive[0]
	h.finish(w, 0.5)
	before := *got
	p.Cancel()
	if len(h.alive) != 0 || p.Busy() {
		t.Fatalf("after Cancel the workers %v are alive, busy %v", h.alive, p.Busy())
	}
	h.finish(w, 0.9)
	h.crash(w, "terminated")
	if got.Done != before.Done || got.Over {
		t.Fatalf("after Cancel the pool reports %+v", *got)
	}
	p.Run(queries(1), func(r client.PoolState) { *got = r })
	h.finish(h.alive[0], 1)
	if !got.Over || got.Total != 1 {
		t.Fatalf("the report of a new batch is %+v, want its end", *got)
	}
}

// The fraction of a batch counts finished jobs and running trainings. A worker that waits for a graph adds nothing to its finished job, and
// a fetch adds nothing and gives no estimate of the time. Here one of three jobs is finished, and later half of the second.
func TestOnlyTrainingsHaveAShare(t *testing.T) {
	var jobs []proto.Query
	for _, g := range []string{"data:texas", "data:cora", "data:cora"} {
		jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: g}})
	}
	h, got := newFakeWorkers(), client.PoolState{}
	client.NewPool(h.open, 2).Run(jobs, func(r client.PoolState) { got = r })
	progress := func(seq int, operation string, fraction float64) {
		h.advance(1)
		h.reply(h.alive[seq-1], flat.Reply{Seq: seq, Kind: flat.Progress, What: operation, Fraction: fraction})
	}
	progress(1, proto.Training, 0.9)
	h.finish(h.alive[0], 1) // the worker waits: the other worker is fetching cora
	if got.Fraction != 1.0/3 {
		t.Errorf("with a waiting worker the fraction is %v, want 1/3", got.Fraction)
	}
	progress(2, "Fetching Cora", 1)
	if got.Fraction != 1.0/3 || got.Left != -1 {
		t.Errorf("after a fetch the fraction is %v, and %v seconds are left; want 1/3 and −1", got.Fraction, got.Left)
	}
	progress(2, proto.Training, 0.5)
	if got.Fraction != 0.5 || got.Left < 0 {
		t.Errorf("in a training the fraction is %v, and %v seconds are left; want 1/2 and an estimate", got.Fraction, got.Left)
	}
}

// The remaining seconds are unknown (−1) before any progress. After half of a job in 10 s the range of the estimate contains 50 s: six
// jobs of 20 s on two workers take 60 s, of which 10 s have passed. After one job of 10 s the range contains 20 s, the time of the four
// open jobs. The outer bounds, 12 to 200 s and 8 to 62 s, only exclude a useless range.
func TestPoolTimeLeft(t *testing.T) {
	_, h, got := setUpPool(2, 6)
	if got.Left != -1 {
		t.Errorf("before any progress %v seconds are left, want −1", got.Left)
	}

	// Half of a job in 10 s.
	h.advance(10)
	h.reply(h.alive[0], flat.Reply{Seq: 1, Kind: flat.Progress, What: proto.Training, Fraction: 0.5})
	if got.Fraction <= 0.08 { // half of one of six jobs is 1/12
		t.Errorf("after half of one of 6 jobs the fraction is %v, want at least 1/12", got.Fraction)
	}
	if got.Left > 50 || got.Most < 50 || got.Left < 12 || got.Most > 200 {
		t.Errorf("after half of a job in 10 s, with 6 jobs on 2 workers: %v to %v seconds are left, want a range around 50", got.Left, got.Most)
	}
	h.finish(h.alive[0], 0.5)
	// One job of 10 s is done, another has run for 10 s, and four are open.
	if got.Left > 20 || got.Most < 20 || got.Left < 8 || got.Most > 62 {
		t.Errorf("after one job of 10 s, with five more on 2 workers: %v to %v seconds are left, want a range around 20", got.Left, got.Most)
	}
}

// If several jobs share a graph from the network, one job fetches it, and the others wait. If the graph is missing, they fail without a
// request. They start when the graph is fetched, or when the fetching job has crashed twice. Jobs with other graphs do not wait.
func TestPoolFetchesAGraphOnce(t *testing.T) {
	graphs := []string{"data:texas", "data:texas", "karate", "data:texas", "data:cora", "data:texas"}
	var jobs []proto.Query
	for _, g := range graphs {
		jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: g}})
	}
	// begin starts the jobs with four workers.
	begin := func() (*client.Pool, *fakeWorkers, *client.PoolState) {
		h := newFakeWorkers()
		p, report := client.NewPool(h.open, 4), &client.PoolState{}
		p.Run(jobs, func(r client.PoolState) { *report = r })
		return p, h, report
	}
	// runningGraphs returns the graphs of the jobs that workers have, sorted.
	runningGraphs := func(h *fakeWorkers) (list []string) {
		for _, w := range h.alive {
			if r := h.query(w); r.Seq > 0 {
				list = append(list, r.Run.Graph)
			}
		}
		slices.Sort(list)
		return list
	}
	p, h, got := begin()
	if list := runningGraphs(h); !slices.Equal(list, []string{"data:cora", "data:texas", "karate"}) {
		t.Fatalf("at first the graphs %q are under way, want one job of texas", list)
	}
	// workerOf returns the first worker with a job of a graph.
	workerOf := func(graph string) int {
		return h.alive[slices.IndexFunc(h.alive, func(w int) bool { return h.query(w).Run.Graph == graph })]
	}

	// The graph is missing: all its jobs fail.
	h.reply(workerOf("data:texas"), flat.Reply{Seq: 1, Kind: flat.Failed, Final: true, Missing: true, Message: "the server answered 404"})
	for i, g := range graphs {
		r, isMissing := got.Results[i], g == "data:texas"
		if r.Done != isMissing {
			t.Errorf("job %d of %s is done: %v, want %v", i, g, r.Done, isMissing)
		}
		if r.Done && r.Err != "the server answered 404" {
			t.Errorf("job %d of %s has the error %q, want that of the server", i, g, r.Err)
		}
	}
	h.finish(workerOf("karate"), 1)
	h.finish(workerOf("data:cora"), 1)
	if !got.Over || p.Busy() {
		t.Errorf("at the end: %+v, %d alive", *got, len(h.alive))
	}

	// The first job reports its training, so that the graph is fetched: a second job of texas starts.
	_, h, _ = begin()
	h.reply(workerOf("data:texas"), flat.Reply{Seq: 1, Kind: flat.Progress, What: proto.Training, Fraction: 0.1})
	if list := runningGraphs(h); !slices.Equal(list, []string{"data:cora", "data:texas", "data:texas", "karate"}) {
		t.Errorf("after the fetch the graphs %q are under way, want two jobs of texas", list)
	}

	// The first job crashes twice: the other jobs start, and end.
	_, h, got = begin()
	h.crash(workerOf("data:texas"), "x")
	h.crash(workerOf("data:texas"), "x")
	for n := 0; !got.Over && n < 20; n++ {
		k := slices.IndexFunc(h.alive, func(w int) bool { return h.query(w).Seq > 0 && !got.Results[h.query(w).Seq-1].Done })
		if k < 0 {
			t.Fatalf("no worker has a job: %+v", *got)
		}
		h.finish(h.alive[k], 1)
	}
	if !got.Over || !got.Results[0].Died || got.Results[1].Err != "" {
		t.Errorf("after two crashes of the first job the report is %+v", *got)
	}
}
