//go:build unix

// On Unix, flock locks a results file or a lock file, so that two programs do not write at the same time.

package study

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// openLocked opens a file for reading and writing, creates it if necessary, and locks it until the caller closes it or the program ends.
// If another program holds the lock, the error wraps errBusy.
// openLocked also fails if the file cannot be opened, or if its disk has no locks.
func openLocked(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	// LOCK_EX excludes every other lock, and LOCK_NB returns an error instead of waiting.
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return f, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(errBusy, f.Close())
	}
	return nil, errors.Join(fmt.Errorf("%s cannot be locked: %w; keep the results on another disk", name, err), f.Close())
}
