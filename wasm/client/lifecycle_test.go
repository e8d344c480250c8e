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

// of returns the replies of a kind.
func repliesOf(kind string, list []flat.Reply) (out []flat.Reply) {
	for _, r := range list {
		if r.Kind == kind {
			out = append(out, r)
		}
	}
	return out
}

// arrive replies to the newest request as a worker that loads and seeks does.
func answerNewest(c *flatClient, l *fakeLink) {
	r := l.last()
	if r.Kind == flat.Load {
		c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Loaded})
	}
	c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: r.Recipe.Position}})
}

// A worker that crashes repeatedly is replaced three times, after growing delays, and then only on Restart.
func TestThreeReplacementsThenRestart(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	for k, delay := range client.Delays {
		l.crash(c, "killed")
		l.advance(delay - time.Millisecond)
		if l.starts != 1+k {
			t.Fatalf("replacement %d came before its delay of %v", k+1, delay)
		}
		l.advance(time.Millisecond)
		if l.starts != 2+k || l.last().Kind != flat.Load || l.last().Recipe.Position != 3 {
			t.Fatalf("after %v: %d starts, posted %+v", delay, l.starts, l.posted)
		}
	}
	l.crash(c, "killed")
	l.advance(time.Hour)
	last := (*got)[len(*got)-1]
	if l.starts != 4 || !c.Stopped() || c.Replaying() || last.Kind != flat.Crashed || !last.Stopped {
		t.Fatalf("after the fourth death: %d starts, stopped %v, reported %+v", l.starts, c.Stopped(), last)
	}
	for _, r := range repliesOf(flat.Crashed, *got)[:3] {
		if r.Stopped {
			t.Errorf("%q came too early", r.Message)
		}
	}
	// Requests to a stopped client are answered at once.
	seq := c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
	if r := (*got)[len(*got)-1]; r.Kind != flat.Failed || !r.Final || r.Seq != seq || l.starts != 4 {
		t.Fatalf("a step without a worker: %+v", r)
	}
	c.Restart()
	if l.starts != 5 || l.last().Recipe.Graph != "karate" || l.last().Recipe.Position != 3 || !c.Replaying() {
		t.Fatalf("started again with %+v", l.posted)
	}
	answerNewest(c, l)
	if c.Stopped() || c.Replaying() {
		t.Error("the worker is stopped or replaying after Restart")
	}
	c.Restart() // does nothing with a living worker
	if l.starts != 5 {
		t.Error("Restart replaced a living worker")
	}
}

// The count of crashes restarts after a worker that has completed a request or has been idle for Calm.
func TestHealthyWorkerResetsTheCount(t *testing.T) {
	for name, well := range map[string]func(*flatClient, *fakeLink){
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
			well(c, l)
		}
		if c.Stopped() || l.starts != 51 {
			t.Errorf("%s after each death: stopped %v after %d starts", name, c.Stopped(), l.starts)
		}
	}
	// A worker that only sends frames, or crashes with each request, is not healthy.
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
			l.advance(4 * time.Second)
			if !c.Stopped() {
				answerNewest(c, l)
			}
		}
		if !c.Stopped() || l.starts > 5 {
			t.Errorf("%s kills every worker: stopped %v after %d starts", kind, c.Stopped(), l.starts)
		}
	}
}

// A worker that did not start in time is replaced only on Restart.
func TestSilentWorkerWaitsForRestart(t *testing.T) {
	c, l, got := setUp()
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}})
	c.Crashed(client.Death{Cause: "it did not start within 15 seconds", Unfetched: true, Silent: true})
	last := (*got)[len(*got)-1]
	if l.starts != 1 || !last.Stopped || !strings.Contains(last.Message, "could not be fetched: it did not start") {
		t.Fatalf("%d starts, reported %+v", l.starts, last)
	}
	if c.Restart(); l.starts != 2 {
		t.Errorf("%d starts after the button", l.starts)
	}
}

