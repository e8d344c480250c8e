// This file replaces the contents of files that several programs may rewrite at the same time.

package study

import (
	"errors"
	"os"
	"time"

	"sheafscope/core/disk"
)

// rewrite replaces the content of a file by change(data). data is nil if the file does not exist.
// A lock file lets one program at a time read and write the file, so that no program overwrites the changes of another. In wasm there is no
// lock.
// rewrite fails if the file has more than maxChosen bytes, if change fails, or if locking, reading or writing fails.
func rewrite(name string, change func(data []byte) ([]byte, error)) error {
	// disk.Target follows links, so that all links to a file have one lock file.
	lock, err := lockFile(disk.Target(name) + ".lock")
	if err != nil {
		return err
	}
	// After an error the function does not return at once, since it has to release the lock.
	data, err := changed(name, change)
	if err == nil {
		err = disk.Write(name, data)
	}
	// The lock belongs to the open file, so the name of the lock file can be removed before the file is closed.
	// Windows does not remove the name of an open file. There the lock file stays, and the next program locks the same file.
	_ = os.Remove(lock.Name())
	return errors.Join(err, lock.Close())
}

// changed returns change(data) for the content of a file, without writing the file. See [rewrite] for data and the errors.
func changed(name string, change func(data []byte) ([]byte, error)) ([]byte, error) {
	data, err := disk.Read(name, maxChosen)
	if errors.Is(err, os.ErrNotExist) { // the file is new
		data, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	return change(data)
}

// canRewrite returns an error if a file cannot be read, or if its content is not valid for change. For the name "" of no file it returns
// nil.
func canRewrite(name string, change func(data []byte) ([]byte, error)) error {
	if name == "" {
		return nil
	}
	_, err := changed(name, change)
	return err
}

// storeRows puts rows into a file, where they replace rows of the same model, data set and flags; see [replaceRows].
func storeRows(file string, rows []Row) error {
	return rewrite(file, putRows(file, rows))
}

// putRows returns the change of [storeRows], for [rewrite] and [canRewrite].
func putRows(file string, rows []Row) func(data []byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		all, err := ReadRows(file, data)
		if err != nil {
			return nil, err
		}
		return encodeRows(replaceRows(all, rows))
	}
}

// lockFile returns the file with the given name, open and locked. While another program holds the lock, lockFile tries again
// after every retryDelay. It also tries again if the previous owner has just removed the name, or if a call of Stat fails.
// It fails if the file cannot be opened, locked or closed.
func lockFile(name string) (*os.File, error) {
	for ; ; time.Sleep(retryDelay) {
		lock, err := openLocked(name)
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			return nil, err
		}
		// After openLocked has opened the file and before it locks the file, the previous owner may remove the name. Another program may
		// then create and lock a new file with the name. So the lock is valid only if the name still belongs to the locked file.
		locked, lockedErr := lock.Stat()
		named, namedErr := os.Stat(name)
		statsKnown := lockedErr == nil && namedErr == nil
		if statsKnown && os.SameFile(locked, named) {
			return lock, nil
		}
		if err := lock.Close(); err != nil {
			return nil, err
		}
	}
}
