// Package disk reads files up to a size limit, and writes files either completely or not at all.
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

// Read returns the content of a file. It returns an error for a folder, a device, and a file of more than limit bytes.
// A pipe has no size, so Read reads at most limit+1 bytes of it.
func Read(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file", name)
	// A device may never end.
	case info.Mode()&fs.ModeDevice != 0:
		return nil, fmt.Errorf("%s is a device; name a file", name)
	case info.Size() > limit:
		return nil, tooLarge(name, limit)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var data bytes.Buffer
	// One allocation for a regular file.
	data.Grow(int(info.Size()) + bytes.MinRead)
	if n, err := data.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	} else if n > limit {
		return nil, tooLarge(name, limit)
	}
	return data.Bytes(), nil
}

// tooLarge returns the error of a file above the limit.
func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s holds more than %d MB; take a smaller file", name, limit>>20)
}

// CanWrite returns the error that Write would return for a name, as far as the error is known before writing.
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
	// Opening tests permissions without changing the file.
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// CanFill returns the error that creating a file in a folder would return, if missing folders were created first.
func CanFill(dir string) error {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return canCreateIn(dir)
}

// canCreateIn returns the error that creating a file in an existing folder would return.
func canCreateIn(dir string) error {
	// Only creating a file proves that a folder is writable.
	f, err := os.CreateTemp(dir, ".sgpc-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Write replaces the content of a file. On an error the file keeps its old content.
// It writes the data to a temporary file in the same folder, and renames that file after the data have reached the disk.
// It writes directly to devices and pipes.
func Write(name string, data []byte) error {
	// Renaming onto a link would replace the link itself.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	// A replaced file keeps its permissions.
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeInto(name, data)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".sgpc-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	// Sync before the rename: otherwise a crash could leave an empty file.
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s is as it was before: %w", name, errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// Replace writes a file like Write, and adds a note on stderr if it replaces a file with other content.
func Replace(name string, data []byte, stderr io.Writer) error {
	info, err := os.Stat(name)
	replacesFile := err == nil && info.Mode().IsRegular()
	differs := replacesFile && !(info.Size() == int64(len(data)) && holds(name, data))
	if err := Write(name, data); err != nil || !differs {
		return err
	}
	_, err = fmt.Fprintf(stderr, "sgpc: note: %s existed before; its content is replaced\n", name)
	return err
}

// holds reports whether a file has exactly the given content.
func holds(name string, data []byte) bool {
	old, err := os.ReadFile(name)
	return err == nil && bytes.Equal(old, data)
}

// writeInto writes data to an existing device or pipe.
func writeInto(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
