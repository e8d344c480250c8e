package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Same reports whether two names lead to one file, also through links, linked folders and different spellings.
// Two files that do not exist are the same if they would have the same name in the same folder.
func Same(a, b string) bool {
	a, b = Target(a), Target(b)
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	switch {
	// The system compares device and inode.
	case errA == nil && errB == nil:
		return os.SameFile(infoA, infoB)
	case errA == nil || errB == nil:
		return false
	case filepath.Base(a) != filepath.Base(b):
		return false
	}
	dirA, dirB := filepath.Dir(a), filepath.Dir(b)
	// Folders that do not exist are compared in the same way. The root is its own folder and ends the recursion.
	return dirA == dirB || dirA != a && dirB != b && Same(dirA, dirB)
}

// maxLinks bounds a chain of links, as operating systems do. A link may lead to itself.
const maxLinks = 40

// Target follows the links from a name and returns the absolute name of the last file. The last file need not exist.
func Target(name string) string {
	name, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	for range maxLinks {
		target, notLink := os.Readlink(name)
		if notLink != nil {
			break
		}
		// Relative links start at the folder of the link.
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return name
}

// within reports whether a file is in a folder, at any depth.
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

// Named is a file of a command: the flag of the command line, and the name of the file, "" if the flag is not given.
type Named struct{ Flag, File string }

// Apart returns an error if a command would overwrite a file that it needs. There are three cases:
// two written files are the same, a written file is a file that the command reads, or a written file exists in a folder that it reads.
func Apart(written, read []Named) error {
	for k, w := range written {
		// Several outputs may share /dev/null.
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
			isFolder := err == nil && info.IsDir()
			overwritesFile := !isFolder && Same(w.File, r.File)
			overwritesPart := isFolder && exists(w.File) && within(w.File, r.File)
			if overwritesFile || overwritesPart {
				return fmt.Errorf("%s of %s belongs to %s %s, which this command reads; give another name", w.File, w.Flag, r.Flag, r.File)
			}
		}
	}
	return nil
}

// keepsData reports whether a name belongs to a regular file or to a file that does not exist yet, and not to a device or a pipe.
func keepsData(name string) bool {
	info, err := os.Stat(name)
	return name != "" && (err != nil || info.Mode().IsRegular())
}

// exists reports whether a file or folder with the name exists.
func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
