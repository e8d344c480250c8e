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

// WithLock waits for the lock of this folder and calls a function under the lock. It fails if ctx ends before. The operating system
// releases the lock at the end of the program, even after a crash.
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
	for waits := false; ; waits = true {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return do()
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return do() // a file system without locks
		}
		if !waits {
			fmt.Fprintln(os.Stderr, "build.sh: another build runs in this folder; waiting for its end")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
