// Package disk reads files within a limit, and writes them whole or not at all.
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

// Read returns what a file holds. A folder, a device, and a file of more than limit bytes are refused before anything of
// it is read; of a pipe, whose size nobody knows, at most limit bytes and one are.
func Read(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name a file", name)
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
	data.Grow(int(info.Size()) + bytes.MinRead)
	if n, err := data.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	} else if n > limit {
		return nil, tooLarge(name, limit)
	}
	return data.Bytes(), nil
}

func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s holds more than %d MB; take a smaller file", name, limit>>20)
}

// CanWrite returns why Write would fail for this name, as far as that is known before there is anything to write.
func CanWrite(name string) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return CanFill(filepath.Dir(name), false)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name a file", name)
	case !info.Mode().IsRegular():
		return nil // opening a pipe would wait for its reader
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// CanFill returns why no file could be made in a folder; with make one that is missing will be made first.
func CanFill(dir string, make bool) error {
	for make {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	f, err := os.CreateTemp(dir, ".sgpc-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Write puts data into a file in the place of what it held. Where that fails the file holds what it held before: the
// data go into a file beside it, which takes its name when they have reached the disk. Devices and pipes are written to.
func Write(name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
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
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s is as it was before: %w", name, errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// Replace is Write with a note for the user where a file of other content has this name.
func Replace(name string, data []byte, stderr io.Writer) error {
	info, err := os.Stat(name)
	other := err == nil && info.Mode().IsRegular() && !(info.Size() == int64(len(data)) && holds(name, data))
	if err := Write(name, data); err != nil || !other {
		return err
	}
	_, err = fmt.Fprintf(stderr, "sgpc: note: %s existed before; its content is replaced\n", name)
	return err
}

func holds(name string, data []byte) bool {
	old, err := os.ReadFile(name)
	return err == nil && bytes.Equal(old, data)
}

func writeInto(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
