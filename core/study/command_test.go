//go:build !js

package study

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

func karate(string) Loader {
	return func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil }
}

func TestTableCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	args := []string{"-datasets", "karate", "-models", "mlp,gcn", "-protocol", "per-class:4", "-splits", "0-1", "-epochs", "5", "-results", file}
	var out, msg bytes.Buffer
	if code := TableCommand(args, karate, &out, &msg); code != 0 {
		t.Fatal(code, msg.String())
	}
	if !strings.Contains(out.String(), "| mlp |") || !strings.Contains(msg.String(), "4/4 karate gcn split per-class:4@1 seed 0") {
		t.Error(out.String(), msg.String())
	}
	// Cut off in the middle of the last line, then repeated.
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	var again, log bytes.Buffer
	if code := TableCommand(args, karate, &again, &log); code != 0 {
		t.Fatal(code, log.String())
	}
	if again.String() != out.String() || strings.Count(log.String(), "from the results file") != 3 {
		t.Error(again.String(), log.String())
	}
	if back, err := os.ReadFile(file); err != nil || bytes.Count(back, []byte("\n")) != 4 {
		t.Errorf("%v\n%s", err, back)
	}
}

func TestAblateCommand(t *testing.T) {
	var out, msg bytes.Buffer
	args := []string{"sign", "-datasets", "karate", "-protocol", "per-class:4", "-splits", "0", "-epochs", "3", "-set", "gap_mode=off"}
	if code := AblateCommand(args, karate, &out, &msg); code != 0 || strings.Count(out.String(), "\n") != 3 {
		t.Error(code, out.String(), msg.String())
	}
}

func TestCommandUsage(t *testing.T) {
	for _, args := range [][]string{{"extra"}, {"-seeds", "x"}, {"-splits", "5-1"}, {"-set", "lr"}, {"-nope"}} {
		var out, msg bytes.Buffer
		if code := TableCommand(args, karate, &out, &msg); code != 2 || msg.Len() == 0 {
			t.Errorf("%q: status %d", args, code)
		}
	}
	for _, args := range [][]string{nil, {"nothing"}, {"sign", "extra"}} {
		var out, msg bytes.Buffer
		if code := AblateCommand(args, karate, &out, &msg); code != 2 || msg.Len() == 0 {
			t.Errorf("%q: status %d", args, code)
		}
	}
	var out, msg bytes.Buffer
	if code := TableCommand([]string{"-models", "resnet", "-results", "", "-q"}, karate, &out, &msg); code != 1 || !strings.Contains(msg.String(), "resnet") {
		t.Error(code, msg.String())
	}
}
