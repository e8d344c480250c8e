package course

import (
	"slices"
	"strconv"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Task is a training from start to end.
type Task struct {
	// Key identifies the task among all tasks, network the training alone without the removed edges.
	Key, network string
	Recipe       recipe.Setup
	// Without lists edges removed from the graph of the trained network, which is not trained again.
	Without [][2]int
	// Maps requests the signs of the trained maps.
	Maps bool
}

// taskOf returns the task of a setup and removed edges.
func taskOf(r recipe.Setup, without ...[2]int) Task {
	network := r.Graph + " " + r.Split + " " + r.Model + " " + strconv.FormatUint(r.Seed, 10) + " " + settingsText(r.Settings)
	key := network
	for _, e := range without {
		key += " without " + strconv.Itoa(e[0]) + " " + strconv.Itoa(e[1])
	}
	return Task{Key: key, network: network, Recipe: r, Without: without}
}

// Trained is the state of a task. Accuracies are shares in 0..1 at the best epoch by validation so far, −1 before the first.
type Trained struct {
	Epoch, Epochs, Best int
	Val, Test           float64
	Done                bool
	// Err is the cause of a failure, "" for none. What describes a long load under way.
	Err, What string
	// Pred are the predicted classes after the training, without the edges of Without.
	Pred  []int
	Graph *proto.GraphInfo
	// Signs are tr(F_uᵀ F_v) of each edge, for a task with Maps; a positive sign means that both ends are read alike.
	Signs []float64
}

// MaxAlive is the largest number of workers at one time.
const MaxAlive = 2

// Trainer trains each task once, in workers that start with the first task and end with [Trainer.StopWorkers]. No method blocks.
type Trainer struct {
	open    client.Opener
	changed func()
	queue   []Task
	seats   []*seat
	results map[string]*Trained
}

// seat is a worker with its present task.
type seat struct {
	client  *client.Client
	task    *Task
	history frame.History
	// load, run and ask are the sequence numbers of the requests under way.
	load, run, ask int
	// network names the trained network that the worker holds, "" for none.
	network string
}

// noFocus requests frames without details.
var noFocus = frame.Focus{}

// NewTrainer returns a trainer that calls changed after every reply of a worker. With a nil opener all tasks fail.
func NewTrainer(open client.Opener, changed func()) *Trainer {
	return &Trainer{open: open, changed: changed, results: map[string]*Trained{}}
}

// Result returns the state of a task, or nil for an unknown one.
func (t *Trainer) Result(key string) *Trained { return t.results[key] }

// Pending reports whether a task is scheduled and not finished.
func (t *Trainer) Pending(task Task) bool {
	r := t.results[task.Key]
	return r != nil && !r.Done
}

// Schedule replaces the scheduled tasks: it drops waiting and running tasks that are not in the list.
func (t *Trainer) Schedule(tasks []Task) {
	wanted := func(key string) bool { return slices.ContainsFunc(tasks, func(x Task) bool { return x.Key == key }) }
	for _, old := range t.queue {
		delete(t.results, old.Key)
	}
	t.queue = nil
	for _, s := range t.seats {
		if s.task != nil && !wanted(s.task.Key) {
			delete(t.results, s.task.Key)
			s.task = nil
			s.client.Aim(proto.Goal{From: -1})
		}
	}
	t.add(tasks)
}

// add schedules tasks beside those scheduled before. A failed task is scheduled again.
func (t *Trainer) add(tasks []Task) {
	for _, task := range tasks {
		if r := t.results[task.Key]; r != nil && r.Err == "" {
			continue
		}
		t.results[task.Key] = &Trained{Val: -1, Test: -1}
		if t.open == nil {
			*t.results[task.Key] = Trained{Val: -1, Test: -1, Done: true, Err: "there are no workers here"}
			continue
		}
		t.queue = append(t.queue, task)
	}
	t.startWaiting()
}

// StopWorkers ends the workers and drops unfinished tasks.
func (t *Trainer) StopWorkers() {
	t.queue = nil
	for _, s := range t.seats {
		s.client.Close()
	}
	t.seats = nil
	for key, r := range t.results {
		if !r.Done {
			delete(t.results, key)
		}
	}
}

// startWaiting gives waiting tasks to free workers. A task on a network that a worker is training waits for that worker.
func (t *Trainer) startWaiting() {
	for {
		k := slices.IndexFunc(t.queue, func(x Task) bool {
			return !slices.ContainsFunc(t.seats, func(s *seat) bool { return s.task != nil && s.task.network == x.network })
		})
		if k < 0 {
			return
		}
		s := t.seat(t.queue[k].network)
		if s == nil {
			return
		}
		task := t.queue[k]
		t.queue = slices.Delete(t.queue, k, k+1)
		s.task, s.history, s.load, s.run, s.ask = &task, frame.History{}, 0, 0, 0
		if whole := t.results[task.network]; s.network == task.network && whole != nil {
			trained := *whole
			trained.Done = false
			t.results[task.Key] = &trained
			t.requestWithout(s)
			continue
		}
		s.network = ""
		s.load = s.client.Aim(proto.Goal{Load: true, Run: task.Recipe, Forward: true, From: -1, Focus: noFocus})
	}
}

// seat returns a worker without a task, preferably the one that holds the network, or nil when all are busy.
func (t *Trainer) seat(network string) *seat {
	var free *seat
	for _, s := range t.seats {
		if s.task == nil && (free == nil || s.network == network) {
			free = s
		}
	}
	if free == nil && len(t.seats) < MaxAlive {
		free = &seat{client: client.New(t.open)}
		free.client.SetHandler(func(r proto.Reply) { t.receive(free, r) })
		t.seats = append(t.seats, free)
	}
	return free
}

// Forget drops the result of a task, so that a failed task can be tried again.
func (t *Trainer) Forget(key string) { delete(t.results, key) }

// requestWithout requests the predictions of the trained network without the task's edges.
func (t *Trainer) requestWithout(s *seat) {
	s.ask = s.client.Ask(proto.Query{Question: proto.WhatIf, Change: explain.Change{RemoveEdges: s.task.Without}})
}

// receive applies a reply of a worker to the state of its task.
func (t *Trainer) receive(s *seat, r proto.Reply) {
	if s.task == nil {
		return
	}
	result := t.results[s.task.Key]
	if result == nil {
		return
	}
	switch st, a := r.Status, r.Answer; {
	case a != nil && a.Seq == s.ask && a.Err != "":
		result.Err, result.Done = a.Err, true
	case a != nil && a.Seq == s.ask && a.Frame != nil:
		result.Signs, result.Done = signsOf(a.Frame), true
	case a != nil && a.Seq == s.ask:
		result.Pred, result.Done = a.WhatIf.Pred, true
	case a != nil || !st.Crashed && st.Goal != 0 && st.Goal != s.load && st.Goal != s.run:
		return
	case st.Err != "":
		result.Err, result.Done = st.Err, true
		if s.run == 0 { // the load failed, not the training
			t.dropUnloadable(s.task.Recipe)
		}
	case st.Progress != nil:
		result.What = st.Progress.What
	case st.Graph != nil:
		result.Graph, result.What, result.Epochs = st.Graph, "", st.Config.Epochs
	case st.Frame != nil:
		t.receiveFrame(s, result, st)
	}
	if result.Done {
		s.task = nil
		t.startWaiting()
	}
	if t.changed != nil {
		t.changed()
	}
}

// dropUnloadable drops the waiting tasks of a graph and split that could not be loaded.
func (t *Trainer) dropUnloadable(run recipe.Setup) {
	t.queue = slices.DeleteFunc(t.queue, func(x Task) bool {
		same := x.Recipe.Graph == run.Graph && x.Recipe.Split == run.Split
		if same {
			delete(t.results, x.Key)
		}
		return same
	})
}

// receiveFrame applies a frame to the task's state and sends the next request.
func (t *Trainer) receiveFrame(s *seat, result *Trained, r *proto.Status) {
	h, more := &s.history, &r.Frame.History
	h.Val, h.Test = append(h.Val[:min(more.From, len(h.Val))], more.Val...), append(h.Test[:min(more.From, len(h.Test))], more.Test...)
	result.Epoch = len(h.Val)
	if b := more.BestEpoch; b > 0 && b <= len(h.Val) && b <= len(h.Test) {
		result.Best, result.Val, result.Test = b, h.Val[b-1], h.Test[b-1]
	}
	switch {
	case !r.Reached:
	case r.Goal == s.load:
		s.run = s.client.Aim(proto.Goal{From: -1, Focus: noFocus, Until: proto.Until{Unit: proto.Epochs}})
	default:
		s.network = s.task.network
		result.Pred = slices.Clone(r.Frame.Pred)
		if s.task.Maps {
			s.ask = s.client.Ask(proto.Query{Question: proto.ReadFrame, Focus: noFocus, Once: frame.Once{Maps: true}})
			return
		}
		if len(s.task.Without) == 0 {
			result.Done = true
			return
		}
		whole := *result
		whole.Done = true
		t.results[s.network] = &whole
		t.requestWithout(s)
	}
}

// signsOf returns tr(F_uᵀ F_v) of each edge of a frame, or nil for a frame without maps.
func signsOf(f *frame.Frame) []float64 {
	size := f.D * f.D
	if f.M == 0 || len(f.Maps) != 2*f.M*size {
		return nil
	}
	out := make([]float64, f.M)
	for e := range out {
		u, v := f.Maps[2*e*size:(2*e+1)*size], f.Maps[(2*e+1)*size:(2*e+2)*size]
		for k := range u {
			out[e] += float64(u[k]) * float64(v[k])
		}
	}
	return out
}
