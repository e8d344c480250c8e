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

// Task is a run that a figure needs, trained from its start to its end.
type Task struct {
	// Key names it among all that were ever trained, network its run alone.
	Key, network string
	Recipe       recipe.Setup
	// Without are edges taken away from the trained network, which is not trained again.
	Without [][2]int
	// Maps asks for the signs of the trained maps.
	Maps bool
}

// taskOf is the task of a run.
func taskOf(r recipe.Setup, without ...[2]int) Task {
	network := r.Graph + " " + r.Split + " " + r.Model + " " + strconv.FormatUint(r.Seed, 10) + " " + settings(r.Settings)
	key := network
	for _, e := range without {
		key += " without " + strconv.Itoa(e[0]) + " " + strconv.Itoa(e[1])
	}
	return Task{Key: key, network: network, Recipe: r, Without: without}
}

// Trained is what is known of a task. Accuracies are shares in 0..1 at the best
// epoch by validation so far, −1 before there is one.
type Trained struct {
	Epoch, Epochs, Best int
	Val, Test           float64
	Done                bool
	// Err is why it failed, "" when it did not; What is what a load is about, "" for nothing long.
	Err, What string
	// Pred are the classes that the network predicts at the end of its training, for a
	// task with Without those without these edges.
	Pred  []int
	Graph *proto.GraphInfo
	// Signs has the trace of F_u^⊤ F_v of each edge, for a task with Maps: above 0 where its ends are read alike.
	Signs []float64
}

// MaxAlive is how many workers train at once.
const MaxAlive = 2

// Trainer trains tasks in workers that start with the first task and end with
// [Trainer.Rest]. Each task is trained once. It never blocks.
type Trainer struct {
	open    client.Opener
	changed func()
	queue   []Task
	seats   []*seat
	results map[string]*Trained
}

// seat is a worker and the task that it does.
type seat struct {
	client  *client.Client
	task    *Task
	history frame.History
	// load, run and ask are the requests under way.
	load, run, ask int
	// network is the trained one that the worker holds, "" for none.
	network string
}

// noFocus is that of frames that nobody looks at.
var noFocus = frame.Focus{}

// NewTrainer returns a trainer that calls changed after everything that its
// workers say. With open nil there are none: tasks fail.
func NewTrainer(open client.Opener, changed func()) *Trainer {
	return &Trainer{open: open, changed: changed, results: map[string]*Trained{}}
}

// Result is what is known of a task, nil for nothing.
func (t *Trainer) Result(key string) *Trained { return t.results[key] }

// Waiting reports whether a task is requested and not finished.
func (t *Trainer) Pending(task Task) bool {
	r := t.results[task.Key]
	return r != nil && !r.Done
}

// Want asks for tasks, and only for these: what waits from before is dropped,
// what is under way goes on when it is among them.
func (t *Trainer) Want(tasks []Task) {
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

// add asks for tasks beside those that were asked for before.
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
	t.next()
}

// Rest ends the workers; what is not finished is forgotten.
func (t *Trainer) Rest() {
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

// next gives waiting tasks to workers that have none. One on the network that a worker
// is training waits for it.
func (t *Trainer) next() {
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
			t.take(s)
			continue
		}
		s.network = ""
		s.load = s.client.Aim(proto.Goal{Load: true, Run: task.Recipe, Forward: true, From: -1, Focus: noFocus})
	}
}

// seat returns a worker without a task, if there is one the one that holds the network; nil when all are busy.
func (t *Trainer) seat(network string) *seat {
	var free *seat
	for _, s := range t.seats {
		if s.task == nil && (free == nil || s.network == network) {
			free = s
		}
	}
	if free == nil && len(t.seats) < MaxAlive {
		free = &seat{client: client.New(t.open)}
		free.client.SetHandler(func(r proto.Reply) { t.heard(free, r) })
		t.seats = append(t.seats, free)
	}
	return free
}

// Forget lets a task that failed be tried again.
func (t *Trainer) Forget(key string) { delete(t.results, key) }

// take asks a worker for the predictions of its trained network without the task's edges.
func (t *Trainer) take(s *seat) {
	s.ask = s.client.Ask(proto.Query{Question: proto.WhatIf, Change: explain.Change{RemoveEdges: s.task.Without}})
}

// heard takes what a worker says.
func (t *Trainer) heard(s *seat, r proto.Reply) {
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
		t.fails(s.task.Recipe, s.run == 0)
	case st.Progress != nil:
		result.What = st.Progress.What
	case st.Graph != nil:
		result.Graph, result.What, result.Epochs = st.Graph, "", st.Config.Epochs
	case st.Frame != nil:
		t.frame(s, result, st)
	}
	if result.Done {
		s.task = nil
		t.next()
	}
	if t.changed != nil {
		t.changed()
	}
}

// fails gives up what waits for a graph that could not be loaded.
func (t *Trainer) fails(run recipe.Setup, load bool) {
	if !load {
		return
	}
	t.queue = slices.DeleteFunc(t.queue, func(x Task) bool {
		same := x.Recipe.Graph == run.Graph && x.Recipe.Split == run.Split
		if same {
			delete(t.results, x.Key)
		}
		return same
	})
}

// frame takes a frame, and asks for what comes next.
func (t *Trainer) frame(s *seat, result *Trained, r *proto.Status) {
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
		t.take(s)
	}
}

// signsOf are the traces of F_u^⊤ F_v of a frame's edges, nil where it has no maps.
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
