// This file takes snapshots of the sources. The server for development compares two snapshots to detect changes.

package site

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stamp identifies a version of a file without reading the contents.
type stamp struct {
	time time.Time // time of the last modification
	size int64     // in bytes
}

// snapshot has the stamps of the page's sources by path.
type snapshot map[string]stamp

// sources returns a snapshot of the present sources. It returns an error if a folder or a file exists and cannot be read.
func sources() (snapshot, error) {
	s := snapshot{}
	// present returns an error, except that of an absent root, or of a file or folder that was deleted during the walk. The walk continues.
	present := func(err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	for _, root := range []string{"core", "wasm", "web", "assets", "index.html", "go.mod", "go.sum", "package-lock.json"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return present(err)
			}
			path = filepath.ToSlash(path)
			if e.IsDir() && !watchedFolder(path) {
				return fs.SkipDir
			}
			if e.IsDir() || !watched(path) {
				return nil
			}
			info, err := e.Info()
			if err != nil {
				return present(err)
			}
			s[path] = stamp{info.ModTime(), info.Size()}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// watchedFolder reports whether a folder can have sources of the page. path is relative to the root of the repository. The folders below
// have programs of the command line, tests, benchmarks and scripts of the build. Folders with the name testdata have inputs of tests.
func watchedFolder(path string) bool {
	switch path {
	case "web/tool", "web/e2e", "core/cmd", "core/study", "assets/bench", "assets/build":
		return false
	}
	return filepath.Base(path) != "testdata"
}

// watched reports whether a file is a source of the page. Tests, generated code and an editor's copies of files are not sources.
func watched(path string) bool {
	isTest, isGenerated := strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, "_gen.go")
	isEditorCopy := strings.HasPrefix(filepath.Base(path), ".") || strings.HasSuffix(path, "~")
	return !isTest && !isGenerated && !isEditorCopy
}

// inProgram reports whether a program may depend on a file, by the extension or the folder of the file. It returns true also for some files
// on which no program depends.
func inProgram(path string) bool {
	extensions := []string{".go", ".vugu", ".mod", ".sum", ".ts", ".json", ".wasm"}
	return slices.Contains(extensions, filepath.Ext(path)) || strings.HasPrefix(path, "core/")
}

// changed returns the sorted names of the files that are changed, new or deleted in a later snapshot.
func (s snapshot) changed(later snapshot) []string {
	var list []string
	for path, newStamp := range later {
		oldStamp, existed := s[path]
		if !existed || oldStamp != newStamp {
			list = append(list, path)
		}
	}
	for path := range s {
		if _, exists := later[path]; !exists {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list
}
