// Package data fetches graphs from the network: the public data sets of the manifest in assets, and a file at an address of the user's
// choice. It resumes, verifies and stores downloads. The browser's fetch and cache implement the interfaces [Transport] and [Store]; tests
// run natively.
//
// A file of a data set is accepted only with the length of the manifest and the SHA-256 of [Sums].
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
	// Bases has the beginnings of the addresses of sources, by name. Each beginning contains the hash of a commit.
	Bases map[string]string `json:"bases"`
	Sets  []Set             `json:"sets"`
}

// Set is a public data set.
type Set struct {
	Name   string `json:"name"`   // name in a recipe, after Prefix, such as "texas"
	Title  string `json:"title"`  // name for the user, such as "Texas"
	Family string `json:"family"` // kind of the graph, such as "WebKB" or "Wikipedia network"
	// Sizes of the graph. Edges counts undirected edges without self-loops, and SelfLoops counts the dropped self-loops.
	Nodes     int `json:"nodes"`
	Edges     int `json:"edges"`
	SelfLoops int `json:"self_loops"`
	Features  int `json:"features"`
	Classes   int `json:"classes"`
	// Homophily is the share of edges with equal labels at both ends. NodeHomophily is a mean over the nodes: the share of neighbours with
	// the node's label.
	Homophily     float64  `json:"homophily"`
	NodeHomophily float64  `json:"node_homophily"`
	Cite          []string `json:"cite"`  // publications to be cited
	Terms         string   `json:"terms"` // terms of use of the source
	Note          string   `json:"note"`  // a peculiarity of the set; "" if there is none

	Files     []SetFile `json:"files"`
	SplitStem string    `json:"split_stem"` // beginning of the names of split files
	// SplitSums has the sums of the files of the public splits, by the number of the split. It is empty if Files contain the splits.
	SplitSums []Sum `json:"splits"`
}

