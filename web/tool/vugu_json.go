package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// vjsonFile is the file of Vugu's package for JSON that asks encoding/json,
// which would be a twentieth of the page's program for the sake of one message.
const vjsonFile = "vjson-go.go"

// vjsonSource takes its place.
const vjsonSource = `package vjson

import "sheafscope/core/json"

func Marshal(v interface{}) ([]byte, error) { return json.Marshal(v) }

func Unmarshal(data []byte, v interface{}) error { return json.Unmarshal(data, v) }
`

// pageModule copies Vugu's package for JSON with that file replaced, and writes
// a go.mod that is the program's but for that copy; it returns its name.
func pageModule(env goTool) (string, error) {
	copied := filepath.Join(outDir, "vjson")
	names, err := os.ReadDir(env.vjsonDir)
	if err != nil {
		return "", err
	}
	found := false
	for _, n := range names {
		if n.IsDir() || strings.HasSuffix(n.Name(), "_test.go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(env.vjsonDir, n.Name()))
		if n.Name() == vjsonFile {
			data, found = []byte(vjsonSource), true
		}
		if err = errors.Join(err, writeIfChanged(filepath.Join(copied, n.Name()), data)); err != nil {
			return "", err
		}
	}
	if !found {
		return "", fmt.Errorf("vjson has no %s; see web/tool/vugu_json.go", vjsonFile)
	}
	module, err := os.ReadFile("go.mod")
	sums, err2 := os.ReadFile("go.sum")
	if err = errors.Join(err, err2); err != nil {
		return "", err
	}
	module = append(module, "\nreplace github.com/vugu/vjson => ./"+filepath.ToSlash(copied)+"\n"...)
	name := filepath.Join(outDir, "page.mod")
	return name, errors.Join(writeFile(name, module), writeFile(filepath.Join(outDir, "page.sum"), sums))
}
