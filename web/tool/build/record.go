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

// recordFile is the file with the record: the names of the files that commands have written to dist/, one in each line. The build deletes
// only recorded files of dist/.
const recordFile = shell.Work + "/made.txt"

// recordedFiles returns the names in the record. It returns nil if recordFile does not exist.
func recordedFiles() (map[string]bool, error) {
	data, err := os.ReadFile(recordFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	made := map[string]bool{}
	for name := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return r == '\n' }) {
		made[name] = true
	}
	return made, err
}

// presentFiles returns the names of the files in dist/, relative to dist/.
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

// uncompressed returns a file name without the ending of a compressed form.
func uncompressed(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
}

// recordDist calls f and adds the files of dist/ that f has created to the record. It also records the files of dist/ whose names are keys
// of files, the names that the build writes. Such a file can exist before f without a record, if an earlier build was interrupted. The
// record drops files that no longer exist.
func recordDist(files map[string]string, f func() error) error {
	before, err := presentFiles()
	if err != nil {
		return err
	}
	buildErr := f()
	made, recordErr := recordedFiles()
	after, listErr := presentFiles()
	if err := errors.Join(buildErr, recordErr, listErr); err != nil {
		return err
	}
	var names []string
	for name := range after {
		_, isBuilt := files[uncompressed(name)]
		if made[name] || !before[name] || isBuilt {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return shell.WriteIfChanged(recordFile, []byte(strings.Join(names, "\n")+"\n"))
}

// removeStale deletes the recorded files of dist/ whose names are not in files, and folders that become empty.
func removeStale(files map[string]string) error {
	made, err := recordedFiles()
	present, listErr := presentFiles()
	err = errors.Join(err, listErr)
	for file := range present {
		_, isBuilt := files[uncompressed(file)]
		if isBuilt || !made[file] {
			continue
		}
		path := filepath.Join(shell.Dist, filepath.FromSlash(file))
		err = errors.Join(err, os.Remove(path))
		for folder := filepath.Dir(path); folder != shell.Dist; folder = filepath.Dir(folder) {
			if os.Remove(folder) != nil {
				break // not empty
			}
		}
	}
	return err
}
