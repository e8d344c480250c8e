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

// folderTransport is a Transport that has the files of folder at the address "disk/". It ignores the offset and sends the whole file.
// Any other file has the status 404.
type folderTransport struct{}

// Get implements Transport.
func (*folderTransport) Get(url string, from int64) (Response, error) {
	b, err := os.ReadFile(filepath.Join(folder, strings.TrimPrefix(url, "disk/")))
	if err != nil {
		return &fakeResponse{result: result{status: 404}}, nil
	}
	return &wholeResponse{b}, nil
}

// wholeResponse is a Response with one piece.
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

// The manifest has 13 sets. The first address of each file contains a commit, and has a size and a SHA-256. This holds for each split and
// without a split. Each set has citations, and terms that its text contains. It has the sums of its splits unless its file contains the
// splits. An unknown set is refused with a list of the sets.
func TestManifestIsComplete(t *testing.T) {
	m := All()
	if len(m.Sets) != 13 {
		t.Fatalf("the manifest has %d sets, want 13", len(m.Sets))
	}
	// A SHA-256 of 64 digits, and an address with the 40 digits of a commit.
	hex64 := regexp.MustCompile(`^[0-9a-f]{64}$`)
	pinned := regexp.MustCompile(`^https://raw\.githubusercontent\.com/[^/]+/[^/]+/[0-9a-f]{40}/`)
	sums, err := Published()
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Sets {
		s := &m.Sets[i]
		if len(s.SplitSums) != Splits && !s.OwnSplits() {
			t.Fatalf("%s: %d sums of splits, want %d", s.Name, len(s.SplitSums), Splits)
		}
		if s.Terms == "" || len(s.Cite) == 0 || !strings.Contains(s.About(), s.Terms) {
			t.Errorf("%s: terms %q, %d citations, text %q; want a citation, and the terms in the text", s.Name, s.Terms, len(s.Cite), s.About())
		}
		for k := -1; k < Splits; k++ { // −1 is no split
			// The files to fetch for split k. The first address of a file is requested first.
			list := m.plan(s.with(sums), k, "")
			for _, it := range list {
				a := it.addresses[0]
				if !pinned.MatchString(a.url) || a.Bytes <= 0 {
					t.Errorf("%s: the address %+v has no commit or no size", s.Name, a)
				}
				if !hex64.MatchString(a.SHA256) {
					t.Errorf("%s, split %d: %+v has no SHA-256", s.Name, k, it)
				}
			}
		}
	}
	if _, err := Find("data:nowhere"); err == nil || !strings.Contains(err.Error(), "texas") {
		t.Errorf("an unknown set gives %v, want a list of the sets", err)
	}
}

// The files of a mirror have the sums of the manifest, for each split. A set has splits of its own exactly if it is one .npz file. Six
// sets are read with split 0: their graphs have the sizes, homophilies and number of splits of the manifest.
func TestMirrorAgreesWithTheManifest(t *testing.T) {
	if _, err := os.Stat(folder); err != nil {
		t.Fatalf("%v (the data sets are expected beside the repository, in ../shared/datasets)", err)
	}
	isRead := map[string]bool{"texas": true, "cora": true, "chameleon": true, "cornell_legacy": true, "chameleon_filtered": true,
		"minesweeper": true}
	for i := range All().Sets {
		s := &All().Sets[i]
		f := &Fetcher{Hash: hexSum, Transport: &folderTransport{}, Mirror: "disk/", Sums: Published, Sleep: func(time.Duration) {}}
		for k := range Splits {
			files, _, err := f.Set(s, k)
			if err != nil {
				t.Fatal(err)
			}
			isArchive := strings.HasSuffix(s.Files[0].Path, ".npz")
			hasMore := s.OwnSplits() && len(files) != 1
			if s.OwnSplits() != isArchive || hasMore {
				t.Errorf("%s: %d files, the first one is %s; splits of its own: %v, want them in one .npz file only",
					s.Name, len(files), s.Files[0].Path, s.OwnSplits())
			}
			if k > 0 || !isRead[s.Name] { // other files are only checked by their sums
				continue
			}
			r, err := graphio.Read(graphioFiles(files))
			if err != nil {
				t.Fatal(err)
			}
			g := r.Graph
			if g.N != s.Nodes || len(g.Edges) != s.Edges || g.X.Cols != s.Features || g.Classes != s.Classes {
				t.Errorf("%s: %d nodes, %d edges, %d features, %d classes; want %d, %d, %d, %d", s.Name, g.N, len(g.Edges), g.X.Cols, g.Classes,
					s.Nodes, s.Edges, s.Features, s.Classes)
			}
			// The manifest has four decimals: 5e-5 is half a unit of the last one.
			if math.Abs(g.EdgeHomophily()-s.Homophily) > 5e-5 || math.Abs(g.NodeHomophily()-s.NodeHomophily) > 5e-5 {
				t.Errorf("%s: homophily of the edges %.5f, of the nodes %.5f; want %.4f, %.4f", s.Name, g.EdgeHomophily(), g.NodeHomophily(),
					s.Homophily, s.NodeHomophily)
			}
			wantSplits := 1 // split 0
			if s.OwnSplits() {
				wantSplits = Splits
			}
			if len(r.Splits) != wantSplits {
				t.Errorf("%s: %d splits, want %d", s.Name, len(r.Splits), wantSplits)
			}
		}
	}
}
