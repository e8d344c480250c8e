package client_test

import (
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
)

// This file tests how a client replaces, stops and starts workers.

// repliesOf returns the replies of a kind.
func repliesOf(kind string, list []flat.Reply) (out []flat.Reply) {
	for _, r := range list {
		if r.Kind == kind {
			out = append(out, r)
		}
	}
	return out
}

// answerNewest replies to the newest request like a worker that loads and seeks: at the position of the recipe.
func answerNewest(c *flatClient, l *fakeLink) {
	r := l.last()
	if r.Kind == flat.Load {
		c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Loaded})
	}
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: r.Recipe.Position}})
}

// A worker that crashes repeatedly is replaced three times, each time after the next of client.Delays. Each new worker replays the run.
// After the fourth crash the client is stopped and answers requests with errors. Restart starts a worker, which replays the run; with a
// worker it does nothing.
func TestThreeReplacementsThenRestart(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	for k, delay := range client.Delays {
		l.crash(c, "killed")
		l.advance(delay - time.Millisecond)
		if l.starts != 1+k {
			t.Fatalf("worker %d is started before its delay of %v", k+2, delay)
		}
		l.advance(time.Millisecond)
		if l.starts != 2+k || l.last().Kind != flat.Load || l.last().Recipe.Position != 3 {
			t.Fatalf("after the delay %v: %d workers, posted %+v; want the replay to position 3", delay, l.starts, l.posted)
		}
	}

	// The fourth crash is the last one: its report is the only one that says stopped.
	l.crash(c, "killed")
	l.advance(time.Hour)
	last := (*got)[len(*got)-1]
	if l.starts != 4 || !c.Stopped() || c.Replaying() {
		t.Fatalf("after the fourth crash: %d workers, stopped %v, replaying %v; want 4, true, false", l.starts, c.Stopped(), c.Replaying())
	}
	if last.Kind != flat.Crashed || !last.Stopped {
		t.Fatalf("the fourth crash is reported as %+v, want a stopped client", last)
	}
	for _, r := range repliesOf(flat.Crashed, *got)[:3] {
		if r.Stopped {
			t.Errorf("an earlier crash reports that the client is stopped: %q", r.Message)
		}
	}

	// A stopped client answers a request with an error, until Restart.
	seq := c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
	if r := (*got)[len(*got)-1]; r.Kind != flat.Failed || !r.Final || r.Seq != seq || l.starts != 4 {
		t.Fatalf("a step without a worker is answered with %+v, want an error", r)
	}
	c.Restart()
	if l.starts != 5 || l.last().Recipe.Graph != "karate" || l.last().Recipe.Position != 3 || !c.Replaying() {
		t.Fatalf("Restart posts %+v to worker %d, want the replay of karate", l.posted, l.starts)
	}
	answerNewest(c, l)
	if c.Stopped() || c.Replaying() {
		t.Errorf("after the replay: stopped %v, replaying %v", c.Stopped(), c.Replaying())
	}
	c.Restart() // with a worker it does nothing
	if l.starts != 5 {
		t.Errorf("Restart replaces a worker: %d workers", l.starts)
	}
}

// The count of crashes starts again after a worker that has completed a request, or has been idle for Calm: 50 crashes then do not stop
// the client. If the worker only sends frames, or crashes at each request, the client stops after at most five starts.
func TestHealthyWorkerResetsTheCount(t *testing.T) {
	for name, beHealthy := range map[string]func(*flatClient, *fakeLink){
		"a step": func(c *flatClient, l *fakeLink) {
			c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
			answerNewest(c, l)
		},
		"calm": func(_ *flatClient, l *fakeLink) { l.advance(client.Calm) },
	} {
		c, l, _ := setUp()
		loadGraph(c, l, "karate")
		for range 50 {
			l.crash(c, "killed")
			l.advance(client.Delays[0])
			answerNewest(c, l)
			beHealthy(c, l)
		}
		if c.Stopped() || l.starts != 51 {
			t.Errorf("with %s after each crash: stopped %v, %d workers, want 51", name, c.Stopped(), l.starts)
		}
	}

	// A worker that only sends frames, or crashes at each request, is not healthy. It crashes during a request, so that the 10 s before the
	// crash do not count as idle.
	for _, kind := range []string{flat.ReadFrame, flat.Run} {
		c, l, _ := setUp()
		loadGraph(c, l, "karate")
		for k := 0; k < 10 && !c.Stopped(); k++ {
			c.Send(flat.Request{Kind: kind})
			if kind == flat.ReadFrame {
				answerNewest(c, l)
			}
			l.advance(10 * time.Second)
			if kind == flat.ReadFrame {
				c.Send(flat.Request{Kind: kind})
			}
			l.crash(c, "killed")
			l.advance(4 * time.Second) // the longest delay
			if !c.Stopped() {
				answerNewest(c, l)
			}
		}
		if !c.Stopped() || l.starts > 5 {
			t.Errorf("%s crashes every worker: stopped %v, %d workers, want at most 5", kind, c.Stopped(), l.starts)
		}
	}
}

