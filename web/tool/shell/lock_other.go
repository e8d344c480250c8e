//go:build !unix

package shell

import "context"

// WithLock calls a function without a lock, because the system has no flock. Another build can run at the same time.
func WithLock(_ context.Context, do func() error) error { return do() }
