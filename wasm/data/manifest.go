// Package data loads graphs from the network: the public data sets of the
// manifest in assets, and a file at an address that the user chose. It plans,
// resumes, verifies and keeps; the browser's part (fetch, the cache) stands
// behind two small interfaces, so that all of it is tested natively.
//
// A file of a set is accepted only when its length and SHA-256 are those of
// the manifest.
package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sheafscope/assets"
	"sheafscope/core/json"
)

// Splits is the number of public splits of every set.
const Splits = 10

// Prefix stands before the name of a set in a recipe, SplitPrefix before the
// number of a public split.
const (
	Prefix      = "data:"
	SplitPrefix = "public:"
)

// Manifest lists the public data sets.
type Manifest struct {
	// Bases holds the beginnings of addresses, each pinned to a commit.
	Bases map[string]string `json:"bases"`
	Sets  []Set             `json:"sets"`
}

// Set is a public data set.
type Set struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Family string `json:"family"`
	// Nodes, Edges (undirected, without self-loops), Features and Classes are
	// those of the graph; SelfLoops counts those dropped.
	Nodes     int `json:"nodes"`
	Edges     int `json:"edges"`
	SelfLoops int `json:"self_loops"`
	Features  int `json:"features"`
	Classes   int `json:"classes"`
	// Homophily is the share of edges with equal labels at both ends,
	// NodeHomophily the mean share over the neighbours of a node.
	Homophily     float64 `json:"homophily"`
	NodeHomophily float64 `json:"node_homophily"`
	// Cite lists what its authors ask to be cited, Terms what the source says
	// about use, Note what is peculiar about the set.
	Cite  []string `json:"cite"`
	Terms string   `json:"terms"`
	Note  string   `json:"note"`

	Files     []SetFile `json:"files"`
	SplitStem string    `json:"split_stem"`
	// SplitSums holds the sums of the public splits, by number; none where Files holds the splits, too.
	SplitSums []Sum `json:"splits"`
}

