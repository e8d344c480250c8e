//go:build linux

package disk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree returns a folder with two files, a linked folder, and links to an existing and a missing file.
func tree(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{os.Mkdir(at("real"), 0o755), os.WriteFile(at("real/a"), []byte("a"), 0o644),
		os.WriteFile(at("real/b"), []byte("b"), 0o644), os.Symlink("real", at("folder")), os.Symlink("real/a", at("link")),
		os.Link(at("real/a"), at("hard")), os.Symlink("folder/new", at("coming")), os.Symlink("loop", at("loop"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSameAgreesWithWrites: two names are the same exactly where a write through one is read through the other.
func TestSameAgreesWithWrites(t *testing.T) {
	dir := tree(t)
	t.Chdir(dir)
	names := []string{"real/a", "real/b", "folder/a", "link", "hard", "./real/../real/a", filepath.Join(dir, "real/a"), "real/new",
		"folder/new", "coming", "other", "real/none/x", "folder/none/x"}
	for _, a := range names {
		for _, b := range names {
			same := Same(a, b)
			if strings.Contains(a, "none") || strings.Contains(b, "none") {
				if want := strings.Contains(a, "none") && strings.Contains(b, "none"); same != want {
					t.Errorf("%s and %s: %v", a, b, same)
				}
				continue
			}
			_, before := os.Stat(a)
			text := fmt.Sprint(rand.Uint64())
			f, err := os.OpenFile(a, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, text)
			f.Close()
			data, err := os.ReadFile(b)
			if want := err == nil && string(data) == text; same != want {
				t.Errorf("%s and %s: %v, but a write through one is read through the other: %v", a, b, same, want)
			}
			if before != nil {
				target, err := filepath.EvalSymlinks(a)
				if err != nil || os.Remove(target) != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if Same("loop", "real/a") {
		t.Error("a link to itself is a file")
	}
}

// TestApartRefusesOverwriting: an output that is another output or an input is an error with both flags.
// Devices, new files in a read folder and separate files are no errors.
func TestApartRefusesOverwriting(t *testing.T) {
	t.Chdir(tree(t))
	for _, c := range []struct {
		written, read []Named
		want          string
	}{
		{[]Named{{"-o", "link"}, {"-results", "folder/a"}}, nil, "-o and of -results"},
		{[]Named{{"-o", "coming"}, {"-rows", "real/new"}}, nil, "-rows"},
		{[]Named{{"-o", "folder/a"}}, []Named{{"-graph", "real/a"}}, "-graph"},
		{[]Named{{"-o", "link"}}, []Named{{"-graph", "real"}}, "-graph"},
		{[]Named{{"-o", "real/fresh"}}, []Named{{"-graph", "real"}}, ""},
		{[]Named{{"-o", "/dev/null"}, {"-rows", "/dev/null"}}, nil, ""},
		{[]Named{{"-o", ""}, {"-rows", ""}, {"-x", "real/a"}}, []Named{{"-graph", ""}, {"-split", "real/b"}}, ""},
	} {
		err := Apart(c.written, c.read)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %v: %v", c.written, c.read, err)
		}
	}
}

// TestReplaceNotesOtherContent: only a file of other content gives a note.
func TestReplaceNotesOtherContent(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	for _, c := range []struct{ data, want string }{{"one", ""}, {"one", ""}, {"two", "existed before"}} {
		var note bytes.Buffer
		if err := Replace(name, []byte(c.data), &note); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != c.data || (note.Len() > 0) != (c.want != "") ||
			!strings.Contains(note.String(), c.want) {
			t.Errorf("%q: %q, %q, %v", c.data, got, note.String(), err)
		}
	}
}
