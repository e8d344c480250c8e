//go:build !js

package session_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// connected is a world with a mirror of the public data sets: the folder on disk.
type connected struct {
	*world
	slow time.Duration // time for each piece of a response
}

// Fetcher implements session.Host.
func (c *connected) Fetcher() *data.Fetcher {
	return &data.Fetcher{Transport: c, Mirror: "disk/", Sums: data.Published, Sleep: func(time.Duration) {}}
}

// Get implements data.Transport.
func (c *connected) Get(url string, from int64) (data.Response, error) {
	path, ok := strings.CutPrefix(url, "disk/")
	if !ok {
		return nil, errors.New("no network")
	}
	b, err := os.ReadFile(filepath.Join("../../../shared/datasets", path))
	if err != nil {
		return nil, err
	}
	return &pieces{c, b}, nil
}

// pieces is a data.Response in pieces of 64 kB.
type pieces struct {
	c    *connected
	rest []byte // remaining bytes
}

func (*pieces) Status() int         { return 200 }
func (*pieces) Rest() time.Duration { return 0 }
func (*pieces) Start() int64        { return -1 }
func (*pieces) Close()              {}

// Next implements data.Response.
func (p *pieces) Next() ([]byte, error) {
	p.c.now += p.c.slow
	if len(p.rest) == 0 {
		return nil, io.EOF
	}
	n := min(len(p.rest), 64<<10)
	b := p.rest[:n]
	p.rest = p.rest[n:]
	return b, nil
}

// connect returns a world with network, in which each piece of a response takes the time slow.
func connect(slow time.Duration) *connected {
	c := &connected{world: &world{now: zero, yielded: zero}, slow: slow}
	c.session = newSession(c, session.Core{Files: jobs.Do})
	return c
}

// TestLoadPublicData: a public set is fetched with progress, and has its name, its split and its licence.
func TestLoadPublicData(t *testing.T) {
	c := connect(100 * time.Millisecond)
	replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:texas", Split: "public:2"}})
	var info *proto.GraphInfo
	progress := 0
	for _, r := range replies {
		switch r.Kind {
		case flat.Loaded:
			info = r.Graph
		case flat.Progress:
			if progress++; !strings.Contains(r.What, "Texas") || r.Fraction < 0 || r.Fraction > 1 {
				t.Errorf("progress %+v", r)
			}
		}
	}
	if info == nil {
		t.Fatalf("not loaded: %+v", last(t, replies))
	}
	if info.Name != "Texas" || info.N != 183 || len(info.Train) != 87 || progress == 0 || !strings.Contains(strings.Join(info.Notes, "\n"),
		"MIT") {
		t.Errorf("%s, %d nodes, %d in train, %d reports, notes %q", info.Name, info.N, len(info.Train), progress, info.Notes)
	}
	for _, bad := range []recipe.Setup{{Graph: "data:nowhere"}, {Graph: "data:texas", Split: "public:10"}, {Graph: "url:http://x/y"},
		{Graph: "url:https://x/y"}} {
		if r := last(t, c.do(flat.Request{Seq: 2, Kind: flat.Load, Recipe: bad})); r.Final && r.Kind != flat.Failed {
			t.Errorf("%+v was loaded", bad)
		}
	}
}

// TestPauseOrLoadStopsFetch: a Pause or a newer Load stops a fetch, and the newer Load is answered.
func TestPauseOrLoadStopsFetch(t *testing.T) {
	c := connect(100 * time.Millisecond)
	c.later = []timed{{500 * time.Millisecond, flat.Request{Seq: 2, Kind: flat.Pause}}}
	replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:cora"}})
	stopped := false
	for _, r := range replies {
		stopped = stopped || r.Seq == 1 && r.Kind == flat.Failed && strings.Contains(r.Message, "cancelled")
	}
	if !stopped {
		t.Errorf("a Pause did not stop the fetch: %+v", replies)
	}
	c = connect(100 * time.Millisecond)
	c.later = []timed{{500 * time.Millisecond, flat.Request{Seq: 2, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}}}}
	replies = c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:cora"}})
	if r := last(t, replies); r.Seq != 2 || r.Kind != flat.Framed {
		t.Errorf("the newer load ended with %+v", r)
	}
}

