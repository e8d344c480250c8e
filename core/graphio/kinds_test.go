package graphio

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
)

// Tests of small files and of names: the expected graphs are texts, as summary writes them.

// summary returns a small graph as text, as in "3 nodes; directed; a>b b>c; classes x ? y; age 3 4 5".
// It has the number of nodes, whether the graph is directed, the sorted edges by name, the class of each node (? for none), and each
// feature with its values. Parts that the graph does not have are left out.
func summary(r *Found) string {
	g := r.Graph
	name := func(i int32) string {
		if g.NodeNames != nil {
			return g.NodeNames[i]
		}
		return strconv.Itoa(int(i))
	}
	parts := []string{fmt.Sprintf("%d nodes", g.N)}
	// Edges. An edge in both directions of a directed graph is listed twice.
	arrow := "-"
	if g.Directions != nil {
		parts, arrow = append(parts, "directed"), ">"
	}
	var edges []string
	for e := range g.Edges {
		from, to, bothDirections := g.Entry(e)
		edges = append(edges, name(from)+arrow+name(to))
		if bothDirections && g.Directions != nil {
			edges = append(edges, name(to)+arrow+name(from))
		}
	}
	slices.Sort(edges)
	parts = append(parts, strings.Join(edges, " "))
	if g.Classes > 0 {
		text := "classes"
		for _, y := range g.Labels {
			switch {
			case y < 0:
				text += " ?"
			case g.ClassNames == nil:
				text += " " + strconv.Itoa(y)
			default:
				text += " " + g.ClassNames[y]
			}
		}
		parts = append(parts, text)
	}
	// Features. One without a name has its number, from 0.
	var columns []string
	for c := range g.X.Cols {
		text := strconv.Itoa(c)
		if g.FeatureNames != nil {
			text = g.FeatureNames[c]
		}
		for i := range g.N {
			v := 0.0
			for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
				if int(g.X.Col[p]) == c {
					v = g.X.Val[p]
				}
			}
			text += " " + strconv.FormatFloat(v, 'g', -1, 64)
		}
		columns = append(columns, text)
	}
	if columns != nil {
		parts = append(parts, strings.Join(columns, ", "))
	}
	return strings.Join(parts, "; ")
}

