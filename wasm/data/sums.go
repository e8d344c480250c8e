package data

// This file reads the checksums of the public data sets, and adds them to the sets.

import (
	"errors"
	"strings"

	"sheafscope/assets"
)

// Sums has the SHA-256, in hexadecimal, of each file of the data sets. The key is the path of the file in a mirror: a folder with copies of
// the data sets.
type Sums map[string]string

// ParseSums reads the output of sha256sum: a checksum, two blanks and a path in each line. It ignores lines without two blanks.
func ParseSums(text string) Sums {
	sums := Sums{}
	for line := range strings.Lines(text) {
		sum, path, isSum := strings.Cut(strings.TrimSpace(line), "  ")
		if isSum {
			sums[path] = sum
		}
	}
	return sums
}

// Published returns the sums that the program contains. The programs of the page contain none: there Published returns an error, which the
// caller reports if it cannot fetch the sums either.
func Published() (Sums, error) {
	if assets.Sums == "" {
		return nil, errors.New("the checksums of the public data sets could not be fetched")
	}
	return ParseSums(assets.Sums), nil
}

// with returns a copy of the set in which Files, their Gzip, and SplitSums have their SHA-256 from sums, "" for a file without an entry. It
// copies the lists, because all callers of All share the lists of the manifest.
func (s Set) with(sums Sums) *Set {
	files := s.Files
	s.Files = make([]SetFile, len(files))
	for i, f := range files {
		f.SHA256 = sums[f.Path]
		if f.Gzip != nil {
			f.Gzip = &Sum{f.Gzip.Bytes, sums[f.Path+".gz"]}
		}
		s.Files[i] = f
	}
	splits := s.SplitSums
	s.SplitSums = make([]Sum, len(splits))
	for k, sum := range splits {
		s.SplitSums[k] = Sum{sum.Bytes, sums[s.Name+"/splits/"+s.splitName(k)]}
	}
	return &s
}