// TestLocalLoadNamesTheHost: a Local load fetches a set of the page's own host; the error for another host names it.
func TestLocalLoadNamesTheHost(t *testing.T) {
	c := connect(0)
	replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Local: true, Recipe: recipe.Setup{Graph: "data:texas"}})
	if r := last(t, replies); r.Kind == flat.Failed {
		t.Fatalf("a set beside the page: %+v", r)
	}
	failed := 0
	for _, r := range c.do(flat.Request{Seq: 2, Kind: flat.Load, Local: true,
		Recipe: recipe.Setup{Graph: "url:https://far.example/g.csv"}}) {
		if r.Kind == flat.Failed && r.Host == "far.example" && r.Final {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%d replies name the host", failed)
	}
}

// TestPublicFilesAreRecognised: files of a public set have its name and licence under any file names, in a zip or not. The node files of
// the older Cornell and of Texas are equal, and their sets are told apart. A file with another line keeps its own name.
func TestPublicFilesAreRecognised(t *testing.T) {
	open := func(list ...content.File) *proto.GraphInfo {
		t.Helper()
		for _, r := range connect(0).do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: list}) {
			if r.Kind == flat.Loaded {
				return r.Graph
			}
		}
		t.Fatalf("%s is not loaded", list[0].Name)
		return nil
	}
	read := func(path string) []byte {
		b, err := os.ReadFile(filepath.Join("../../../shared/datasets", path))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, set := range []string{"texas", "cornell", "wisconsin", "cornell_legacy"} {
		edges, nodes := read(set+"/out1_graph_edges.txt"), read(set+"/out1_node_feature_label.txt")
		want, err := data.Find(data.Prefix + set)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := zip.NewWriter(&packed)
		for name, b := range map[string][]byte{"a/edges": edges, "a/nodes": nodes} {
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write(b)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]content.File{{{Name: "b", Data: nodes}, {Name: "e", Data: edges}}, {{Name: "a.zip", Data: packed.Bytes()}}} {
			g := open(list...)
			if g.Name != want.Title || g.N != want.Nodes || !slices.Contains(g.Notes, want.About()) || data.Of("file", g.Notes) != want {
				t.Errorf("the files of %s are called %q, with the notes %q", set, g.Name, g.Notes)
			}
		}
		more := append(edges, "0\t1\n"...)
		g := open(content.File{Name: "b", Data: nodes}, content.File{Name: "e", Data: more})
		if g.Name != "b" || data.Of("file", g.Notes) != nil {
			t.Errorf("%s with another edge is called %q", set, g.Name)
		}
	}
	var cora []content.File
	for _, part := range []string{"x", "y", "tx", "ty", "allx", "ally", "graph", "test.index"} {
		cora = append(cora, content.File{Name: "part." + part, Data: read("cora/ind.cora." + part)})
	}
	if g := open(cora...); g.Name != "Cora" {
		t.Errorf("the files of Cora are called %q", g.Name)
	}
}

// TestLoadSetWithOwnSplits: of a set whose file holds its splits a recipe loads the named one, by default the first, or draws one.
func TestLoadSetWithOwnSplits(t *testing.T) {
	seen := map[string]bool{}
	for split, train := range map[string]int{"": 409, "public:0": 409, "public:1": 427, "per-class:20": 100} {
		c := connect(0)
		replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:chameleon_filtered", Split: split}})
		var g *proto.GraphInfo
		for _, r := range replies {
			if r.Kind == flat.Loaded {
				g = r.Graph
			}
		}
		if g == nil || g.N != 890 || len(g.Train) != train || !strings.Contains(strings.Join(g.Notes, "\n"), "MIT licence") {
			t.Fatalf("%q: %+v", split, last(t, replies))
		}
		seen[fmt.Sprint(g.Train)] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d training sets, want 3", len(seen))
	}
}
