// Package disk reads files up to a size limit, and writes regular files either completely or not at all. The commands of sgpc use it.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Read returns the content of a file or a pipe. It is an error if the name is a folder or a device, if the content has more than limit
// bytes, or if it cannot be read.
func Read(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file", name)
	case info.Mode()&fs.ModeDevice != 0: // the data of a device may never end
		return nil, fmt.Errorf("%s is a device; name a file", name)
	case info.Size() > limit:
		return nil, tooLarge(name, limit)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Stat does not know the length of a pipe, and a file can have grown since Stat. One byte above the limit shows that it is too large.
	var data bytes.Buffer
	data.Grow(int(info.Size()) + bytes.MinRead) // with MinRead spare bytes, reading a regular file allocates once
	n, err := data.ReadFrom(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if n > limit {
		return nil, tooLarge(name, limit)
	}
	return data.Bytes(), nil
}

// tooLarge returns the error of a file above the limit, in bytes. The message has the limit in MB of 2²⁰ bytes.
func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s holds more than %d MB; take a smaller file", name, limit>>20)
}

// CanWrite tests whether a file can be written, without a change of the file. It returns an error for
//   - a folder, and a name that the system rejects, such as a file below a file;
//   - a new file in a folder that is missing or not writable;
//   - an existing file that the program may not open for writing.
//
// It returns nil for a pipe and a device. Some errors occur only in [Write], such as a full disk, or an existing file whose folder is not
// writable.
func CanWrite(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return canCreateIn(filepath.Dir(name))
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name a file", name)
	case !info.Mode().IsRegular():
		// A pipe or a device. Opening a pipe would wait for its reader.
		return nil
	}
	// Opening tests the permission and does not change the file.
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// CanFill returns an error if no file can be created in dir or, if dir does not exist, in the nearest parent folder that exists.
func CanFill(dir string) error {
	existing := dir
	for {
		_, err := os.Stat(existing)
		isRoot := existing == filepath.Dir(existing) // "/", or "." for a relative name
		if err == nil || isRoot {
			return canCreateIn(existing)
		}
		existing = filepath.Dir(existing)
	}
}

// canCreateIn returns an error if no file can be created in a folder.
func canCreateIn(dir string) error {
	// Permissions alone do not prove that a folder is writable. Therefore a file is created and removed.
	f, err := createIn(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// createIn creates a temporary file in a folder. Its error names the folder, since the user has not chosen the name of the file.
func createIn(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, ".sgpc-*")
	if path := new(fs.PathError); errors.As(err, &path) {
		err = fmt.Errorf("no file can be created in the folder %s: %w", dir, path.Err)
	}
	return f, err
}

// Write replaces the content of a file, or creates the file. After an error the file is as before: Write renames a temporary file when the
// data have reached the disk. Write writes directly to devices, pipes and standard streams, where an error may follow a part of the data.
// It returns an error for a folder.
func Write(name string, data []byte) error {
	if f := standardStream(name); f != nil {
		_, err := f.Write(data)
		return err
	}
	// Renaming onto a link would replace the link. Therefore name becomes the name of the file behind the link. Without such a file,
	// EvalSymlinks returns an error and name stays, so a link to a missing file is itself replaced.
	target, err := filepath.EvalSymlinks(name)
	if err == nil {
		name = target
	}
	// A replaced file keeps its permissions. A new file can be read by all users and written by its owner.
	mode := fs.FileMode(0o644)
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() { // a device, a pipe or a folder
		return writeInto(name, data)
	}
	if err == nil {
		mode = info.Mode().Perm()
	}
	// A file can be renamed only within one file system, so the temporary file is in the folder of name.
	f, err := createIn(filepath.Dir(name))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	// Without Sync before the rename, a crash of the system could leave an empty file.
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s is as it was before: %w", name, errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// Replace is [Write], followed by a note on stderr if a regular file existed with other content. It returns the error of Write or of
// the note.
func Replace(name string, data []byte, stderr io.Writer) error {
	info, err := os.Stat(name)
	replacesContent := false
	if err == nil && info.Mode().IsRegular() && standardStream(name) == nil {
		isEqual := info.Size() == int64(len(data)) && holds(name, data) // a file of another size need not be read
		replacesContent = !isEqual
	}
	err = Write(name, data)
	if err != nil || !replacesContent {
		return err
	}
	_, err = fmt.Fprintf(stderr, "sgpc: note: %s existed before; its content is replaced\n", name)
	return err
}

// holds reports whether a file can be read and has exactly the given content.
func holds(name string, data []byte) bool {
	old, err := os.ReadFile(name)
	return err == nil && bytes.Equal(old, data)
}

// standardStream returns the standard output or standard error of the program for a name such as /dev/stdout, and nil for any other name.
// The stream may be a regular file: after ">>" in a shell, the file has text that must stay.
func standardStream(name string) *os.File {
	file, err := os.Stat(name)
	if err != nil || !strings.HasPrefix(name, "/dev/") {
		return nil
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := f.Stat(); err == nil && os.SameFile(file, info) {
			return f
		}
	}
	return nil
}

// writeInto writes data to an existing device or pipe, or returns the error for a folder.
func writeInto(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
