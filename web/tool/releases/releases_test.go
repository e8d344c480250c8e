package releases

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// packed writes an archive of entries to a file. An entry without a type is a file, and its text is in Linkname.
func packed(t *testing.T, file string, entries ...tar.Header) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range entries {
		text := h.Linkname
		if h.Typeflag == 0 {
			h.Typeflag, h.Linkname, h.Mode, h.Size = tar.TypeReg, "", 0o644, int64(len(text))
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := w.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if w.Close() != nil || z.Close() != nil || os.WriteFile(file, b.Bytes(), 0o666) != nil {
		t.Fatal("no archive")
	}
}

// text returns an entry for packed: a file with a text.
func text(name, text string) tar.Header { return tar.Header{Name: name, Linkname: text} }

// Every release has a separate path, latest/ is the release with the greatest numbers, and the pages of the root redirect to latest/.
func TestLatestIsTheGreatestRelease(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "site")
	for _, v := range []string{"v0.9.0", "v0.10.0", "v0.2.11"} {
		packed(t, filepath.Join(from, v+archive), tar.Header{Name: "dist/", Typeflag: tar.TypeDir, Mode: 0o755}, text("dist/index.html", v),
			text("dist/element/a.js", v+"!"))
	}
	if err := Site(from, to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"v0.9.0/index.html": "v0.9.0", "v0.2.11/element/a.js": "v0.2.11!",
		"latest/index.html": "v0.10.0", "latest/element/a.js": "v0.10.0!",
		"versions.json": `{"versions":["v0.10.0","v0.9.0","v0.2.11"]}` + "\n"} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for page, want := range map[string]string{"index.html": `location.replace("latest/" + `, "learn.html": `replace("latest/learn.html" + `} {
		if got, err := os.ReadFile(filepath.Join(to, page)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %q, %v", page, got, err)
		}
	}
}

// The error of Site names the archive if the archive is damaged, or if an entry is outside of dist/ or is not a file.
func TestSiteRefusesBadArchives(t *testing.T) {
	for name, make := range map[string]func(dir string){
		"v1.0.0.tar.gz: \"dist/../../a\"": func(dir string) { packed(t, dir+"/v1.0.0.tar.gz", text("dist/../../a", "x")) },
		"v1.0.0.tar.gz: \"/etc/a\"":       func(dir string) { packed(t, dir+"/v1.0.0.tar.gz", text("/etc/a", "x")) },
		"v1.0.0.tar.gz: \"dist/l\"": func(dir string) {
			packed(t, dir+"/v1.0.0.tar.gz", tar.Header{Name: "dist/l", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink})
		},
		"v1.0.0.tar.gz: gzip":   func(dir string) { _ = os.WriteFile(dir+"/v1.0.0.tar.gz", []byte("no archive at all"), 0o666) },
		"v1.0.0.tar.gz: EOF":    func(dir string) { packed(t, dir+"/v1.0.0.tar.gz") },
		"newest.tar.gz: an arc": func(dir string) { packed(t, dir+"/newest.tar.gz", text("dist/index.html", "x")) },
		"has no release":        func(string) {},
	} {
		dir, to := t.TempDir(), filepath.Join(t.TempDir(), "site")
		make(dir)
		err := Site(dir, to)
		if err == nil || !strings.Contains(err.Error(), strings.SplitN(name, "\"", 2)[0]) && !strings.Contains(err.Error(), "path escapes") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(to), "a")); err == nil {
			t.Error("a file was written outside of the folder")
		}
	}
}
