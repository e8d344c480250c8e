package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without a row of a shown model, or with unequal seeds of the models, no data set can be shown. The error states both conditions, and has
// a command with the models and the file.
func TestErrorOfAccuracyNamesConditions(t *testing.T) {
	// row returns a nested row of ten splits as a line.
	row := func(model, seeds string) string {
		return `{"dataset":"texas","model":"` + model + `","protocol":"splits","method":"nested","splits":"0-9","seeds":"` + seeds +
			`","date":"2026-12-01","test":[0.5]}` + "\n"
	}
	for _, rows := range []string{
		"",                                 // no row
		row("sgpc", "0") + row("mlp", "0"), // a model has no row
		row("sgpc", "0") + row("mlp", "0") + row("gcn", "0-1"), // unequal seeds
	} {
		root := t.TempDir()
		file := filepath.Join(root, accuracyFile)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(rows), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := accuracyRows(root)
		if err == nil {
			t.Fatalf("the rows %q give a table, want an error", rows)
		}
		for _, part := range []string{"equal seeds for sgpc,mlp,gcn", "-models sgpc,mlp,gcn -rows core/study/accuracy.jsonl"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("the rows %q give the error %v, without %q", rows, err, part)
			}
		}
	}
}
