package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// standin takes the place of a file of other people's in the page's program,
// for what would be a tenth of it and is never used.
type standin struct{ dir, file, text string }

// moduleStandins are for encoding/json, which Vugu asks for one message, and for
// the renderer's script, which boot.js has loaded when Vugu hands it to eval.
func moduleStandins(env goTool) []standin {
	return []standin{
		{env.vjsonDir, "vjson-go.go", `package vjson

import "sheafscope/core/json"

func Marshal(v interface{}) ([]byte, error) { return json.Marshal(v) }

func Unmarshal(data []byte, v interface{}) error { return json.Unmarshal(data, v) }
`},
		{env.vuguDir, vuguScript, "package domrender\n\nconst jsHelperScript = \"" + rendererBegins + "\"\n"},
	}
}

// goStandins are for the names of all characters in HTML, which only reading HTML
// needs, so that a program that reads some does not compile; and for logs, of
// which Vugu's code names a type.
func goStandins(env goTool) []standin {
	source := filepath.Join(env.root, "src")
	return []standin{
		{source, "html/entity.go", "package html\n"},
		{source, "html/escape.go", `package html

import "strings"

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", "\"", "&#34;")

// EscapeString escapes the five characters that mean something in HTML.
func EscapeString(s string) string { return escaper.Replace(s) }
`},
		{source, "log/log.go", "package log\n\ntype Logger struct{}\n"},
	}
}

// standinFlags are what tells Go of the stand-ins: an overlay for its own files,
// and for those of modules, where it allows none, a go.mod that is the program's
// but for copies of these modules.
func standinFlags(env goTool) ([]string, error) {
	folder := filepath.Join(outDir, "standin")
	if err := os.RemoveAll(folder); err != nil {
		return nil, err
	}
	replaced := map[string]string{}
	for _, s := range goStandins(env) {
		replaced[filepath.Join(s.dir, s.file)] = filepath.Join(folder, "go", s.file)
		if err := s.put(filepath.Join(folder, "go")); err != nil {
			return nil, err
		}
	}
	module, err := os.ReadFile("go.mod")
	sums, err2 := os.ReadFile("go.sum")
	err = errors.Join(err, err2)
	for _, s := range moduleStandins(env) {
		name := filepath.Base(filepath.Dir(s.dir)) + "/" + filepath.Base(s.dir)
		name, _, _ = strings.Cut(name, "@")
		copied := filepath.Join(folder, name)
		if err = errors.Join(err, os.CopyFS(copied, os.DirFS(s.dir)), s.put(copied)); err != nil {
			return nil, err
		}
		module = fmt.Appendf(module, "\nreplace github.com/%s => ./%s\n", name, filepath.ToSlash(copied))
	}
	list, err := json.Marshal(struct{ Replace map[string]string }{replaced})
	over, name := filepath.Join(outDir, "overlay.json"), filepath.Join(outDir, "page.mod")
	return []string{"-overlay=" + over, "-modfile=" + name}, errors.Join(err, writeFile(over, list),
		writeFile(name, module), writeFile(filepath.Join(outDir, "page.sum"), sums))
}

// put writes a stand-in into a copy of its folder.
func (s standin) put(copied string) error {
	if _, err := os.Stat(filepath.Join(s.dir, s.file)); err != nil {
		return fmt.Errorf("%w; see web/tool/standin.go", err)
	}
	return writeFile(filepath.Join(copied, s.file), []byte(s.text))
}
