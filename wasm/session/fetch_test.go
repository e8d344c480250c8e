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

// hostWithMirror is a simulatedHost with a mirror of the public data sets: the folder of their local copies. It has no other network, and
// it sends whole files from any offset.
type hostWithMirror struct {
	*simulatedHost
	pieceTime time.Duration // time for each piece of a response
}

// Fetcher implements session.Host.
func (c *hostWithMirror) Fetcher() *data.Fetcher {
	return &data.Fetcher{Transport: c, Mirror: "disk/", Sums: data.Published, Sleep: func(time.Duration) {}}
}

// Get implements data.Transport.
func (c *hostWithMirror) Get(url string, from int64) (data.Response, error) {
	path, isOnMirror := strings.CutPrefix(url, "disk/")
	if !isOnMirror {
		return nil, errors.New("no network")
	}
	b, err := os.ReadFile(filepath.Join("../../../shared/datasets", path))
	if err != nil {
		return nil, err
	}
	return &responseInPieces{c, b}, nil
}

// responseInPieces is a data.Response in pieces of 64 kB.
type responseInPieces struct {
	host *hostWithMirror
	rest []byte // remaining bytes
}

func (*responseInPieces) Status() int         { return 200 }
func (*responseInPieces) Rest() time.Duration { return 0 }
func (*responseInPieces) Start() int64        { return -1 }
func (*responseInPieces) Close()              {}

// Next implements data.Response.
func (p *responseInPieces) Next() ([]byte, error) {
	p.host.now += p.host.pieceTime
	if len(p.rest) == 0 {
		return nil, io.EOF
	}
	n := min(len(p.rest), 64<<10)
	b := p.rest[:n]
	p.rest = p.rest[n:]
	return b, nil
}

// newHostWithMirror returns a host whose network needs pieceTime for each piece of a response.
func newHostWithMirror(pieceTime time.Duration) *hostWithMirror {
	c := &hostWithMirror{simulatedHost: &simulatedHost{now: clockStart, yielded: clockStart}, pieceTime: pieceTime}
	c.session = newSession(c, session.Core{Files: jobs.Do})
	return c
}

// A public data set is fetched with reports of its progress. The graph has the name, the named split and the licence of the set. An
// unknown set, an unknown split, an address without encryption and an address that is not reached are errors.
func TestLoadPublicData(t *testing.T) {
	c := newHostWithMirror(100 * time.Millisecond)
	replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:texas", Split: "public:2"}})
	var info *proto.GraphInfo
	progress := 0
	for _, r := range replies {
		switch r.Kind {
		case flat.Loaded:
			info = r.Graph
		case flat.Progress:
			progress++
			if !strings.Contains(r.What, "Texas") || r.Fraction < 0 || r.Fraction > 1 {
				t.Errorf("a report of progress is %+v", r)
			}
		}
	}
	if info == nil {
		t.Fatalf("no graph is loaded: %+v", last(t, replies))
	}
	if info.Name != "Texas" || info.N != 183 || len(info.Train) != 87 {
		t.Errorf("the graph is %s with %d nodes, %d for training; want Texas, 183, 87", info.Name, info.N, len(info.Train))
	}
	if progress == 0 || !strings.Contains(strings.Join(info.Notes, "\n"), "MIT") {
		t.Errorf("%d reports of progress, want at least 1; the notes are %q, want the licence in them", progress, info.Notes)
	}

	// Sets, splits and addresses that cannot be loaded. After an error the last reply is a frame of Texas, which is not final.
	for _, bad := range []recipe.Setup{{Graph: "data:nowhere"}, {Graph: "data:texas", Split: "public:10"}, {Graph: "url:http://x/y"},
		{Graph: "url:https://x/y"}} {
		if r := last(t, c.do(flat.Request{Seq: 2, Kind: flat.Load, Recipe: bad})); r.Final && r.Kind != flat.Failed {
			t.Errorf("the recipe %+v is loaded", bad)
		}
	}
}

