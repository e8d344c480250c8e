package inspector

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"sheafscope/web/view"
)

// types writes the types of Go as interfaces of TypeScript. The interface of edge.MapPlane has the name View_edge_MapPlane.
type types struct {
	text strings.Builder // the interfaces so far
	done map[reflect.Type]bool
}

// typeOf returns the TypeScript type of t. It writes the interfaces of structs that are not yet done.
func (w *types) typeOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[view.F]():
		return "number"
	case t == reflect.TypeFor[view.Vec]():
		return "number[]"
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return "any"
	}
	// All kinds that the switch lacks are numbers.
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Pointer:
		return w.typeOf(t.Elem())
	case reflect.Slice, reflect.Array:
		return "(" + w.typeOf(t.Elem()) + ")[]"
	case reflect.Map:
		return "Record<string, " + w.typeOf(t.Elem()) + ">"
	case reflect.Interface:
		return "any"
	case reflect.Struct:
		name := "View_" + path.Base(t.PkgPath()) + "_" + strings.ReplaceAll(t.Name(), "·", "")
		if t.Name() == "" {
			return "{ " + w.fields(t) + "}"
		}
		if !w.done[t] {
			w.done[t] = true
			fmt.Fprintf(&w.text, "interface %s { %s}\n", name, w.fields(t))
		}
		return name
	}
	return "number"
}

// fields returns the fields of the JSON of a struct, as fields of TypeScript. Embedded structs are included.
func (w *types) fields(t reflect.Type) string {
	var b strings.Builder
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "":
			b.WriteString(w.fields(f.Type))
		case f.IsExported():
			if name == "" {
				name = f.Name
			}
			fmt.Fprintf(&b, "%s%s: %s; ", name, map[bool]string{true: "?"}[strings.Contains(options, "omitempty")], w.typeOf(f.Type))
		}
	}
	return b.String()
}

// The drawing functions read only fields that the data of their figure have. tsc checks a copy of the scripts, in which the parameter of
// each drawing function has the type of its data in Go.
func TestFigureFields(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, part := range []string{"src", "lessons"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(root, "assets", part))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	// The function that draws each kind of figure, and its folder, from the table in figures.js.
	drawn, folder := map[string]string{}, map[string]string{}
	// A row is, for example, `  depth: box("depthbox", fetched("depth")),`. fetched means the folder lessons.
	row := regexp.MustCompile(`(?m)^  (\w+): (?:svg\(|box\("[\w ]*", )(fetched\(")?(\w+)"?[,)]`)
	for _, m := range row.FindAllStringSubmatch(read(filepath.Join(dir, "src/figures.js")), -1) {
		drawn[m[1]], folder[m[1]] = m[3], map[bool]string{true: "lessons", false: "src"}[m[2] != ""]
	}
	// Each drawing function gets the type of its data as a comment for tsc.
	files, err := filepath.Glob(filepath.Join(dir, "[ls]*", "*.js"))
	if err != nil {
		t.Fatal(err)
	}
	writer, typed := types{done: map[reflect.Type]bool{}}, 0
	for _, k := range kinds {
		if k.data == nil || drawn[k.name] == "" {
			continue
		}
		typeName := writer.typeOf(reflect.TypeOf(k.data))
		head := regexp.MustCompile(`(?m)^((?:export )?function ` + drawn[k.name] + `\(\w+, )(\w+)`)
		found := 0
		for _, file := range files {
			if text := read(file); filepath.Base(filepath.Dir(file)) == folder[k.name] && head.MatchString(text) {
				found++
				marked := head.ReplaceAllString(text, "${1}/** @type {"+typeName+"} */ ${2}")
				if err := os.WriteFile(file, []byte(marked), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		if found > 1 {
			t.Errorf("%d functions have the name of the drawing function of %s, want at most 1", found, k.name)
		}
		typed += found
	}
	if typed < 32 { // otherwise a pattern above misses functions
		t.Errorf("%d drawing functions are checked, want at least 32", typed)
	}
	// tsc runs on the copy. Only errors about a missing field of a type of Go count.
	if err := os.WriteFile(filepath.Join(dir, "src", "view.d.ts"), []byte(writer.text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(root, "node_modules/typescript/bin/tsc"), "--noEmit",
		"--allowJs", "--checkJs", "--target", "es2023",
		"--lib", "es2024,dom,dom.iterable", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--pretty", "false",
		"src/main.js", "lessons/main.js", "src/view.d.ts")
	cmd.Dir = dir
	out, _ := cmd.Output() // tsc fails also for the scripts' use of the browser's types
	if len(out) == 0 {
		t.Fatal("tsc has no output: is it installed?")
	}
	for line := range strings.Lines(string(out)) {
		if regexp.MustCompile(`does not exist on type '\(?View`).MatchString(line) {
			t.Error(strings.TrimSpace(line))
		}
	}
}
