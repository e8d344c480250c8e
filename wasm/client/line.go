package client

import (
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

// Port is a worker as the browser gives it. The contents of files travel beside a
// message, so that each is copied once on its way.
type Port interface {
	Post(data []byte, files []content.File)
	Stop()
}

// Line is the Link to workers that talk in encoded messages. Open starts one and
// says what to call with each of its messages, and when it is gone; both only
// put what they hear into Queue.
type Line struct {
	Open  func(message func(data []byte), gone func(Death)) Port
	Queue *Queue
	Owner Owner

	port Port
	turn int // numbers the workers
	buf  []byte
}

// Start implements Link.
func (l *Line) Start() {
	l.Stop()
	turn := l.turn
	put := func(f func()) {
		l.Queue.Put(func() {
			if l.turn == turn {
				f()
			}
		})
	}
	message := func(data []byte) { put(func() { l.receive(data) }) }
	gone := func(d Death) { put(func() { l.Owner.Crashed(d) }) }
	l.port = l.Open(message, gone)
}

func (l *Line) receive(data []byte) {
	var r proto.Reply
	if err := wire.Decode(data, &r); err != nil {
		l.Owner.Crashed(Death{Cause: err.Error()})
		return
	}
	l.Owner.Receive(r)
}

// Stop implements Link.
func (l *Line) Stop() {
	l.turn++
	if l.port != nil {
		l.port.Stop()
		l.port = nil
	}
}

// Post implements Link.
func (l *Line) Post(m proto.Message) {
	l.buf = Encoded(l.buf[:0], m)
	l.port.Post(l.buf, m.Files())
}

// Encoded appends a message as a worker takes it, without the contents of its files.
func Encoded(dst []byte, m proto.Message) []byte {
	m = m.With(content.Names(m.Files()))
	return wire.Append(dst, &m)
}

// After implements Link.
func (l *Line) After(d time.Duration, f func()) { time.AfterFunc(d, func() { l.Queue.Put(f) }) }

// Now implements Link.
func (*Line) Now() time.Duration { return proto.Now() }
