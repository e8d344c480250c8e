// This file tests that finished runs and stored rows are not lost: by an output with the same name, in odd folders, or by several programs.

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

// quickArgs returns arguments of a table of two models on one split of karate with two epochs, followed by more arguments.
func quickArgs(more ...string) []string {
	return append([]string{"-datasets", "karate", "-models", "mlp,gcn", "-protocol", "per-class:4", "-splits", "0", "-epochs", "2"}, more...)
}

// If two of results file, output, rows and choices have one name, table ends with 1 and suggests another name, also if the name is a link.
// The results file stays as it was.
func TestResultsAreNoOutput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var out, msg bytes.Buffer
	if code := TableCommand(quickArgs("-results", "r.jsonl"), karate, &out, &msg); code != 0 {
		t.Fatalf("the command fails: %s", msg.String())
	}
	before, err := os.ReadFile("r.jsonl")
	if err != nil || os.Symlink("r.jsonl", "link") != nil || os.Symlink(dir, "linked") != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-o", filepath.Join(dir, "r.jsonl")}, {"-o", "link"}, {"-o", "linked/r.jsonl"}, {"-rows", "link"},
		{"-o", "x", "-rows", "linked/x"}, {"-method", "auto", "-chosen", "c.json", "-o", "c.json"}, {"-method", "auto", "-chosen", "link"}} {
		msg.Reset()
		code := TableCommand(quickArgs(append([]string{"-results", "r.jsonl"}, args...)...), karate, &out, &msg)
		if code != 1 || !strings.Contains(msg.String(), "give another name") {
			t.Errorf("table %v ends with %d, want 1 and another name suggested: %s", args, code, msg.String())
		}
	}
	if after, err := os.ReadFile("r.jsonl"); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the results file has changed to %s (%v)", after, err)
	}
}

// A table finds the results files of two shards in folders, and under names, that contain characters of file patterns.
func TestShardsInOddFolders(t *testing.T) {
	for _, name := range []string{"[x]/r", "a*b?/r", "ä ö/r[0-9]", `b\c/r`} {
		whole := filepath.Join(t.TempDir(), name+".jsonl")
		if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
			t.Fatal(err)
		}
		var out, msg bytes.Buffer
		for share := range 2 {
			if code := TableCommand(quickArgs("-results", whole, "-shard", strconv.Itoa(share)+"/2"), karate, &out, &msg); code != 0 {
				t.Fatalf("the command fails: %s", msg.String())
			}
		}
		msg.Reset()
		if code := TableCommand(quickArgs("-results", whole), karate, &out, &msg); code != 0 || strings.Count(msg.String(),
			"from the results file") != 2 {
			t.Errorf("%s: table ends with %d, want 0 and two runs from the results file: %s", name, code, msg.String())
		}
		files, err := shardFiles(whole)
		if err != nil || len(files) != 2 {
			t.Errorf("%s: the files of the shards are %v, %v, want two", name, files, err)
		}
	}
}

// If the results file and the file of a shard have different outcomes of one run, table ends with 1 and names the file of the shard.
// A different time is no difference.
func TestShardsDiffer(t *testing.T) {
	dir := t.TempDir()
	whole, shard := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "r-0-of-1.jsonl")
	var out, msg bytes.Buffer
	if code := TableCommand(quickArgs("-results", whole), karate, &out, &msg); code != 0 {
		t.Fatalf("the command fails: %s", msg.String())
	}
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	// The file of the shard is a copy of the results file with one replacement. The first replacement puts the digit 1 before a time.
	for _, c := range []struct {
		old, replacement string
		code             int
	}{{`"seconds":`, `"seconds":1`, 0}, {`"epochs":2`, `"epochs":3`, 1}} {
		changed := bytes.Replace(data, []byte(c.old), []byte(c.replacement), 1)
		if bytes.Equal(changed, data) || os.WriteFile(shard, changed, 0o644) != nil {
			t.Fatalf("%s is not in the results file, or the shard cannot be written", c.old)
		}
		msg.Reset()
		code := TableCommand(quickArgs("-results", whole), karate, &out, &msg)
		if code != c.code {
			t.Errorf("with another %s table ends with %d, want %d: %s", c.old, code, c.code, msg.String())
		}
		if code == 1 && !strings.Contains(msg.String(), "r-0-of-1.jsonl") {
			t.Errorf("the message of another outcome does not name the file: %s", msg.String())
		}
	}
}

// Four goroutines that append to a file by rewrite at the same time, 20 times each, lose no byte.
func TestConcurrentRewritesLoseNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	const rewrites, writers = 20, 4
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range rewrites {
				if err := rewrite(file, func(data []byte) ([]byte, error) { return append(data, 'x'), nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if data, err := os.ReadFile(file); err != nil || len(data) != rewrites*writers {
		t.Errorf("the file has %d bytes, want %d (%v)", len(data), rewrites*writers, err)
	}
}
