//go:build linux

package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadRefusesFoldersDevicesAndLargeFiles: the refusal comes before reading, and the limit also holds for files without a size.
func TestReadRefusesFoldersDevicesAndLargeFiles(t *testing.T) {
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
	for name, want := range map[string]string{sparse: "more than 1 MB", "/dev/zero": "device", dir: "folder", small: ""} {
		data, err := Read(name, 1<<20)
		if want == "" && (err != nil || string(data) != "abc") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q, %v; want %q", name, data, err, want)
		}
	}
	// /proc says of its files that they hold nothing: the limit holds for what is read, too.
	if _, err := Read("/proc/self/status", 16); err == nil {
		t.Error("a file of no stated size is read beyond the limit")
	}
}

// TestWriteReplacesWhole: a file is replaced through its name or a link, and keeps its permissions.
// CanWrite predicts failures, and failures leave no file behind.
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
	if data, e := os.ReadFile(file); e != nil || err != nil || string(data) != "third" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", data, e, info.Mode())
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is one no more")
	}
	for _, name := range []string{dir, filepath.Join(dir, "no", "file"), filepath.Join(file, "x")} {
		if CanWrite(name) == nil {
			t.Errorf("%s can be written", name)
		}
		if Write(name, []byte("x")) == nil {
			t.Errorf("%s is written", name)
		}
	}
	if err := CanFill(filepath.Join(dir, "new", "deep")); err != nil {
		t.Error(err)
	}
	if CanFill(filepath.Join(file, "new")) == nil {
		t.Error("a folder in a file")
	}
	if err := Write("/dev/full", []byte("x")); err == nil {
		t.Error("a full disk takes everything")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("%v is left, %v", list, err)
	}
}