// A Pause stops a fetch, which ends with an error. A newer Load stops it, too, and is answered.
func TestPauseOrLoadStopsFetch(t *testing.T) {
	c := newHostWithMirror(100 * time.Millisecond)
	c.later = []timedRequest{{500 * time.Millisecond, flat.Request{Seq: 2, Kind: flat.Pause}}} // after five pieces
	replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:cora"}})
	isCancelled := slices.ContainsFunc(replies, func(r flat.Reply) bool {
		return r.Seq == 1 && r.Kind == flat.Failed && strings.Contains(r.Message, "cancelled")
	})
	if !isCancelled {
		t.Errorf("a Pause does not stop the fetch: %+v", replies)
	}

	// A newer load in place of the Pause.
	c = newHostWithMirror(100 * time.Millisecond)
	c.later = []timedRequest{{500 * time.Millisecond, flat.Request{Seq: 2, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate"}}}}
	replies = c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:cora"}})
	if r := last(t, replies); r.Seq != 2 || r.Kind != flat.Framed {
		t.Errorf("the newer load ends with %+v, want a frame", r)
	}
}

// A Local load fetches a set from the page's own host. For a graph of another host it fails once, with the name of the host.
func TestLocalLoadNamesTheHost(t *testing.T) {
	c := newHostWithMirror(0)
	replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Local: true, Recipe: recipe.Setup{Graph: "data:texas"}})
	if r := last(t, replies); r.Kind == flat.Failed {
		t.Fatalf("a set on the host of the page gives %+v", r)
	}
	failed := 0
	for _, r := range c.do(flat.Request{Seq: 2, Kind: flat.Load, Local: true,
		Recipe: recipe.Setup{Graph: "url:https://far.example/g.csv"}}) {
		if r.Kind == flat.Failed && r.Host == "far.example" && r.Final {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%d replies name the host far.example, want 1", failed)
	}
}

// Files of a public set have its name and licence under any file names, in a zip archive or not. The node files of the older Cornell and
// of Texas are equal, and their sets are distinguished by the edges. With another edge the graph has the name of the
// first file. The eight files of Cora are recognised, too.
func TestPublicFilesAreRecognised(t *testing.T) {
	// open returns the graph of files.
	open := func(list ...content.File) *proto.GraphInfo {
		t.Helper()
		for _, r := range newHostWithMirror(0).do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"}, Files: list}) {
			if r.Kind == flat.Loaded {
				return r.Graph
			}
		}
		t.Fatalf("the files with %s are not loaded", list[0].Name)
		return nil
	}
	// read returns the local copy of a file.
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

		// The two files in a zip archive.
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
				t.Errorf("the files of %s are recognised as %q, with the notes %q", set, g.Name, g.Notes)
			}
		}

		// Another edge.
		more := append(edges, "0\t1\n"...)
		g := open(content.File{Name: "b", Data: nodes}, content.File{Name: "e", Data: more})
		if g.Name != "b" || data.Of("file", g.Notes) != nil {
			t.Errorf("%s with another edge has the name %q, want b", set, g.Name)
		}
	}

	// The eight files of Cora.
	var cora []content.File
	for _, part := range []string{"x", "y", "tx", "ty", "allx", "ally", "graph", "test.index"} {
		cora = append(cora, content.File{Name: "part." + part, Data: read("cora/ind.cora." + part)})
	}
	if g := open(cora...); g.Name != "Cora" {
		t.Errorf("the files of Cora are recognised as %q", g.Name)
	}
}

// Of a set whose file has its splits, a recipe loads the named split, by default the first one, or draws one. The three splits have
// different training sets.
func TestLoadSetWithOwnSplits(t *testing.T) {
	trainings := map[string]bool{} // the different training sets
	// The numbers of training nodes: 409 and 427 in the first two masks of the file, and 20 nodes of each of five classes.
	for split, train := range map[string]int{"": 409, "public:0": 409, "public:1": 427, "per-class:20": 100} {
		c := newHostWithMirror(0)
		replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "data:chameleon_filtered", Split: split}})
		var g *proto.GraphInfo
		for _, r := range replies {
			if r.Kind == flat.Loaded {
				g = r.Graph
			}
		}
		if g == nil || g.N != 890 || len(g.Train) != train || !strings.Contains(strings.Join(g.Notes, "\n"), "MIT licence") {
			t.Fatalf("the split %q gives %+v, want %d training nodes and the licence", split, last(t, replies), train)
		}
		trainings[fmt.Sprint(g.Train)] = true
	}
	if len(trainings) != 3 { // "" and public:0 are the same split
		t.Errorf("%d different training sets, want 3", len(trainings))
	}
}
