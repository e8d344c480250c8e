//go:build unix

// This file locks a folder on Unix. The lock prevents two builds in a folder at the same time.

package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lockInterval is the time between two attempts to acquire the lock.
const lockInterval = 200 * time.Millisecond

// WithLock waits for the lock of this folder, calls f under the lock, and returns the error of f. It returns an error without a call of f
// if ctx ends during the wait, or if the file of the lock cannot be opened. If the file system has no locks, it calls f without a lock.
func WithLock(ctx context.Context, f func() error) error {
	if err := os.MkdirAll(Work, 0o777); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(Work, "lock"), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer lock.Close() // releases the lock; after a crash the operating system closes the file
	// Attempts in a loop replace a blocking call, because an interrupt could not end a blocking call.
	for isFirst := true; ; isFirst = false {
		err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return f() // the lock is acquired, or the file system has no locks
		}
		if isFirst {
			fmt.Fprintln(os.Stderr, "build.sh: another build runs in this folder; waiting for its end")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockInterval):
		}
	}
}
