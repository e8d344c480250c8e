package graphio

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"sheafscope/core/graph"
)

// probe reads files within the limits of bounded. The result must be an *Error or a sound graph.
// An *Error has a file, a message and a remedy, and at most 1000 bytes beside the name of the file.
// A graph is sound if its sizes agree, its edges are in order and distinct, labels and features are in range, splits are sound, and names
// are clean. A small graph must also survive writing and reading in every format.
func probe(t *testing.T, files ...File) {
	t.Helper()
	size := 0
	for _, f := range files {
		size += len(f.Data)
	}
	var r *Found
	var err error
	bounded(t, size, func() { r, err = Read(files) })
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Msg == "" || e.File == "" || e.Remedy == "" || len(e.Error()) > 1000+MaxName {
			t.Fatalf("the error %#v has no message, file or remedy, or is too long", err)
		}
		return
	}
	g := r.Graph
	if g.N < 1 || g.N > MaxNodes {
		t.Fatalf("the graph has %d nodes, want 1 to %d", g.N, MaxNodes)
	}
	if len(g.Labels) != g.N || g.X.Rows != g.N || g.X.Check() != nil {
		t.Fatalf("labels or features do not fit the nodes of %+v: %v", g, g.X.Check())
	}
	hasNames := func(names []string, size int) bool { return names == nil || len(names) == size }
	if !hasNames(g.NodeNames, g.N) || !hasNames(g.ClassNames, g.Classes) || !hasNames(g.FeatureNames, g.X.Cols) {
		t.Fatalf("the numbers of names do not fit %+v with %d features", g, g.X.Cols)
	}
	// Edges have 0 ≤ I < J < n. They are sorted by their first end, and none occurs twice.
	seen := make(map[graph.Edge]bool, len(g.Edges))
	for k, e := range g.Edges {
		if e.I < 0 || e.I >= e.J || int(e.J) >= g.N {
			t.Fatalf("edge %d of %d nodes is %v", k, g.N, e)
		}
		if k > 0 && e.I < g.Edges[k-1].I {
			t.Fatalf("edge %d is %v behind %v", k, e, g.Edges[k-1])
		}
		if seen[e] {
			t.Fatalf("edge %d, %v, occurs twice", k, e)
		}
		seen[e] = true
	}
	for _, y := range g.Labels {
		if y < -1 || y >= g.Classes || g.Classes > MaxClasses {
			t.Fatalf("the label %d is not one of %d classes, at most %d", y, g.Classes, MaxClasses)
		}
	}
	for _, v := range g.X.Val {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("the feature %v is not finite", v)
		}
	}
	for _, s := range r.Splits {
		if err := s.Check(g.N); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range append(append(append([]string{g.Name}, g.NodeNames...), g.ClassNames...), g.FeatureNames...) {
		if n != cleanName(n) {
			t.Fatalf("the name %q is not clean", n)
		}
	}
	// Larger graphs would make writing in every format slow.
	if g.N <= 50 && g.X.Cols <= 50 && len(g.Edges) <= 200 {
		for _, format := range WriteFormats() {
			checkRoundTrip(t, g, format)
		}
	}
}

// checkRoundTrip writes g in a format and reads the files. The result must equal g in everything that the format stores.
func checkRoundTrip(t *testing.T, g *graph.Graph, format string) {
	t.Helper()
	files, err := WriteWith(g, nil, format)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(files)
	if err != nil {
		t.Fatalf("written as %s: %v\n%s", format, err, files[len(files)-1].Data)
	}
	got, want := r.Graph, *g
	switch format {
	case "npz":
		got.Name, want.Name = "", ""
	case "geom-gcn", "csv":
		// These files have no name of the graph, no names of empty classes, and no empty classes at the end. Of two equal names of features
		// they keep one. Names of classes and features are therefore not compared.
		want.Classes, want.Name, want.ClassNames, want.FeatureNames = 0, "", nil, nil
		for _, y := range want.Labels {
			want.Classes = max(want.Classes, y+1)
		}
		got.Name, got.ClassNames, got.FeatureNames = "", nil, nil
		if format != "csv" {
			want.NodeNames = nil
		}
	}
	checkSameGraph(t, got, &want, true)
	if t.Failed() {
		t.Fatalf("written as %s:\n%.2000s", format, files[len(files)-1].Data)
	}
}

