package site

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stamp identifies a version of a file.
type stamp struct {
	time time.Time
	size int64
}

// snapshot has the stamps of the page's sources by path.
type snapshot map[string]stamp

// sources returns a snapshot of the present sources. For about two thousand files it takes some milliseconds.
func sources() (snapshot, error) {
	s := snapshot{}
	for _, root := range []string{"core", "wasm", "web", "assets", "index.html", "go.mod", "go.sum", "package-lock.json"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			// Folders without sources are skipped as a whole.
			name := filepath.ToSlash(path)
			switch {
			case e.IsDir() && !watchedFolder(name):
				return fs.SkipDir
			case e.IsDir() || !watched(name):
				return nil
			}
			info, err := e.Info()
			if err == nil {
				s[name] = stamp{info.ModTime(), info.Size()}
			}
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
	}
	return s, nil
}

// watchedFolder reports whether a folder has sources of the page.
func watchedFolder(path string) bool {
	switch path {
	case "web/tool", "web/e2e", "core/cmd", "core/study", "assets/bench", "assets/build":
		return false
	}
	return filepath.Base(path) != "testdata"
}

// watched reports whether a file is a source of the page. It returns false for tests, for generated code and for copies of an editor.
func watched(path string) bool {
	isTest, isGenerated := strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, "_gen.go")
	isEditorCopy := strings.HasPrefix(filepath.Base(path), ".") || strings.HasSuffix(path, "~")
	return !isTest && !isGenerated && !isEditorCopy
}

// inProgram reports whether a program of the page depends on a file.
func inProgram(path string) bool {
	isSource := slices.Contains([]string{".go", ".vugu", ".mod", ".sum", ".ts", ".json", ".wasm"}, filepath.Ext(path))
	return isSource || strings.HasPrefix(path, "core/")
}

// changed returns the sorted names of the files that are changed, new or deleted in a later snapshot.
func (s snapshot) changed(later snapshot) []string {
	var list []string
	for path, now := range later {
		before, existed := s[path]
		if !existed || before != now {
			list = append(list, path)
		}
	}
	for path := range s {
		_, exists := later[path]
		if !exists {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list
}
