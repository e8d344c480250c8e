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

// With -method nested the choice on a split reads no label of its test nodes, for SGPC and for a peer.
// Every configuration is evaluated by one run, and a stopped command resumes.
func TestNestedChoiceReadsNoTestLabel(t *testing.T) {
	spec := "sbm:n=100,classes=2,degree=3,homophily=0.3,signal=1,seed=4"
	file := filepath.Join(t.TempDir(), "r.jsonl")
	table := func(turned bool) (rows []Row, log string) {
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
				if turned {
					g.Labels = slices.Clone(g.Labels)
					for _, i := range splits[0].Test {
						g.Labels[i] = 1 - g.Labels[i]
					}
				}
				return g, splits, nil
			}
		}
		var out, msg bytes.Buffer
		to := filepath.Join(t.TempDir(), "rows.jsonl")
		args := []string{"-method", "nested", "-datasets", "two", "-models", "sgpc,mlp", "-splits", "0-1", "-epochs", "3", "-chosen", "",
			"-results", file, "-rows", to, "-workers", "1", "-set", "channels=2"}
		if code := TableCommand(args, load, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		data, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if rows, err = ReadRows(to, data); err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		return rows, msg.String()
	}
	rows, _ := table(false)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n, most := bytes.Count(data, []byte("\n")), 2*(tune.MaxTried+6)+4; n > most || n < most/2 {
		t.Errorf("%d runs, want at most %d", n, most)
	}
	if err := os.WriteFile(file, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	again, log := table(false)
	if !bytes.Contains([]byte(log), []byte("from the results file")) {
		t.Error(log)
	}
	turned, _ := table(true)
	for k, r := range rows {
		if r.Method != methodNested || len(r.Choices) != 2 || r.Choices[1].Split != "1" || len(r.Test) != 2 ||
			!(r.Overlap > 0 && r.Overlap < 1) {
			t.Errorf("%+v", r)
		}
		if !slices.Equal(again[k].Test, r.Test) || must(t, again[k].Choices) != must(t, r.Choices) {
			t.Errorf("from half of the results:\n%+v\n%+v", again[k], r)
		}
		if x := turned[k]; must(t, x.Choices[0]) != must(t, r.Choices[0]) || x.Val[0] != r.Val[0] ||
			math.Abs(x.Test[0]+r.Test[0]-1) > 1e-9 {
			t.Errorf("with other test labels:\n%+v\n%+v", x, r)
		}
	}
}

// The shares in the documents equal those computed from masks of the nodes.
func TestOverlapOfWebKB(t *testing.T) {
	for name, want := range map[string]float64{"texas": 0.78, "wisconsin": 0.86, "cornell": 0.79} {
		g, splits := public(t, name)
		mask, mean := make([]int, g.N), 0.0
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
			t.Errorf("%s: %g and %g, by masks %g, want about %g and 0.25", name, got, tested, mean, want)
		}
	}
}
