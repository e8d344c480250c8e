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

// madeList names what commands have put into dist/, one file a line: nothing else there is ever deleted.
const madeList = shell.Work + "/made.txt"

// madeBefore are the files of dist/ that earlier commands made.
func madeBefore() (map[string]bool, error) {
	data, err := os.ReadFile(madeList)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	made := map[string]bool{}
	for name := range strings.FieldsFuncSeq(string(data), func(r rune) bool { return r == '\n' }) {
		made[name] = true
	}
	return made, err
}

// inDist are the files of dist/, their names below it.
func inDist() (map[string]bool, error) {
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

// uncompressed is the name of the file of which this one is a compressed form.
func uncompressed(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
}

// making notes what f puts into dist/ as made here, and the files that are the build's own.
func making(files map[string]string, f func() error) error {
	before, err := inDist()
	if err != nil {
		return err
	}
	failed := f()
	made, err := madeBefore()
	after, more := inDist()
	if err = errors.Join(failed, err, more); err != nil {
		return err
	}
	var names []string
	for name := range after {
		_, ours := files[uncompressed(name)]
		if made[name] || !before[name] || ours {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return shell.WriteIfChanged(madeList, []byte(strings.Join(names, "\n")+"\n"))
}

// removeStale deletes from dist/ what earlier builds made and this one does not, and the folders that are empty then.
func removeStale(files map[string]string) error {
	made, err := madeBefore()
	there, more := inDist()
	err = errors.Join(err, more)
	for file := range there {
		if _, ok := files[uncompressed(file)]; ok || !made[file] {
			continue
		}
		path := filepath.Join(shell.Dist, filepath.FromSlash(file))
		err = errors.Join(err, os.Remove(path))
		for folder := filepath.Dir(path); folder != shell.Dist; folder = filepath.Dir(folder) {
			if os.Remove(folder) != nil {
				break // it holds more
			}
		}
	}
	return err
}
