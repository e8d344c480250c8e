package course

import (
	"testing"
	"time"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// worker is a session in this process, with the methods of a worker of a browser and of the session's host. It handles messages only in the
// method work of its pool. Its clock stands still, its timers end at once, and it fetches nothing.
type worker struct {
	owner   client.Owner
	session *session.Session
	alive   *int // number of the running workers of the pool
	running bool
}

// Start begins a new session.
func (w *worker) Start() {
	w.session, w.running = session.New(w, session.Core{}), true
	*w.alive++
}

// Stop ends the session.
func (w *worker) Stop() {
	if w.running {
		*w.alive--
	}
	w.running = false
}

func (w *worker) Post(m proto.Message)          { w.session.Post(m) }
func (*worker) After(_ time.Duration, f func()) { f() }
func (*worker) Now() time.Duration              { return 1 }

// Reply passes a reply to the owner, unless the worker has stopped.
func (w *worker) Reply(r proto.Reply) {
	if w.running {
		w.owner.Receive(r)
	}
}
func (*worker) Yield()                 {}
func (*worker) Wait()                  {}
func (*worker) Fetcher() *data.Fetcher { return nil }

// workerPool owns the workers of a trainer. alive is the number of running workers, and most the largest number that work has seen.
type workerPool struct {
	workers     []*worker
	alive, most int
}

// open returns a new worker of the pool. The method has the type client.Opener.
func (b *workerPool) open(owner client.Owner) client.Link {
	w := &worker{owner: owner, alive: &b.alive}
	b.workers = append(b.workers, w)
	return w
}

// work drains the sessions until the scheduled tasks are done, and records the largest number of workers alive. Each task is a few
// requests, and an answer posts the next request; 20 rounds are enough.
func (b *workerPool) work() {
	for range 20 {
		for _, w := range b.workers {
			if w.running {
				w.session.Drain()
			}
		}
		b.most = max(b.most, b.alive)
	}
}

// Test accuracy, validation accuracy and best epoch of the trainer equal those of the same recipe, measured in a session of its own. The
// predictions of the MLP have the test accuracy of its last epoch. At most MaxAlive workers are alive. A wrong graph fails. StopWorkers
// ends the workers and keeps finished results.
func TestTrainerEqualsJob(t *testing.T) {
	pool := &workerPool{}
	notified := 0
	trainer := NewTrainer(pool.open, func() { notified++ })
	task := func(model string) Task {
		return taskOf(recipe.Setup{Graph: "friends:n=80", Seed: 2, Model: model, Settings: map[string]string{"epochs": "30"}})
	}
	tasks := []Task{task("mlp"), task("gcn"), task("gprgnn")}
	trainer.Schedule(tasks)
	if !trainer.Pending(tasks[0]) || len(trainer.seats) != MaxAlive {
		t.Fatalf("%d workers are alive, want %d; or the first task is not pending", len(trainer.seats), MaxAlive)
	}
	pool.work()
	if pool.most > MaxAlive || notified == 0 {
		t.Errorf("%d workers were alive at once, want at most %d; notified %d times, want more than 0", pool.most, MaxAlive, notified)
	}
	for _, task := range tasks {
		got := trainer.Result(task.Key)
		if got == nil || !got.Done || got.Err != "" {
			t.Fatalf("task %s ends with %+v", task.Key, got)
		}
		// A session of its own measures the recipe.
		var outcome *proto.JobAnswer
		job := session.New(replies(func(r proto.Reply) {
			if r.Answer != nil && r.Answer.Outcome != nil {
				outcome = r.Answer.Outcome
			}
		}), session.Core{})
		job.Post(proto.Message{Query: &proto.Query{Question: proto.Measure, Seq: 1, Run: task.Recipe}})
		job.Drain()
		if outcome == nil || got.Test != outcome.Test || got.Val != outcome.Val || got.Best != outcome.BestEpoch {
			t.Errorf("task %s ends with %+v, want the outcome %+v of a session", task.Key, got, outcome)
		}
	}
	// The accuracy of the MLP at the last epoch, by a run without a session.
	mlp := tasks[0]
	r := trainer.Result(mlp.Key)
	source, err := session.Core{}.Source(mlp.Recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	net, err := sgpc.New(source.Graph, source.Split, source.Config)
	if err != nil {
		t.Fatal(err)
	}
	for !net.Done() {
		net.StepEpoch()
	}
	right, last := 0, view.Frame(net, frame.Focus{}).History.Test
	for _, i := range r.Graph.Test {
		if r.Pred[i] == r.Graph.Labels[i] {
			right++
		}
	}
	if share := float64(right) / float64(len(r.Graph.Test)); share != last[len(last)-1] {
		t.Errorf("the predictions are right for %v of the test nodes, want %v", share, last[len(last)-1])
	}
	// A wrong graph, and the end of the workers during a training.
	bad := taskOf(recipe.Setup{Graph: "no such graph"})
	trainer.Schedule([]Task{bad})
	pool.work()
	if r := trainer.Result(bad.Key); r == nil || r.Err == "" {
		t.Errorf("a task with a wrong graph ends with %+v, want an error", r)
	}
	trainer.Schedule([]Task{task("gat")})
	trainer.StopWorkers()
	if pool.alive != 0 || len(trainer.seats) != 0 || trainer.Result(task("gat").Key) != nil || trainer.Result(mlp.Key) == nil {
		t.Errorf("after the stop %d workers are alive, want 0; or an unfinished task has a result, or a finished one has none", pool.alive)
	}
}

// Exercises 0.1 and 0.2 wait for networks. The trainings of each stay scheduled when the other is judged.
func TestExercisesKeepEachOthersTrainings(t *testing.T) {
	course := New(NewTrainer((&workerPool{}).open, nil))
	for _, id := range []string{"0.1", "0.2", "0.1"} {
		if j := course.Judge(id, 1, "gcn"); j.Wait == "" {
			t.Errorf("exercise %s waits for no network: %+v", id, j)
		}
	}
	for _, id := range []string{"0.1", "0.2"} {
		e, _ := exact.Find(id)
		for _, r := range e.Variant(1).Runs {
			if !course.Trainer.Pending(taskFor(r)) {
				t.Errorf("exercise %s waits for %s, which is not scheduled", id, r.Name)
			}
		}
	}
}

// replies is a host of a session that calls a function for each reply.
type replies func(proto.Reply)

func (f replies) Reply(r proto.Reply)  { f(r) }
func (replies) Yield()                 {}
func (replies) Wait()                  {}
func (replies) Now() time.Duration     { return 1 }
func (replies) Fetcher() *data.Fetcher { return nil }
