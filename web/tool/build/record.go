// This file keeps a record of the files that commands have written to dist/. With the record, a build deletes stale files and keeps the
// files of a user.

package build

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/web/tool/shell"
)

// recordFile is the file of the record. Each line has a name relative to dist/.
const recordFile = shell.Work + "/made.txt"

// recordedFiles returns the set of the names in the record. It returns nil if the file of the record does not exist, and an empty set with
// an error if the file cannot be read.
func recordedFiles() (map[string]bool, error) {
	data, err := os.ReadFile(recordFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	recorded := map[string]bool{}
	for name := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return r == '\n' }) {
		recorded[name] = true
	}
	return recorded, err
}

// presentFiles returns the set of the names of all files in dist/, relative to dist/. The set is empty if dist/ does not exist.
func presentFiles() (map[string]bool, error) {
	files := map[string]bool{}
	err := filepath.WalkDir(shell.Dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(shell.Dist, path)
		files[filepath.ToSlash(rel)] = true
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return files, err
}

// uncompressed returns a file name without the ending .br or .gz of a compressed form: "boot.js.br" becomes "boot.js".
func uncompressed(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
}

// recordDist calls f and adds the files of dist/ that f has created to the record. The keys of files are names that the build writes.
// recordDist records these names even if the files were present before f, because an interrupted build leaves files without a record. Files
// that no longer exist leave the record. After any error the record stays unchanged.
func recordDist(files map[string]string, f func() error) error {
	before, err := presentFiles()
	if err != nil {
		return err
	}
	buildErr := f()
	recorded, recordErr := recordedFiles()
	after, listErr := presentFiles()
	if err := errors.Join(buildErr, recordErr, listErr); err != nil {
		return err
	}
	var names []string
	for name := range after {
		_, isBuilt := files[uncompressed(name)]
		isNew := !before[name]
		if recorded[name] || isNew || isBuilt {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return shell.WriteIfChanged(recordFile, []byte(strings.Join(names, "\n")+"\n"))
}

// removeStale deletes the recorded files of dist/ whose uncompressed names are not in files, and the folders that become empty. Without a
// record it deletes nothing. The error joins the errors of all files.
func removeStale(files map[string]string) error {
	recorded, recordErr := recordedFiles()
	present, listErr := presentFiles()
	err := errors.Join(recordErr, listErr)
	for file := range present {
		_, isBuilt := files[uncompressed(file)]
		if isBuilt || !recorded[file] {
			continue
		}
		path := filepath.Join(shell.Dist, filepath.FromSlash(file))
		err = errors.Join(err, os.Remove(path))
		for folder := filepath.Dir(path); folder != shell.Dist; folder = filepath.Dir(folder) {
			if os.Remove(folder) != nil {
				break // Remove fails for a folder that is not empty
			}
		}
	}
	return err
}
