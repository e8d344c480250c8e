package session_test

import (
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/session"
)

// talker is a session that is given r0 messages.
type talker struct {
	*session.Session
	talk flat.Talk
	goal bool // one waits
}

func newSession(h session.Host, b session.Builder) *talker {
	return &talker{Session: session.New(h, b)}
}

// Post posts a message. A goal that waits is pursued before the next.
func (t *talker) Post(r flat.Request) {
	m := t.talk.Message(r)
	if m.Goal != nil && t.goal {
		t.Drain()
	}
	t.goal = t.goal || m.Goal != nil
	t.Session.Post(m)
}

// post posts a message in the middle of work.
func (t *talker) post(r flat.Request) { t.Session.Post(t.talk.Message(r)) }

// Drain does all that waits.
func (t *talker) Drain() {
	t.Session.Drain()
	t.goal = false
}