// Sum is the length and the SHA-256 (hexadecimal) of a file; [Sums] holds the latter.
type Sum struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"-"`
}

// SetFile is a file of a set: its path in a mirror, and base and path of its address.
type SetFile struct {
	Path string `json:"path"`
	At   string `json:"at"`
	Sum
	// Gzip is the sum of the gzip-compressed file that a mirror holds instead (Path + ".gz").
	Gzip *Sum `json:"gz"`
}

// All returns the manifest of this build.
var All = sync.OnceValue(func() *Manifest {
	var m Manifest
	if err := json.Unmarshal(assets.Datasets, &m); err != nil {
		panic(err) // it is part of the program, and tested
	}
	return &m
})

// Find returns the set of a recipe's graph ("data:texas").
func Find(name string) (*Set, error) {
	short, ok := strings.CutPrefix(name, Prefix)
	var names []string
	for i := range All().Sets {
		s := &All().Sets[i]
		if ok && s.Name == short {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("there is no public data set %q; there are %s", short, strings.Join(names, ", "))
}

// Lengths are the lengths, in bytes, of the files that Recognise knows.
func Lengths() (list []int64) {
	for _, s := range All().Sets {
		for _, f := range s.Files {
			list = append(list, f.Bytes)
		}
	}
	return list
}

// Recognise returns the set whose files, by SHA-256 and not compressed, are all among those of a list; nil without one.
func (p Sums) Recognise(list []string) *Set {
	for i := range All().Sets {
		s := &All().Sets[i]
		if !slices.ContainsFunc(s.Files, func(f SetFile) bool { return !slices.Contains(list, p[f.Path]) }) {
			return s
		}
	}
	return nil
}

// Of returns the set that a loaded graph is, by its recipe or, for files that were recognised, by the notes of the load, which
// hold the set's About; nil without one.
func Of(recipe string, notes []string) *Set {
	if s, err := Find(recipe); err == nil {
		return s
	}
	for i := range All().Sets {
		if s := &All().Sets[i]; slices.Contains(notes, s.About()) {
			return s
		}
	}
	return nil
}

// OwnSplits reports whether the files of the graph hold its public splits, in the order of their numbers.
func (s *Set) OwnSplits() bool { return len(s.SplitSums) == 0 }

// Bytes is the size of the files that the graph needs.
func (s *Set) Bytes() (sum int64) {
	for _, f := range s.Files {
		sum += f.Bytes
	}
	return sum
}

// About is a line on the set for the user: its size, homophily and terms.
func (s *Set) About() string {
	text := fmt.Sprintf("%s (%s): %d nodes, %d edges, %d features, %d classes, edge homophily %.2f. %s Cite: %s.",
		s.Title, s.Family, s.Nodes, s.Edges, s.Features, s.Classes, s.Homophily, s.Terms, strings.Join(s.Cite, "; "))
	if s.Note != "" {
		text += " " + s.Note
	}
	return text
}

// Sources lists the repositories that the set and its splits come from, each
// with the commit that is fetched.
func (s *Set) Sources() (list []string) {
	var bases []string
	if !s.OwnSplits() {
		bases = []string{"geom-gcn"} // that of the splits
	}
	for _, f := range s.Files {
		base, _, _ := strings.Cut(f.At, ":")
		bases = append(bases, base)
	}
	slices.Reverse(bases)
	for _, base := range bases {
		parts := strings.Split(strings.TrimPrefix(All().Bases[base], rawHost), "/")
		if text := fmt.Sprintf("github.com/%s/%s, commit %.7s", parts[0], parts[1], parts[2]); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// rawHost begins the addresses of the manifest; owner, repository and commit follow.
const rawHost = "https://raw.githubusercontent.com/"

// MirrorNote reports where a copy of the sets stands beside the page.
func MirrorNote(mirror string) string {
	return "This page has its own copy of the public data sets, at " + mirror + "."
}

// SplitNumber reads the number out of a recipe's split: "public:3" is 3, and
// the empty split 0. Another split (a drawn one) needs no file: it is -1.
func SplitNumber(spec string) (int, error) {
	if spec == "" {
		return 0, nil
	}
	text, ok := strings.CutPrefix(spec, SplitPrefix)
	if !ok {
		return -1, nil
	}
	k, err := strconv.Atoi(text)
	if err != nil || k < 0 || k >= Splits {
		return 0, fmt.Errorf("there is no public split %q; they are %s0 to %s%d", spec, SplitPrefix, SplitPrefix, Splits-1)
	}
	return k, nil
}

// item is a file to fetch.
type item struct {
	name string // last part of the path
	// urls are tried in order: those of the mirror first.
	urls []address
}

// address is where an item can be fetched, and what must come from there. A
// Sum without a SHA-256 only limits the size.
type address struct {
	url string
	Sum
}

// plan lists the files of a set, and the file of split k when that is not negative.
func (m *Manifest) plan(s *Set, k int, mirror string) []item {
	var list []item
	for _, f := range s.Files {
		base, path, _ := strings.Cut(f.At, ":")
		it := item{name: last(f.Path)}
		if mirror != "" {
			if f.Gzip != nil {
				it.urls = append(it.urls, address{mirror + f.Path + ".gz", *f.Gzip})
			} else {
				it.urls = append(it.urls, address{mirror + f.Path, f.Sum})
			}
		}
		it.urls = append(it.urls, address{m.Bases[base] + path, f.Sum})
		list = append(list, it)
	}
	if k < 0 || s.OwnSplits() {
		return list
	}
	name := s.splitName(k)
	sum, it := s.SplitSums[k], item{name: name}
	if mirror != "" {
		it.urls = append(it.urls, address{mirror + s.Name + "/splits/" + name, sum})
	}
	it.urls = append(it.urls, address{m.Bases["geom-gcn"] + "splits/" + name, sum})
	return append(list, it)
}

// splitName is the name of the file of split k.
func (s *Set) splitName(k int) string { return fmt.Sprintf("%s_split_0.6_0.2_%d.npz", s.SplitStem, k) }

func last(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// MirrorFiles lists the files that a mirror of the set may hold, by path below
// its folder, with their sums.
func (s *Set) MirrorFiles(sums Sums) []MirrorFile {
	var list []MirrorFile
	const mark = "/"
	for k := range Splits {
		for _, it := range All().plan(s.with(sums), k, mark) {
			f := MirrorFile{Path: it.urls[0].url[len(mark):], URL: it.urls[1].url, Sum: it.urls[0].Sum}
			if k > 0 && !strings.Contains(f.Path, "/splits/") {
				continue
			}
			list = append(list, f)
		}
	}
	return list
}

// MirrorFile is a file of a mirror, and the address of its source (which is
// not compressed).
type MirrorFile struct {
	Path, URL string
	Sum
}
