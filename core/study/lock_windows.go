// On Windows, exclusive writing locks a results file, so that two programs do not write it at the same time.

package study

import (
	"errors"
	"os"
	"syscall"
)

// sharingViolation is the error of Windows for a file that another program has opened exclusively.
const sharingViolation = syscall.Errno(32)

// openLocked opens a file for reading and writing, and creates it if necessary. While the file is open, other programs can only read it.
// It returns errBusy if another program has opened the file in this way.
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
