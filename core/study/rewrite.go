package study

import (
	"errors"
	"os"
	"time"

	"sheafscope/core/disk"
)

// rewrite replaces the content of a file by change(data); data is nil where the file does not exist.
// A lock file makes concurrent programs wait for each other, so that no rows are lost.
func rewrite(name string, change func(data []byte) ([]byte, error)) error {
	lock, err := lockFile(disk.Target(name) + ".lock")
	if err != nil {
		return err
	}
	data, err := disk.Read(name, maxChosen)
	if errors.Is(err, os.ErrNotExist) {
		data, err = nil, nil
	}
	if err == nil {
		data, err = change(data)
	}
	if err == nil {
		err = disk.Write(name, data)
	}
	// The lock belongs to the open file, so removing the name is safe. Windows does not remove an open file, which is harmless.
	_ = os.Remove(lock.Name())
	return errors.Join(err, lock.Close())
}

// lockFile returns an open and locked file with a name; it waits for programs that hold the lock.
func lockFile(name string) (*os.File, error) {
	for ; ; time.Sleep(retryDelay) {
		lock, err := openLocked(name)
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			return nil, err
		}
		own, err := lock.Stat()
		if now, gone := os.Stat(name); err == nil && gone == nil && os.SameFile(own, now) {
			return lock, nil
		}
		if err := lock.Close(); err != nil { // the previous owner has removed the name: lock the new file
			return nil, err
		}
	}
}