// Sum is the length and the SHA-256, in hexadecimal, of a file. The manifest has the length, and [Sums] has the SHA-256.
type Sum struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"-"`
}

// SetFile is a file of a data set.
type SetFile struct {
	Path string `json:"path"` // path in a mirror, a copy of the data sets beside the page
	At   string `json:"at"`   // address of the source as "base:path"; base is a key of Manifest.Bases
	Sum         // of the uncompressed file
	// Gzip is the sum of the compressed file Path + ".gz", which a mirror has in place of Path. It is nil if the mirror has Path itself.
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

// Find returns the data set of a recipe's graph, such as "data:texas". The error for an unknown name lists all sets.
func Find(name string) (*Set, error) {
	short, hasPrefix := strings.CutPrefix(name, Prefix)
	var names []string
	for i := range All().Sets {
		s := &All().Sets[i]
		if hasPrefix && s.Name == short {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("there is no public data set %q; there are %s", short, strings.Join(names, ", "))
}

// Lengths returns the lengths in bytes of the files of all sets, without the files of splits. Recognise needs only the hashes of files with
// one of these lengths.
func Lengths() (list []int64) {
	for _, s := range All().Sets {
		for _, f := range s.Files {
			list = append(list, f.Bytes)
		}
	}
	return list
}

// Recognise returns the first set whose uncompressed files all have their SHA-256 in hashes. It returns nil if there is no such set.
func (p Sums) Recognise(hashes []string) *Set {
	for i := range All().Sets {
		s := &All().Sets[i]
		isMissing := func(f SetFile) bool { return !slices.Contains(hashes, p[f.Path]) }
		if !slices.ContainsFunc(s.Files, isMissing) {
			return s
		}
	}
	return nil
}

// Of returns the data set of a loaded graph, nil if the graph belongs to no set. name is the graph of the recipe, which can name the set.
// The user's own files can be recognised as a set. Then the notes of the load contain the About of the set.
func Of(name string, notes []string) *Set {
	named, err := Find(name)
	if err == nil {
		return named
	}
	for i := range All().Sets {
		s := &All().Sets[i]
		if slices.Contains(notes, s.About()) {
			return s
		}
	}
	return nil
}

// OwnSplits reports whether the files of the graph contain its public splits, in the order of their numbers.
func (s *Set) OwnSplits() bool { return len(s.SplitSums) == 0 }

// Bytes returns the total size of the graph's files in bytes, without the files of splits.
func (s *Set) Bytes() (sum int64) {
	for _, f := range s.Files {
		sum += f.Bytes
	}
	return sum
}

// About returns a line about the set for the user: sizes, homophily, terms, citation and note.
func (s *Set) About() string {
	text := fmt.Sprintf("%s (%s): %d nodes, %d edges, %d features, %d classes, edge homophily %.2f. %s Cite: %s.",
		s.Title, s.Family, s.Nodes, s.Edges, s.Features, s.Classes, s.Homophily, s.Terms, strings.Join(s.Cite, "; "))
	if s.Note != "" {
		text += " " + s.Note
	}
	return text
}

// Sources returns the repositories of the set's graph and then of its splits, without duplicates, such as "github.com/owner/name, commit
// 0123456".
func (s *Set) Sources() (list []string) {
	var bases []string
	if !s.OwnSplits() {
		bases = []string{"geom-gcn"} // the base of all split files
	}
	for _, f := range s.Files {
		base, _, _ := strings.Cut(f.At, ":")
		bases = append(bases, base)
	}
	slices.Reverse(bases) // the base of the splits is now the last
	for _, base := range bases {
		path := strings.TrimPrefix(All().Bases[base], rawHost)
		parts := strings.Split(path, "/")
		owner, repository, commit := parts[0], parts[1], parts[2]
		text := fmt.Sprintf("github.com/%s/%s, commit %.7s", owner, repository, commit)
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// rawHost is the beginning of all Bases of the manifest. Owner, repository and commit follow in every base: "owner/name/commit/…".
const rawHost = "https://raw.githubusercontent.com/"

// MirrorNote returns the note of a load from a page with a mirror. mirror is the address of the mirror.
func MirrorNote(mirror string) string {
	return "This page has its own copy of the public data sets, at " + mirror + "."
}

// SplitNumber returns the number of a recipe's public split: 3 for "public:3", and 0 for "", the default. It returns −1 for any other
// split, which needs no file. A public split without a number from 0 to 9 is an error.
func SplitNumber(spec string) (int, error) {
	if spec == "" {
		return 0, nil
	}
	text, isPublic := strings.CutPrefix(spec, SplitPrefix)
	if !isPublic {
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
	name      string    // last part of the path, such as "out1_graph_edges.txt"
	addresses []address // in the order of the attempts: mirror, then source
}

// address is a URL with the sum of its file. If SHA256 is "", the content of the file is unknown, and Bytes is its largest allowed size.
type address struct {
	url string
	Sum
}

// plan returns the files of a set to fetch. The file of public split k is the last, unless k is negative or the files contain the splits.
// mirror is the address of a mirror with a final slash, or "" if the page has no mirror.
func (m *Manifest) plan(s *Set, k int, mirror string) []item {
	var list []item
	for _, f := range s.Files {
		base, path, _ := strings.Cut(f.At, ":")
		wanted := item{name: last(f.Path)}
		if mirror != "" {
			if f.Gzip != nil {
				wanted.addresses = append(wanted.addresses, address{mirror + f.Path + ".gz", *f.Gzip})
			} else {
				wanted.addresses = append(wanted.addresses, address{mirror + f.Path, f.Sum})
			}
		}
		wanted.addresses = append(wanted.addresses, address{m.Bases[base] + path, f.Sum})
		list = append(list, wanted)
	}
	if k < 0 || s.OwnSplits() {
		return list
	}
	name, sum := s.splitName(k), s.SplitSums[k]
	split := item{name: name}
	if mirror != "" {
		split.addresses = append(split.addresses, address{mirror + s.Name + "/splits/" + name, sum})
	}
	split.addresses = append(split.addresses, address{m.Bases["geom-gcn"] + "splits/" + name, sum}) // the base of all split files
	return append(list, split)
}

// splitName returns the name of the file with split k.
func (s *Set) splitName(k int) string { return fmt.Sprintf("%s_split_0.6_0.2_%d.npz", s.SplitStem, k) }

// last returns the last part of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// MirrorFiles returns the files that a mirror has of the set and of all its splits, without duplicates.
func (s *Set) MirrorFiles(sums Sums) []MirrorFile {
	var list []MirrorFile
	const mirror = "/" // an address of a mirror; plan then returns the URL "/" + path for a file in the mirror
	for k := range Splits {
		for _, wanted := range All().plan(s.with(sums), k, mirror) {
			inMirror, source := wanted.addresses[0], wanted.addresses[1] // a plan with a mirror has both
			f := MirrorFile{Path: inMirror.url[len(mirror):], URL: source.url, Sum: inMirror.Sum}
			if k > 0 && !strings.Contains(f.Path, "/splits/") {
				continue // the plan of each split repeats the files of the graph, which the plan of split 0 has added to list
			}
			list = append(list, f)
		}
	}
	return list
}

// MirrorFile is a file of a mirror.
type MirrorFile struct {
	Path string // below the mirror's folder
	URL  string // address of the uncompressed file at its source
	Sum
}