// Each fuzz test changes its seeds at random, and probe checks the reading.

// FuzzReadGeomGCN changes the two files of a graph in Geom-GCN.
func FuzzReadGeomGCN(f *testing.F) {
	f.Add([]byte(smallEdges), []byte(smallNodes))
	f.Add([]byte("node_id\tnode_id\n0\t1\n"), []byte("node_id\tfeature(feature_amount:3)\tlabel\n1\t3,0,3\t0\n0\t\t-1\n"))
	f.Fuzz(func(t *testing.T, edges, nodes []byte) {
		probe(t, File{Name: "e", Data: edges}, File{Name: "n", Data: nodes})
	})
}

// FuzzReadTables changes an edge list, and a node table unless it is empty.
func FuzzReadTables(f *testing.F) {
	f.Add([]byte("0,1\n1,2\n"), []byte(""))
	f.Add([]byte("source\ttarget\nä\tb\n"), []byte("id;label;x\nä;1;0.5\nb;0;1e3\n"))
	f.Add([]byte("# c\n1 2\n"), []byte("id,name,class,class_name,feature:a\n1,n,0,k,3\n2,\"m,\",-1,,4\n"))
	f.Add([]byte("a|b\r\nb|c\r"), []byte("id,features(9)\na,1:2 8:0.5\nb,\nc,\n"))
	f.Add([]byte("a,b\nb,c\n"), []byte("id,class,Split\na,0,train\nb,,Validation\nc,0,TEST\n"))
	f.Fuzz(func(t *testing.T, edges, nodes []byte) {
		if len(nodes) == 0 {
			probe(t, File{Name: "e", Data: edges})
		} else {
			probe(t, File{Name: "e", Data: edges}, File{Name: "n", Data: nodes})
		}
	})
}

// FuzzReadJSON changes files of node-link JSON and lists of edges.
func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`{"graph": {"name": "Z"}, "nodes": [{"id": 0, "club": "a", "x": [1, 2]}, {"id": 1}], "links": [{"source": 0, "target": 1}]}`))
	f.Add([]byte(`{"nodes": [{"name": "p", "group": 3}, {"name": "q", "v": 1.5, "w": {"a": []}}], "edges": [{"source": "p", "target": "q"}]}`))
	f.Add([]byte(`": 0,: 1"`)) // names with a colon, whose table of nodes was taken as lists below a heading
	f.Add([]byte(`{"nodes": [{"id": "a: b"}, {"id": ": a"}, {"id": "c: b, a: c"}], "links": [{"source": "a: b", "target": ": a"}]}`))
	f.Add([]byte(`[["a -> b", "c -> d"], ["c -> d", "e -> a"]]`))
	f.Add([]byte(`[["Laplacians of the sheaves of a graph", "Sheaves on the cells of a tree"]]`)) // titles, which are no prose
	addWritten(f, "json")
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.json", Data: d}) })
}

// FuzzReadGraphML changes files of GraphML.
func FuzzReadGraphML(f *testing.F) {
	f.Add([]byte(`<graphml><key id="a" for="node" attr.name="club"><default>x</default></key><graph><node id="0"><data ` +
		`key="a">y</data></node><node id="1"/><edge source="0" target="1"/></graph></graphml>`))
	f.Add([]byte(`<!DOCTYPE g [<!ENTITY a "b">]><graphml>&a;</graphml>`))
	addWritten(f, "graphml")
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.graphml", Data: d}) })
}

// FuzzReadGEXF changes files of GEXF.
func FuzzReadGEXF(f *testing.F) {
	f.Add([]byte(`<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" version="1.2"><graph><attributes ` +
		`class="node"><attribute id="0" title="group"/></attributes><nodes><node id="a" label="A"><attvalues><attvalue for="0" ` +
		`value="2"/></attvalues><viz:size value="3"/></node></nodes><edges><edge source="a" target="a"/></edges></graph></gexf>`))
	f.Add([]byte(`<gexf xmlns="http://gexf.net/1.3" version="1.3"><meta><description>d</description></meta><graph><nodes><node ` +
		`id="0"/><node id="1"/></nodes><edges><edge id="0" source="0" target="1" kind="x"/></edges></graph></gexf>`))
	addWritten(f, "gexf")
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.gexf", Data: d}) })
}

