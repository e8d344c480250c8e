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

// hands records the workers of a pool, which are numbered from 1.
type hands struct {
	now     time.Duration
	workers *client.Workers
	ports   []*port
	alive   []int
}

// port is a worker.
type port struct {
	h       *hands
	number  int
	message func([]byte)
	gone    func(client.Death)
	doing   proto.Query
	files   []content.File
}

func (p *port) Post(data []byte, files []content.File) {
	var m proto.Message
	if err := wire.Decode(data, &m); err != nil {
		panic(err)
	}
	if p.doing = (proto.Query{}); m.Query != nil {
		p.doing = *m.Query
	} else {
		p.doing.Seq, p.doing.Files = m.Goal.Seq, m.Goal.Files
	}
	p.files = files
}
func (p *port) Stop() {
	p.h.alive = slices.DeleteFunc(p.h.alive, func(x int) bool { return x == p.number })
}

func newHands() *hands {
	h := &hands{now: 100 * time.Second}
	h.workers = client.NewWorkers(h.start)
	return h
}

func (h *hands) start(message func([]byte), gone func(client.Death)) (func([]byte, []content.File), func()) {
	p := &port{h: h, number: len(h.ports) + 1, message: message, gone: gone}
	h.ports, h.alive = append(h.ports, p), append(h.alive, p.number)
	return p.Post, p.Stop
}

// clocked is a Link with the clock of the hands.
type clocked struct {
	client.Link
	h *hands
}

func (c clocked) Now() time.Duration { return c.h.now }

func (h *hands) open(owner client.Owner) client.Link {
	return clocked{h.workers.Open(owner), h}
}

func (h *hands) doing(w int) proto.Query { return h.ports[w-1].doing }
func (h *hands) pass(seconds float64)    { h.now += time.Duration(seconds * 1e9) }
func (h *hands) say(w int, r flat.Reply) {
	talk := flat.Talk{Queries: map[int]proto.Query{h.doing(w).Seq: h.doing(w)}}
	reply := talk.Reply(r)
	h.ports[w-1].message(wire.Append(nil, &reply))
	h.workers.Drain()
}
func (h *hands) crash(w int, cause string) {
	h.ports[w-1].gone(client.Death{Cause: cause})
	h.workers.Drain()
}
func (h *hands) ended(w int, test float64) {
	h.say(w, flat.Reply{Seq: h.doing(w).Seq, Kind: flat.Ended, Final: true, Outcome: &proto.JobAnswer{Outcome: train.Outcome{Test: test}}})
}

func setUpPool(size, jobs int) (*client.Pool, *hands, *client.PoolState) {
	h := newHands()
	p := client.NewPool(h.open, size)
	last := &client.PoolState{}
	p.Run(work(jobs), func(r client.PoolState) { *last = r })
	return p, h, last
}

func work(n int) (list []proto.Query) {
	for i := range n {
		list = append(list, proto.Query{Run: recipe.Setup{Graph: fmt.Sprint("g", i)}})
	}
	return list
}

// Results are in the order of the jobs, for any order in which these finish.
func TestPoolKeepsTheOrder(t *testing.T) {
	p, h, got := setUpPool(3, 5)
	if len(h.alive) != 3 {
		t.Fatalf("%d workers, want 3", len(h.alive))
	}
	for got.Done < got.Total {
		w := h.alive[len(h.alive)-1] // the newest first
		var index float64
		fmt.Sscanf(h.doing(w).Run.Graph, "g%f", &index)
		h.pass(2)
		h.ended(w, index)
	}
	for i, r := range got.Results {
		if !r.Done || r.Err != "" || r.Outcome.Test != float64(i) {
			t.Errorf("result %d is %+v", i, r)
		}
	}
	if !got.Over || got.Fraction != 1 || got.Left != 0 || p.Busy() || len(h.alive) != 0 || len(h.ports) != 3 {
		t.Errorf("at the end: %+v, busy %v, %d alive, %d started", *got, p.Busy(), len(h.alive), len(h.ports))
	}
}

func TestPoolSizeIsLimited(t *testing.T) {
	for _, c := range []struct{ size, jobs, want int }{{0, 4, 1}, {64, 100, client.MaxWorkers}, {4, 2, 2}, {2, 0, 0}} {
		_, h, got := setUpPool(c.size, c.jobs)
		if len(h.alive) != c.want || got.Over != (c.jobs == 0) {
			t.Errorf("size %d, %d jobs: %d workers, over %v", c.size, c.jobs, len(h.alive), got.Over)
		}
	}
}

// A failed job is reported, and the others continue on the same worker.
func TestPoolContinuesAfterAFailedJob(t *testing.T) {
	_, h, got := setUpPool(1, 3)
	w := h.alive[0]
	h.ended(w, 0.5)
	h.say(w, flat.Reply{Seq: 2, Kind: flat.Failed, Final: true, Message: "split of 1 node"})
	h.ended(w, 0.7)
	if !got.Over || got.Results[1].Err != "split of 1 node" || got.Results[1].Died || got.Results[2].Outcome.Test != 0.7 || len(h.ports) != 1 {
		t.Fatalf("%+v, %d workers started", got.Results, len(h.ports))
	}
}

