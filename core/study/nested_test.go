package study

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/tune"
)

// With -method nested the choice on a split reads no label of its test nodes, for SGPC and for the MLP: with flipped test labels of split
// 0, the choice and the validation accuracy are the same, and the test accuracy x becomes 1 − x.
// The number of runs is at most one for each split and configuration and one for each accuracy, and at least half of this bound.
// From half of the results file the rows are the same.
func TestNestedChoiceReadsNoTestLabel(t *testing.T) {
	spec := "sbm:n=100,classes=2,degree=3,homophily=0.3,signal=1,seed=4"
	file := filepath.Join(t.TempDir(), "r.jsonl")
	// table returns the rows of the command and its messages. With flipped, the test nodes of split 0 have the other of the two classes.
	table := func(flipped bool) (rows []Row, log string) {
		load := func(string) Loader {
			return func(string) (*graph.Graph, []graph.Split, error) {
				g, err := graph.Builtin(spec)
				if err != nil {
					return nil, nil, err
				}
				var splits []graph.Split
				for k := range 2 {
					s, err := graph.ParseSplit(g, "random:0.48,0.32,0.20", uint64(k))
					if err != nil {
						return nil, nil, err
					}
					splits = append(splits, s)
				}
				if flipped {
					g.Labels = slices.Clone(g.Labels)
					for _, i := range splits[0].Test {
						g.Labels[i] = 1 - g.Labels[i]
					}
				}
				return g, splits, nil
			}
		}
		var out, msg bytes.Buffer
		rowsFile := filepath.Join(t.TempDir(), "rows.jsonl")
		args := []string{"-method", "nested", "-datasets", "two", "-models", "sgpc,mlp", "-splits", "0-1", "-epochs", "3", "-chosen", "",
			"-results", file, "-rows", rowsFile, "-workers", "1", "-set", "channels=2"}
		if code := TableCommand(args, load, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		data, err := os.ReadFile(rowsFile)
		if err != nil {
			t.Fatal(err)
		}
		rows, err = ReadRows(rowsFile, data)
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d rows, want 2 (%v)", len(rows), err)
		}
		return rows, msg.String()
	}
	rows, _ := table(false)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// On both splits, tune.MaxTried configurations of SGPC and at most 6 of the MLP. The two models have two accuracies each.
	if n, most := bytes.Count(data, []byte("\n")), 2*(tune.MaxTried+6)+4; n > most || n < most/2 {
		t.Errorf("%d runs, want %d to %d", n, most/2, most)
	}
	// Half of the results file is kept.
	if err := os.WriteFile(file, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	again, log := table(false)
	if !bytes.Contains([]byte(log), []byte("from the results file")) {
		t.Errorf("no run comes from the results file: %s", log)
	}
	flipped, _ := table(true)
	for k, r := range rows {
		if r.Method != methodNested || len(r.Test) != 2 {
			t.Errorf("the row has method %s and %d accuracies, want nested and 2", r.Method, len(r.Test))
		}
		if len(r.Choices) != 2 || r.Choices[1].Split != "1" {
			t.Errorf("the row has the choices %+v, want one for each split", r.Choices)
		}
		if !(r.Overlap > 0 && r.Overlap < 1) {
			t.Errorf("the row has the overlap %g, want one between 0 and 1", r.Overlap)
		}
		if !slices.Equal(again[k].Test, r.Test) || jsonText(t, again[k].Choices) != jsonText(t, r.Choices) {
			t.Errorf("from half of the results the row is\n%+v\nwant\n%+v", again[k], r)
		}
		x := flipped[k]
		if jsonText(t, x.Choices[0]) != jsonText(t, r.Choices[0]) || x.Val[0] != r.Val[0] {
			t.Errorf("with flipped test labels the choice or the validation accuracy differs:\n%+v\n%+v", x, r)
		}
		if math.Abs(x.Test[0]+r.Test[0]-1) > 1e-9 {
			t.Errorf("with flipped test labels the test accuracy is %g, want 1 − %g", x.Test[0], r.Test[0])
		}
	}
}

// For three WebKB sets, Overlap equals the mean share of test nodes in a mask of the validation nodes of the first five splits. Up to 0.005
// it is the documented share: 78, 86 and 79 %. A test set has a quarter as many nodes as the rest of a split, up to 0.01.
func TestOverlapOfWebKB(t *testing.T) {
	for name, want := range map[string]float64{"texas": 0.78, "wisconsin": 0.86, "cornell": 0.79} {
		g, splits := publicDataset(t, name)
		mask, mean := make([]int, g.N), 0.0 // mask[i] is 1 if node i is a validation node of one of the splits
		for _, s := range splits[:5] {
			for _, i := range s.Val {
				mask[i] = 1
			}
		}
		var names []string
		for k, s := range splits {
			names = append(names, string(rune('0'+k)))
			sum := 0
			for _, i := range s.Test {
				sum += mask[i]
			}
			mean += float64(sum) / float64(len(s.Test))
		}
		mean /= float64(len(splits))
		got, tested := Overlap(splits, names)
		if math.Abs(got-mean) > 1e-12 || math.Abs(got-want) > 0.005 || math.Abs(tested-0.25) > 0.01 {
			t.Errorf("%s: overlap %g and test share %g, by masks %g, in the documents %g and 0.25", name, got, tested, mean, want)
		}
		for _, other := range []string{"-1", "10", "x"} {
			if got, tested := Overlap(splits, []string{"0", other}); got != 0 || tested != 0 {
				t.Errorf("%s: overlap %g and test share %g with the split %s, which does not exist, want 0", name, got, tested, other)
			}
		}
	}
}
