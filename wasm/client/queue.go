package client

import "sync"

// Queue does one thing after the other, in the order in which they were put,
// however many wait. Put may be called from a callback, which must not wait.
type Queue struct {
	mu    sync.Mutex
	list  []func()
	ready chan struct{} // has a token when something was put
}

// NewQueue returns an empty queue.
func NewQueue() *Queue { return &Queue{ready: make(chan struct{}, 1)} }

// Put adds something to do.
func (q *Queue) Put(f func()) {
	q.mu.Lock()
	q.list = append(q.list, f)
	q.mu.Unlock()
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// Drain does what waits, and what is put meanwhile.
func (q *Queue) Drain() {
	for {
		q.mu.Lock()
		list := q.list
		q.list = nil
		q.mu.Unlock()
		if len(list) == 0 {
			return
		}
		for _, f := range list {
			f()
		}
	}
}

// Run does what is put, for ever.
func (q *Queue) Run() {
	for range q.ready {
		q.Drain()
	}
}