// A job is repeated on a new worker after a crash. A second crash is its result.
func TestPoolRepeatsAJobOnce(t *testing.T) {
	p, h, got := setUpPool(1, 2)
	first := h.alive[0]
	h.crash(first, "out of memory")
	if len(h.alive) != 1 || h.alive[0] == first || h.doing(h.alive[0]).Seq != 1 || got.Done != 0 {
		t.Fatalf("after the first crash: alive %v, doing %+v", h.alive, h.doing(h.alive[0]))
	}
	h.ended(first, 9) // a reply of the crashed worker
	if got.Done != 0 {
		t.Fatal("a reply of a dead worker counts")
	}
	h.crash(h.alive[0], "out of memory")
	if got.Done != 1 || got.Results[0].Err == "" || !got.Results[0].Died || len(h.alive) != 1 || h.doing(h.alive[0]).Seq != 2 {
		t.Fatalf("after the second crash: %+v, alive %v", *got, h.alive)
	}
	h.ended(h.alive[0], 0.25)
	if !got.Over || got.Results[1].Outcome.Test != 0.25 || len(h.alive) != 0 {
		t.Fatalf("at the end: %+v", *got)
	}
	// The last job crashing twice ends the batch.
	p.Run(work(1), func(r client.PoolState) { *got = r })
	h.crash(h.alive[0], "x")
	h.crash(h.alive[0], "x")
	if !got.Over || len(h.alive) != 0 || p.Busy() {
		t.Fatalf("a last job that crashes twice: %+v, alive %v", *got, h.alive)
	}
}

func TestCancelledPoolReportsNothing(t *testing.T) {
	p, h, got := setUpPool(2, 4)
	w := h.alive[0]
	h.ended(w, 0.5)
	before := *got
	p.Cancel()
	if len(h.alive) != 0 || p.Busy() {
		t.Fatalf("%v still work", h.alive)
	}
	h.ended(w, 0.9)
	h.crash(w, "terminated")
	if got.Done != before.Done || got.Over {
		t.Fatalf("a report came after the end: %+v", *got)
	}
	p.Run(work(1), func(r client.PoolState) { *got = r })
	h.ended(h.alive[0], 1)
	if !got.Over || got.Total != 1 {
		t.Fatalf("a new batch: %+v", *got)
	}
}

func TestPoolTimeLeft(t *testing.T) {
	_, h, got := setUpPool(2, 6)
	if got.Left != -1 {
		t.Errorf("%v seconds left before anything is known", got.Left)
	}
	h.pass(10)
	h.say(h.alive[0], flat.Reply{Seq: 1, Kind: flat.Progress, Fraction: 0.5})
	if got.Fraction <= 0.08 || got.Left > 50 || got.Most < 50 || got.Left < 12 || got.Most > 200 {
		t.Errorf("after half of a job in 10 s, with 6 jobs on 2 workers: fraction %v, %v to %v seconds", got.Fraction, got.Left, got.Most)
	}
	h.ended(h.alive[0], 0.5)
	// One job of 10 s is done, another has run for 10 s, and four are open.
	if got.Left > 20 || got.Most < 20 || got.Left < 8 || got.Most > 62 {
		t.Errorf("%v to %v seconds left for five jobs of about 10 s on 2 workers", got.Left, got.Most)
	}
}

// One of the jobs with the same graph from the network fetches it. If it fails, the others fail without another request; otherwise they
// continue at once. Jobs with other graphs do not wait.
func TestPoolFetchesAGraphOnce(t *testing.T) {
	graphs := []string{"data:texas", "data:texas", "karate", "data:texas", "data:cora", "data:texas"}
	var jobs []proto.Query
	for _, g := range graphs {
		jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: g}})
	}
	begin := func() (*client.Pool, *hands, *client.PoolState) {
		h := newHands()
		p, last := client.NewPool(h.open, 4), &client.PoolState{}
		p.Run(jobs, func(r client.PoolState) { *last = r })
		return p, h, last
	}
	under := func(h *hands) (list []string) {
		for _, w := range h.alive {
			if r := h.doing(w); r.Seq > 0 {
				list = append(list, r.Run.Graph)
			}
		}
		slices.Sort(list)
		return list
	}
	p, h, got := begin()
	if list := under(h); !slices.Equal(list, []string{"data:cora", "data:texas", "karate"}) {
		t.Fatalf("under way are %q", list)
	}
	at := func(graph string) int {
		return h.alive[slices.IndexFunc(h.alive, func(w int) bool { return h.doing(w).Run.Graph == graph })]
	}
	w := at("data:texas")
	h.say(w, flat.Reply{Seq: 1, Kind: flat.Failed, Final: true, Missing: true, Message: "the server answered 404"})
	for i, g := range graphs {
		if r := got.Results[i]; r.Done != (g == "data:texas") || r.Done && r.Err != "the server answered 404" {
			t.Errorf("job %d, %s: %+v", i, g, r)
		}
	}
	h.ended(at("karate"), 1)
	h.ended(at("data:cora"), 1)
	if !got.Over || p.Busy() {
		t.Errorf("at the end: %+v, %d alive", *got, len(h.alive))
	}
	// With the graph, the others start before the first has ended, and also if its worker crashes.
	_, h, _ = begin()
	h.say(at("data:texas"), flat.Reply{Seq: 1, Kind: flat.Progress, What: proto.Training, Fraction: 0.1})
	if list := under(h); !slices.Equal(list, []string{"data:cora", "data:texas", "data:texas", "karate"}) {
		t.Errorf("once the graph is there %q are under way", list)
	}
	_, h, got = begin()
	h.crash(at("data:texas"), "x")
	h.crash(at("data:texas"), "x")
	for n := 0; !got.Over && n < 20; n++ {
		k := slices.IndexFunc(h.alive, func(w int) bool { return h.doing(w).Seq > 0 && !got.Results[h.doing(w).Seq-1].Done })
		if k < 0 {
			t.Fatalf("nobody works: %+v", *got)
		}
		h.ended(h.alive[k], 1)
	}
	if !got.Over || !got.Results[0].Died || got.Results[1].Err != "" {
		t.Errorf("after two deaths: %+v", *got)
	}
}
