package graphio

import (
	"os"
	"path/filepath"
	"strings"
)

// This file reads a data set from a folder of the file system, for programs on the command line.

// ReadFolder reads a data set from a folder. The files of one graph are directly in the folder. Hidden files, and files with the names of
// documents such as README and LICENSE, are skipped. Masks, which hold the splits of the nodes, are splits/*.npz, in the order of names.
// A folder with neither graph files nor masks is an error. c corrects the recognition, as in ReadAs. A graph gets the name of the folder.
func (r Reader) ReadFolder(dir string, c Correction) (*Found, error) {
	paths, err := folderFiles(dir)
	if err != nil {
		return nil, err
	}
	files, err := loadFiles(paths)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fault(dir, 0, "choose a folder with the files of a graph", "the folder is empty")
	}
	found, err := r.ReadAs(files, c)
	if err != nil {
		return nil, err
	}
	if found.Graph == nil {
		return found, nil // the folder has the weights of a network alone
	}
	// The absolute path has a name even if dir is ".".
	if absolute, err := filepath.Abs(dir); err == nil {
		found.Graph.Name = cleanName(filepath.Base(absolute))
	}
	return found, nil
}

// pathError returns the error of the operating system for a path.
func pathError(path string, err error) error { return fault(path, 0, "check the path", "%v", err) }

// folderFiles returns the paths of the files of a data set: first the files of the graph, then the files of the masks.
func folderFiles(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, pathError(dir, err)
	}
	for _, e := range entries {
		isSkipped := e.IsDir() || isHiddenFile(e.Name()) || isDocument(e.Name())
		if !isSkipped {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	// The error is ignored: most data sets have no folder of masks.
	masks, _ := os.ReadDir(filepath.Join(dir, "splits"))
	for _, e := range masks {
		if strings.HasSuffix(e.Name(), ".npz") {
			paths = append(paths, filepath.Join(dir, "splits", e.Name()))
		}
	}
	return paths, nil
}

// loadFiles returns the files at paths. A path that is no regular file is an error, and so are more than MaxInput bytes in all files.
func loadFiles(paths []string) (files []File, err error) {
	total := int64(0)
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, pathError(path, err)
		}
		// Reading a pipe or a device could block or never end.
		if !info.Mode().IsRegular() {
			return nil, fault(path, 0, "leave files alone in the folder", "this is no file")
		}
		total += info.Size()
		if total > MaxInput {
			return nil, fault(path, 0, smallerRemedy, "the files hold more than %d MB", MaxInput>>20)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, pathError(path, err)
		}
		files = append(files, File{Name: path, Data: data})
	}
	return files, nil
}
