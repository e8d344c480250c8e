// This file has the trainer: a queue of tasks, and the workers that run them. A task needs up to three requests to its worker: to load
// the graph, to train, and to answer a question about the trained network.

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

// Task is a training of a network over all its epochs, with the predictions of the trained network.
type Task struct {
	// Key identifies the task, and network identifies its training. Tasks that differ only in Without have the same network, which is
	// not trained again while a worker has it. If Without is empty, Key and network are equal.
	Key, network string
	// Recipe has the graph, the split, the model, the seed and the settings of the training.
	Recipe recipe.Setup
	// Without are edges of the graph. The network trains with them, and the task's predictions are made without them.
	Without [][2]int
	// Maps requests [Trained].Signs. A task has Maps or Without, not both.
	Maps bool
}

// taskOf returns the task of a setup and of the edges for Without. Maps is not set.
func taskOf(r recipe.Setup, without ...[2]int) Task {
	network := r.Graph + " " + r.Split + " " + r.Model + " " + strconv.FormatUint(r.Seed, 10) + " " + settingsText(r.Settings)
	key := network
	for _, e := range without {
		key += " without " + strconv.Itoa(e[0]) + " " + strconv.Itoa(e[1])
	}
	return Task{Key: key, network: network, Recipe: r, Without: without}
}

// Trained is the state of a task.
type Trained struct {
	// Epoch is the number of finished epochs, and Epochs the number of all epochs, 0 before the graph is loaded. Best is the epoch with the
	// best validation accuracy so far, counted from 1, or 0 before the first epoch is finished.
	Epoch, Epochs, Best int
	// Val and Test are the accuracies at epoch Best, in 0..1. They are −1 before the first epoch is finished.
	Val, Test float64
	// Done reports that the task has finished or failed.
	Done bool
	// Err is the cause of a failure, "" if the task has not failed. Loading describes a long load that is under way, "" without one.
	Err, Loading string
	// Pred has the predicted class of each node, nil before the end of the training. If the task has succeeded, the predictions are made
	// without the edges of Task.Without, before that with them.
	Pred []int
	// Graph is nil until the graph is loaded.
	Graph *proto.GraphInfo
	// Signs has tr(F_uᵀ F_v), the inner product of both maps, for each edge if Task.Maps is set. It is nil until the worker has sent the
	// maps, and for a network without full maps.
	Signs []float64
}

// MaxAlive is the largest number of workers at one time.
const MaxAlive = 2

// Trainer runs tasks in at most [MaxAlive] workers. A task that has succeeded is not run again. A worker starts when a task needs it, and
// runs until [Trainer.StopWorkers]. No method blocks.
type Trainer struct {
	open    client.Opener       // nil if there are no workers
	changed func()              // may be nil
	queue   []Task              // scheduled tasks that no worker has begun
	seats   []*seat             // the running workers
	results map[string]*Trained // by the key of the task
}

// seat is a worker with its present task.
type seat struct {
	client  *client.Client
	task    *Task         // nil for a free worker
	history frame.History // accuracies after each epoch so far, of the present task
	// The sequence numbers of the task's requests: to load, to train, and to answer a question. A number is 0 if its request was not sent.
	loadSeq, runSeq, askSeq int
	// network is the trained network of the worker, "" if its network is not trained yet.
	network string
}

// noFocus requests frames without the details of any node or edge.
var noFocus = frame.Focus{}

// NewTrainer returns a trainer without tasks. If open is nil, every task fails. changed, unless it is nil, is called after every reply that
// concerns a present task.
func NewTrainer(open client.Opener, changed func()) *Trainer {
	return &Trainer{open: open, changed: changed, results: map[string]*Trained{}}
}

// Result returns the state of the task with a key, nil if no such task was scheduled, or if it was dropped.
func (t *Trainer) Result(key string) *Trained { return t.results[key] }

// Pending reports whether a task is scheduled and not finished.
func (t *Trainer) Pending(task Task) bool {
	r := t.results[task.Key]
	return r != nil && !r.Done
}

