package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file tests the promises of SECURITY.md.

// scriptsOfPage calls f with the path and the text of each script and page in assets, except third-party files.
func scriptsOfPage(t *testing.T, f func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir("../../assets", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "vendored" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case !slices.Contains([]string{".js", ".mjs", ".html"}, filepath.Ext(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			f(path, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every test that SECURITY.md names exists. SECURITY.md names at least 20 tests. Each of its four sections of promises names a test, and so
// does every item of its list of stored data.
func TestPromisesNameTests(t *testing.T) {
	// all has the names of all tests.
	text, all := document(t, "SECURITY.md"), map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, top := range []string{"core", "wasm", "web"} {
		err := filepath.WalkDir(filepath.Join("..", "..", top), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			code, err := os.ReadFile(path)
			for _, m := range declared.FindAllStringSubmatch(string(code), -1) {
				all[m[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(text, -1)
	for _, m := range named {
		if !all[m[1]] {
			t.Errorf("SECURITY.md names %s, which does not exist", m[1])
		}
	}
	if len(named) < 20 {
		t.Errorf("SECURITY.md names %d tests, want at least 20", len(named))
	}
	for _, section := range strings.Split(text, "\n## ")[2:6] { // sites, stored data, requests, served files
		if !strings.Contains(section, "`Test") {
			t.Errorf("the section %.40q names no test", section)
		}
	}
	kept := text[strings.Index(text, "## What is kept"):strings.Index(text, "## What leaves")]
	for _, item := range strings.Split(kept, "\n* ")[1:] {
		if !strings.Contains(item, "`Test") {
			t.Errorf("the item %.60q names no test", item)
		}
	}
}

// Scripts that use local storage, directly or by courseKept, contain only keys of the table want. The table has the keys that SECURITY.md
// describes, as the scripts write them: some scripts append a name, a seed or a quotation mark.
func TestStorageKeysAreListed(t *testing.T) {
	want := map[string]bool{
		`"sheafscope-" + `:             true, // theme and level
		`"sheafscope-course-theme"`:    true,
		`"sheafscope-course-name"`:     true,
		`"sheafscope-course-kit-2`:     true, // answers of the reading test
		`"sheafscope-course-pins"`:     true,
		"`sheafscope-course-${seed}-2": true, // answers
		"`sheafscope-course-${seed}":   true, // answers of the first edition
	}
	key := regexp.MustCompile("(\"sheafscope-\" \\+ |[\"`]sheafscope-course-[a-z${}-]+(?:2|\")?)")
	users := 0
	scriptsOfPage(t, func(path, text string) {
		if !strings.Contains(text, "localStorage") && !strings.Contains(text, "courseKept") {
			return
		}
		users++
		for _, m := range key.FindAllString(text, -1) {
			if !want[m] {
				t.Errorf("%s uses the key %s, which is not in the table", path, m)
			}
		}
	})
	if users < 4 {
		t.Errorf("%d scripts use local storage, want at least 4", users)
	}
}

// No script of the page uses cookies, and no file of the server, web/tool/site, has the word Cookie.
func TestNoCookies(t *testing.T) {
	scriptsOfPage(t, func(path, text string) {
		if strings.Contains(text, "document.cookie") || strings.Contains(text, "cookieStore") {
			t.Errorf("%s uses cookies", path)
		}
	})
	served, err := filepath.Glob("site/*.go")
	if err != nil || len(served) == 0 {
		t.Fatalf("the folder site has the files %q, error %v; want the files of the server", served, err)
	}
	for _, path := range served {
		code, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(string(code), "Cookie") {
			t.Errorf("%s contains the word Cookie", path)
		}
	}
}