// FuzzReadPajek changes files of Pajek.
func FuzzReadPajek(f *testing.F) {
	f.Add([]byte("*Network t\n*Vertices 4\n1 \"a b\" 0.1\n2 c\n*Arcs\n1 2 1\n*Edgeslist\n3 1 4\n"))
	f.Add([]byte("% c\n*vertices 2\n*matrix\n0 1\n1 0\n*Partition p\n"))
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.net", Data: d}) })
}

// FuzzReadGraph6 changes the text after the header of graph6.
func FuzzReadGraph6(f *testing.F) {
	f.Add([]byte("DQc"))
	f.Add([]byte(">>graph6<<~?@?xxx"))
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.g6", Data: append([]byte(graph6Header), d...)}) })
}

// FuzzReadNPZ changes archives of arrays, read as a graph, as arrays and as masks.
func FuzzReadNPZ(f *testing.F) {
	addWritten(f, "npz")
	a := archive("edges.npy", []byte("\x93NUMPY\x01\x00\x36\x00{'descr': '<i4', 'fortran_order': True, 'shape': (1, 2)}"))
	f.Add(a.Data)
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{Name: "g.npz", Data: d})
		// Any result or error is right here. Only time, memory and panics are tested.
		bounded(t, len(d), func() { ReadNPZ("g.npz", d) })
		bounded(t, len(d), func() { ReadSplitNPZ("g.npz", d, 7) })
	})
}

// FuzzReadNPY changes an array inside an archive. A change of the archive itself would only break its checksum.
func FuzzReadNPY(f *testing.F) {
	f.Add([]byte("\x93NUMPY\x01\x00\x3a\x00{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2)}\n\x00\x00\x00\x00\x01\x00\x00\x00"))
	f.Add([]byte("\x93NUMPY\x02\x00\x3a\x00\x00\x00{'descr': '>f8', 'fortran_order': True, 'shape': (1, 0,)}\n"))
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, archive("edges.npy", d))
		// For a type of elements that no graph has, parseNPY returns neither an array nor an error.
		if a, err := parseNPY(File{Name: "a.npy", Data: d}); err == nil && a != nil {
			for k := range min(a.len(), 1000) {
				a.float(k)
			}
		}
	})
}

// FuzzReadPickle changes pickles, read as an array of objects, as any value and as parts of a Planetoid set.
func FuzzReadPickle(f *testing.F) {
	// The seeds are a dictionary of lists (a graph), an array of integers, a sparse matrix, a call of a program that must not run, and two
	// arrays of objects.
	head := "\x80\x02ccollections\ndefaultdict\nq\x01c__builtin__\nlist\nq\x02\x85q\x03Rq\x04"
	f.Add([]byte(head + "(K\x00]q\x05(K\x01K\x02eK\x01]q\x06K\x00aM\x02\x00]q\x07K\x00au."))
	f.Add([]byte("\x80\x02cnumpy.core.multiarray\n_reconstruct\nq\x01cnumpy\nndarray\nq\x02K\x00\x85U\x01b\x87R" +
		"(K\x01K\x01K\x02\x86cnumpy\ndtype\nU\x02i4K\x00K\x01\x87R(K\x03U\x01<NNNJ" +
		"\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89U\x08\x01\x00\x00\x00\x00\x00\x00\x00tb."))
	f.Add([]byte("\x80\x02cscipy.sparse.csr\ncsr_matrix\n)\x81}(U\x06_shapeK\x01K\x02\x86ub."))
	f.Add([]byte("\x80\x02cos\nsystem\nU\x02id\x85R."))
	f.Add([]byte(objects3 + "NX\x03\x00\x00\x00catq\x0eh\x0eK\x01Netq\x11b."))
	f.Add([]byte(objects4 + "\x8c\x03cat\x94h\x13N\x8a\x01\xffG\x40\x08\x00\x00\x00\x00\x00\x00et\x94b."))
	f.Fuzz(func(t *testing.T, d []byte) {
		// An array of objects has one axis or two. A missing second axis counts as 1.
		if a := parseObjects(File{Name: "p", Data: d}); a != nil && a.len() != a.shape[0]*append(a.shape, 1)[1] {
			t.Errorf("the array has %d objects in the shape %v", a.len(), a.shape)
		}
		v, err := unpickle(File{Name: "p", Data: d})
		if err != nil {
			return
		}
		if s, ok := v.(*pySparse); ok {
			s.rows("p")
		}
		// The value as a part of a Planetoid set. The method readEdges, here for 3 nodes, must only not panic.
		index := File{Name: "ind.t.test.index", Data: []byte("1\n")}
		for _, role := range []string{"graph", "x", "ally"} {
			probe(t, File{Name: "ind.t." + role, Data: d}, index)
		}
		p := &planetoidParts{files: map[string]string{}}
		if p.graph, _ = v.(*pyDict); p.graph != nil {
			p.readEdges(3)
		}
	})
}

