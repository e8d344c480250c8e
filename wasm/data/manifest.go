// Package data fetches graphs from the network: the public data sets of the manifest in assets, and a file at an address of the user's
// choice. It resumes, verifies and stores downloads. The browser's fetch and cache implement the interfaces [Transport] and [Store]; tests
// run natively.
//
// A file of a data set is accepted only with the length and the SHA-256 of the manifest.
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

// Prefixes in a recipe.
const (
	Prefix      = "data:"   // of the name of a data set
	SplitPrefix = "public:" // of the number of a public split
)

// Manifest lists the public data sets.
type Manifest struct {
	// Bases has the beginnings of addresses by name, each with the hash of a commit.
	Bases map[string]string `json:"bases"`
	Sets  []Set             `json:"sets"`
}

// Set is a public data set.
type Set struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Family string `json:"family"`
	// Sizes of the graph. Edges are undirected and without self-loops; SelfLoops is the number of dropped ones.
	Nodes     int `json:"nodes"`
	Edges     int `json:"edges"`
	SelfLoops int `json:"self_loops"`
	Features  int `json:"features"`
	Classes   int `json:"classes"`
	// Homophily is the share of edges with equal labels at both ends, NodeHomophily the mean over nodes of the share of neighbours with the
	// node's label.
	Homophily     float64  `json:"homophily"`
	NodeHomophily float64  `json:"node_homophily"`
	Cite          []string `json:"cite"`  // publications to be cited
	Terms         string   `json:"terms"` // terms of use of the source
	Note          string   `json:"note"`  // a peculiarity of the set, or ""

	Files     []SetFile `json:"files"`
	SplitStem string    `json:"split_stem"` // beginning of the names of split files
	// SplitSums has the sums of the public splits by number. It is empty if Files contain the splits, too.
	SplitSums []Sum `json:"splits"`
}

// Sum is the length and the SHA-256, in hexadecimal, of a file. The manifest has the length, [Sums] the SHA-256.
type Sum struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"-"`
}

// SetFile is a file of a data set.
type SetFile struct {
	Path string `json:"path"` // in a mirror
	At   string `json:"at"`   // address as base:path
	Sum
	// Gzip is the sum of the compressed file, Path + ".gz", that a mirror has instead; nil for an uncompressed one.
	Gzip *Sum `json:"gz"`
}

// All returns the manifest of this build.
var All = sync.OnceValue(func() *Manifest {
	var m Manifest
	if err := json.Unmarshal(assets.Datasets, &m); err != nil {
		panic(err) // impossible: the manifest is part of the program and tested
	}
	return &m
})

// Find returns the data set of a recipe's graph, such as "data:texas". The error for an unknown one names all sets.
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

// Lengths returns the lengths in bytes of the files of all sets. Only a file of such a length needs to be hashed for Recognise.
func Lengths() (list []int64) {
	for _, s := range All().Sets {
		for _, f := range s.Files {
			list = append(list, f.Bytes)
		}
	}
	return list
}

// Recognise returns the set whose uncompressed files all have their SHA-256 in a list, nil without one.
func (p Sums) Recognise(list []string) *Set {
	for i := range All().Sets {
		s := &All().Sets[i]
		if !slices.ContainsFunc(s.Files, func(f SetFile) bool { return !slices.Contains(list, p[f.Path]) }) {
			return s
		}
	}
	return nil
}

// Of returns the data set of a loaded graph, nil without one. It is found by the graph of the recipe or, for recognised files, by the notes
// of the load, which contain the About of the set.
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

// OwnSplits reports whether the files of the graph contain its public splits, in the order of their numbers.
func (s *Set) OwnSplits() bool { return len(s.SplitSums) == 0 }

// Bytes returns the total size of the graph's files, without splits.
func (s *Set) Bytes() (sum int64) {
	for _, f := range s.Files {
		sum += f.Bytes
	}
	return sum
}

// About returns a line on the set for the user: sizes, homophily, terms, citation and note.
func (s *Set) About() string {
	text := fmt.Sprintf("%s (%s): %d nodes, %d edges, %d features, %d classes, edge homophily %.2f. %s Cite: %s.",
		s.Title, s.Family, s.Nodes, s.Edges, s.Features, s.Classes, s.Homophily, s.Terms, strings.Join(s.Cite, "; "))
	if s.Note != "" {
		text += " " + s.Note
	}
	return text
}

// Sources returns the repositories of the set and of its splits, each with the commit.
func (s *Set) Sources() (list []string) {
	var bases []string
	if !s.OwnSplits() {
		bases = []string{"geom-gcn"} // the base of all split files
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

// rawHost is the beginning of all addresses in the manifest. Owner, repository and commit follow.
const rawHost = "https://raw.githubusercontent.com/"

// MirrorNote returns the note of a load from a mirror.
func MirrorNote(mirror string) string {
	return "This page has its own copy of the public data sets, at " + mirror + "."
}

// SplitNumber returns the number of a recipe's public split: 3 for "public:3", and 0 for "", the default. It returns −1 for other splits,
// which need no file.
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
	name string    // last part of the path
	urls []address // in the order of the attempts: mirror, then source
}

// address is a URL with the sum of its file. A Sum without SHA-256 only limits the size.
type address struct {
	url string
	Sum
}

// plan returns the files of a set, with the file of split k unless k is negative.
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

// splitName returns the name of the file of split k.
func (s *Set) splitName(k int) string { return fmt.Sprintf("%s_split_0.6_0.2_%d.npz", s.SplitStem, k) }

// last returns the last part of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// MirrorFiles returns the files of the set, with all splits, in a mirror.
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

// MirrorFile is a file of a mirror.
type MirrorFile struct {
	Path string // below the mirror's folder
	URL  string // of the uncompressed source
	Sum
}
