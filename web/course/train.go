// The trainer: a queue of trainings, and the workers that run them.

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

// Task is a training of a network from the first to the last epoch.
type Task struct {
	// Key identifies the task. network identifies the training, which tasks that differ in Without share.
	Key, network string
	Recipe       recipe.Setup
	// Without are edges that are removed from the graph after the training, for the predictions of the task.
	Without [][2]int
	// Maps requests Trained.Signs.
	Maps bool
}

// taskOf returns the task of a setup, evaluated without the given edges.
func taskOf(r recipe.Setup, without ...[2]int) Task {
	network := r.Graph + " " + r.Split + " " + r.Model + " " + strconv.FormatUint(r.Seed, 10) + " " + settingsText(r.Settings)
	key := network
	for _, e := range without {
		key += " without " + strconv.Itoa(e[0]) + " " + strconv.Itoa(e[1])
	}
	return Task{Key: key, network: network, Recipe: r, Without: without}
}

// Trained is the state of a task. Val and Test are accuracies in 0..1 at the best epoch by validation so far, −1 before the first epoch.
type Trained struct {
	Epoch, Epochs, Best int
	Val, Test           float64
	Done                bool
	// Err is the cause of a failure, "" if the task has not failed. What describes a load that takes long, while it is under way.
	Err, What string
	// Pred are the predicted classes after the training, on the graph without the edges of Task.Without.
	Pred  []int
	Graph *proto.GraphInfo
	// Signs are tr(F_uᵀ F_v) for each edge, of a task with Maps. A positive number means that both ends are read alike.
	Signs []float64
}

// MaxAlive is the largest number of workers at one time.
const MaxAlive = 2

// Trainer trains each task once, in at most [MaxAlive] workers. They start when tasks need them and run until [Trainer.StopWorkers].
// No method blocks.
type Trainer struct {
	open    client.Opener // nil if there are no workers
	changed func()        // called after every reply of a worker
	queue   []Task        // scheduled tasks that no worker has begun
	seats   []*seat
	results map[string]*Trained // by the key of the task
}

// seat is a worker with its present task, nil if it has none.
type seat struct {
	client  *client.Client
	task    *Task
	history frame.History
	// load, run and ask are the sequence numbers of the requests of the task, 0 for a request that was not sent.
	load, run, ask int
	// network is the network that the worker holds after its training, "" if it holds none.
	network string
}

// noFocus requests frames without the details of any node or edge.
var noFocus = frame.Focus{}

// NewTrainer returns a trainer that calls changed after every reply of a worker. If open is nil, every task fails.
func NewTrainer(open client.Opener, changed func()) *Trainer {
	return &Trainer{open: open, changed: changed, results: map[string]*Trained{}}
}

// Result returns the state of the task with a key, nil if no such task was scheduled.
func (t *Trainer) Result(key string) *Trained { return t.results[key] }

// Pending reports whether a task is scheduled and not finished.
func (t *Trainer) Pending(task Task) bool {
	r := t.results[task.Key]
	return r != nil && !r.Done
}

// Schedule replaces the scheduled tasks by a list. It drops waiting tasks, and running tasks that are not in the list.
func (t *Trainer) Schedule(tasks []Task) {
	isListed := func(key string) bool { return slices.ContainsFunc(tasks, func(x Task) bool { return x.Key == key }) }
	for _, old := range t.queue {
		delete(t.results, old.Key)
	}
	t.queue = nil
	for _, s := range t.seats {
		if s.task != nil && !isListed(s.task.Key) {
			delete(t.results, s.task.Key)
			s.task = nil
			s.client.Aim(proto.Goal{From: -1})
		}
	}
	t.add(tasks)
}

// add schedules tasks in addition to the scheduled ones. Of the tasks that were scheduled before, it repeats only failed ones.
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

// StopWorkers ends the workers and drops the tasks that are not finished.
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

// startWaiting gives waiting tasks to free workers. If a worker is training the network of a task, the task waits for that worker.
func (t *Trainer) startWaiting() {
	for {
		// The first task whose network no worker is training.
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
		// A worker that holds the network need not train it again.
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

// seat returns a worker without a task, if possible one that holds the given network. It starts a new worker if there is none. It returns
// nil if all workers are busy.
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

// requestWithout requests the predictions of the worker's network on the graph without the edges of its task.
func (t *Trainer) requestWithout(s *seat) {
	s.ask = s.client.Ask(proto.Query{Question: proto.WhatIf, Change: explain.Change{RemoveEdges: s.task.Without}})
}

// receive updates the state of a worker's task by a reply of the worker. Replies to requests of dropped tasks are ignored.
func (t *Trainer) receive(s *seat, r proto.Reply) {
	if s.task == nil {
		return
	}
	result := t.results[s.task.Key]
	if result == nil {
		return
	}
	// Answers to questions come first, then status messages of the load and of the training.
	switch st, a := r.Status, r.Answer; {
	case a != nil && a.Seq == s.ask && a.Err != "":
		result.Err, result.Done = a.Err, true
	case a != nil && a.Seq == s.ask && a.Frame != nil:
		result.Signs, result.Done = signsOf(a.Frame), true
	case a != nil && a.Seq == s.ask:
		result.Pred, result.Done = a.WhatIf.Pred, true
	case a != nil || !st.Crashed && st.Goal != 0 && st.Goal != s.load && st.Goal != s.run: // of a dropped task
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

// dropUnloadable drops the waiting tasks on a graph and split that could not be loaded.
func (t *Trainer) dropUnloadable(run recipe.Setup) {
	t.queue = slices.DeleteFunc(t.queue, func(x Task) bool {
		isUnloadable := x.Recipe.Graph == run.Graph && x.Recipe.Split == run.Split
		if isUnloadable {
			delete(t.results, x.Key)
		}
		return isUnloadable
	})
}

// receiveFrame updates the state of a task by a frame. If the frame is the last of a request, it sends the next request:
// after the load the training, and after the training the question of the task, if it has one.
func (t *Trainer) receiveFrame(s *seat, result *Trained, r *proto.Status) {
	// A frame has the history from epoch more.From on.
	h, more := &s.history, &r.Frame.History
	h.Val = append(h.Val[:min(more.From, len(h.Val))], more.Val...)
	h.Test = append(h.Test[:min(more.From, len(h.Test))], more.Test...)
	result.Epoch = len(h.Val)
	if best := more.BestEpoch; best > 0 && best <= len(h.Val) && best <= len(h.Test) {
		result.Best, result.Val, result.Test = best, h.Val[best-1], h.Test[best-1]
	}
	switch {
	case !r.Reached: // further frames of the request will follow
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
		// Other tasks may ask for the predictions on the whole graph, or without other edges.
		whole := *result
		whole.Done = true
		t.results[s.network] = &whole
		t.requestWithout(s)
	}
}

// signsOf returns tr(F_uᵀ F_v) for each edge of a frame. It returns nil if the frame has no maps.
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
