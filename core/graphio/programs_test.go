package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// programFile is a file as a program writes it: by is the program, name the name of the file, and text its content.
// A file with ask may be read as another graph, with a doubt. A file with refused may be refused, and must be if edges is empty.
type programFile struct {
	by, name, text string
	edges          string // pairs separated by spaces; a hyphen separates the two ends
	ask, refused   bool
}

// programFiles are files as many programs write them.
var programFiles = []programFile{
	{by: "Markdown, no outer pipes", name: "g.md", text: "source | target\n--- | ---\na | b\nb | c\n", edges: "a-b b-c"},
	{by: "console of a database", name: "g.txt", text: "source  target\n------  ------\na       b\nb       c\n", edges: "a-b b-c"},
	{by: "Markdown matrix, bold names", name: "m.md", text: "| | a | b | c |\n|---|---|---|---|\n| **a** | 0 | 1 | 0 |\n" +
		"| **b** | 1 | 0 | 1 |\n| **c** | 0 | 1 | 0 |\n", edges: "a-b b-c"},
	{by: "MATLAB sparse", name: "s.txt", text: "   (2,1)        1\n   (3,2)        1\n   (4,3)        1\n", edges: "1-2 2-3 3-4"},
	{by: "networkx node_link_data 3.4", name: "g.json", text: `{"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": ` +
		`"a"}, {"id": "b"}, {"id": "c"}], "edges": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]}`, edges: "a-b b-c"},
	{by: "networkx to_dict_of_dicts", name: "g.json", text: `{"a": {"b": {"weight": 2}}, "b": {"a": {"weight": 2}, "c": {}}, "c": {"b": ` +
		`{}}}`, edges: "a-b b-c"},
	{by: "networkx to_pandas_edgelist", name: "g.csv", text: ",source,target,weight\n0,a,b,1\n1,b,c,2\n", edges: "a-b b-c"},
	{by: "networkx write_edgelist data=False", name: "g.edgelist", text: "a b\nb c\nc d\n", edges: "a-b b-c c-d"},
	{by: "pandas to_csv index", name: "g.csv", text: "Unnamed: 0,from,to\n0,a,b\n1,b,c\n", edges: "a-b b-c"},
	{by: "pandas to_json records", name: "g.json", text: `[{"from":"a","to":"b"},{"from":"b","to":"c"}]`, edges: "a-b b-c"},
	{by: "pandas to_json lines", name: "g.jsonl", text: "{\"from\":\"a\",\"to\":\"b\"}\n{\"from\":\"b\",\"to\":\"c\"}\n", edges: "a-b b-c"},
	{by: "pandas to_json split", name: "g.json", text: `{"columns":["from","to"],"index":[0,1],"data":[["a","b"],["b","c"]]}`,
		edges: "a-b b-c"},
	{by: "pandas to_json columns", name: "g.json", text: `{"source":{"0":"a","1":"b"},"target":{"0":"b","1":"c"}}`, edges: "a-b b-c"},
	{by: "pandas to_json index", name: "g.json", text: `{"0":{"source":"a","target":"b"},"1":{"source":"b","target":"c"}}`, edges: "a-b b-c"},
	{by: "pandas to_json table", name: "g.json",
		text: `{"schema":{"fields":[{"name":"index","type":"integer"}]},"data":[{"index":0,"source":"a","target":"b"},{"index":1,` +
			`"source":"b","target":"c"}]}`, edges: "a-b b-c"},
	{by: "pandas to_dict list", name: "g.json", text: `{"source": ["a", "b"], "target": ["b", "c"]}`, edges: "a-b b-c"},
	{by: "pandas to_json values", name: "g.json", text: `[["a","b"],["b","c"],["c","d"]]`, edges: "a-b b-c c-d"},
	{by: "igraph as_data_frame, R", name: "g.csv", text: "\"from\",\"to\"\n\"a\",\"b\"\n\"b\",\"c\"\n", edges: "a-b b-c"},
	{by: "R write.csv row names", name: "g.csv", text: "\"\",\"from\",\"to\"\n\"1\",\"a\",\"b\"\n\"2\",\"b\",\"c\"\n", edges: "a-b b-c"},
	{by: "R write.csv2", name: "g.csv", text: "\"\";\"from\";\"to\";\"w\"\n\"1\";\"a\";\"b\";1,5\n\"2\";\"b\";\"c\";2\n", edges: "a-b b-c"},
	{by: "R jsonlite toJSON rows", name: "g.json", text: `[{"from":"a","to":"b","w":1},{"from":"b","to":"c","w":2}]`, edges: "a-b b-c"},
	{by: "R jsonlite toJSON columns", name: "g.json", text: `{"from":["a","b"],"to":["b","c"]}`, edges: "a-b b-c"},
	{by: "igraph as_adjacency_matrix, write.csv", name: "m.csv", text: "\"\",\"a\",\"b\",\"c\"\n\"a\",0,1,0\n\"b\",1,0,1\n\"c\",0,1,0\n",
		edges: "a-b b-c"},
	{by: "Gephi edges", name: "e.csv", text: "Source,Target,Type,Id,Label,timeset,Weight\na,b,Undirected,0,,,1.0\nb,c,Undirected,1,,,1.0\n",
		edges: "a-b b-c"},
	{by: "Gephi edges, semicolons", name: "e.csv", text: "Source;Target;Weight\na;b;1.0\nb;c;1.0\n", edges: "a-b b-c"},
	{by: "Gephi matrix", name: "m.csv", text: ";a;b;c\na;0;1;0\nb;1;0;1\nc;0;1;0\n", edges: "a-b b-c"},
	{by: "NodeXL edges, as CSV", name: "e.csv", text: ",,Visual Properties,,\nVertex 1,Vertex 2,Color,Width,Style\na,b,,,\nb,c,,,\n",
		edges: "a-b b-c"},
	{by: "Cytoscape table", name: "e.csv", text: "shared name,source,target\na (pp) b,a,b\nb (pp) c,b,c\n", edges: "a-b b-c"},
	{by: "Cytoscape SIF", name: "g.sif", text: "a pp b\nb pp c\n", edges: "a-b b-c"},
	{by: "Cytoscape.js elements", name: "g.json",
		text:  `{"elements":{"nodes":[{"data":{"id":"a"}},{"data":{"id":"b"}}],"edges":[{"data":{"id":"e","source":"a","target":"b"}}]}}`,
		edges: "a-b"},
	{by: "Neo4j Browser CSV", name: "e.csv", text: "a.name,type(r),b.name\na,KNOWS,b\nb,KNOWS,c\nc,KNOWS,a\n", edges: "a-b b-c a-c",
		ask: true},
	{by: "Neo4j admin import", name: "e.csv", text: ":START_ID,:END_ID,:TYPE\na,b,KNOWS\nb,c,KNOWS\n", edges: "a-b b-c"},
	{by: "Neo4j Browser JSON", name: "g.json",
		text: `{"nodes":[{"id":"1","labels":["P"],"properties":{"name":"a"}},{"id":"2","labels":["P"],"properties":{"name":"b"}}],` +
			`"relationships":[{"id":"7","type":"KNOWS","startNode":"1","endNode":"2","properties":{}}]}`, edges: "a-b"},
	{by: "arrows.app", name: "g.json",
		text: `{"graph":{"nodes":[{"id":"n0","caption":"a"},{"id":"n1","caption":"b"}],"relationships":[{"id":"n0","fromId":"n0",` +
			`"toId":"n1","type":"R"}]}}`, edges: "n0-n1"},
	{by: "D3 v3", name: "g.json",
		text: `{"nodes":[{"name":"a"},{"name":"b"},{"name":"c"}],"links":[{"source":0,"target":1},{"source":1,"target":2}]}`, edges: "a-b b-c"},
	{by: "D3 v4", name: "g.json", text: `{"nodes":[{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"b","value":3}]}`, edges: "a-b"},
	{by: "D3 stratify", name: "t.csv", text: "name,parent\nroot,\na,root\nb,root\nc,a\n", edges: "a-root b-root a-c"},
	{by: "D3 chord matrix", name: "m.json", text: `[[0,1,0,1],[1,0,1,0],[0,1,0,1],[1,0,1,0]]`, edges: "0-1 1-2 2-3 0-3"},
	{by: "vis.js", name: "g.json", text: `{"nodes":[{"id":1,"label":"a"},{"id":2,"label":"b"}],"edges":[{"from":1,"to":2}]}`, edges: "a-b"},
	{by: "sigma graphology", name: "g.json",
		text: `{"options":{"type":"undirected"},"nodes":[{"key":"a","attributes":{}},{"key":"b","attributes":{}}],"edges":[{"source":"a",` +
			`"target":"b"}]}`, edges: "a-b"},
	{by: "ECharts", name: "g.json",
		text: `{"nodes":[{"name":"a"},{"name":"b"}],"links":[{"source":"a","target":"b"}],"categories":[{"name":"x"}]}`, edges: "a-b"},
	{by: "VOSviewer", name: "g.json",
		text:  `{"network":{"items":[{"id":1,"label":"a"},{"id":2,"label":"b"}],"links":[{"source_id":1,"target_id":2,"strength":3}]}}`,
		edges: "a-b"},
	{by: "Kumu", name: "g.json", text: `{"elements":[{"label":"a"},{"label":"b"}],"connections":[{"from":"a","to":"b"}]}`, edges: "a-b"},
	{by: "Pajek", name: "g.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 2\n2 3\n", edges: "a-b b-c"},
	{by: "Pajek arcs", name: "g.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcs :1 \"likes\"\n1 2 1\n2 3 1\n", edges: "a-b b-c"},
	{by: "Pajek arcslist", name: "g.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcslist\n1 2 3\n", edges: "a-b a-c"},
	{by: "Pajek other section", name: "g.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Ties\n1 2\n2 3\n", edges: "a-b b-c", ask: true},
	{by: "Infomap states", name: "g.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Links\n1 2 1\n2 3 1\n", edges: "a-b b-c"},
	{by: "Infomap bipartite", name: "g.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Bipartite 3\n1 3\n2 3\n", edges: "a-c b-c"},
	{by: "UCINET DL", name: "g.dl", text: "dl n=3 format=edgelist1\nlabels:\na b c\ndata:\n1 2\n2 3\n", refused: true},
	{by: "UCINET matrix in Excel, as CSV", name: "m.csv", text: "Advice network\n,a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n", edges: "a-b b-c",
		ask: true},
	{by: "pandas, equal columns", name: "s.csv", text: "name,friend,friend.1,friend.2\nA,B,C,D\nB,A,C,D\nC,A,B,D\nD,A,B,C\n",
		edges: "A-B A-C A-D B-C B-D C-D"},
	{by: "Excel, first friend without a number", name: "s.csv", text: "Name,Friend,Friend 2\nA,B,C\nB,C,D\nC,D,A\nD,A,B\n",
		edges: "A-B A-C A-D B-C B-D C-D"},
	{by: "Excel, equal columns", name: "s.csv", text: "Name,Friend,Friend,Friend\nA,B,C,D\nB,A,C,D\nC,A,B,D\nD,A,B,C\n",
		edges: "A-B A-C A-D B-C B-D C-D"},
	{by: "Excel, scores without a name", name: "s.csv", text: "Home Team,,Away Team,,Date\nArs,2,Che,1,2024-01-01\nChe,0,Liv,3,2024-01-08\n",
		edges: "Ars-Che Che-Liv"},
	{by: "Excel survey", name: "s.csv", text: "Timestamp,Your name,Best friend\n2024-05-01,a,b\n2024-05-02,b,c\n2024-05-03,c,a\n",
		edges: "a-b b-c a-c", ask: true},
	{by: "Google Forms", name: "s.csv", text: "Timestamp,Name,Friend 1,Friend 2\n1.5.2024,a,b,c\n1.5.2024,b,c,\n1.5.2024,c,a,\n",
		edges: "a-b a-c b-c", ask: true},
	{by: "HR export", name: "h.csv", text: "Employee ID,Name,Reports To\n1,a,\n2,b,1\n3,c,1\n4,d,2\n", edges: "a-b a-c b-d"},
	{by: "Kaggle flights", name: "f.csv", text: "Airline,Source airport,Destination airport,Stops\nX,AUS,DFW,0\nX,DFW,LAX,0\n",
		edges: "AUS-DFW DFW-LAX"},
	{by: "Kaggle football", name: "f.csv", text: "date,home_team,away_team,home_score,away_score\n2024-01-01,a,b,1,0\n2024-01-02,b,c,2,2\n",
		edges: "a-b b-c"},
	{by: "Kaggle tennis", name: "f.csv", text: "tourney_id,winner_name,loser_name,winner_rank,loser_rank\nx,a,b,1,2\nx,b,c,2,9\n",
		edges: "a-b b-c"},
	{by: "Kaggle e-mails", name: "f.csv", text: "date,sender,recipient\n1,a,b\n2,b,c\n", edges: "a-b b-c"},
	{by: "Kaggle bank", name: "f.csv",
		text: "step,amount,nameOrig,oldbalanceOrig,nameDest,oldbalanceDest\n1,10.5,a,1.5,b,2.5\n1,11.5,b,0.5,c,3.5\n", edges: "a-b b-c"},
	{by: "Kaggle netflow", name: "f.csv", text: "ts,srcip,sport,dstip,dsport\n1,a,80,b,443\n2,b,81,c,443\n", edges: "a-b b-c", ask: true,
		refused: true},
	{by: "bike trips", name: "f.csv", text: "ride_id,start_station_name,end_station_name,start_lat,end_lat\n1,a,b,1.5,2.5\n2,b,c,2.5,3.5\n",
		edges: "a-b b-c"},
	{by: "SNAP", name: "g.txt", text: "# Undirected graph: x\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n", edges: "0-1 1-2"},
	{by: "KONECT", name: "out.x", text: "% sym unweighted\n1 2\n2 3\n", edges: "1-2 2-3"},
	{by: "Network Repository", name: "g.mtx", text: "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", edges: "1-2 2-3"},
	{by: "LeetCode", name: "g.json", text: `{"n": 4, "edges": [[0,1],[1,2],[2,3]]}`, edges: "0-1 1-2 2-3"},
	{by: "PyG Data as JSON", name: "g.json", text: `{"edge_index": [[0,1,1,2],[1,0,2,1]], "x": [[1],[2],[3]], "y": [0,1,0]}`,
		edges: "0-1 1-2"},
	{by: "OGB", name: "g.json", text: `{"edge_index": [[0,1],[1,2]], "node_feat": null, "num_nodes": 3}`, edges: "0-1 1-2"},
	{by: "MATLAB", name: "a.m.txt", text: "0 1 0 0\n1 0 1 0\n0 1 0 1\n0 0 1 0\n", edges: "0-1 1-2 2-3"},
	{by: "Wikidata", name: "q.csv", text: "item,itemLabel,spouse,spouseLabel\nhttp://w/Q1,A,http://w/Q2,B\nhttp://w/Q2,B,http://w/Q3,C\n",
		edges: "http://w/Q1-http://w/Q2 http://w/Q2-http://w/Q3", ask: true},
	{by: "SPARQL JSON", name: "q.json",
		text: `{"head":{"vars":["subject","object"]},"results":{"bindings":[{"subject":{"type":"uri","value":"a"},"object":{"type":"uri",` +
			`"value":"b"}},{"subject":{"type":"uri","value":"b"},"object":{"type":"uri","value":"c"}}]}}`, edges: "a-b b-c"},
	{by: "package.json", name: "package.json", text: `{"name":"x","version":"1.0.0","dependencies":{"a":"^1"}}`, refused: true},
	{by: "GeoJSON", name: "m.json", text: `{"type":"FeatureCollection","features":[]}`, refused: true},
	{by: "an answer of an API", name: "a.json",
		text:  `{"status":"ok","data":{"nodes":[{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"b"}]}}`,
		edges: "a-b"},
	{by: "a notebook", name: "n.json", text: `{"nbformat":4,"cells":[],"metadata":{}}`, refused: true},
	{by: "OpenStreetMap", name: "m.osm", text: `<?xml version="1.0"?><osm version="0.6"><node id="1" lat="1" lon="2"/></osm>`, refused: true},
	{by: "Google Earth", name: "m.kml", text: `<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>`, refused: true},
	{by: "draw.io", name: "m.drawio", text: `<mxfile host="app"><diagram/></mxfile>`, refused: true},
	{by: "SPSS", name: "s.sav", text: "$FL2@(#) SPSS DATA FILE", refused: true},
	{by: "Stata", name: "s.dta", text: "<stata_dta><header>", refused: true},
	{by: "Feather", name: "s.feather", text: "ARROW1\x00\x00", refused: true},
	{by: "a text called npz", name: "g.npz", text: "a,b\nb,c\nc,d\n", edges: "a-b b-c c-d", ask: true},
}

