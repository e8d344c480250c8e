//go:build !unix

// This file replaces lock_unix.go, the lock of a folder, on systems that are not Unix.

package shell

import "context"

// WithLock calls f without a lock, because the system has no flock, the call that locks a file. Another build can run at the same time.
func WithLock(_ context.Context, f func() error) error { return f() }