// smallKinds are small files, as other programs write them, with the expected summaries. For files to refuse, want is "refused: " and words
// of the error.
// In the column title, nt is a table of nodes beside the same ring of edges, mat a matrix, mm Matrix Market, bip a bipartite graph, and jgf
// the JSON Graph Format.
var smallKinds = []struct {
	title string   // the program or format, and the property to test
	files []string // name and content in turn
	want  string
}{
	{"nt louvain", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,Louvain_1,age\na,0,3\nb,0,4\nc,1,5\n" +
		"d,1,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 0 1 1; age 3 4 5 7"},
	{"nt label_id", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,label_id,f\na,0,3\nb,0,4\nc,1,5\nd,1,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 0 1 1; f 3 4 5 7"},
	{"nt Community.2", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,Community.2,f\na,0,3\nb,0,4\n" +
		"c,1,5\nd,1,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 0 1 1; f 3 4 5 7"},
	{"nt dept", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,Department,f\na,10,3\nb,10,4\nc,21,5\n" +
		"d,21,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes 10 10 21 21; f 3 4 5 7"},
	{"nt cluster-id", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "Id,Label,Cluster-ID,Degree\n" +
		"a,A,1,2\nb,B,1,2\nc,C,2,2\nd,D,2,2\n"},
		"4 nodes; A-B A-D B-C C-D; classes 1 1 2 2; Degree 2 2 2 2"},
	{"nt suid", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "SUID,name,shared name,selected,club,f\n" +
		"101,a,a,false,x,3\n102,b,b,false,x,4\n103,c,c,false,y,5\n104,d,d,false,y,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes x x y y; f 3 4 5 7"},
	{"nt masks", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,y,train_mask,val_mask,test_mask,f\n" +
		"a,0,True,False,False,3\nb,1,True,False,False,4\nc,0,False,True,False,5\nd,1,False,False,True,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 1 0 1; f 3 4 5 7"},
	{"nt split 012", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,y,split,f\na,0,0,3\nb,1,0,4\n" +
		"c,0,1,5\nd,1,2,7\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 1 0 1; f 3 4 5 7"},
	{"nt xyz", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,x,y,z,size,r,g,b,class\n" +
		"a,1.5,2.5,0,3,255,0,0,u\nb,1.7,2.9,0,3,255,0,0,u\nc,1.2,2.1,0,3,0,0,9,v\nd,1.1,2.2,0,3,1,2,3,v\n"},
		"4 nodes; a-b a-d b-c c-d; classes u u v v"},
	{"nt label NA", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,label,f\na,x,1\nb,NA,2\nc,y,3\nd,,4\n"},
		"4 nodes; a-b a-d b-c c-d; classes x ? y ?; f 1 2 3 4"},
	{"nt label N/A num", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,label,f\na,1,1\nb,NaN,2\n" +
		"c,2,3\nd,2,4\n"},
		"4 nodes; a-b a-d b-c c-d; classes 1 ? 2 2; f 1 2 3 4"},
	{"nt label float nan", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,label,f\na,1.0,1\nb,,2\n" +
		"c,2.0,3\nd,2.0,4\n"},
		"4 nodes; a-b a-d b-c c-d; classes 1 ? 2 2; f 1 2 3 4"},
	{"nt constant", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,class,f\na,x,1\nb,x,2\nc,x,3\nd,x,4\n"},
		"4 nodes; a-b a-d b-c c-d; classes x x x x; f 1 2 3 4"},
	{"nt tiny label", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,name,label\na,Ann,x\nb,Bob,y\n" +
		"c,Cy,z\nd,Di,w\n"},
		"4 nodes; Ann-Bob Ann-Di Bob-Cy Cy-Di; classes x y z w"},
	{"nt tiny numlabel", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,label\na,0\nb,1\nc,2\nd,3\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 1 2 3"},
	{"nt onehot feats", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,label,f1,f2\na,0,1,0\nb,0,1,0\n" +
		"c,1,0,1\nd,1,0,1\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 0 1 1; f1 1 1 0 0, f2 0 0 1 1"},
	{"nt allnan", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,class,f,g\na,x,1,NaN\nb,x,inf,NaN\n" +
		"c,y,3,nan\nd,y,-inf,NaN\n"},
		"4 nodes; a-b a-d b-c c-d; classes x x y y; f 1 0 3 0"},
	{"nt -1 with 0 1", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,class,f\na,0,1\nb,1,2\nc,-1,3\n" +
		"d,1,4\n"},
		"4 nodes; a-b a-d b-c c-d; classes 0 1 ? 1; f 1 2 3 4"},
	{"nt target real", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,target,f\na,0.5,1\nb,1.5,2\n" +
		"c,2.5,3\nd,1.25,4\n"},
		"4 nodes; a-b a-d b-c c-d; f 1 2 3 4"},
	{"nt year", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,class,year\na,x,1999\nb,x,1999\n" +
		"c,y,2001\nd,y,2001\n"},
		"4 nodes; a-b a-d b-c c-d; classes x x y y; year 1999 1999 2001 2001"},
	{"nt gender 0/1", []string{"edges.csv", "Source,Target\na,b\nb,c\nc,d\nd,a\n", "nodes.csv", "id,class,gender\na,x,0\nb,x,0\n" +
		"c,y,1\nd,y,1\n"},
		"4 nodes; a-b a-d b-c c-d; classes x x y y; gender 0 0 1 1"},
	{"ends NA mixed", []string{"e.csv", "source,target\na,NaN\nNA,b\nNan,b\nNull,c\nb,c\n"},
		"5 nodes; Null-c b-Nan b-c"},
	{"ends node table NA", []string{"e.csv", "source,target\nNA,b\nb,c\n", "n.csv", "id,class\nNA,x\nb,y\nc,x\n"},
		"3 nodes; NA-b b-c; classes x y x"},
	{"ids 1.1", []string{"e.csv", "source,target\n1.1,1.2\n1.2,1.0\n1.0,1.1\n"},
		"3 nodes; 1.1-1.0 1.1-1.2 1.2-1.0"},
	{"ids 1.0", []string{"e.csv", "source,target\n1.0,2.0\n2.0,3.0\n"},
		"3 nodes; 1-2 2-3"},
	{"konect asym w", []string{"out.x", "% asym weighted\n1 2 3 1000\n2 3 1 1001\n3 1 2 1002\n"},
		"3 nodes; directed; 1>2 2>3 3>1"},
	{"konect bip lab", []string{"out.x", "% bip posweighted\n1 1 2\n1 2 1\n2 1 5\n"},
		"4 nodes; u1-v1 u1-v2 v1-u2"},
	{"snap undirected", []string{"a.txt", "# Undirected graph: ../x.txt\n# Nodes: 3 Edges: 3\n0\t1\n1\t2\n2\t0\n"},
		"3 nodes; 0-1 0-2 1-2"},
	{"snap header dir comma", []string{"a.csv", "# Directed graph\n0,1\n1,2\n"},
		"3 nodes; directed; 0>1 1>2"},
	{"jgf undirected", []string{"a.json", "{\"graph\":{\"directed\":false,\"nodes\":{\"a\":{\"label\":\"A\",\"metadata\":{\"class\":" +
		"\"x\"}},\"b\":{\"label\":\"B\",\"metadata\":{\"class\":\"y\"}}},\"edges\":[{\"source\":\"a\",\"target\":\"b\",\"relation\":\"r" +
		"\"}]}}"},
		"2 nodes; A-B; classes x y"},
	{"jgf edge", []string{"a.json", "{\"graph\":{\"nodes\":{\"a\":{},\"b\":{},\"c\":{}},\"edges\":[{\"source\":\"a\",\"target\":\"b\"" +
		",\"directed\":false},{\"source\":\"b\",\"target\":\"c\"}]}}"},
		"3 nodes; directed; a>b b>a b>c"},
	{"graphology noopt", []string{"a.json", "{\"attributes\":{\"name\":\"g\"},\"nodes\":[{\"key\":\"a\",\"attributes\":{\"x\":1,\"y\"" +
		":2,\"size\":3}},{\"key\":\"b\",\"attributes\":{}}],\"edges\":[{\"key\":\"e\",\"source\":\"a\",\"target\":\"b\"}]}"},
		"2 nodes; directed; a>b"},
	{"graphology undir type", []string{"a.json", "{\"options\":{\"type\":\"undirected\"},\"nodes\":[{\"key\":\"a\"},{\"key\":\"b\"}]," +
		"\"edges\":[{\"source\":\"a\",\"target\":\"b\"}]}"},
		"2 nodes; a-b"},
	{"gml dir after", []string{"a.gml", "graph [ node [ id 0 label \"A\" ] node [ id 1 label \"B\" ] edge [ source 0 target 1 ] direc" +
		"ted 1 ]"},
		"2 nodes; directed; A>B"},
	{"gml x single list", []string{"a.gml", "graph [ node [ id 0 label \"0\" y 0 x \"_networkx_list_start\" x 0.5 ] node [ id 1 label" +
		" \"1\" y 1 x \"_networkx_list_start\" x 1.5 ] edge [ source 0 target 1 ] ]"},
		"2 nodes; 0-1; classes 0 1; 0 0.5 1.5"},
	{"gvjson", []string{"a.json", "{\"name\":\"G\",\"directed\":true,\"strict\":false,\"_subgraph_cnt\":0,\"objects\":[{\"_gvid\":0," +
		"\"name\":\"a\",\"label\":\"\\\\N\"},{\"_gvid\":1,\"name\":\"b\",\"label\":\"Bee\"}],\"edges\":[{\"_gvid\":0,\"tail\":0,\"head" +
		"\":1}]}"},
		"2 nodes; directed; a>Bee"},
	{"sif tab kinds", []string{"a.sif", "a\tpp\tb\na\tpd\tc\td\ne\n"},
		"5 nodes; a-b a-c a-d"},
	{"sif spaces ext", []string{"a.sif", "node1 xx node2\nnode2 xx node3 node4\n"},
		"4 nodes; node1-node2 node2-node3 node2-node4"},
	{"vna", []string{"a.txt", "*node data\nid x\n"},
		"refused: in NetDraw's VNA"},
	{"newick", []string{"a.nwk", "((A,B),(C,D));"},
		"refused: a tree in the format Newick"},
	{"sql", []string{"a.sql", "-- dump\nCREATE TABLE e (s int, t int);\nINSERT INTO e VALUES (1,2),(2,3);\n"},
		"refused: SQL"},
	{"yaml nodes", []string{"a.yaml", "nodes:\n  - id: a\n  - id: b\nedges:\n  - source: a\n    target: b\n"},
		"refused: YAML"},
	{"turtle prefix", []string{"a.ttl", "PREFIX ex: <http://x>\nex:a ex:b ex:c .\n"},
		"refused: in Turtle or another form of RDF"},
	{"gdf", []string{"a.gdf", "nodedef> name,label\na,b\nedgedef> node1,node2\na,a\n"},
		"refused: in the format GDF"},
	{"rudy", []string{"a.rud", "5 4\n1 2 1\n2 3 -1\n3 4 1\n4 5 1\n"},
		"5 nodes; 1-2 2-3 3-4 4-5"},
	{"rudy2", []string{"g.txt", "4 3\n1 2 1\n2 3 1\n3 4 1\n"},
		"4 nodes; 1-2 2-3 3-4"},
	{"svm", []string{"a.txt", "+1 1:0.5 2:1\n-1 2:0.5\n+1 3:1\n"},
		"refused: in svmlight's format of features, without edges"},
	{"bip both", []string{"a.csv", ",e1,e2,e3\np1,1,0,1\np2,0,1,1\np3,1,1,0\np4,0,0,1\n"},
		"7 nodes; p1-e1 p1-e3 p2-e2 p2-e3 p3-e1 p3-e2 p4-e3"},
	{"bip weights", []string{"a.csv", ",e1,e2,e3\np1,2,0,1\np2,0,3,0\n"},
		"5 nodes; p1-e1 p1-e3 p2-e2"},
	{"davis r", []string{"a.txt", "\"E1\" \"E2\" \"E3\"\n\"EVELYN\" 1 1 0\n\"LAURA\" 1 0 1\n\"BETTY\" 0 1 1\n\"X\" 1 0 0\n"},
		"7 nodes; BETTY-E2 BETTY-E3 EVELYN-E1 EVELYN-E2 LAURA-E1 LAURA-E3 X-E1"},
	{"mat upper blank", []string{"a.csv", ",a,b,c,d\na,,1,0,1\nb,,,1,0\nc,,,,1\nd,,,,\n"},
		"4 nodes; a-b a-d b-c c-d"},
	{"mat lower zeros", []string{"a.csv", ",a,b,c,d\na,0,0,0,0\nb,1,0,0,0\nc,0,1,0,0\nd,1,0,1,0\n"},
		"4 nodes; directed; b>a c>b d>a d>c"},
	{"mat tri", []string{"a.txt", "0\n1 0\n0 1 0\n1 0 1 0\n"},
		"4 nodes; 0-1 0-3 1-2 2-3"},
	{"mat bool names", []string{"a.csv", ",a,b,c\na,False,True,False\nb,True,False,True\nc,False,True,False\n"},
		"3 nodes; a-b b-c"},
	{"mat perm", []string{"a.csv", "x,c,a,b\na,1,0,1\nb,0,1,0\nc,0,1,0\n"},
		"3 nodes; a-b a-c"},
	{"mat weights full", []string{"a.csv", "0,5,3\n5,0,2\n3,2,0\n"},
		"3 nodes; 0-1 0-2 1-2"},
	{"mat 4 float", []string{"a.txt", "0 0.5 0 0\n0.5 0 1 0\n0 1 0 2\n0 0 2 0\n"},
		"4 nodes; 0-1 1-2 2-3"},
	{"iris", []string{"a.csv", "sepal,petal,species\n5.1,1.4,setosa\n4.9,1.4,setosa\n6.1,4.4,versi\n"},
		"refused: the first columns hold real numbers"},
	{"mm skew arr", []string{"a.mtx", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n0\n2\n"},
		"3 nodes; 1-2 2-3"},
	{"mm sym arr", []string{"a.mtx", "%%MatrixMarket matrix array real symmetric\n3 3\n0\n1\n2\n0\n0\n0\n"},
		"3 nodes; 1-2 1-3"},
	{"mm cancel", []string{"a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 1\n1 2 -1\n2 3 1\n"},
		"3 nodes; directed; 2>3"},
	{"mm rect", []string{"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 2 3\n1 1\n2 2\n3 1\n"},
		"5 nodes; 1-4 2-5 3-4"},
	{"pajek 2mode edges", []string{"a.net", "*Vertices 5 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n4 \"x\"\n5 \"y\"\n*Edges\n1 4\n2 5\n3 4\n"},
		"5 nodes; a-x b-y c-x"},
	{"pajek nolabel", []string{"a.net", "*Vertices 3\n1\n2 \"B\"\n3\n*Edges\n1 2\n2 3\n"},
		"3 nodes; 1-B B-3"},
	{"pajek clu first", []string{"a.clu", "*Vertices 3\n1\n1\n2\n", "b.net", "*Vertices 3\n1 \"A\"\n2 \"B\"\n3 \"C\"\n*Edges\n1 2\n2 3\n"},
		"3 nodes; A-B B-C; classes 1 1 2"},
	{"pajek clu cls 1-3", []string{"a.clu", "*Vertices 3\n1\n2\n3\n", "b.net", "*Vertices 3\n1 \"A\"\n2 \"B\"\n3 \"C\"\n*Edges\n1 2\n2 3\n"},
		"3 nodes; A-B B-C; classes 1 2 3"},
	{"echarts noid", []string{"a.json", "{\"nodes\":[{\"name\":\"Ann\",\"category\":0,\"value\":3},{\"name\":\"Bob\",\"category\":1," +
		"\"value\":4}],\"links\":[{\"source\":\"Ann\",\"target\":\"Bob\"}],\"categories\":[{\"name\":\"P\"},{\"name\":\"Q\"}]}"},
		"2 nodes; Ann-Bob; classes P Q; value 3 4"},
	{"echarts idx", []string{"a.json", "{\"nodes\":[{\"name\":\"Ann\",\"category\":\"P\"},{\"name\":\"Bob\",\"category\":\"Q\"}],\"li" +
		"nks\":[{\"source\":0,\"target\":1}],\"categories\":[{\"name\":\"P\"},{\"name\":\"Q\"}]}"},
		"2 nodes; Ann-Bob; classes P Q"},
	{"json x single y", []string{"a.json", "{\"nodes\":[{\"id\":0,\"x\":[0.5],\"y\":0},{\"id\":1,\"x\":[1.5],\"y\":1},{\"id\":2,\"x\"" +
		":[2.5],\"y\":0}],\"links\":[{\"source\":0,\"target\":1},{\"source\":1,\"target\":2}]}"},
		"3 nodes; 0-1 1-2; classes 0 1 0; 0 0.5 1.5 2.5"},
	{"json x scalar y class", []string{"a.json", "{\"nodes\":[{\"id\":0,\"x\":0.5,\"y\":0},{\"id\":1,\"x\":1.5,\"y\":1},{\"id\":2,\"x" +
		"\":2.5,\"y\":0}],\"links\":[{\"source\":0,\"target\":1},{\"source\":1,\"target\":2}]}"},
		"3 nodes; 0-1 1-2; classes 0 1 0; x 0.5 1.5 2.5"},
	{"json xy real", []string{"a.json", "{\"nodes\":[{\"id\":0,\"x\":0.5,\"y\":0.25},{\"id\":1,\"x\":1.5,\"y\":1.5},{\"id\":2,\"x\":2" +
		".5,\"y\":0.75}],\"links\":[{\"source\":0,\"target\":1},{\"source\":1,\"target\":2}]}"},
		"3 nodes; 0-1 1-2"},
	{"json x list + attr", []string{"a.json", "{\"nodes\":[{\"id\":0,\"x\":[0.5,1],\"y\":0,\"age\":3},{\"id\":1,\"x\":[1.5,1],\"y\":1" +
		",\"age\":4}],\"links\":[{\"source\":0,\"target\":1}]}"},
		"2 nodes; 0-1; classes 0 1; 0 0.5 1.5, 1 1 1"},
	{"json masks list", []string{"a.json", "{\"nodes\":[{\"id\":0,\"y\":0,\"train_mask\":[true,false],\"val_mask\":[false,true],\"tes" +
		"t_mask\":[false,false]},{\"id\":1,\"y\":1,\"train_mask\":[true,true],\"val_mask\":[false,false],\"test_mask\":[false,false]}]," +
		"\"links\":[{\"source\":0,\"target\":1}]}"},
		"2 nodes; 0-1; classes 0 1"},
	{"apoc", []string{"a.json", "{\"id\":\"0\",\"type\":\"node\",\"labels\":[\"Person\"],\"properties\":{\"name\":\"Ann\",\"age\":3}}" +
		"\n{\"id\":\"1\",\"type\":\"node\",\"labels\":[\"Movie\"],\"properties\":{\"name\":\"Bob\",\"age\":4}}\n" +
		"{\"id\":\"5\",\"type\":\"relationship\",\"label\":\"L\",\"start\":{\"id\":\"0\"},\"end\":{\"id\":\"1\"}}\n"},
		"2 nodes; Ann-Bob; classes Person Movie; age 3 4"},
	{"jsonl edges", []string{"a.jsonl", "{\"source\":\"a\",\"target\":\"b\"}\n{\"source\":\"b\",\"target\":\"c\"}\n"},
		"3 nodes; a-b b-c"},
	{"cyflat nogroup class", []string{"a.json", "[{\"data\":{\"id\":\"a\",\"label\":\"A\"}},{\"data\":{\"id\":\"b\"}},{\"data\":{\"so" +
		"urce\":\"a\",\"target\":\"b\"}}]"},
		"2 nodes; A-b"},
	{"algs4 comments", []string{"a.txt", "3\n3\n0 1 0.5\n1 2 0.25\n2 0 1.5\n"},
		"3 nodes; 0-1 0-2 1-2"},
	{"ttl nt", []string{"a.nt", "_:a <http://p> _:b .\n"},
		"refused: in Turtle or another form of RDF"},
	{"md table", []string{"a.md", "| source | target |\n|---|---|\n| a | b |\n| b | c |\n"},
		"3 nodes; a-b b-c"},
	{"elliptic 3", []string{"elliptic_txs_classes.csv", "txId,class\n230,unknown\n553,2\n232,1\n" +
		"", "elliptic_txs_edgelist.csv", "txId1,txId2\n230,553\n232,553\n", "elliptic_txs_features.csv", "230,1,-0.17,0.2\n" +
		"553,1,-0.16,0.1\n232,2,0.4,0.1\n"},
		"3 nodes; 230-553 232-553; classes ? 1 2; 0 1 2 1, 1 -0.17 0.4 -0.16, 2 0.2 0.1 0.1"},
	{"tu attrs", []string{"DS_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n", "DS_graph_indicator.txt", "1\n1\n1\n", "DS_node_labels.txt", "0\n" +
		"1\n0\n", "DS_node_attributes.txt", "0.5, 1.0\n1.5, 2.0\n2.5, 3.0\n", "DS_graph_labels.txt", "1\n"},
		"3 nodes; 1-2 2-3; classes 0 1 0; 0 0.5 1.5 2.5, 1 1 2 3"},
	{"musae", []string{"musae_x_edges.csv", "id_1,id_2\n0,1\n1,2\n", "musae_x_target.csv", "id,page_name,facebook_id,page_type\n" +
		"0,P,11,tv\n1,Q,12,gov\n2,R,13,tv\n", "musae_x_features.json", "{\"0\":[1,2],\"1\":[0],\"2\":[2]}"},
		"3 nodes; P-Q Q-R; classes tv gov tv; 0 0 1 0, 1 1 0 0, 2 1 0 1"},
	{"gexf noname", []string{"a.gexf", "<gexf><graph mode=\"dynamic\" defaultedgetype=\"undirected\"><nodes><node id=\"a\" label=\"A" +
		"\" start=\"1\"/><node id=\"b\"/></nodes><edges><edge source=\"a\" target=\"b\"/></edges></graph></gexf>"},
		"2 nodes; A-b"},
}