// FuzzReadPlanetoid changes the parts of a complete Planetoid set.
func FuzzReadPlanetoid(f *testing.F) {
	x, y, g, index := smallPlanetoid()
	f.Add(x, y, g, index)
	f.Add(x, y, pickleGraph(map[int][]int{0: {2, 4}, 4: {0, 0}}), []byte("4\n2\n"))
	f.Fuzz(func(t *testing.T, x, y, g, index []byte) {
		probe(t, File{Name: "ind.t.allx", Data: x}, File{Name: "ind.t.ally", Data: y}, File{Name: "ind.t.tx", Data: x},
			File{Name: "ind.t.ty", Data: y}, File{Name: "ind.t.x", Data: x},
			File{Name: "ind.t.graph", Data: g}, File{Name: "ind.t.test.index", Data: index})
	})
}

// FuzzReadZip changes zip archives behind their first four bytes, which mark the format.
func FuzzReadZip(f *testing.F) {
	f.Add(archive("dir/e.csv", []byte("0,1\n")).Data)
	f.Add(archive("a.npz", archive("edges.npy", []byte("x")).Data).Data)
	f.Add(archive("e.csv.gz", zipped([]byte("0,1\n1,2\n"))).Data)
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{Name: "g.zip", Data: append([]byte("PK\x03\x04"), bytes.TrimPrefix(d, []byte("PK\x03\x04"))...)})
	})
}

// FuzzReadSplits changes the three arrays of a split, read as masks and as lists of nodes.
func FuzzReadSplits(f *testing.F) {
	// bits returns an array of truth values.
	bits := func(shape, data string) []byte { return npyBytes("|b1", shape, data) }
	f.Add(bits("3,", "\x01\x00\x00"), bits("3,", "\x00\x01\x00"), bits("3,", "\x00\x00\x01"))
	f.Add(bits("2, 3", "\x01\x00\x00\x00\x00\x01"), bits("2, 3", "\x00\x00\x00\x00\x00\x00"), bits("2, 3", "\x00\x01\x00\x01\x01\x00"))
	// The three numbers are 1, NaN and +Inf.
	f.Add(npyBytes("<f4", "3,", "\x00\x00\x80\x3f\x00\x00\xc0\x7f\x00\x00\x80\x7f"), bits("3,", "\x00\x01\x00"), bits("3,", "\x00\x00\x01"))
	f.Fuzz(func(t *testing.T, train, val, test []byte) {
		for _, suffix := range []string{"_mask.npy", "_idx.npy"} {
			masks := archive("train"+suffix, train, "val"+suffix, val, "test"+suffix, test)
			probe(t, File{Name: "e.csv", Data: []byte("0,1\n1,2\n")}, masks)
			s, err := ReadSplitNPZ("m.npz", masks.Data, 3)
			if err == nil {
				err = s.Check(3)
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// FuzzRead changes files of all formats without fixing the format.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"0,1\n", "{", "<a>", "*vertices 1", "DQc", "\x80\x02N.", "\x1f\x8b\x08", "PK\x05\x06", smallEdges, smallNodes} {
		f.Add([]byte(s))
	}
	f.Add(zipped([]byte("0,1\n1,2\n")))
	f.Add(archive("e.csv", []byte("0,1\n")).Data)
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "file", Data: d}) })
}

// addWritten adds two graphs with a split as seeds, as this package writes them in a format. Of several files it adds the first.
func addWritten(f *testing.F, format string) {
	for _, g := range []*graph.Graph{unusualGraph(), graph.Path(3)} {
		split := graph.Split{Train: []int{0}, Val: []int{g.N - 1}, Test: []int{1}}
		files, err := WriteWith(g, &Extra{Split: &split}, format)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(files[0].Data)
	}
}
