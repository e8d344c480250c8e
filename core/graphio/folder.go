package graphio

import (
	"os"
	"path/filepath"
	"strings"
)

// This file reads a data set from a folder of the file system, for programs on the command line.

// ReadFolder reads a data set from a folder. The files of one graph are directly in the folder. Hidden files are skipped.
// Files with the names of documents, such as README and LICENSE, are left out with a note if there are other files.
// Masks, which hold the splits of the nodes, are splits/*.npz, in the order of names.
// A folder with neither graph files nor masks is an error. c corrects the recognition, as in ReadAs. A graph gets the name of the folder.
func (r Reader) ReadFolder(dir string, c Correction) (*Found, error) {
	paths, documents, err := folderFiles(dir)
	if err != nil {
		return nil, err
	}
	// The only file of a graph may have the name of a document. Other documents are not even loaded.
	if len(paths) == 0 {
		paths, documents = documents, nil
	}
	files, err := loadFiles(paths)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fault(dir, 0, "choose a folder with the files of a graph", "the folder has no files")
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
	for k, path := range documents {
		documents[k] = quote(cleanName(filepath.Base(path)))
	}
	found.Graph.Notes = appendNote(found.Graph.Notes, len(documents) > 0, leftOutNote(documents))
	return found, nil
}

// pathError returns the error of the operating system for a path.
func pathError(path string, err error) error { return fault(path, 0, "check the path", "%v", err) }

// folderFiles returns the paths of the files of a data set: first the files of the graph, then the files of the masks.
// documents are the paths of the files with the names of documents.
func folderFiles(dir string) (paths, documents []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, pathError(dir, err)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() || isHiddenFile(e.Name()):
		case isDocument(e.Name()):
			documents = append(documents, path)
		default:
			paths = append(paths, path)
		}
	}
	splits := filepath.Join(dir, "splits")
	info, err := os.Stat(splits)
	if err != nil || !info.IsDir() {
		return paths, documents, nil // most data sets have no folder of masks
	}
	masks, err := os.ReadDir(splits)
	if err != nil {
		return nil, nil, pathError(splits, err)
	}
	for _, e := range masks {
		isMask := strings.HasSuffix(e.Name(), ".npz") && !isHiddenFile(e.Name())
		if isMask {
			paths = append(paths, filepath.Join(splits, e.Name()))
		}
	}
	return paths, documents, nil
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
			return nil, fault(path, 0, "leave only files in the folder", "this is no file")
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
