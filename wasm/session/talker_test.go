package session_test

import (
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/session"
)

// This file gives the tests a session with requests of package flat.

// flatSession is a session that receives requests of package flat.
type flatSession struct {
	*session.Session
	talk    flat.Talk
	hasGoal bool // a goal waits
}

// newSession returns a new session with a host and a builder.
func newSession(h session.Host, b session.Builder) *flatSession {
	return &flatSession{Session: session.New(h, b)}
}

// Post posts a message. A waiting goal is pursued before a next goal, which would replace it.
func (t *flatSession) Post(r flat.Request) {
	m := t.talk.Message(r)
	if m.Goal != nil && t.hasGoal {
		t.Drain()
	}
	t.hasGoal = t.hasGoal || m.Goal != nil
	t.Session.Post(m)
}

// post posts a message at once, as a host does during work. A goal then replaces the present goal.
func (t *flatSession) post(r flat.Request) { t.Session.Post(t.talk.Message(r)) }

// Drain works on the waiting messages.
func (t *flatSession) Drain() {
	t.Session.Drain()
	t.hasGoal = false
}
