//go:build unix

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

// pollInterval is the time between two attempts to get the lock.
const pollInterval = 200 * time.Millisecond

// WithLock waits for the lock of this folder and calls do while it holds the lock. If ctx ends during the wait, WithLock returns an error
// without a call of do. The operating system releases the lock at the end of the program, even after a crash.
func WithLock(ctx context.Context, do func() error) error {
	if err := os.MkdirAll(Work, 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(Work, "lock"), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	// The lock is polled, because a blocking call could not be interrupted.
	hasWaited := false
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		isHeldByOther := errors.Is(err, syscall.EWOULDBLOCK)
		if !isHeldByOther { // this program has the lock, or the file system has no locks
			return do()
		}
		if !hasWaited {
			fmt.Fprintln(os.Stderr, "build.sh: another build runs in this folder; waiting for its end")
			hasWaited = true
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollInterval):
		}
	}
}
