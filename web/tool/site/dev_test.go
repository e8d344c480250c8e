package site

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/web/tool/shell"
)

// Two snapshots of the sources differ in new, changed and removed files, and in files of which only the time has changed. Tests, generated
// files and test data are no sources. inProgram reports whether a file is compiled into a program.
func TestSnapshotChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := shell.Write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"core/a.go", "web/b.vugu", "assets/style.css", "core/a_test.go", "web/0_gen.go", "web/e2e/x.go",
		"core/graphio/testdata/t.txt", "index.html"} {
		write(name, "1")
	}
	before, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	// These files are no sources.
	for _, name := range []string{"core/a_test.go", "web/0_gen.go", "web/e2e/x.go", "core/graphio/testdata/t.txt"} {
		write(name, "longer")
	}
	write("core/a.go", "longer")
	write("assets/new.js", "1")
	if err := os.Remove("web/b.vugu"); err != nil {
		t.Fatal(err)
	}
	// index.html keeps its size and gets another time.
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes("index.html", later, later); err != nil {
		t.Fatal(err)
	}
	after, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := before.changed(after), []string{"assets/new.js", "core/a.go", "index.html", "web/b.vugu"}; !slices.Equal(got, want) {
		t.Errorf("changed files are %v, want %v", got, want)
	}
	for name, want := range map[string]bool{"core/a.go": true, "web/b.vugu": true, "core/linalg/kernel/kern.ts": true,
		"assets/datasets.json": true, "assets/style.css": false, "assets/src/main.js": false, "index.html": false} {
		if inProgram(name) != want {
			t.Errorf("%s is in a program: %v, want %v", name, !want, want)
		}
	}
}

// While another file comes and goes, every snapshot has the files that stay.
func TestSnapshotsHaveTheFilesThatStay(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := shell.Write("core/z.go", []byte("1")); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				_ = shell.Write("core/a/b.go", []byte("1")) // an error also lacks the file
				_ = os.RemoveAll("core/a")
			}
		}
	}()
	for range 1000 {
		s, err := sources()
		if _, exists := s["core/z.go"]; err != nil || !exists {
			t.Errorf("a snapshot has %v, error %v; want core/z.go", s, err)
			break
		}
	}
	close(stop)
	<-stopped
}

// A page without a successful build has the script with the version none. An event with the failure, or with the first version and "" for
// styled, therefore shows the failure or reloads the page. Without files the page is empty.
func TestDevPageBeforeTheFirstBuild(t *testing.T) {
	old := t.TempDir() // has the files of an earlier build
	if err := os.WriteFile(filepath.Join(old, "index.html"), []byte("<html><head></head>old</html>"), 0o666); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{old: "old", t.TempDir(): "<body></body>"} {
		p := newPages()
		p.broadcast(buildEvent{Failure: "no"})
		for _, name := range []string{"/", "/index.html"} {
			w := httptest.NewRecorder()
			p.handler(dir).ServeHTTP(w, httptest.NewRequest("GET", "http://x"+name, nil))
			text, mimeType := w.Body.String(), w.Header().Get("Content-Type")
			hasScript := strings.Contains(text, `<script src="dev.js?v=none"></script>`) && strings.Contains(text, want)
			if w.Code != 200 || !hasScript || mimeType != "text/html; charset=utf-8" {
				t.Errorf("%s has status %d, type %q and text %q; want 200, HTML, the script and %q", name, w.Code, mimeType, text, want)
			}
		}
	}
}

// The page of a development build contains the script that listens to the events of builds, and has the usual policy. Its service worker
// removes itself. A missing file has the status 404. Open pages receive the event of the present build, and then one event of each new
// style sheet, each failure and each build.
func TestDevPagesReceiveEvents(t *testing.T) {
	t.Chdir("../../..")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<html><head></head>x</html>"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := newPages()
	p.rebuilt("one")
	server := httptest.NewServer(p.handler(dir))
	defer server.Close()
	// get returns the response to a request and its body.
	get := func(name string) (*http.Response, string) {
		t.Helper()
		r, err := http.Get(server.URL + name)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, string(text)
	}
	for _, name := range []string{"/", "/index.html"} {
		r, text := get(name)
		if r.StatusCode != 200 || !strings.Contains(text, `<script src="dev.js?v=one"></script>`) || !strings.Contains(text, "x</html>") {
			t.Errorf("%s has the status %d, want 200, and the script of the build before the text:\n%s", name, r.StatusCode, text)
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' 'wasm-unsafe-eval'") {
			t.Errorf("%s has the policy %q", name, policy)
		}
	}
	if r, text := get("/dev.js"); r.StatusCode != 200 || !strings.Contains(text, "EventSource") {
		t.Errorf("dev.js has the status %d, want 200, and an EventSource:\n%s", r.StatusCode, text)
	}
	if _, text := get("/sw.js"); !strings.Contains(text, "unregister") {
		t.Errorf("the service worker does not remove itself: %s", text)
	}
	if r, _ := get("/nothing.js"); r.StatusCode != 404 {
		t.Errorf("a missing file has the status %d, want 404", r.StatusCode)
	}

	r, err := http.Get(server.URL + "/dev-events")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewScanner(r.Body)
	// next reads the next event, whose text must be want.
	next := func(want string) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() != "" {
				break
			}
		}
		if lines.Text() != want {
			t.Errorf("the page receives %s, want %s", lines.Text(), want)
		}
	}
	next(`data: {"version":"one","styled":"","failure":""}`)
	p.restyled("two")
	next(`data: {"version":"two","styled":"one","failure":""}`)
	p.broadcast(buildEvent{Failure: "no"})
	next(`data: {"version":"two","styled":"","failure":"no"}`)
	p.rebuilt("three")
	next(`data: {"version":"three","styled":"","failure":""}`)
}
