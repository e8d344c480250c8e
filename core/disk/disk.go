// Package disk reads files up to a size limit, and writes files either completely or not at all. The commands of sgpc use it.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Read returns the content of a file. It returns an error for a folder, for a device, for a file of more than limit bytes, and for a file
// that cannot be read.
// The size of a pipe is not known before reading. Therefore Read reads at most limit+1 bytes.
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
	// The file can have grown since Stat. One byte more than the limit shows that the file is too large.
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

// tooLarge returns the error of a file above the limit. The limit is in bytes, the message in MB of 2²⁰ bytes.
func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s holds more than %d MB; take a smaller file", name, limit>>20)
}

// CanWrite returns an error if a file cannot be written, and changes no file. The errors are for
//   - a new file in a folder that is missing or not writable;
//   - a name that the system rejects, such as a file below a file;
//   - a folder;
//   - an existing file that the program may not write.
//
// CanWrite returns nil for a pipe and a device. Some errors, such as a full disk, occur only in Write.
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
		// Opening a pipe would wait for its reader.
		return nil
	}
	// Opening the file tests permissions and does not change the file.
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// CanFill returns the error that creating a file in a folder would return if missing folders were created first. It tests dir or, if dir
// does not exist, the nearest parent folder that exists.
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

// canCreateIn returns the error that creating a file in an existing folder would return.
func canCreateIn(dir string) error {
	// Permissions alone do not prove that a folder is writable. Therefore a file is created and removed.
	f, err := os.CreateTemp(dir, ".sgpc-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Write replaces the content of a file, or creates the file. After an error the file is as before.
// Write writes the data to a temporary file in the same folder, and renames the temporary file after the data have reached the disk.
// It writes directly to devices and pipes, where an error may follow a part of the data. It returns an error for a folder.
func Write(name string, data []byte) error {
	// Renaming onto a link would replace the link itself. Therefore the file behind the link is replaced.
	// A file that does not exist yet gives an error here and keeps its name. A link to a missing file also gives an error, and the link
	// itself is replaced.
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
	f, err := os.CreateTemp(filepath.Dir(name), ".sgpc-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	// The data are synchronised before the rename. Without this, a crash of the system could leave an empty file.
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s is as it was before: %w", name, errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// Replace writes a file like Write, and then writes a note to stderr if the file existed with other content. It returns the error of Write
// or of the note.
func Replace(name string, data []byte, stderr io.Writer) error {
	info, err := os.Stat(name)
	replacesContent := false
	// A device or a pipe has no content to replace. A file of a different size has other content and need not be read.
	if err == nil && info.Mode().IsRegular() {
		isEqual := info.Size() == int64(len(data)) && holds(name, data)
		replacesContent = !isEqual
	}
	err = Write(name, data)
	if err != nil || !replacesContent {
		return err
	}
	_, err = fmt.Fprintf(stderr, "sgpc: note: %s existed before; its content is replaced\n", name)
	return err
}

// holds reports whether a file has exactly the given content. It returns false if the file cannot be read.
func holds(name string, data []byte) bool {
	old, err := os.ReadFile(name)
	return err == nil && bytes.Equal(old, data)
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
