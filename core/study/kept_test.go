package study

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// quick are the arguments of a command of few epochs on karate.
func quick(more ...string) []string {
	return append([]string{"-datasets", "karate", "-models", "mlp,gcn", "-protocol", "per-class:4", "-splits", "0", "-epochs", "2"}, more...)
}

// An output that leads to the results file, or to another kept file, ends the command with 1 and keeps every finished run.
func TestResultsAreNoOutput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var out, msg bytes.Buffer
	if code := TableCommand(quick("-results", "r.jsonl"), karate, &out, &msg); code != 0 {
		t.Fatal(msg.String())
	}
	before, err := os.ReadFile("r.jsonl")
	if err != nil || os.Symlink("r.jsonl", "link") != nil || os.Symlink(dir, "linked") != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-o", filepath.Join(dir, "r.jsonl")}, {"-o", "link"}, {"-o", "linked/r.jsonl"}, {"-rows", "link"},
		{"-o", "x", "-rows", "linked/x"}, {"-method", "auto", "-chosen", "c.json", "-o", "c.json"}, {"-method", "auto", "-chosen", "link"}} {
		msg.Reset()
		if code := TableCommand(quick(append([]string{"-results", "r.jsonl"}, args...)...), karate, &out, &msg); code != 1 ||
			!strings.Contains(msg.String(), "give another name") {
			t.Errorf("%v: %d, %s", args, code, msg.String())
		}
	}
	if after, err := os.ReadFile("r.jsonl"); err != nil || !bytes.Equal(before, after) {
		t.Errorf("%s, %v", after, err)
	}
}

// Shards are found in folders, and under names, that contain characters of file patterns.
func TestShardsInOddFolders(t *testing.T) {
	for _, name := range []string{"[x]/r", "a*b?/r", "ä ö/r[0-9]", `b\c/r`} {
		whole := filepath.Join(t.TempDir(), name+".jsonl")
		if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
			t.Fatal(err)
		}
		var out, msg bytes.Buffer
		for share := range 2 {
			if code := TableCommand(quick("-results", whole, "-shard", strconv.Itoa(share)+"/2"), karate, &out, &msg); code != 0 {
				t.Fatal(msg.String())
			}
		}
		msg.Reset()
		if code := TableCommand(quick("-results", whole), karate, &out, &msg); code != 0 || strings.Count(msg.String(),
			"from the results file") != 2 {
			t.Errorf("%s: %d, %s", name, code, msg.String())
		}
		files, err := shardFiles(whole)
		if err != nil || len(files) != 2 {
			t.Errorf("%s: %v, %v", name, files, err)
		}
	}
}

// Two shards with different outcomes of one run end the command with 1 and the file's name; a different time alone does not.
func TestShardsDiffer(t *testing.T) {
	dir := t.TempDir()
	whole, share := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "r-0-of-1.jsonl")
	var out, msg bytes.Buffer
	if code := TableCommand(quick("-results", whole), karate, &out, &msg); code != 0 {
		t.Fatal(msg.String())
	}
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		code     int
	}{{`"seconds":`, `"seconds":1`, 0}, {`"epochs":2`, `"epochs":3`, 1}} {
		changed := bytes.Replace(data, []byte(c.from), []byte(c.to), 1)
		if bytes.Equal(changed, data) || os.WriteFile(share, changed, 0o644) != nil {
			t.Fatal(c)
		}
		msg.Reset()
		code := TableCommand(quick("-results", whole), karate, &out, &msg)
		if code != c.code || code == 1 && !strings.Contains(msg.String(), "r-0-of-1.jsonl") {
			t.Errorf("%v: %d, %s", c, code, msg.String())
		}
	}
}

// Programs that add to a file at the same time lose no row.
func TestConcurrentRewritesLoseNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	const each, together = 20, 4
	var all sync.WaitGroup
	for range together {
		all.Go(func() {
			for range each {
				if err := rewrite(file, func(data []byte) ([]byte, error) { return append(data, 'x'), nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if data, err := os.ReadFile(file); err != nil || len(data) != each*together {
		t.Errorf("%d of %d, %v", len(data), each*together, err)
	}
}
