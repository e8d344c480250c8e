package graphio

import (
	"os"
	"path/filepath"
	"sort"
)

// ReadFolder reads a data set from a folder: the files of a graph in any
// format of Read, directly in it, and the masks splits/*.npz, in the order of
// their names. Files named README, manifest or LICENSE and hidden files are
// left out. The correction says of the files what a guess would miss.
func ReadFolder(dir string, c Correction) (*Result, error) {
	var files []File
	total := int64(0)
	add := func(path string) error {
		info, err := os.Stat(path)
		if err != nil {
			return fault(path, 0, "check the path", "%v", err)
		}
		if !info.Mode().IsRegular() {
			return fault(path, 0, "leave files alone in the folder", "this is no file")
		}
		if total += info.Size(); total > MaxInput {
			return fault(path, 0, "take a part of the graph", "the files hold more than %d MB", MaxInput>>20)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return fault(path, 0, "check the path", "%v", err)
		}
		files = append(files, File{Name: path, Data: data})
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fault(dir, 0, "check the path", "%v", err)
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || hidden(name) {
			continue
		}
		if _, document := withoutDocuments([]File{{Name: name}, {}}); document != nil {
			continue
		}
		if err := add(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	masks, _ := filepath.Glob(filepath.Join(dir, "splits", "*.npz"))
	sort.Strings(masks)
	for _, m := range masks {
		if err := add(m); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fault(dir, 0, "choose a folder with the files of a graph", "the folder is empty")
	}
	r, err := ReadAs(files, c)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		r.Graph.Name = cleanName(filepath.Base(abs))
	}
	return r, nil
}
