package study

import (
	"errors"
	"os"
	"time"

	"sheafscope/core/disk"
)

// rewrite replaces the content of a file, nil where the file does not exist, by what change makes of it. A lock beside the
// file lets one program at a time do so: of two that end together neither loses the rows of the other.
func rewrite(name string, change func(data []byte) ([]byte, error)) error {
	lock, err := waitLocked(disk.Target(name) + ".lock")
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
	// Windows removes no open file, and another program may hold it by now: the lock is that of the open file.
	_ = os.Remove(lock.Name())
	return errors.Join(err, lock.Close())
}

// waitLocked returns an open and locked file of this name, and waits for other programs that hold it.
func waitLocked(name string) (*os.File, error) {
	for ; ; time.Sleep(wait) {
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
		if err := lock.Close(); err != nil { // its last owner has removed it meanwhile
			return nil, err
		}
	}
}
