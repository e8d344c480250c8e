package session_test

import (
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/session"
)

// talker is a session that receives requests of package flat.
type talker struct {
	*session.Session
	talk flat.Talk
	goal bool // a goal waits
}

// newSession returns a talker with a new session.
func newSession(h session.Host, b session.Builder) *talker {
	return &talker{Session: session.New(h, b)}
}

// Post posts a message. A waiting goal is pursued before the next goal.
func (t *talker) Post(r flat.Request) {
	m := t.talk.Message(r)
	if m.Goal != nil && t.goal {
		t.Drain()
	}
	t.goal = t.goal || m.Goal != nil
	t.Session.Post(m)
}

// post posts a message during work, as a host does.
func (t *talker) post(r flat.Request) { t.Session.Post(t.talk.Message(r)) }

// Drain works on the waiting messages.
func (t *talker) Drain() {
	t.Session.Drain()
	t.goal = false
}
