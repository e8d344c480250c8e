// Files that several programs rewrite at the same time.

package study

import (
	"errors"
	"os"
	"time"

	"sheafscope/core/disk"
)

// rewrite replaces the content of a file by change(data). data is nil if the file does not exist.
// A lock file lets one program at a time read and write the file, so that no program overwrites the rows of another.
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
	// The lock belongs to the open file, so its name can be removed before the file is closed. Windows keeps the name of an open file;
	// the file then stays, and the next program locks it again.
	_ = os.Remove(lock.Name())
	return errors.Join(err, lock.Close())
}

// lockFile returns the file with the given name, open and locked. It waits for programs that hold the lock.
func lockFile(name string) (*os.File, error) {
	for ; ; time.Sleep(retryDelay) {
		lock, err := openLocked(name)
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			return nil, err
		}
		// The previous owner may have removed the name after the file was opened here. Then another program may already hold a new file
		// with the name, so the lock of the old one is worthless.
		locked, lockedErr := lock.Stat()
		named, namedErr := os.Stat(name)
		if lockedErr == nil && namedErr == nil && os.SameFile(locked, named) {
			return lock, nil
		}
		if err := lock.Close(); err != nil {
			return nil, err
		}
	}
}
