// On Windows, exclusive writing locks a results file or a lock file, so that two programs do not write at the same time.

package study

import (
	"errors"
	"os"
	"syscall"
)

// sharingViolation is the error ERROR_SHARING_VIOLATION of Windows: another program has opened the file and excludes this use.
const sharingViolation = syscall.Errno(32)

// openLocked opens a file for reading and writing, and creates it if necessary. While the file is open, other programs can only read it.
// It returns errBusy if another program has opened the file, and writes it or excludes writing. Any other error means that the file cannot
// be opened.
func openLocked(name string) (*os.File, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	// FILE_SHARE_READ forbids others to write, and OPEN_ALWAYS creates a missing file.
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ, nil, syscall.OPEN_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, errBusy
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(h), name), nil
}
