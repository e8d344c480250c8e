package client

// This file connects clients and pools to the workers that a [Starter] starts.

import (
	"sync"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/wire"
)

// Link is a connection to at most one worker at a time, with a clock. Replies of a stopped worker are dropped.
type Link interface {
	// Start stops the present worker, if any, and starts a new one.
	Start()
	// Stop stops the worker.
	Stop()
	// Post sends a message to the worker. Messages wait until the worker is ready.
	Post(proto.Message)
	// After calls f after the delay d, never during a call of the Owner.
	After(d time.Duration, f func())
	// Now returns the time since a fixed moment.
	Now() time.Duration
}

// Owner receives the replies of a Link and the crashes of its workers, one call after the other.
type Owner interface {
	Receive(proto.Reply)
	Crashed(Death)
}

// Opener opens a Link for its owner. A [Client] has one Link, and a [Pool] has a Link for each worker.
type Opener func(Owner) Link

// Workers opens links to workers that exchange encoded messages. It queues the messages and timers of all workers, and handles them one by
// one in the order of their arrival.
type Workers struct {
	start Starter       // starts the worker of a link
	mu    sync.Mutex    // protects queue
	queue []func()      // functions that handle a message or a timer
	ready chan struct{} // has a token if the queue may be non-empty; its capacity is 1
}

// Starter starts a worker. It calls message with each message of the worker, and gone after the worker's death.
//
// The returned function post sends an encoded message to the worker. post must copy data, because the next message reuses its memory. The
// contents of the files are sent beside the message, and copied only once. The returned function stop stops the worker.
type Starter func(message func([]byte), gone func(Death)) (post func(data []byte, files []content.File), stop func())

// NewWorkers returns Workers without a worker.
func NewWorkers(start Starter) *Workers { return &Workers{start: start, ready: make(chan struct{}, 1)} }

// Open implements [Opener].
func (w *Workers) Open(o Owner) Link { return &line{workers: w, owner: o} }

// Put appends a function to the queue. Callbacks of JavaScript can call Put, because it never blocks.
func (w *Workers) Put(f func()) {
	w.mu.Lock()
	w.queue = append(w.queue, f)
	w.mu.Unlock()
	select {
	case w.ready <- struct{}{}:
	default: // a token is there already
	}
}

// Drain calls the queued functions until the queue is empty.
func (w *Workers) Drain() {
	for {
		w.mu.Lock()
		list := w.queue
		w.queue = nil
		w.mu.Unlock()
		if len(list) == 0 {
			return
		}
		for _, f := range list {
			f()
		}
	}
}

// Run calls queued functions as they arrive. It does not return, because ready is never closed.
func (w *Workers) Run() {
	for range w.ready {
		w.Drain()
	}
}

// line implements Link for one owner.
type line struct {
	workers *Workers
	owner   Owner
	post    func([]byte, []content.File) // result of Starter
	stop    func()                       // result of Starter, nil if there is no worker
	number  int                          // number of the present worker, by which messages of an earlier worker are recognised
	buf     []byte                       // memory of encoded messages, reused
}

// Start implements Link. Queued messages of an earlier worker are dropped when they leave the queue: they have another number.
func (l *line) Start() {
	l.Stop()
	number := l.number
	putIfPresent := func(f func()) {
		l.workers.Put(func() {
			isPresent := l.number == number
			if isPresent {
				f()
			}
		})
	}
	message := func(data []byte) { putIfPresent(func() { l.receive(data) }) }
	gone := func(d Death) { putIfPresent(func() { l.owner.Crashed(d) }) }
	l.post, l.stop = l.workers.start(message, gone)
}

// receive decodes a message of the worker and passes it to the owner. A damaged message counts as a crash.
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
	l.number++
	if l.stop != nil {
		l.stop()
		l.stop = nil
	}
}

// Post implements Link. Start must have been called before the first Post.
func (l *line) Post(m proto.Message) {
	l.buf = Encoded(l.buf[:0], m)
	l.post(l.buf, m.Files())
}

// Encoded appends the encoding of a message to dst, without the contents of its files.
func Encoded(dst []byte, m proto.Message) []byte {
	m = m.With(content.Names(m.Files()))
	return wire.Append(dst, &m)
}

// After implements Link.
func (l *line) After(d time.Duration, f func()) { time.AfterFunc(d, func() { l.workers.Put(f) }) }

// Now implements Link.
func (*line) Now() time.Duration { return proto.Now() }