// A worker that has not started in time is replaced only on Restart. Until then the client is stopped.
func TestSilentWorkerWaitsForRestart(t *testing.T) {
	c, l, got := setUp()
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}})
	c.Crashed(client.Death{Cause: "it did not start within 15 seconds", Unfetched: true, Silent: true})
	last := (*got)[len(*got)-1]
	if l.starts != 1 || !last.Stopped || !strings.Contains(last.Message, "could not be fetched: it did not start") {
		t.Fatalf("%d workers, report %+v; want a stopped client", l.starts, last)
	}
	c.Restart()
	if l.starts != 2 {
		t.Errorf("after Restart %d workers were started, want 2", l.starts)
	}
}

// If the script of a worker cannot be fetched, its requests wait for the next worker, and a report of progress has the reason. After the
// fourth failure the client is stopped. A load then starts a worker without Restart.
func TestUnfetchedWorkerLosesNoRequest(t *testing.T) {
	unfetched := client.Death{Cause: "the server answered 410", Unfetched: true}
	c, l, got := setUp()
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}})
	c.Crashed(unfetched)
	reports := repliesOf(flat.Progress, *got)
	if len(reports) != 1 || !strings.Contains(reports[0].What, "410") || len(repliesOf(flat.Failed, *got)) != 0 {
		t.Fatalf("the client reports %+v, want progress with the reason", *got)
	}
	l.advance(client.Delays[0])
	if l.starts != 2 || l.last().Recipe.Graph != "karate" {
		t.Fatalf("%d workers, posted are %+v", l.starts, l.posted)
	}

	// Three more failures. The first is reported twice, and counts once.
	c.Crashed(unfetched)
	c.Crashed(unfetched)
	l.advance(client.Delays[1])
	c.Crashed(unfetched)
	l.advance(client.Delays[2])
	c.Crashed(unfetched)
	last := (*got)[len(*got)-1]
	if l.starts != 4 || !last.Stopped || !strings.Contains(last.Message, "could not be fetched: the server answered 410") ||
		strings.Contains(last.Message, "worker stopped") {
		t.Fatalf("after the fourth failure: %d workers, report %+v", l.starts, last)
	}

	// A load starts a worker without Restart.
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	if l.starts != 5 || l.last().Recipe.Graph != "ring" || len(l.posted) != 1 {
		t.Fatalf("%d workers, posted are %+v", l.starts, l.posted)
	}

	// The first script fails and the second one is fetched: both requests are posted.
	c.Crashed(unfetched)
	c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
	l.advance(client.Delays[0])
	if len(l.posted) != 2 || l.posted[0].Kind != flat.Load || l.posted[1].Kind != flat.Step {
		t.Errorf("posted are %+v, want the load and then the step", l.posted)
	}
}

// Requests between a crash and the next worker are posted after the replay. A load in that time replaces the replay, and does not start
// the worker earlier.
func TestRequestsWaitForTheNextWorker(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	l.crash(c, "killed")
	before := len(l.posted)
	c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
	if len(l.posted) != before {
		t.Fatalf("a step is posted to a crashed worker: %+v", l.posted)
	}
	l.advance(client.Delays[0])
	if len(l.posted) != 2 || l.posted[0].Kind != flat.Load || l.posted[1].Kind != flat.Step {
		t.Fatalf("posted are %+v, want the load and then the step", l.posted)
	}

	// A load before the next worker.
	l.crash(c, "killed")
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	if l.starts != 2 {
		t.Fatalf("before the delay %d workers were started, want 2", l.starts)
	}
	l.advance(client.Delays[1])
	if l.starts != 3 || len(l.posted) != 1 || l.last().Recipe.Graph != "ring" {
		t.Errorf("%d workers, posted are %+v, want ring alone", l.starts, l.posted)
	}
	// The load has overtaken the replay, and the crash has ended requests. No other request fails.
	for _, r := range repliesOf(flat.Failed, *got) {
		if !r.Overtaken && !r.Died {
			t.Errorf("the failure %+v is neither overtaken nor caused by a crash", r)
		}
	}
}

