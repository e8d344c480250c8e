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

// types writes Go's types as those of TypeScript, each named "View", its room and its name.
type types struct {
	text strings.Builder
	done map[reflect.Type]bool
}

func (w *types) of(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[view.F]():
		return "number"
	case t == reflect.TypeFor[view.Vec]():
		return "number[]"
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return "any"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Pointer:
		return w.of(t.Elem())
	case reflect.Slice, reflect.Array:
		return "(" + w.of(t.Elem()) + ")[]"
	case reflect.Map:
		return "Record<string, " + w.of(t.Elem()) + ">"
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

// fields returns the fields of a struct in its JSON, as fields of TypeScript.
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
			fmt.Fprintf(&b, "%s%s: %s; ", name, map[bool]string{true: "?"}[strings.Contains(options, "omitempty")], w.of(f.Type))
		}
	}
	return b.String()
}

// The drawing functions read no field that the data of their figure lack: tsc checks a copy of the scripts in which the data have the
// types of Go.
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
	drawn, folder := map[string]string{}, map[string]string{} // the function that draws a kind, and where it stands
	row := regexp.MustCompile(`(?m)^  (\w+): (?:svg\(|box\("[\w ]*", )(fetched\(")?(\w+)"?[,)]`)
	for _, m := range row.FindAllStringSubmatch(read(filepath.Join(dir, "src/figures.js")), -1) {
		drawn[m[1]], folder[m[1]] = m[3], map[bool]string{true: "lessons", false: "src"}[m[2] != ""]
	}
	files, err := filepath.Glob(filepath.Join(dir, "[ls]*", "*.js"))
	if err != nil {
		t.Fatal(err)
	}
	w, typed := types{done: map[reflect.Type]bool{}}, 0
	for _, k := range kinds {
		if k.data == nil || drawn[k.name] == "" {
			continue
		}
		as := w.of(reflect.TypeOf(k.data))
		head := regexp.MustCompile(`(?m)^((?:export )?function ` + drawn[k.name] + `\(\w+, )(\w+)`)
		found := 0
		for _, file := range files {
			if text := read(file); filepath.Base(filepath.Dir(file)) == folder[k.name] && head.MatchString(text) {
				found++
				if err := os.WriteFile(file, []byte(head.ReplaceAllString(text, "${1}/** @type {"+as+"} */ ${2}")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		if found > 1 {
			t.Errorf("%d functions have the name of the renderer of %s", found, k.name)
		}
		typed += found
	}
	if typed < 32 { // one for each kind
		t.Errorf("only %d renderers are checked", typed)
	}
	if err := os.WriteFile(filepath.Join(dir, "src", "view.d.ts"), []byte(w.text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(root, "node_modules/typescript/bin/tsc"), "--noEmit",
		"--allowJs", "--checkJs", "--target", "es2023",
		"--lib", "es2024,dom,dom.iterable", "--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--pretty", "false",
		"src/main.js", "lessons/main.js", "src/view.d.ts")
	cmd.Dir = dir
	out, _ := cmd.Output() // it fails for what the scripts do with the browser's types, too
	if len(out) == 0 {
		t.Fatal("tsc says nothing at all: is it installed?")
	}
	for line := range strings.Lines(string(out)) {
		if regexp.MustCompile(`does not exist on type '\(?View`).MatchString(line) {
			t.Error(strings.TrimSpace(line))
		}
	}
}
