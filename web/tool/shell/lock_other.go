//go:build !unix

package shell

import "context"

// WithLock calls a function. Without flock another program can run at the same time.
func WithLock(_ context.Context, do func() error) error { return do() }
