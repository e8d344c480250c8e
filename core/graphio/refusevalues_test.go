package graphio

import (
	"errors"
	"strings"
	"testing"
)

// TestTablesWithoutEdgesAreRefused: tables and texts that resemble edges are refused with the reason behind "refused: " and a remedy.
// Similar files that do have edges are read as their summary.
func TestTablesWithoutEdgesAreRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.csv", "Open,High,Low,Close\n100,103,99,101\n101,104,100,102\n102,105,101,103\n", "refused: prices"},
		{"a.csv", "100.5,103.5,99,101\n101,104,100.5,102\n102,105.5,101.5,103\n", "refused: prices"},
		{"a.csv", "Date,O,H,L,C\n2021-01-01,100,103,99,101.5\n2021-01-02,101,104,100,102.5\n2021-01-03,102,105,101,103.5\n",
			"refused: all columns hold times"},
		{"a.csv", "day,from,to\nMon,08:00,17:00\nTue,08:00,17:00\nWed,08:00,12:00\n", "refused: hold times"},
		{"a.csv", "from,to,rate\n0,9744,0%\n9745,14753,14%\n14754,57918,24%\n", "refused: ranges of numbers"},
		{"a.csv", "from,to,rate\n1,2,3\n2,3,14\n3,4,24\n", "4 nodes; 1-2 2-3 3-4"},
		{"a.diff", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n", "refused: diff"},
		{"a.txt", "127.0.0.1 10.0.0.2\n10.0.0.2 10.0.0.3\n", "3 nodes; 10.0.0.2-10.0.0.3 127.0.0.1-10.0.0.2"},
		{"a.txt", "Name: Pump 3\nModel: X200\nVoltage: 230 V\n", "refused: named values"},
		{"a.csv", "Hour,Mon,Tue,Wed\n1,Math,Bio,Math\n2,Bio,Math,Art\n3,Art,Art,Bio\n", "refused: timetable"},
		{"a.csv", "Task,Owner,Due\nSpec,Ann,2021-02-01\nReview,Bob,2021-02-05\nDeploy,Ann,2021-02-09\n", "refused: table of nodes"},
		{"a.csv", "Title,Author,Year\nEmma,Austen,1815\nUlysses,Joyce,1922\nPersuasion,Austen,1817\n", "refused: table of nodes"},
		{"a.csv", "Name,Friend,Age\nAnn,Bob,12\nBob,Cid,13\nCid,Ann,12\n", "3 nodes; Ann-Bob Ann-Cid Bob-Cid"},
	} {
		r, err := Read([]File{{Name: c.name, Data: []byte(c.text)}})
		reason, refused := strings.CutPrefix(c.want, "refused: ")
		var e *Error
		if refused {
			if !errors.As(err, &e) || !strings.Contains(e.Msg, reason) || e.Remedy == "" {
				t.Errorf("%q: the error is %v, want a refusal with %q and a remedy", c.text, err, reason)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q is refused: %v", c.text, err)
		} else if summary(r) != c.want {
			t.Errorf("%q: read as %s, want %s", c.text, summary(r), c.want)
		}
	}
}
