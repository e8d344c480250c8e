//go:build unix

package study

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// openLocked opens a file for reading and writing, creates it if needed, and locks it until the program ends.
// It returns errBusy where another program holds the lock.
func openLocked(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return f, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(errBusy, f.Close())
	}
	return nil, errors.Join(fmt.Errorf("%s cannot be locked: %w; keep the results on another disk", name, err), f.Close())
}
