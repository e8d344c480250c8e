package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckShell(t *testing.T) {
	const policy = `<meta http-equiv="Content-Security-Policy" content="x">`
	good := policy + `<script src="boot.js" defer></script> <script src="a.js"></script><p class="style">a = b</p>`
	if err := checkShell([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		good[len(policy):],
		policy + `<script>let a</script>`,
		policy + `<script type="module"> let a</script>`,
		policy + `<style>p{}</style>`,
		policy + `<p style="x">`,
		policy + `<p onclick="x">`,
		policy + `<script src="/boot.js"></script>`,
		policy + `<link href='https://example.org/a.css'>`,
	} {
		if checkShell([]byte(bad)) == nil {
			t.Errorf("accepted %s", bad)
		}
	}
}

func TestStampLinks(t *testing.T) {
	got := string(stampLinks([]byte(`<script src="boot.js"></script><link href="./a/b.css"><link href="a.wasm"><a href="#x"><img `+
		`src="i.svg">`), "1f"))
	want := `<script src="boot.js?v=1f"></script><link href="./a/b.css?v=1f"><link href="a.wasm?v=1f"><a href="#x"><img src="i.svg">`
	if got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
}

func TestStepRunsOnlyWhenItMust(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string) {
		if err := os.WriteFile("in", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a")
	s := step{
		name: "copy", outputs: []string{"out"},
		inputs: func() ([]string, error) { return []string{"in"}, nil },
		run: func() error {
			data, err := os.ReadFile("in")
			if err != nil {
				return err
			}
			return writeFile("out", data)
		},
	}
	expect := func(want bool, why string) {
		t.Helper()
		if ran, err := s.do(); err != nil || ran != want {
			t.Fatalf("%s: ran %v, %v", why, ran, err)
		}
	}
	expect(true, "first time")
	expect(false, "nothing changed")
	write("b")
	expect(true, "an input changed")
	s.key = []string{"new"}
	expect(true, "the key changed")
	if err := os.Remove("out"); err != nil {
		t.Fatal(err)
	}
	expect(true, "the output is gone")
	expect(false, "nothing changed")
}

func TestRemoveStale(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"index.html", "index.html.gz", "old.js", "datasets/texas/splits/0.npz", "icons/a.svg", "icons/old/b.svg"} {
		if err := writeFile(filepath.Join(distDir, name), []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	// What no build has made stays, also an empty folder.
	if err := os.MkdirAll(filepath.Join(distDir, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := removeStale(map[string]string{"index.html": ""}); err != nil {
		t.Fatal(err)
	}
	if all, err := inDist(); err != nil || len(all) != 6 {
		t.Fatalf("left are %v, %v", all, err)
	}
	if err := os.RemoveAll(distDir); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(distDir, "mine", "notes.txt")
	if err := writeFile(own, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := making(func() (err error) {
		for _, name := range []string{"index.html", "index.html.gz", "old.js", "datasets/texas/splits/0.npz", "icons/a.svg", "icons/old/b.svg",
			"mine/made.txt"} {
			err = errors.Join(err, writeFile(filepath.Join(distDir, name), []byte("x")))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := removeStale(map[string]string{"index.html": "", "icons/a.svg": ""}); err != nil {
		t.Fatal(err)
	}
	var left []string
	err := filepath.WalkDir(distDir, func(path string, _ os.DirEntry, err error) error {
		left = append(left, filepath.ToSlash(path))
		return err
	})
	if got := strings.Join(left, " "); err != nil || got != "dist dist/icons dist/icons/a.svg dist/index.html "+
		"dist/index.html.gz dist/mine dist/mine/notes.txt" {
		t.Errorf("left are %s, %v", got, err)
	}
}

// Whoever builds or serves the page does not compile the library that drives browsers.
func TestNoDriver(t *testing.T) {
	for program, want := range map[string]bool{".": false, "../e2e/trace/chrome": true} {
		out, err := exec.Command("go", "list", "-deps", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(out), "/chromedp"); got != want {
			t.Errorf("%s needs chromedp: %v", program, got)
		}
	}
}