// Requests to a worker whose script never ran wait for the next worker.
func TestUnfetchedWorkerLosesNoRequest(t *testing.T) {
	gone := client.Death{Cause: "the server answered 410", Unfetched: true}
	c, l, got := setUp()
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}})
	c.Crashed(gone)
	if sent := repliesOf(flat.Progress, *got); len(sent) != 1 || !strings.Contains(sent[0].What, "410") || len(repliesOf(flat.Failed, *got)) != 0 {
		t.Fatalf("reported %+v", *got)
	}
	l.advance(client.Delays[0])
	if l.starts != 2 || l.last().Recipe.Graph != "karate" {
		t.Fatalf("%d starts, posted %+v", l.starts, l.posted)
	}
	c.Crashed(gone)
	c.Crashed(gone) // reported twice
	l.advance(client.Delays[1])
	c.Crashed(gone)
	l.advance(client.Delays[2])
	c.Crashed(gone)
	last := (*got)[len(*got)-1]
	if l.starts != 4 || !last.Stopped || !strings.Contains(last.Message, "could not be fetched: the server answered 410") ||
		strings.Contains(last.Message, "worker stopped") {
		t.Fatalf("%d starts, reported %+v", l.starts, last)
	}
	// A load starts a worker without Restart.
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	if l.starts != 5 || l.last().Recipe.Graph != "ring" || len(l.posted) != 1 {
		t.Fatalf("%d starts, posted %+v", l.starts, l.posted)
	}
	// If the script arrives in the second attempt, no request is lost.
	c.Crashed(gone)
	c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
	l.advance(client.Delays[0])
	if len(l.posted) != 2 || l.posted[0].Kind != flat.Load || l.posted[1].Kind != flat.Step {
		t.Errorf("posted %+v", l.posted)
	}
}

// Requests before the start of the next worker are posted after the replay, in order.
func TestRequestsWaitForTheNextWorker(t *testing.T) {
	c, l, got := setUp()
	loadGraph(c, l, "karate")
	l.crash(c, "killed")
	posted := len(l.posted)
	c.Send(flat.Request{Kind: flat.Step, Unit: "inner"})
	if len(l.posted) != posted {
		t.Fatal("posted to a dead worker")
	}
	l.advance(client.Delays[0])
	if len(l.posted) != 2 || l.posted[0].Kind != flat.Load || l.posted[1].Kind != flat.Step {
		t.Fatalf("posted %+v", l.posted)
	}
	// A load in that time replaces the replay and does not start the worker earlier.
	l.crash(c, "killed")
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	if starts := l.starts; starts != 2 {
		t.Fatalf("%d starts", starts)
	}
	l.advance(client.Delays[1])
	if l.starts != 3 || len(l.posted) != 1 || l.last().Recipe.Graph != "ring" {
		t.Errorf("%d starts, posted %+v", l.starts, l.posted)
	}
	for _, r := range repliesOf(flat.Failed, *got) {
		if !r.Overtaken && !r.Died {
			t.Errorf("%+v is reported as a failure of its own", r)
		}
	}
}

// The message of a crash has the reason in words and the activity of the worker.
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
	c, l, got := setUp()
	c.Send(flat.Request{Kind: flat.Load, Seq: 1, Recipe: recipe.Setup{Graph: "big"}})
	c.Receive(flat.Reply{Seq: 1, Kind: flat.Loaded, Graph: &proto.GraphInfo{N: 200_000, Edges: make([]int32, 2*2_600_000)}})
	c.Receive(flat.Reply{Seq: 1, Kind: flat.Framed, Final: true, Frame: &frame.Frame{}})
	c.Send(flat.Request{Kind: flat.Run})
	l.crash(c, "runtime: out of memory: cannot allocate 4194304-byte block (4123000832 in use)")
	const want = "The worker stopped: out of memory, with 4.1 GB in use while training 200 000 nodes and 2.6 million edges. " +
		"Fewer channels, a smaller d, a smaller graph or the command line need less memory. A new one is replaying the run."
	if sent := repliesOf(flat.Crashed, *got); len(sent) != 1 || sent[0].Message != want {
		t.Errorf("sent %+v, want %q", sent, want)
	}
	l.advance(client.Delays[0])
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "huge.csv"}}})
	l.crash(c, "panic: reader")
	if sent := repliesOf(flat.Crashed, *got); !strings.Contains(sent[1].Message, "reader while loading huge.csv.") {
		t.Errorf("sent %q", sent[1].Message)
	}
}