// TestProgramFilesAreNeverMisread: each file of programFiles is read as its edges. Directions are not compared.
// Only files with ask may give another graph, with a doubt. Only files with refused may be refused.
// Files without refused are also read with line ends CRLF and behind a byte order mark.
func TestProgramFilesAreNeverMisread(t *testing.T) {
	tried := 0
	for _, c := range programFiles {
		variants := []string{c.text, strings.ReplaceAll(c.text, "\n", "\r\n"), "\ufeff" + c.text}
		for k, text := range variants {
			if k > 0 && c.refused {
				continue // A refusal depends on the first bytes, which the variants change.
			}
			tried++
			r, err := Read([]File{{Name: c.name, Data: []byte(text)}})
			if err != nil {
				if !c.refused {
					t.Errorf("%s is refused: %v", c.by, err)
				}
				continue
			}
			if c.refused && c.edges == "" {
				t.Errorf("%s is read as a graph, want a refusal", c.by)
				continue
			}
			var got []string
			for _, e := range r.Graph.Edges {
				ends := []string{fmt.Sprint(e.I), fmt.Sprint(e.J)}
				if n := r.Graph.NodeNames; n != nil {
					ends = []string{n[e.I], n[e.J]}
				}
				slices.Sort(ends)
				got = append(got, strings.Join(ends, "-"))
			}
			want := strings.Fields(c.edges)
			slices.Sort(got)
			slices.Sort(want)
			doubts := r.Recognition.Texts()
			allowsAnother := c.ask && len(doubts) > 0
			if !slices.Equal(got, want) && !allowsAnother {
				t.Errorf("%s is read as %q, want %q; the doubts are %q", c.by, got, want, doubts)
			}
		}
	}
	// An empty loop would pass, too.
	if tried < 150 {
		t.Errorf("%d files were read, want at least 150", tried)
	}
}
