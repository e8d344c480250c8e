//go:build linux

package disk

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadRefusesFoldersDevicesAndLargeFiles: Read returns a small file. It refuses folders, devices and files above the limit, with the
// words in the table. The limit also holds for files in /proc, which state the size 0.
func TestReadRefusesFoldersDevicesAndLargeFiles(t *testing.T) {
	// sparse is a file of 3 GB without blocks on the disk.
	dir := t.TempDir()
	sparse, small := filepath.Join(dir, "sparse"), filepath.Join(dir, "small")
	if err := os.WriteFile(small, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(sparse, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, 3<<30); err != nil {
		t.Fatal(err)
	}
	// The words of the refusal, or "" for a file that is read.
	for name, want := range map[string]string{sparse: "more than 1 MB", "/dev/zero": "device", dir: "folder", small: ""} {
		data, err := Read(name, 1<<20)
		if want == "" {
			if err != nil || string(data) != "abc" {
				t.Errorf("%s is read as %q, error %v; want abc", name, data, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want a refusal with %q", name, err, want)
		}
	}
	if _, err := Read("/proc/self/status", 16); err == nil {
		t.Error("a file of stated size 0 is read beyond the limit")
	}
}

// TestWriteReplacesWhole: Write replaces a file through its name or a link. The file keeps its permissions, and the link stays a link.
// CanWrite and Write refuse a folder, a file in a missing folder and a file below a file. CanFill refuses a folder below a file.
// On a full disk Write returns an error. Failures leave no file behind, and an error for a missing folder names the folder.
func TestWriteReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	for _, text := range []string{"first", "second"} {
		if err := CanWrite(file); err != nil {
			t.Fatal(err)
		}
		if err := Write(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("third")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the permissions are %v, error %v; want 0600", info, err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "third" {
		t.Errorf("the file holds %q, error %v; want third", data, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more: %v, error %v", info, err)
	}
	for _, name := range []string{dir, filepath.Join(dir, "no", "file"), filepath.Join(file, "x")} {
		if CanWrite(name) == nil {
			t.Errorf("CanWrite accepts %s", name)
		}
		if Write(name, []byte("x")) == nil {
			t.Errorf("Write returns no error for %s", name)
		}
	}
	missing := filepath.Join(dir, "no")
	for _, err := range []error{CanWrite(filepath.Join(missing, "file")), Write(filepath.Join(missing, "file"), nil)} {
		if want := "in the folder " + missing + ": no such file"; !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), ".sgpc") {
			t.Errorf("the error is %v, want one with %q and without a temporary file", err, want)
		}
	}
	if err := CanFill(filepath.Join(dir, "new", "deep")); err != nil {
		t.Errorf("CanFill refuses a new folder: %v", err)
	}
	if CanFill(filepath.Join(file, "new")) == nil {
		t.Error("CanFill accepts a folder below a file")
	}
	// Every write to /dev/full fails as on a full disk.
	if err := Write("/dev/full", []byte("x")); err == nil {
		t.Error("Write returns no error for a full disk")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("the folder has %v, error %v; want the file and the link alone", list, err)
	}
}

// TestStandardStreamsKeepTheirText: a standard output or standard error that is appended to a file keeps the text of the file. Replace
// writes the data behind this text, without a note.
func TestStandardStreamsKeepTheirText(t *testing.T) {
	for name, stream := range map[string]**os.File{"/dev/fd/1": &os.Stdout, "/dev/fd/2": &os.Stderr} {
		file := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(file, []byte("old "), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		// The name of the file's descriptor stands for the name of the stream, as after ">>" in a shell.
		kept := *stream
		*stream = f
		var note bytes.Buffer
		err = Replace(fmt.Sprintf("/dev/fd/%d", f.Fd()), []byte("new"), &note)
		*stream = kept
		if data, readErr := os.ReadFile(file); err != nil || readErr != nil || string(data) != "old new" || note.Len() > 0 {
			t.Errorf("%s: the file holds %q, errors %v and %v, note %q; want old new", name, data, err, readErr, note.String())
		}
	}
}