// Rest stops an idle worker. The next request starts one, which replays the run first.
func TestRestReplaysOnRequest(t *testing.T) {
	c, l, got := setUp()
	if c.Rest() {
		t.Error("rests before there is a run")
	}
	loadGraph(c, l, "karate")
	c.Send(flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{Edge: 6}})
	if c.Rest() || c.Resting() {
		t.Fatal("rests while something is unfinished")
	}
	answerNewest(c, l)
	c.Send(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	answerNewest(c, l)
	at := l.last()
	c.Receive(flat.Reply{Seq: at.Seq, Kind: flat.Framed, Frame: &frame.Frame{Position: 7}})
	if !c.Rest() || !c.Resting() || l.starts != 1 {
		t.Fatal("does not rest")
	}
	if !c.Rest() {
		t.Error("does not answer that it rests already")
	}
	before := len(*got)
	c.Receive(flat.Reply{Kind: flat.Framed})
	l.crash(c, "late news")
	l.advance(time.Hour)
	if len(*got) != before || l.starts != 1 {
		t.Fatalf("replies of a stopped worker came through: %+v", (*got)[before:])
	}
	seq := c.Send(flat.Request{Kind: flat.Step, Unit: "inner", Seq: 77})
	if l.starts != 2 || len(l.posted) != 2 || c.Resting() || !c.Replaying() {
		t.Fatalf("%d starts, posted %+v", l.starts, l.posted)
	}
	first, second := l.posted[0], l.posted[1]
	if first.Kind != flat.Load || first.Recipe.Graph != "karate" || first.Recipe.Position != 7 || first.Recipe.Settings["dt"] != "2" ||
		first.Focus.Edge != 6 {
		t.Errorf("replays %+v", first)
	}
	if second.Kind != flat.Step || second.Seq != seq {
		t.Errorf("then %+v", second)
	}
	for _, r := range l.posted {
		c.Receive(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &frame.Frame{Position: 8}})
	}
	if c.Replaying() || !c.Rest() {
		t.Error("does not rest again")
	}
	// Another graph needs no replay.
	c.Send(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	if l.starts != 3 || len(l.posted) != 1 || l.last().Recipe.Graph != "ring" {
		t.Errorf("%d starts, posted %+v", l.starts, l.posted)
	}
}

// A worker that starts from rest for a load without result rests again. The next request restores the run at its position.
func TestRefusedLoadReturnsToRest(t *testing.T) {
	for _, kind := range []string{flat.Failed, flat.Recognised} {
		c, l, _ := setUp()
		loadGraph(c, l, "karate")
		c.Rest()
		r := flat.Request{Kind: flat.Read, Files: []content.File{{Name: "a.csv"}}}
		c.Send(r)
		refused := l.last()
		c.Receive(flat.Reply{Seq: refused.Seq, Kind: kind, Final: true})
		if !c.Resting() || l.starts != 2 || len(l.posted) != 0 {
			t.Fatalf("%s: resting %v, %d starts, posted %+v", kind, c.Resting(), l.starts, l.posted)
		}
		c.Send(flat.Request{Kind: flat.Step, Unit: "epoch"})
		if len(l.posted) != 2 || l.starts != 3 {
			t.Fatalf("%s: %d starts, posted %+v", kind, l.starts, l.posted)
		}
		if again := l.posted[0]; again.Recipe.Graph != "karate" || again.Recipe.Position != 3 ||
			l.last().Kind != flat.Step {
			t.Errorf("%s: replays %+v, then %+v", kind, again, l.last())
		}
		// A new worker receives the files even if the one before held them.
		c, l, _ = setUp()
		loadGraph(c, l, "karate")
		c.Rest()
		c.Send(r)
		refused = l.last()
		c.Receive(flat.Reply{Seq: refused.Seq, Kind: kind, Final: true})
		c.Send(flat.Request{Kind: flat.Load, Files: r.Files})
		if len(l.posted) != 1 || len(l.last().Files) != 1 {
			t.Errorf("%s: posted %+v", kind, l.posted)
		}
	}
}

// The same worker loads runs of other models.
func TestModelsShareAWorker(t *testing.T) {
	c, l, _ := setUp()
	loadGraph(c, l, "karate")
	for n, r := range []recipe.Setup{{Model: "gcn"}, {Model: "sgpc", Settings: map[string]string{"reading": "code"}}, {Model: "nsd-diag"}} {
		c.Send(flat.Request{Kind: flat.Load, Recipe: r})
		if l.starts != 1 || len(l.posted) != n+2 || l.last().Recipe.Model != r.Model {
			t.Errorf("%s: %d starts, posted %+v", r.Model, l.starts, l.posted)
		}
		answerNewest(c, l)
	}
}
