//go:build !unix

// This file replaces the lock of a folder on systems that are not Unix.

package shell

import "context"

// WithLock calls f without a lock, because the system has no flock. Another build can run at the same time.
func WithLock(_ context.Context, f func() error) error { return f() }
