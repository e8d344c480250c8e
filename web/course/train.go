package course

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Task is a run that a figure needs, trained from its start to its end.
type Task struct {
	// Key names it among all that were ever trained.
	Key    string
	Recipe recipe.Run
	// AtBest asks for the predictions of the epoch that validation chose.
	AtBest bool
}

// Trained is what is known of a task. Accuracies are shares in 0..1 at the best
// epoch by validation so far, −1 before there is one.
type Trained struct {
	Epoch, Epochs, Best int
	Val, Test           float64
	Done                bool
	// Err is why it failed, "" when it did not.
	Err string
	// Pred are the predicted classes at the best epoch, for a task with AtBest.
	Pred  []int
	Graph *proto.GraphInfo
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
	history sgpc.HistoryView
	// load, run and seek are the requests under way.
	load, run, seek int
}

// NewTrainer returns a trainer that calls changed after everything that its
// workers say. With open nil there are none: tasks fail.
func NewTrainer(open client.Opener, changed func()) *Trainer {
	return &Trainer{open: open, changed: changed, results: map[string]*Trained{}}
}

// Result is what is known of a task, nil for nothing.
func (t *Trainer) Result(key string) *Trained { return t.results[key] }

// Waiting reports whether a task is asked for and not finished.
func (t *Trainer) Waiting(task Task) bool {
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
			s.client.Send(proto.Request{Kind: proto.Pause})
		}
	}
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

// next gives waiting tasks to workers that have none.
func (t *Trainer) next() {
	for len(t.queue) > 0 {
		i := slices.IndexFunc(t.seats, func(s *seat) bool { return s.task == nil })
		if i < 0 {
			if len(t.seats) == MaxAlive {
				return
			}
			s := &seat{client: client.New(t.open)}
			s.client.SetHandler(func(r proto.Reply) { t.heard(s, r) })
			t.seats = append(t.seats, s)
			i = len(t.seats) - 1
		}
		s, task := t.seats[i], t.queue[0]
		t.queue = t.queue[1:]
		s.task, s.history, s.run, s.seek = &task, sgpc.HistoryView{}, 0, 0
		s.load = s.client.Send(proto.Request{Kind: proto.Load, Recipe: task.Recipe,
			Focus: sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1}, Local: false})
	}
}

// heard takes what a worker says.
func (t *Trainer) heard(s *seat, r proto.Reply) {
	if s.task == nil || r.Overtaken || r.Seq != 0 && r.Seq != s.load && r.Seq != s.run && r.Seq != s.seek {
		return
	}
	result := t.results[s.task.Key]
	if result == nil {
		return
	}
	switch {
	case r.Kind == proto.Failed:
		result.Err, result.Done = r.Message, true
	case r.Kind == proto.Loaded:
		result.Graph = r.Graph
		if r.Config != nil {
			result.Epochs = r.Config.Epochs
		}
	case r.Frame != nil:
		t.frame(s, result, r)
	}
	if result.Done {
		s.task = nil
		t.next()
	}
	if t.changed != nil {
		t.changed()
	}
}

// frame takes a frame, and asks for what comes next.
func (t *Trainer) frame(s *seat, result *Trained, r proto.Reply) {
	h := &s.history
	keep := func(old, more []float64) []float64 { return append(old[:min(r.Frame.History.From, len(old))], more...) }
	if s.seek == 0 {
		h.Val, h.Test = keep(h.Val, r.Frame.History.Val), keep(h.Test, r.Frame.History.Test)
		h.Position = append(h.Position[:min(r.Frame.History.From, len(h.Position))], r.Frame.History.Position...)
		h.BestEpoch = r.Frame.History.BestEpoch
		result.Epoch = len(h.Val)
		if b := h.BestEpoch; b > 0 && b <= len(h.Val) && b <= len(h.Test) {
			result.Best, result.Val, result.Test = b, h.Val[b-1], h.Test[b-1]
		}
	}
	if !r.Final {
		return
	}
	switch {
	case r.Seq == s.load:
		s.run = s.client.Send(proto.Request{Kind: proto.Run})
	case r.Seq == s.run && s.task.AtBest && result.Best > 0 && result.Best <= len(h.Position):
		s.seek = s.client.Send(proto.Request{Kind: proto.Seek, Position: h.Position[result.Best-1]})
	case r.Seq == s.seek:
		result.Pred = slices.Clone(r.Frame.Pred)
		result.Done = true
	default:
		result.Done = true
	}
}