// Schedule replaces the scheduled tasks by a list. It drops the waiting and running tasks that are not in the list. Finished tasks keep
// their results.
func (t *Trainer) Schedule(tasks []Task) {
	for _, old := range t.queue { // add below schedules the listed tasks again
		delete(t.results, old.Key)
	}
	t.queue = nil
	isListed := func(key string) bool { return slices.ContainsFunc(tasks, func(x Task) bool { return x.Key == key }) }
	for _, s := range t.seats {
		if s.task != nil && !isListed(s.task.Key) {
			delete(t.results, s.task.Key)
			s.task = nil
			s.client.Aim(proto.Goal{From: -1}) // the goal to stay at the present position stops the training
		}
	}
	t.add(tasks)
}

// add schedules further tasks. It ignores a task that was scheduled before, unless the task has failed. Without workers every task fails at
// once.
func (t *Trainer) add(tasks []Task) {
	for _, task := range tasks {
		earlier := t.results[task.Key]
		if earlier != nil && earlier.Err == "" { // scheduled, running or finished
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

// StopWorkers ends the workers and drops the tasks that are not finished. A later task starts new workers.
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

// startWaiting gives waiting tasks to free workers, until no task may start or no worker is free. If a worker is training the network of a
// task, the task waits for that worker.
func (t *Trainer) startWaiting() {
	isInTraining := func(network string) bool {
		return slices.ContainsFunc(t.seats, func(s *seat) bool { return s.task != nil && s.task.network == network })
	}
	for {
		k := slices.IndexFunc(t.queue, func(x Task) bool { return !isInTraining(x.network) })
		if k < 0 {
			return
		}
		s := t.freeSeat(t.queue[k].network)
		if s == nil {
			return
		}
		task := t.queue[k]
		t.queue = slices.Delete(t.queue, k, k+1)
		s.task, s.history = &task, frame.History{}
		s.loadSeq, s.runSeq, s.askSeq = 0, 0, 0
		// A worker that holds the trained network only makes the predictions of the task.
		onWholeGraph := t.results[task.network] // the task with an empty Without has this key
		isTrained := onWholeGraph != nil && onWholeGraph.Done
		if s.network == task.network && isTrained && len(task.Without) > 0 {
			trained := *onWholeGraph // a copy, since its predictions will be replaced
			trained.Done = false
			t.results[task.Key] = &trained
			t.requestWithout(s)
			continue
		}
		s.network = "" // the load replaces the worker's network
		// Forward: the trainer never seeks back. From −1: the goal counts from the present position.
		s.loadSeq = s.client.Aim(proto.Goal{Load: true, Run: task.Recipe, Forward: true, From: -1, Focus: noFocus})
	}
}

// freeSeat returns a free worker, if possible one that holds the given network. If no worker is free, it starts a new worker. It returns
// nil if MaxAlive workers are busy.
func (t *Trainer) freeSeat(network string) *seat {
	var free *seat
	for _, s := range t.seats {
		isBetter := free == nil || s.network == network
		if s.task == nil && isBetter { // nil: the worker is free
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
	s.askSeq = s.client.Ask(proto.Query{Question: proto.WhatIf, Change: explain.Change{RemoveEdges: s.task.Without}})
}

// receive updates the state of a worker's task by a reply of the worker. It ignores replies to a free worker, and replies to requests of
// dropped tasks. A task that is done frees the worker for the next task.
func (t *Trainer) receive(s *seat, r proto.Reply) {
	if s.task == nil {
		return
	}
	result := t.results[s.task.Key]
	if result == nil { // dropped by Forget or StopWorkers
		return
	}
	// A reply is the answer to a question, or a status of the load or of the training.
	status, answer := r.Status, r.Answer
	switch {
	case answer != nil && answer.Seq != s.askSeq: // of a dropped task
		return
	case answer != nil && answer.Err != "":
		result.Err, result.Done = answer.Err, true
	case answer != nil && answer.Frame != nil: // the maps
		result.Signs, result.Done = signsOf(answer.Frame), true
	case answer != nil: // the predictions without the edges
		result.Pred, result.Done = answer.WhatIf.Pred, true
	case !s.concerns(status):
		return
	case status.Err != "":
		result.Err, result.Done = status.Err, true
		if s.runSeq == 0 { // the load failed, not the training
			t.dropUnloadable(s.task.Recipe)
		}
	case status.Progress != nil:
		result.Loading = status.Progress.What
	case status.Graph != nil:
		result.Graph, result.Loading, result.Epochs = status.Graph, "", status.Config.Epochs
	case status.Frame != nil:
		t.receiveFrame(s, result, status)
	}
	if result.Done {
		s.task = nil
		t.startWaiting()
	}
	if t.changed != nil {
		t.changed()
	}
}

// concerns reports whether a status concerns the present task of the worker, as a crash and a status without a request (Goal 0) always do.
func (s *seat) concerns(status *proto.Status) bool {
	if status.Crashed || status.Goal == 0 {
		return true
	}
	return status.Goal == s.loadSeq || status.Goal == s.runSeq
}

// dropUnloadable drops the waiting tasks with the graph and the split of run: one of the two could not be loaded.
func (t *Trainer) dropUnloadable(run recipe.Setup) {
	t.queue = slices.DeleteFunc(t.queue, func(x Task) bool {
		isUnloadable := x.Recipe.Graph == run.Graph && x.Recipe.Split == run.Split
		if isUnloadable {
			delete(t.results, x.Key)
		}
		return isUnloadable
	})
}

// receiveFrame updates the state of a task by a frame. After the last frame of the load it requests the training. After the last frame of
// the training it requests the maps of a task with Maps, or the predictions of a task with Without.
func (t *Trainer) receiveFrame(s *seat, result *Trained, status *proto.Status) {
	// The frame has the history after the first news.From epochs. Epochs count from 1, so epoch k is at index k−1.
	known, news := &s.history, &status.Frame.History
	known.Val = append(known.Val[:min(news.From, len(known.Val))], news.Val...)
	known.Test = append(known.Test[:min(news.From, len(known.Test))], news.Test...)
	result.Epoch = len(known.Val)
	best := news.BestEpoch // 0 before the first epoch
	isKnown := best > 0 && best <= min(len(known.Val), len(known.Test))
	if isKnown {
		result.Best, result.Val, result.Test = best, known.Val[best-1], known.Test[best-1]
	}
	switch {
	case !status.Reached: // further frames of the request will follow
	case status.Goal == s.loadSeq:
		s.runSeq = s.client.Aim(proto.Goal{From: -1, Focus: noFocus, Until: proto.Until{Unit: proto.Epochs}}) // without N: all epochs
	default: // the training is finished: a task with Maps or Without needs the answer to a last query
		s.network = s.task.network
		result.Pred = slices.Clone(status.Frame.Pred)
		if s.task.Maps {
			s.askSeq = s.client.Ask(proto.Query{Question: proto.ReadFrame, Focus: noFocus, Once: frame.Once{Maps: true}})
			return
		}
		if len(s.task.Without) == 0 {
			result.Done = true
			return
		}
		// Other tasks may need the predictions on the whole graph, or without other edges.
		onWholeGraph := *result
		onWholeGraph.Done = true
		t.results[s.network] = &onWholeGraph
		t.requestWithout(s)
	}
}

// signsOf returns tr(F_uᵀ F_v) for each edge of a frame. It returns nil if the frame has no edges, or does not have two D×D maps for each.
func signsOf(f *frame.Frame) []float64 {
	size := f.D * f.D // entries of a map
	if f.M == 0 || len(f.Maps) != 2*f.M*size {
		return nil
	}
	// The maps of edge e are the blocks 2e and 2e+1. The trace is the sum of the products of their entries.
	signs := make([]float64, f.M)
	for e := range signs {
		fu, fv := f.Maps[2*e*size:(2*e+1)*size], f.Maps[(2*e+1)*size:(2*e+2)*size]
		for k := range fu {
			signs[e] += float64(fu[k]) * float64(fv[k])
		}
	}
	return signs
}
