package releases

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writeArchive writes a compressed tar archive of entries to a file. An entry without a type is a file, and its text is in Linkname.
func writeArchive(t *testing.T, file string, entries ...tar.Header) {
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
		t.Fatal("the archive was not written")
	}
}

// fileEntry returns an entry for writeArchive: a file with a text.
func fileEntry(name, text string) tar.Header { return tar.Header{Name: name, Linkname: text} }

// Every release has a separate path, latest/ is the release with the greatest numbers, and the pages of the root redirect to latest/.
// versions.json has the releases, the newest first. The folder of the archives has brackets in its name, which are a pattern for Glob.
func TestLatestIsTheGreatestRelease(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "[1]"), filepath.Join(t.TempDir(), "site")
	if err := os.Mkdir(from, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"v0.9.0", "v0.10.0", "v0.2.11"} {
		writeArchive(t, filepath.Join(from, v+archive), tar.Header{Name: "dist/", Typeflag: tar.TypeDir, Mode: 0o755},
			fileEntry("dist/index.html", v), fileEntry("dist/element/a.js", v+"!"))
	}
	if err := Site(from, to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"v0.9.0/index.html": "v0.9.0", "v0.2.11/element/a.js": "v0.2.11!",
		"latest/index.html": "v0.10.0", "latest/element/a.js": "v0.10.0!",
		"versions.json": `{"versions":["v0.10.0","v0.9.0","v0.2.11"]}` + "\n"} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, error %v; want %q", name, got, err, want)
		}
	}
	for page, want := range map[string]string{"index.html": `location.replace("latest/" + `, "learn.html": `replace("latest/learn.html" + `} {
		if got, err := os.ReadFile(filepath.Join(to, page)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s is %q, error %v; want a page with %q", page, got, err, want)
		}
	}
}

// Site refuses a damaged archive, an archive with a wrong checksum or with too many entries, an entry outside of dist/, an entry that is no
// file, an archive without a version in its name, and a folder without a release. A key of the table, up to its quotation mark, is a part
// of the error; or the error reports that a path escapes. No file a is written beside the site.
func TestSiteRefusesBadArchives(t *testing.T) {
	for name, writeBad := range map[string]func(dir string){
		"v1.0.0.tar.gz: \"dist/../../a\"": func(dir string) { writeArchive(t, dir+"/v1.0.0.tar.gz", fileEntry("dist/../../a", "x")) },
		"v1.0.0.tar.gz: \"/etc/a\"":       func(dir string) { writeArchive(t, dir+"/v1.0.0.tar.gz", fileEntry("/etc/a", "x")) },
		"v1.0.0.tar.gz: \"dist/l\"": func(dir string) {
			writeArchive(t, dir+"/v1.0.0.tar.gz", tar.Header{Name: "dist/l", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink})
		},
		"v1.0.0.tar.gz: gzip": func(dir string) { _ = os.WriteFile(dir+"/v1.0.0.tar.gz", []byte("no archive at all"), 0o666) },
		"v1.0.0.tar.gz: gzip: invalid checksum": func(dir string) {
			file := dir + "/v1.0.0.tar.gz"
			writeArchive(t, file, fileEntry("dist/index.html", "x"))
			data, _ := os.ReadFile(file)
			data[len(data)-8] ^= 1 // the checksum has the first four of the last eight bytes
			_ = os.WriteFile(file, data, 0o666)
		},
		"v1.0.0.tar.gz: more than 10000 files and folders": func(dir string) {
			folder := tar.Header{Name: "dist/a/", Typeflag: tar.TypeDir, Mode: 0o755}
			writeArchive(t, dir+"/v1.0.0.tar.gz", slices.Repeat([]tar.Header{folder}, 10001)...)
		},
		"v1.0.0.tar.gz: EOF":    func(dir string) { writeArchive(t, dir+"/v1.0.0.tar.gz") },
		"newest.tar.gz: an arc": func(dir string) { writeArchive(t, dir+"/newest.tar.gz", fileEntry("dist/index.html", "x")) },
		"has no release":        func(string) {},
	} {
		dir, to := t.TempDir(), filepath.Join(t.TempDir(), "site")
		writeBad(dir)
		err := Site(dir, to)
		want := strings.SplitN(name, "\"", 2)[0]
		if err == nil {
			t.Errorf("%s: the archive is accepted", name)
		} else if !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "path escapes") {
			t.Errorf("%s: the error is %v, want one with %q", name, err, want)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(to), "a")); err == nil {
			t.Errorf("%s: the file a was written outside of the site", name)
		}
	}
}