// TestEveryNameRuleApplies: every name of content.NameRules gives its column or cell the meaning of its rule, beside a feature f.
// Each case of the switch tests one rule or similar rules. Also, assets/docs/formats.md has a row for each rule.
func TestEveryNameRuleApplies(t *testing.T) {
	page, err := os.ReadFile("../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	// read reads a path of four nodes with the feature f and further columns. column has the names of these columns, and values their cells
	// for each node; both are separated by commas.
	read := func(column string, values ...string) *Found {
		nodes := "id,f," + column + "\n"
		for i, v := range values {
			nodes += fmt.Sprintf("n%d,%d.5,%s\n", i, i, v)
		}
		r, err := Read([]File{{Name: "e.csv", Data: []byte("source,target\nn0,n1\nn1,n2\nn2,n3\n")}, {Name: "n.csv", Data: []byte(nodes)}})
		if err != nil {
			t.Fatalf("the column %s is refused: %v", column, err)
		}
		return r
	}
	for k, rule := range content.NameRules {
		if row := "| " + rule.What + " | " + rule.List() + " | " + rule.Condition + " |"; !strings.Contains(string(page), row) {
			t.Errorf("formats.md has no row %q", row)
		}
		for _, name := range rule.Names {
			wrong := false // whether name does not have the meaning of its rule
			switch k {
			case content.NameClass, content.NameKind:
				// Variants of a name mean the same, unless the name has less than three bytes. The column is the class, not a feature.
				for _, variant := range []string{name, strings.ToUpper(name), name + "_id", "true." + name, name + " 2"} {
					if len(name) < 3 && variant != name {
						continue
					}
					g := read(variant, "3", "3", "7", "7").Graph
					wrong = wrong || g.Classes != 2 || g.X.Cols != 1 || g.ClassNames[0] != "3"
				}
			case content.NameTrain:
				// The column gives a split with two training nodes and is no feature.
				r := read(name, "1", "1", "0", "0")
				wrong = r.Graph.X.Cols != 1 || len(r.Splits) != 1 || len(r.Splits[0].Train) != 2
			case content.NameVal, content.NameTest:
				// The column gives the split one validation or test node, and is no feature. A split needs a training set, too.
				r := read(name+",train_mask", "1,0", "0,1", "0,0", "0,1")
				wrong = r.Graph.X.Cols != 1 || len(r.Splits) != 1 || len(r.Splits[0].Val)+len(r.Splits[0].Test) != 1
			case content.NameSet, content.NameBookkeeping, content.NameDrawing:
				// The column is neither a feature nor the class.
				g := read(name, "4", "2", "9", "1").Graph
				wrong = g.X.Cols != 1 || g.Classes != 0
			case content.NamePlaced:
				// Beside the places x and y, the column is no feature.
				if name != "x" && name != "y" {
					wrong = read("x,y,"+name, "4.5,1.25,3", "2.5,1.5,1", "9.5,3,2", "1,1,7").Graph.X.Cols != 1
				}
			case content.NameNoValue:
				// The cell has no value: the feature f has four values, and the feature h three.
				g := read("h", "4", name, "9", "1").Graph
				wrong = g.X.Cols != 2 || g.X.NNZ() != 7
			case content.NameNoLabel:
				// Node 1 has no class.
				g := read("class", "p", name, "q", "p").Graph
				wrong = g.Classes != 2 || g.Labels[1] != -1
			case content.NameNoEnd:
				// The row of c has no edge, but c is a node.
				r, err := Read([]File{{Name: "e", Data: []byte("source,target\na,b\nc," + name + "\n")}})
				wrong = err != nil || r.Graph.N != 3 || len(r.Graph.Edges) != 1
			default:
				t.Fatalf("the rule %q has no test", rule.What)
			}
			if wrong {
				t.Errorf("the name %q is not read as %s", name, rule.What)
			}
		}
	}
}

// TestSmallFilesEqualSummaries: each case of smallKinds gives its summary, or an *Error with its words and a remedy.
func TestSmallFilesEqualSummaries(t *testing.T) {
	for _, c := range smallKinds {
		var files []File
		for k := 0; k < len(c.files); k += 2 {
			files = append(files, File{Name: c.files[k], Data: []byte(c.files[k+1])})
		}
		r, err := Read(files)
		words, isRefused := strings.CutPrefix(c.want, "refused: ")
		var e *Error
		if isRefused {
			if !errors.As(err, &e) || !strings.Contains(e.Msg, words) || e.Remedy == "" {
				t.Errorf("%s: the error is %v, want one with %q and a remedy", c.title, err, words)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: refused with %v", c.title, err)
		} else if summary(r) != c.want {
			t.Errorf("%s: read\n%s\nwant\n%s", c.title, summary(r), c.want)
		}
	}
}
