package graphio

import (
	"errors"
	"math"
	"testing"

	"sheafscope/core/graph"
)

// probe reads files and checks that the answer is an *Error or a sound graph.
func probe(t *testing.T, files ...File) {
	t.Helper()
	r, err := Read(files)
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Msg == "" || e.File == "" {
			t.Fatalf("error %#v", err)
		}
		return
	}
	g := r.Graph
	if g.N < 1 || g.N > MaxNodes || len(g.Labels) != g.N || g.X.Rows != g.N || g.X.Check() != nil ||
		g.NodeNames != nil && len(g.NodeNames) != g.N || g.ClassNames != nil && len(g.ClassNames) != g.Classes ||
		g.FeatureNames != nil && len(g.FeatureNames) != g.X.Cols {
		t.Fatalf("unsound graph %+v, features %v", g, g.X.Check())
	}
	for k, e := range g.Edges {
		if e.I < 0 || e.I >= e.J || int(e.J) >= g.N || k > 0 && (e.I < g.Edges[k-1].I || e == g.Edges[k-1]) {
			t.Fatalf("edge %d is %v", k, e)
		}
	}
	for _, y := range g.Labels {
		if y < -1 || y >= g.Classes || g.Classes > MaxClasses {
			t.Fatalf("label %d of %d classes", y, g.Classes)
		}
	}
	for _, v := range g.X.Val {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("feature %v", v)
		}
	}
	for _, s := range r.Splits {
		if err := s.Check(g.N); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range append(append(append([]string{g.Name}, g.NodeNames...), g.ClassNames...), g.FeatureNames...) {
		if n != cleanName(n) {
			t.Fatalf("name %q", n)
		}
	}
	if g.N <= 50 && g.X.Cols <= 50 {
		for _, format := range []string{"graphml", "gexf", "json"} {
			files, err := Write(g, format)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Read(files)
			if err != nil {
				t.Fatalf("%v\n%s", err, files[0].Data)
			}
			same(t, again.Graph, g, true)
		}
	}
}

func FuzzReadGeomGCN(f *testing.F) {
	f.Add([]byte(smallEdges), []byte(smallNodes))
	f.Add([]byte("node_id\tnode_id\n0\t1\n"), []byte("node_id\tfeature(feature_amount:3)\tlabel\n1\t3,0,3\t0\n0\t\t-1\n"))
	f.Fuzz(func(t *testing.T, edges, nodes []byte) { probe(t, File{"e", edges}, File{"n", nodes}) })
}

func FuzzReadTables(f *testing.F) {
	f.Add([]byte("0,1\n1,2\n"), []byte(""))
	f.Add([]byte("source\ttarget\nä\tb\n"), []byte("id;label;x\nä;1;0.5\nb;0;1e3\n"))
	f.Add([]byte("# c\n1 2\n"), []byte("id,name,class,class_name,feature:a\n1,n,0,k,3\n2,\"m,\",-1,,4\n"))
	f.Add([]byte("a|b\r\nb|c\r"), []byte("id,features(9)\na,1:2 8:0.5\nb,\nc,\n"))
	f.Fuzz(func(t *testing.T, edges, nodes []byte) {
		if len(nodes) == 0 {
			probe(t, File{"e", edges})
		} else {
			probe(t, File{"e", edges}, File{"n", nodes})
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`{"graph": {"name": "Z"}, "nodes": [{"id": 0, "club": "a", "x": [1, 2]}, {"id": 1}], "links": [{"source": 0, "target": 1}]}`))
	f.Add([]byte(`{"nodes": [{"name": "p", "group": 3}, {"name": "q", "v": 1.5, "w": {"a": []}}], "edges": [{"source": "p", "target": "q"}]}`))
	addWritten(f, "json")
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{"g.json", d}) })
}

func FuzzReadXML(f *testing.F) {
	f.Add([]byte(`<graphml><key id="a" for="node" attr.name="club"><default>x</default></key><graph><node id="0"><data key="a">y</data></node><node id="1"/><edge source="0" target="1"/></graph></graphml>`))
	f.Add([]byte(`<gexf><graph><attributes class="node"><attribute id="0" title="group"/></attributes><nodes><node id="a" label="A"><attvalues><attvalue for="0" value="2"/></attvalues></node></nodes><edges><edge source="a" target="a"/></edges></graph></gexf>`))
	f.Add([]byte(`<!DOCTYPE g [<!ENTITY a "b">]><graphml>&a;</graphml>`))
	addWritten(f, "graphml")
	addWritten(f, "gexf")
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{"g.xml", d}) })
}

