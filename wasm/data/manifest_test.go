//go:build !js

package data

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio"
)

// folder has local copies of the data sets.
const folder = "../../../shared/datasets"

// disk is a Transport that has the files of folder at the address "disk/". get counts requests.
type folderTransport struct{ get int }

// Get implements Transport.
func (d *folderTransport) Get(url string, from int64) (Response, error) {
	d.get++
	b, err := os.ReadFile(filepath.Join(folder, strings.TrimPrefix(url, "disk/")))
	if err != nil {
		return &fakeResponse{result: result{status: 404}}, nil
	}
	return &wholeResponse{b}, nil
}

// whole is a Response with one piece.
type wholeResponse struct{ b []byte }

func (*wholeResponse) Status() int         { return 200 }
func (*wholeResponse) Rest() time.Duration { return 0 }
func (*wholeResponse) Start() int64        { return -1 }
func (*wholeResponse) Close()              {}

// Next implements Response.
func (w *wholeResponse) Next() ([]byte, error) {
	b := w.b
	w.b = nil
	if b == nil {
		return nil, io.EOF
	}
	return b, nil
}

// TestManifestIsComplete checks that every address contains a commit and has a checksum, and that every set has terms and citations.
func TestManifestIsComplete(t *testing.T) {
	m := All()
	if len(m.Sets) != 13 {
		t.Fatalf("%d sets", len(m.Sets))
	}
	hex64 := regexp.MustCompile(`^[0-9a-f]{64}$`)
	pinned := regexp.MustCompile(`^https://raw\.githubusercontent\.com/[^/]+/[^/]+/[0-9a-f]{40}/`)
	sums, err := Published()
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Sets {
		s := &m.Sets[i]
		if len(s.SplitSums) != Splits && !s.OwnSplits() {
			t.Fatalf("%s: %d sums of splits", s.Name, len(s.SplitSums))
		}
		if s.Terms == "" || len(s.Cite) == 0 || !strings.Contains(s.About(), s.Terms) {
			t.Errorf("%s: no terms or citation", s.Name)
		}
		for k := -1; k < Splits; k++ {
			list := m.plan(s.with(sums), k, "")
			for _, it := range list {
				a := it.addresses[0]
				if !pinned.MatchString(a.url) || a.Bytes <= 0 {
					t.Errorf("%s: %+v", s.Name, a)
				}
				if !hex64.MatchString(a.SHA256) {
					t.Errorf("%s, split %d: %+v", s.Name, k, it)
				}
			}
		}
	}
	if _, err := Find("data:nowhere"); err == nil || !strings.Contains(err.Error(), "texas") {
		t.Errorf("an unknown set: %v", err)
	}
}

// Files of a mirror have the sums of the manifest, and graphs have its sizes and homophilies.
func TestMirrorAgreesWithTheManifest(t *testing.T) {
	if _, err := os.Stat(folder); err != nil {
		t.Fatalf("%v (the data sets are expected beside the repository, in ../shared/datasets)", err)
	}
	read := map[string]bool{"texas": true, "cora": true, "chameleon": true, "cornell_legacy": true, "chameleon_filtered": true,
		"minesweeper": true}
	for i := range All().Sets {
		s := &All().Sets[i]
		f := &Fetcher{Hash: hexSum, Transport: &folderTransport{}, Mirror: "disk/", Sums: Published, Sleep: func(time.Duration) {}}
		for k := range Splits {
			files, _, err := f.Set(s, k)
			if err != nil {
				t.Fatal(err)
			}
			if s.OwnSplits() != strings.HasSuffix(s.Files[0].Path, ".npz") || s.OwnSplits() && len(files) != 1 {
				t.Errorf("%s: %d files, splits of its own: %v", s.Name, len(files), s.OwnSplits())
			}
			if k > 0 || !read[s.Name] {
				continue
			}
			r, err := graphio.Read(graphioFiles(files))
			if err != nil {
				t.Fatal(err)
			}
			g := r.Graph
			if g.N != s.Nodes || len(g.Edges) != s.Edges || g.X.Cols != s.Features || g.Classes != s.Classes ||
				math.Abs(g.EdgeHomophily()-s.Homophily) > 5e-5 || math.Abs(g.NodeHomophily()-s.NodeHomophily) > 5e-5 ||
				len(r.Splits) != 1 && !s.OwnSplits() || s.OwnSplits() && len(r.Splits) != Splits {
				t.Errorf("%s: %d nodes, %d edges, %d features, %d classes, homophily %.4f, %.4f, %d splits", s.Name, g.N, len(g.Edges), g.X.Cols,
					g.Classes, g.EdgeHomophily(), g.NodeHomophily(), len(r.Splits))
			}
		}
	}
}
