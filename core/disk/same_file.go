package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Same reports whether two names lead to one file, through links, linked folders and any spelling. A file that does not
// exist yet is the same as another when both have one last name in one folder.
func Same(a, b string) bool {
	a, b = Target(a), Target(b)
	first, err := os.Stat(a)
	second, failed := os.Stat(b)
	switch {
	case err == nil && failed == nil:
		return os.SameFile(first, second)
	case err == nil || failed == nil:
		return false
	case filepath.Base(a) != filepath.Base(b):
		return false
	}
	dir, other := filepath.Dir(a), filepath.Dir(b)
	return dir == other || dir != a && other != b && Same(dir, other)
}

// maxLinks bounds a chain of links, as operating systems do.
const maxLinks = 40

// Target follows links from a name to the file at their end, which need not exist.
func Target(name string) string {
	name, err := filepath.Abs(name)
	for range maxLinks {
		target, notLink := os.Readlink(name)
		if err != nil || notLink != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return name
}

// within reports whether a file lies in a folder or in a folder of that.
func within(file, dir string) bool {
	for at := filepath.Dir(Target(file)); ; at = filepath.Dir(at) {
		if Same(at, dir) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// Named is a file of a command: the flag that names it, and its name, or "" for none.
type Named struct{ Flag, File string }

// Apart returns an error where a command would write over a file that it needs: where two of the files that it writes
// are one, or where one of them is read by it or exists in a folder that it reads.
func Apart(written, read []Named) error {
	for k, w := range written {
		if !keepsData(w.File) {
			continue
		}
		for _, other := range written[:k] {
			if keepsData(other.File) && Same(w.File, other.File) {
				return fmt.Errorf("%s is the file of %s and of %s; give another name for one of them", w.File, other.Flag, w.Flag)
			}
		}
		for _, r := range read {
			if r.File == "" {
				continue
			}
			info, err := os.Stat(r.File)
			folder := err == nil && info.IsDir()
			if !folder && Same(w.File, r.File) || folder && exists(w.File) && within(w.File, r.File) {
				return fmt.Errorf("%s of %s belongs to %s %s, which this command reads; give another name", w.File, w.Flag, r.Flag, r.File)
			}
		}
	}
	return nil
}

// keepsData reports whether a name stands for a file that holds what is written to it, or for one that does not exist
// yet: no device and no pipe.
func keepsData(name string) bool {
	info, err := os.Stat(name)
	return name != "" && (err != nil || info.Mode().IsRegular())
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