func FuzzReadPajek(f *testing.F) {
	f.Add([]byte("*Network t\n*Vertices 4\n1 \"a b\" 0.1\n2 c\n*Arcs\n1 2 1\n*Edgeslist\n3 1 4\n"))
	f.Add([]byte("% c\n*vertices 2\n*matrix\n0 1\n1 0\n*Partition p\n"))
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{"g.net", d}) })
}

func FuzzReadGraph6(f *testing.F) {
	f.Add([]byte("DQc"))
	f.Add([]byte(">>graph6<<~?@?xxx"))
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{"g.g6", append([]byte(graph6Header), d...)}) })
}

func FuzzReadNPZ(f *testing.F) {
	addWritten(f, "npz")
	a := archive("edges.npy", []byte("\x93NUMPY\x01\x00\x36\x00{'descr': '<i4', 'fortran_order': True, 'shape': (1, 2)}"))
	f.Add(a.Data)
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{"g.npz", d})
		ReadNPZ("g.npz", d)
		ReadSplitNPZ("g.npz", d, 7)
	})
}

// FuzzReadNPY fuzzes the array format inside the archive, where a changed byte
// would only break the archive's checksum.
func FuzzReadNPY(f *testing.F) {
	f.Add([]byte("\x93NUMPY\x01\x00\x3a\x00{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2)}\n\x00\x00\x00\x00\x01\x00\x00\x00"))
	f.Add([]byte("\x93NUMPY\x02\x00\x3a\x00\x00\x00{'descr': '>f8', 'fortran_order': True, 'shape': (1, 0,)}\n"))
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, archive("edges.npy", d))
		if a, err := parseNPY(File{"a.npy", d}); err == nil {
			for k := range min(a.len(), 1000) {
				a.float(k)
			}
		}
	})
}

func FuzzReadPickle(f *testing.F) {
	head := "\x80\x02ccollections\ndefaultdict\nq\x01c__builtin__\nlist\nq\x02\x85q\x03Rq\x04"
	f.Add([]byte(head + "(K\x00]q\x05(K\x01K\x02eK\x01]q\x06K\x00aM\x02\x00]q\x07K\x00au."))
	f.Add([]byte("\x80\x02cnumpy.core.multiarray\n_reconstruct\nq\x01cnumpy\nndarray\nq\x02K\x00\x85U\x01b\x87R(K\x01K\x01K\x02\x86cnumpy\ndtype\nU\x02i4K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89U\x08\x01\x00\x00\x00\x00\x00\x00\x00tb."))
	f.Add([]byte("\x80\x02cscipy.sparse.csr\ncsr_matrix\n)\x81}(U\x06_shapeK\x01K\x02\x86ub."))
	f.Add([]byte("\x80\x02cos\nsystem\nU\x02id\x85R."))
	f.Fuzz(func(t *testing.T, d []byte) {
		v, err := unpickle(File{"p", d})
		if err != nil {
			return
		}
		if s, ok := v.(*pySparse); ok {
			s.rows("p")
		}
		index := File{"ind.t.test.index", []byte("1\n")}
		for _, role := range []string{"graph", "x", "ally"} {
			probe(t, File{"ind.t." + role, d}, index)
		}
		p := &planetoidParts{files: map[string]string{}}
		if p.graph, _ = v.(*pyDict); p.graph != nil {
			p.edges(3)
		}
	})
}

// FuzzRead feeds any bytes to the recognition of formats.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"0,1\n", "{", "<a>", "*vertices 1", "DQc", "\x80\x02N.", "\x1f\x8b\x08", "PK\x05\x06", smallEdges, smallNodes} {
		f.Add([]byte(s))
	}
	f.Add(zipped([]byte("0,1\n1,2\n")))
	f.Add(archive("e.csv", []byte("0,1\n")).Data)
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{"file", d}) })
}

// addWritten adds graphs in a format that this package writes.
func addWritten(f *testing.F, format string) {
	for _, g := range []*graph.Graph{odd(), graph.Path(3, false)} {
		files, err := Write(g, format)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(files[0].Data)
	}
}
