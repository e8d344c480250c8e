package client

import (
	"sync"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/wire"
)

// Link is the connection to a worker, one at a time, with the clock of whoever
// holds it. What a stopped worker still had to say is dropped.
type Link interface {
	// Start starts a worker, after stopping the one that was there; Stop only stops it.
	Start()
	Stop()
	// Post sends a message to the worker; before it is ready, messages wait.
	Post(proto.Message)
	// After calls f after some time, in turn with the calls of the Owner.
	After(d time.Duration, f func())
	Now() time.Duration
}

// Owner hears what comes through a Link, one call after the other.
type Owner interface {
	Receive(proto.Reply)
	Crashed(Death)
}

// Opener makes a Link for its owner. A [Client] has one, a [Pool] one for each worker.
type Opener func(Owner) Link

// Workers talk in encoded messages. What they say is done one after the other, in the order in which it came, however much waits.
type Workers struct {
	start Starter
	mu    sync.Mutex
	list  []func()
	ready chan struct{} // has a token when something was put
}

// Starter starts a worker as the browser gives it, and says what to call with each of its messages, and when it is gone. post sends to
// it; the contents of files travel beside a message, so that each is copied once on its way. stop ends it.
type Starter func(message func([]byte), gone func(Death)) (post func(data []byte, files []content.File), stop func())

// NewWorkers returns no worker yet.
func NewWorkers(start Starter) *Workers { return &Workers{start: start, ready: make(chan struct{}, 1)} }

// Open is an [Opener].
func (w *Workers) Open(o Owner) Link { return &line{workers: w, owner: o} }

// Put adds something to do. A callback may call it, which must not wait.
func (w *Workers) Put(f func()) {
	w.mu.Lock()
	w.list = append(w.list, f)
	w.mu.Unlock()
	select {
	case w.ready <- struct{}{}:
	default:
	}
}

// Drain does what waits, and what is put meanwhile.
func (w *Workers) Drain() {
	for {
		w.mu.Lock()
		list := w.list
		w.list = nil
		w.mu.Unlock()
		if len(list) == 0 {
			return
		}
		for _, f := range list {
			f()
		}
	}
}

// Run does what is put, for ever.
func (w *Workers) Run() {
	for range w.ready {
		w.Drain()
	}
}

// line is the Link to one worker after the other.
type line struct {
	workers *Workers
	owner   Owner
	post    func([]byte, []content.File)
	stop    func() // nil without a worker
	turn    int    // numbers the workers
	buf     []byte
}

// Start implements Link.
func (l *line) Start() {
	l.Stop()
	turn := l.turn
	put := func(f func()) {
		l.workers.Put(func() {
			if l.turn == turn {
				f()
			}
		})
	}
	l.post, l.stop = l.workers.start(func(data []byte) { put(func() { l.receive(data) }) },
		func(d Death) { put(func() { l.owner.Crashed(d) }) })
}

func (l *line) receive(data []byte) {
	var r proto.Reply
	if err := wire.Decode(data, &r); err != nil {
		l.owner.Crashed(Death{Cause: err.Error()})
		return
	}
	l.owner.Receive(r)
}

// Stop implements Link.
func (l *line) Stop() {
	l.turn++
	if l.stop != nil {
		l.stop()
		l.stop = nil
	}
}

// Post implements Link.
func (l *line) Post(m proto.Message) {
	l.buf = Encoded(l.buf[:0], m)
	l.post(l.buf, m.Files())
}

// Encoded appends a message as a worker takes it, without the contents of its files.
func Encoded(dst []byte, m proto.Message) []byte {
	m = m.With(content.Names(m.Files()))
	return wire.Append(dst, &m)
}

// After implements Link.
func (l *line) After(d time.Duration, f func()) { time.AfterFunc(d, func() { l.workers.Put(f) }) }

// Now implements Link.
func (*line) Now() time.Duration { return proto.Now() }