// Reason returns the cause of a crash in words, for messages of Go, of browsers, and none. The message of a crash has this reason, what
// the worker did, the size of the graph, and a remedy.
func TestReasonIsReadable(t *testing.T) {
	for raw, want := range map[string]string{
		"runtime: out of memory: cannot allocate 4194304-byte block (4123000832 in use)": "out of memory, with 4.1 GB in use",
		"fatal error: out of memory":                                                 "out of memory",
		"RangeError: WebAssembly.Memory.grow(): Maximum memory size exceeded":        "out of memory",
		"Uncaught RangeError: WebAssembly.instantiate(): Out of memory: wasm memory": "out of memory",
		"panic: runtime error: makeslice: len out of range":                          "out of memory",
		"panic: runtime error: index out of range [5] with length 3":                 "index out of range [5] with length 3",
		"panic: spectral: 3 eigenvalues of a matrix with 2 rows [recovered]":         "spectral: 3 eigenvalues of a matrix with 2 rows",
		"Uncaught RuntimeError: unreachable":                                         "RuntimeError: unreachable",
		"":                                                                           "it gave no reason",
	} {
		if got := client.Reason(raw); got != want {
			t.Errorf("the reason of %q is %q, want %q", raw, got, want)
		}
	}

	// A crash during a training of a large graph, and a crash during a load. Edges has two numbers for each edge.
	c, l, got := setUp()
	c.Send(flat.Request{Kind: flat.Load, Seq: 1, Recipe: recipe.Setup{Graph: "big"}})
	c.Receive(flat.Reply{Seq: 1, Kind: flat.Loaded, Graph: &proto.GraphInfo{N: 200_000, Edges: make([]int32, 2*2_600_000)}})
	c.Receive(flat.Reply{Seq: 1, Kind: flat.Framed, Final: true, Frame: &frame.Frame{}})
	c.Send(flat.Request{Kind: flat.Run})
	l.crash(c, "runtime: out of memory: cannot allocate 4194304-byte block (4123000832 in use)")
	const want = "The worker stopped: out of memory, with 4.1 GB in use while training 200 000 nodes and 2.6 million edges. " +
		"Fewer channels, a smaller d, a smaller graph or the command line need less memory. A new one is replaying the run."
	if reports := repliesOf(flat.Crashed, *got); len(reports) != 1 || reports[0].Message != want {
		t.Errorf("the client reports %+v, want %q", reports, want)
	}
	l.advance(client.Delays[0])
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "huge.csv"}}})
	l.crash(c, "panic: reader")
	if reports := repliesOf(flat.Crashed, *got); !strings.Contains(reports[1].Message, "reader while loading huge.csv.") {
		t.Errorf("the report of a crash during a load is %q", reports[1].Message)
	}
}

