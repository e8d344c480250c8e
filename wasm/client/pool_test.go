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

// fakeWorkers replaces the workers of a pool. Workers are numbered from 1 in the order of their start. Only advance moves the clock.
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
	message func([]byte)
	gone    func(client.Death)
	query   proto.Query // last query; for a goal it has the Seq and the files of the goal
	files   []content.File
}

// Post records a message.
func (p *fakeWorker) Post(data []byte, files []content.File) {
	var m proto.Message
	if err := wire.Decode(data, &m); err != nil {
		panic(err)
	}
	if p.query = (proto.Query{}); m.Query != nil {
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

// start is a client.Starter.
func (h *fakeWorkers) start(message func([]byte), gone func(client.Death)) (func([]byte, []content.File), func()) {
	p := &fakeWorker{h: h, number: len(h.started) + 1, message: message, gone: gone}
	h.started, h.alive = append(h.started, p), append(h.alive, p.number)
	return p.Post, p.Stop
}

// clocked is a Link with the clock of fakeWorkers.
type clockedLink struct {
	client.Link
	h *fakeWorkers
}

// Now implements client.Link.
func (c clockedLink) Now() time.Duration { return c.h.now }

// open is a client.Opener.
func (h *fakeWorkers) open(owner client.Owner) client.Link {
	return clockedLink{h.workers.Open(owner), h}
}

// query returns the last query of worker w.
func (h *fakeWorkers) query(w int) proto.Query { return h.started[w-1].query }

// advance moves the clock.
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

// setUpPool starts a pool with a number of jobs, and returns the last report of the pool by a pointer.
func setUpPool(size, jobs int) (*client.Pool, *fakeWorkers, *client.PoolState) {
	h := newFakeWorkers()
	p := client.NewPool(h.open, size)
	last := &client.PoolState{}
	p.Run(queries(jobs), func(r client.PoolState) { *last = r })
	return p, h, last
}

// queries returns n jobs on different graphs.
func queries(n int) (list []proto.Query) {
	for i := range n {
		list = append(list, proto.Query{Run: recipe.Setup{Graph: fmt.Sprint("g", i)}})
	}
	return list
}

// TestPoolKeepsTheOrder checks that results are in the order of the jobs, if the jobs finish in another order.
func TestPoolKeepsTheOrder(t *testing.T) {
	p, h, got := setUpPool(3, 5)
	if len(h.alive) != 3 {
		t.Fatalf("%d workers, want 3", len(h.alive))
	}
	for got.Done < got.Total {
		w := h.alive[len(h.alive)-1] // the newest first
		var index float64
		fmt.Sscanf(h.query(w).Run.Graph, "g%f", &index)
		h.advance(2)
		h.finish(w, index)
	}
	for i, r := range got.Results {
		if !r.Done || r.Err != "" || r.Outcome.Test != float64(i) {
			t.Errorf("result %d is %+v", i, r)
		}
	}
	if !got.Over || got.Fraction != 1 || got.Left != 0 || p.Busy() || len(h.alive) != 0 || len(h.started) != 3 {
		t.Errorf("at the end: %+v, busy %v, %d alive, %d started", *got, p.Busy(), len(h.alive), len(h.started))
	}
}

// TestPoolSizeIsLimited checks the number of workers for sizes below 1 and above MaxWorkers, and for few jobs.
func TestPoolSizeIsLimited(t *testing.T) {
	for _, c := range []struct{ size, jobs, want int }{{0, 4, 1}, {64, 100, client.MaxWorkers}, {4, 2, 2}, {2, 0, 0}} {
		_, h, got := setUpPool(c.size, c.jobs)
		if len(h.alive) != c.want || got.Over != (c.jobs == 0) {
			t.Errorf("size %d, %d jobs: %d workers, over %v", c.size, c.jobs, len(h.alive), got.Over)
		}
	}
}

// TestPoolContinuesAfterAFailedJob checks that a failed job is reported, and that the next jobs run on the same worker.
func TestPoolContinuesAfterAFailedJob(t *testing.T) {
	_, h, got := setUpPool(1, 3)
	w := h.alive[0]
	h.finish(w, 0.5)
	h.reply(w, flat.Reply{Seq: 2, Kind: flat.Failed, Final: true, Message: "split of 1 node"})
	h.finish(w, 0.7)
	failed := got.Results[1]
	if !got.Over || failed.Err != "split of 1 node" || failed.Died || got.Results[2].Outcome.Test != 0.7 || len(h.started) != 1 {
		t.Fatalf("%+v, %d workers started", got.Results, len(h.started))
	}
}

// TestPoolRepeatsAJobOnce checks that a job is repeated on a new worker after a crash, and that a second crash is the result of the job.
func TestPoolRepeatsAJobOnce(t *testing.T) {
	p, h, got := setUpPool(1, 2)
	first := h.alive[0]
	h.crash(first, "out of memory")
	if len(h.alive) != 1 || h.alive[0] == first || h.query(h.alive[0]).Seq != 1 || got.Done != 0 {
		t.Fatalf("after the first crash: alive %v, doing %+v", h.alive, h.query(h.alive[0]))
	}
	h.finish(first, 9) // a reply of the crashed worker
	if got.Done != 0 {
		t.Fatal("a reply of a dead worker counts")
	}
	h.crash(h.alive[0], "out of memory")
	if got.Done != 1 || got.Results[0].Err == "" || !got.Results[0].Died || len(h.alive) != 1 || h.query(h.alive[0]).Seq != 2 {
		t.Fatalf("after the second crash: %+v, alive %v", *got, h.alive)
	}
	h.finish(h.alive[0], 0.25)
	if !got.Over || got.Results[1].Outcome.Test != 0.25 || len(h.alive) != 0 {
		t.Fatalf("at the end: %+v", *got)
	}
	// The last job crashing twice ends the batch.
	p.Run(queries(1), func(r client.PoolState) { *got = r })
	h.crash(h.alive[0], "x")
	h.crash(h.alive[0], "x")
	if !got.Over || len(h.alive) != 0 || p.Busy() {
		t.Fatalf("a last job that crashes twice: %+v, alive %v", *got, h.alive)
	}
}

// TestCancelledPoolReportsNothing checks that a cancelled batch has no further report, and that the pool can run another batch.
func TestCancelledPoolReportsNothing(t *testing.T) {
	p, h, got := setUpPool(2, 4)
	w := h.alive[0]
	h.finish(w, 0.5)
	before := *got
	p.Cancel()
	if len(h.alive) != 0 || p.Busy() {
		t.Fatalf("%v still work", h.alive)
	}
	h.finish(w, 0.9)
	h.crash(w, "terminated")
	if got.Done != before.Done || got.Over {
		t.Fatalf("a report came after the end: %+v", *got)
	}
	p.Run(queries(1), func(r client.PoolState) { *got = r })
	h.finish(h.alive[0], 1)
	if !got.Over || got.Total != 1 {
		t.Fatalf("a new batch: %+v", *got)
	}
}

// TestPoolTimeLeft checks the range of the remaining seconds at three moments of a batch.
func TestPoolTimeLeft(t *testing.T) {
	_, h, got := setUpPool(2, 6)
	if got.Left != -1 {
		t.Errorf("%v seconds left before anything is known", got.Left)
	}
	h.advance(10)
	h.reply(h.alive[0], flat.Reply{Seq: 1, Kind: flat.Progress, Fraction: 0.5})
	if got.Fraction <= 0.08 || got.Left > 50 || got.Most < 50 || got.Left < 12 || got.Most > 200 {
		t.Errorf("after half of a job in 10 s, with 6 jobs on 2 workers: fraction %v, %v to %v seconds", got.Fraction, got.Left, got.Most)
	}
	h.finish(h.alive[0], 0.5)
	// One job of 10 s is done, another has run for 10 s, and four are open.
	if got.Left > 20 || got.Most < 20 || got.Left < 8 || got.Most > 62 {
		t.Errorf("%v to %v seconds left for five jobs of about 10 s on 2 workers", got.Left, got.Most)
	}
}

// TestPoolFetchesAGraphOnce checks that one job fetches the graph from the network that several jobs share. If the graph is missing, the
// other jobs fail without a request. Otherwise they start as soon as the graph is fetched. Jobs with other graphs do not wait.
func TestPoolFetchesAGraphOnce(t *testing.T) {
	graphs := []string{"data:texas", "data:texas", "karate", "data:texas", "data:cora", "data:texas"}
	var jobs []proto.Query
	for _, g := range graphs {
		jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: g}})
	}
	begin := func() (*client.Pool, *fakeWorkers, *client.PoolState) {
		h := newFakeWorkers()
		p, last := client.NewPool(h.open, 4), &client.PoolState{}
		p.Run(jobs, func(r client.PoolState) { *last = r })
		return p, h, last
	}
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
		t.Fatalf("under way are %q", list)
	}
	at := func(graph string) int {
		return h.alive[slices.IndexFunc(h.alive, func(w int) bool { return h.query(w).Run.Graph == graph })]
	}
	w := at("data:texas")
	h.reply(w, flat.Reply{Seq: 1, Kind: flat.Failed, Final: true, Missing: true, Message: "the server answered 404"})
	for i, g := range graphs {
		if r := got.Results[i]; r.Done != (g == "data:texas") || r.Done && r.Err != "the server answered 404" {
			t.Errorf("job %d, %s: %+v", i, g, r)
		}
	}
	h.finish(at("karate"), 1)
	h.finish(at("data:cora"), 1)
	if !got.Over || p.Busy() {
		t.Errorf("at the end: %+v, %d alive", *got, len(h.alive))
	}
	// With the graph, the others start before the first has ended, and also if its worker crashes.
	_, h, _ = begin()
	h.reply(at("data:texas"), flat.Reply{Seq: 1, Kind: flat.Progress, What: proto.Training, Fraction: 0.1})
	if list := runningGraphs(h); !slices.Equal(list, []string{"data:cora", "data:texas", "data:texas", "karate"}) {
		t.Errorf("once the graph is there %q are under way", list)
	}
	_, h, got = begin()
	h.crash(at("data:texas"), "x")
	h.crash(at("data:texas"), "x")
	for n := 0; !got.Over && n < 20; n++ {
		k := slices.IndexFunc(h.alive, func(w int) bool { return h.query(w).Seq > 0 && !got.Results[h.query(w).Seq-1].Done })
		if k < 0 {
			t.Fatalf("nobody works: %+v", *got)
		}
		h.finish(h.alive[k], 1)
	}
	if !got.Over || !got.Results[0].Died || got.Results[1].Err != "" {
		t.Errorf("after two deaths: %+v", *got)
	}
}
