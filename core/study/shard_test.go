package study

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// Each shard of a table makes runs of its own and writes no table. The shards together make as many runs as one program.
// A table without -shard then makes no run and equals the table of one program. Impossible shards, and a shard without a results file, are
// refused.
func TestTableShardsEqualOneProgram(t *testing.T) {
	// table returns the output of the command with DIR for its folder, and its messages.
	table := func(dir string, more ...string) (text, log string) {
		t.Helper()
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-models", "sgpc,mlp,gcn", "-splits", "0-1", "-epochs", "3", "-set", "channels=4",
			"-results", filepath.Join(dir, "r.jsonl"), "-chosen", filepath.Join(dir, "chosen.json")}, more...)
		if code := TableCommand(args, karate, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		return strings.ReplaceAll(out.String(), dir, "DIR"), msg.String()
	}
	// trained returns the number of runs that a command made itself: each message has “left”, and those of stored runs name the file.
	trained := func(log string) int { return strings.Count(log, " left") - strings.Count(log, "from the results file") }
	whole, log := table(t.TempDir())
	dir, sum := t.TempDir(), 0
	for _, share := range []string{"2/3", "0/3", "1/3"} {
		text, part := table(dir, "-shard", share)
		if text != "" || trained(part) == 0 {
			t.Errorf("shard %s makes %d runs and writes %q, want some runs and nothing written", share, trained(part), text)
		}
		sum += trained(part)
	}
	merged, rest := table(dir)
	if sum != trained(log) || trained(rest) != 0 {
		t.Errorf("the shards make %d runs, one program %d, the table after the shards %d", sum, trained(log), trained(rest))
	}
	if merged != whole {
		t.Errorf("the table of the shards is\n%s\nwant\n%s", merged, whole)
	}
	for reason, args := range map[string][]string{"-results": {"-results", "", "-shard", "0/2"}, "from 0 to n-1": {"-shard", "2/2"},
		"want i/n": {"-shard", "1"}} {
		var out, msg bytes.Buffer
		if code := TableCommand(append(args, "-datasets", "karate"), karate, &out, &msg); code != 2 || !strings.Contains(msg.String(), reason) {
			t.Errorf("table %v ends with %d, want 2 and the reason %q: %s", args, code, reason, msg.String())
		}
	}
}