// Rest stops an idle worker, but not before a run and not during a request. Later replies of the stopped worker are dropped. The next
// request starts a worker that first replays the run. A load of another graph needs no replay.
func TestRestReplaysOnRequest(t *testing.T) {
	c, l, got := setUp()
	if c.Rest() {
		t.Error("Rest stops a worker without a run")
	}
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{Edge: 6}})
	if c.Rest() || c.Resting() {
		t.Fatalf("Rest stops a worker during a request; resting %v", c.Resting())
	}
	answerNewest(c, l)
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	answerNewest(c, l)
	newest := l.last()
	c.Receive(flat.Reply{Seq: newest.Seq, Kind: flat.Framed, Frame: &frame.Frame{Position: 7}})
	if !c.Rest() || !c.Resting() || l.starts != 1 {
		t.Fatalf("an idle client does not rest: resting %v, %d workers", c.Resting(), l.starts)
	}
	if !c.Rest() {
		t.Error("Rest of a resting client returns false")
	}

	// Late replies of the stopped worker, and then a request.
	before := len(*got)
	c.Receive(flat.Reply{Kind: flat.Framed})
	l.crash(c, "late news")
	l.advance(time.Hour)
	if len(*got) != before || l.starts != 1 {
		t.Fatalf("replies of a stopped worker are passed on: %+v; %d workers", (*got)[before:], l.starts)
	}
	seq := c.Send(flat.Request{Kind: flat.Step, Unit: "inner", Seq: 77})
	if l.starts != 2 || len(l.posted) != 2 || c.Resting() || !c.Replaying() {
		t.Fatalf("%d workers, posted are %+v", l.starts, l.posted)
	}
	replay, step := l.posted[0], l.posted[1]
	if replay.Kind != flat.Load || replay.Recipe.Graph != "karate" || replay.Recipe.Position != 7 {
		t.Errorf("the replay is %+v, want karate to position 7", replay)
	}
	if replay.Recipe.Settings["dt"] != "2" || replay.Focus.Edge != 6 {
		t.Errorf("the replay has the settings %v and the focus %+v, want dt=2 and edge 6", replay.Recipe.Settings, replay.Focus)
	}
	if step.Kind != flat.Step || step.Seq != seq {
		t.Errorf("after the replay comes %+v, want the step %d", step, seq)
	}
	for _, r := range l.posted {
		c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 8}})
	}
	if c.Replaying() || !c.Rest() {
		t.Errorf("after the step the client does not rest: replaying %v", c.Replaying())
	}

	// Another graph needs no replay.
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	if l.starts != 3 || len(l.posted) != 1 || l.last().Recipe.Graph != "ring" {
		t.Errorf("%d workers, posted are %+v, want ring alone", l.starts, l.posted)
	}
}

// If a worker starts from rest to read files, and the reading fails or raises a question, the client rests again. The next request replays
// the run at its position. If the files are loaded next, a new worker receives them.
func TestRefusedLoadReturnsToRest(t *testing.T) {
	for _, kind := range []string{flat.Failed, flat.Recognised} {
		c, l, _ := setUp()
		loadGraph(c, l, "karate")
		c.Rest()
		read := flat.Request{Kind: flat.Read, Files: []content.File{{Name: "a.csv"}}}
		c.Send(read)
		refused := l.last()
		c.Receive(flat.Reply{Seq: refused.Seq, Kind: kind, Final: true})
		if !c.Resting() || l.starts != 2 || len(l.posted) != 0 {
			t.Fatalf("after %s: resting %v, %d workers, posted are %+v", kind, c.Resting(), l.starts, l.posted)
		}
		c.Send(flat.Request{Kind: flat.Step, Unit: "epoch"})
		if len(l.posted) != 2 || l.starts != 3 {
			t.Fatalf("a step after %s: %d workers, posted are %+v", kind, l.starts, l.posted)
		}
		replay := l.posted[0]
		if replay.Recipe.Graph != "karate" || replay.Recipe.Position != 3 || l.last().Kind != flat.Step {
			t.Errorf("after %s the replay is %+v, and then comes %+v", kind, replay, l.last())
		}

		// A new worker receives the files even if the previous worker held them.
		c, l, _ = setUp()
		loadGraph(c, l, "karate")
		c.Rest()
		c.Send(read)
		refused = l.last()
		c.Receive(flat.Reply{Seq: refused.Seq, Kind: kind, Final: true})
		c.Send(flat.Request{Kind: flat.Load, Files: read.Files})
		if len(l.posted) != 1 || len(l.last().Files) != 1 {
			t.Errorf("a load after %s: posted are %+v, want the load with its file", kind, l.posted)
		}
	}
}

// Loads of other models and readings go to the same worker.
func TestModelsShareAWorker(t *testing.T) {
	c, l, _ := setUp()
	loadGraph(c, l, "karate")
	for n, r := range []recipe.Setup{{Model: "gcn"}, {Model: "sgpc", Settings: map[string]string{"reading": "code"}}, {Model: "nsd-diag"}} {
		c.Send(flat.Request{Kind: flat.Load, Recipe: r})
		if l.starts != 1 || len(l.posted) != n+2 || l.last().Recipe.Model != r.Model {
			t.Errorf("the model %s: %d workers, posted are %+v", r.Model, l.starts, l.posted)
		}
		answerNewest(c, l)
	}
}
