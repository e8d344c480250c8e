package data

import (
	"errors"
	"strings"

	"sheafscope/assets"
)

// Sums are the SHA-256 of the files of the public sets, in hexadecimal, by their paths in a mirror.
type Sums map[string]string

// ParseSums reads lines as sha256sum writes them.
func ParseSums(text string) Sums {
	sums := Sums{}
	for line := range strings.Lines(text) {
		if sum, path, ok := strings.Cut(strings.TrimSpace(line), "  "); ok {
			sums[path] = sum
		}
	}
	return sums
}

// Published returns the sums that the program holds; it fails in one that fetches them.
func Published() (Sums, error) {
	if assets.Sums == "" {
		return nil, errors.New("the checksums of the public data sets could not be fetched")
	}
	return ParseSums(assets.Sums), nil
}

// with is the set with the sums of its files.
func (s Set) with(sums Sums) *Set {
	list := s.Files
	s.Files = make([]SetFile, len(list))
	for i, f := range list {
		if f.SHA256 = sums[f.Path]; f.Gzip != nil {
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
