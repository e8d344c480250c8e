package graphio

import "testing"

// TestTablesPrintedByPrograms: edges as programs print them, and lists with further text beside the ends, give the summaries in the table.
// A tensor of two rows and columns, which may be a matrix or a list of edges, is read with a doubt.
func TestTablesPrintedByPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"Edge 1 => 2\nEdge 2 => 3\nEdge 3 => 1\n":                                                        "3 nodes; directed; 1>2 2>3 3>1",
		"ans =\n\n   (2,1)        3\n   (3,1)        1\n   (3,2)        8\n":                             "3 nodes; 1-2 1-3 2-3",
		"3 x 3 sparse Matrix of class \"dgCMatrix\"\n  A B C\nA . 1 .\nB 1 . 1\nC . 1 .\n":               "3 nodes; A-B B-C",
		"# A tibble: 3 x 2\n  from  to   \n  <chr> <chr>\n1 Ann   Bob  \n2 Bob   Cid  \n3 Cid   Ann  \n": "3 nodes; Ann-Bob Ann-Cid Bob-Cid",
		"N°;Ami 1;Ami 2\n1;Ann;Bob\n2;Bob;Cid\n3;Cid;Ann\n4;Dan;Ann\n": "4 nodes; Ann-Bob Ann-Cid Ann-Dan " +
			"Bob-Cid",
		"Device A,Port A,Device B,Port B\nw1,p/1,w2,p/3\nw2,p/1,w3,p/2\nw3,p/4,w1,p/2\n": "3 nodes; w1-w2 w1-w3 w2-w3",
		"// friends\nAnn, Bob // since school\nBob, Cid\nCid, Ann // since May\n":        "3 nodes; Ann-Bob Ann-Cid Bob-Cid",
		"U1: Zoo - Mitte - Ost\nU2: Ost - Dom\n":                                         "4 nodes; Mitte-Ost Ost-Dom Zoo-Mitte",
		"Des Moines - Santa Fe: 350 mi\nSanta Fe - El Paso: 20 mi\n": "3 nodes; Des Moines-Santa Fe " +
			"Santa Fe-El Paso",
		"tensor([[0, 1, 1, 2],\n        [1, 0, 2, 1]])":                "3 nodes; 0-1 1-2",
		"Employee,Manager,Title\nMia,,CEO\nTom,Mia,CTO\nEva,Mia,CFO\n": "3 nodes; Mia-Eva Mia-Tom",
		"id,name,manager\n1,Mia,\n2,Tom,Mia\n3,Eva,Mia\n":              "3 nodes; Mia-Eva Mia-Tom",
	} {
		if r, err := Read([]File{{Name: "a.txt", Data: []byte(text)}}); err != nil || summary(r) != want {
			got := ""
			if err == nil {
				got = summary(r)
			}
			t.Errorf("%q: read as %q (%v), want %q", text, got, err, want)
		}
	}
	// The rows may be the two ends of two edges, or the rows of a matrix.
	square, err := Read([]File{{Name: "a.txt", Data: []byte("tensor([[0, 1],\n        [1, 0]])")}})
	if err != nil || len(square.Recognition.Doubts) == 0 {
		t.Errorf("a tensor of two rows and columns is read without a doubt: %v", err)
	}
}
