// This file compares names of files, so that no command overwrites a file that it needs.

package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Same reports whether two names are names of the same file or folder, by links or different spellings. Two files that do not exist are the
// same if they would have the same name in the same folder. A file that exists is never the same as a file that does not exist.
func Same(a, b string) bool {
	fileA, fileB := Target(a), Target(b)
	infoA, errA := os.Stat(fileA)
	infoB, errB := os.Stat(fileB)
	existsA, existsB := errA == nil, errB == nil
	switch {
	case existsA && existsB:
		return os.SameFile(infoA, infoB)
	case existsA || existsB:
		return false
	case filepath.Base(fileA) != filepath.Base(fileB):
		return false
	}
	// Neither file exists, and both have the same base name. So their folders decide.
	dirA, dirB := filepath.Dir(fileA), filepath.Dir(fileB)
	if dirA == dirB {
		return true
	}
	// The root is its own folder and ends the recursion.
	isRoot := dirA == fileA || dirB == fileB
	return !isRoot && Same(dirA, dirB)
}

// maxLinks is the largest number of links that Target follows. The bound ends a circle of links.
const maxLinks = 40

// Target returns the absolute name of the file behind a name. The file need not exist. Target follows at most maxLinks links from file to
// file, and all links in the name of a folder that exists. It returns "" if the working directory is unknown.
func Target(name string) string {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return absolute
	}
	for range maxLinks {
		folder, err := filepath.EvalSymlinks(filepath.Dir(absolute))
		if err == nil { // the folder exists
			absolute = filepath.Join(folder, filepath.Base(absolute))
		}
		next, err := os.Readlink(absolute)
		if err != nil { // no link
			break
		}
		if !filepath.IsAbs(next) { // a relative link starts at the folder of the link
			next = filepath.Join(filepath.Dir(absolute), next)
		}
		absolute = next
	}
	return absolute
}

// within reports whether a file is in a folder, at any depth.
func within(file, dir string) bool {
	ancestor := filepath.Dir(Target(file))
	for {
		if Same(ancestor, dir) {
			return true
		}
		parent := filepath.Dir(ancestor)
		if parent == ancestor { // the root
			return false
		}
		ancestor = parent
	}
}

// Named is a file of a command: the flag, and the name of the file, or "" if the flag is not given.
type Named struct{ Flag, File string }

// Apart returns an error if a command would overwrite a file that it needs:
//   - Two written files are the same.
//   - A written file is a file that the command reads, or exists in a folder that the command reads.
//
// A written device, pipe or folder and the name "" cause no error.
func Apart(written, read []Named) error {
	for k, w := range written {
		if !keepsData(w.File) { // several outputs may share /dev/null
			continue
		}
		for _, other := range written[:k] {
			if keepsData(other.File) && Same(w.File, other.File) {
				return fmt.Errorf("%s is the file of %s and of %s; give another name for one of them", w.File, other.Flag, w.Flag)
			}
		}
		for _, r := range read {
			if r.File != "" && overwrites(w.File, r.File) {
				return fmt.Errorf("%s of %s belongs to %s %s, which this command reads; give another name", w.File, w.Flag, r.Flag, r.File)
			}
		}
	}
	return nil
}

// overwrites reports whether writing a file would replace data of source. Then source is the same file, or a folder in which the written
// file exists, at any depth.
func overwrites(file, source string) bool {
	info, err := os.Stat(source)
	isFolder := err == nil && info.IsDir()
	if isFolder {
		return exists(file) && within(file, source)
	}
	return Same(file, source)
}

// keepsData reports whether a file keeps written data. It returns false for a device, a pipe, a folder and the name "", and true for a
// regular file, a file that does not exist yet, and a file that cannot be examined.
func keepsData(name string) bool {
	if name == "" {
		return false
	}
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// exists reports whether a file or folder exists, or its existence cannot be tested.
func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
