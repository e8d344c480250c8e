package study

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// Each shard of a table does runs of its own and writes no table.
// A table without -shard collects all of them, with the chosen settings, and equals that of one program.
// A shard without a results file is refused.
func TestTableShardsEqualOneProgram(t *testing.T) {
	table := func(dir string, more ...string) (text, log string) {
		t.Helper()
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-models", "sgpc,mlp,gcn", "-splits", "0-1", "-epochs", "3", "-set", "channels=4",
			"-results", filepath.Join(dir, "r.jsonl"), "-chosen", filepath.Join(dir, "chosen.json")}, more...)
		if code := TableCommand(args, karate, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		return strings.ReplaceAll(out.String(), dir, "DIR"), msg.String()
	}
	ran := func(log string) int { return strings.Count(log, " left") - strings.Count(log, "from the results file") }
	whole, log := table(t.TempDir())
	dir, sum := t.TempDir(), 0
	for _, share := range []string{"2/3", "0/3", "1/3"} {
		text, part := table(dir, "-shard", share)
		if text != "" || ran(part) == 0 {
			t.Errorf("share %s runs %d and writes %q", share, ran(part), text)
		}
		sum += ran(part)
	}
	merged, rest := table(dir)
	if merged != whole || sum != ran(log) || ran(rest) != 0 {
		t.Errorf("the shares run %d, one program %d, the table after them %d:\n%s\nnot\n%s", sum, ran(log), ran(rest), merged, whole)
	}
	for why, args := range map[string][]string{"-results": {"-results", "", "-shard", "0/2"}, "from 0 to n-1": {"-shard", "2/2"},
		"want i/n": {"-shard", "1"}} {
		var out, msg bytes.Buffer
		if code := TableCommand(append(args, "-datasets", "karate"), karate, &out, &msg); code != 2 || !strings.Contains(msg.String(), why) {
			t.Errorf("%v: %d, %s", args, code, msg.String())
		}
	}
}
