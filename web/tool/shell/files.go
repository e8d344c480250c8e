// Package shell has the operations of a build script: it lists, copies, hashes and writes files, runs programs, finds the Go toolchain, and
// runs a task only if its inputs have changed.
package shell

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Folders, named from the root of the repository.
const (
	Work = ".build"     // caches and intermediate results
	Out  = ".build/out" // outputs of tasks, from which dist/ is assembled
	Dist = "dist"       // the finished page
)

// AllExist reports whether all files exist.
func AllExist(files []string) bool {
	for _, f := range files {
		if _, err := os.Stat(f); err != nil {
			return false
		}
	}
	return true
}

// HashFiles returns a SHA-256 hash of the names and contents of files and of the words, in hexadecimal digits. The order of the files does
// not matter; the order of the words does.
func HashFiles(files []string, words ...string) (string, error) {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "word %q\n", w)
	}
	// The lengths of the files separate them: moving bytes from a file to the next file changes the hash.
	sorted := slices.Sorted(slices.Values(files))
	for _, f := range sorted {
		data, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "file %q %d\n", filepath.ToSlash(f), len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Tree returns the files below the roots for which keep returns true. The argument of keep is the path of a file, with slashes. The
// returned paths have the separator of the system. A root that does not exist has no files.
func Tree(keep func(path string) bool, roots ...string) ([]string, error) {
	var list []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == root { // WalkDir calls the function once for an absent root
				return nil
			}
			if err != nil {
				return err
			}
			if d.IsDir() || !keep(filepath.ToSlash(path)) {
				return nil
			}
			list = append(list, path)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Suffixes returns a filter for Tree. The filter keeps the paths that end in an element of list.
func Suffixes(list ...string) func(string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.HasSuffix(path, s) })
	}
}

// Write writes a file, in place of an existing one. It creates the folder of the file if the folder does not exist.
func Write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

// Copy copies the file source to the path target. A new copy has the permissions of source that the umask allows. An existing file keeps
// its permissions. Copy creates the folder of the copy if the folder does not exist.
func Copy(target, source string) error {
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return err
	}
	return os.WriteFile(target, data, info.Mode().Perm())
}

// WriteIfChanged writes data to a file, unless data is the whole content of the file already. An unchanged file thus keeps its modification
// time.
func WriteIfChanged(name string, data []byte) error {
	old, err := os.ReadFile(name)
	if err == nil && bytes.Equal(old, data) {
		return nil
	}
	return Write(name, data)
}

// Hash returns the SHA-256 hash of data in hexadecimal digits.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
