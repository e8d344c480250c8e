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

// folderOfLinks returns a folder with the files real/a, real/b and real/sub/c, and with seven links.
// The links are folder to the folder real, link and hard (a hard link) to real/a, coming to the missing file real/new, and loop to itself.
// Besides, deep is a link to the folder real/sub, and real/sub/up to real/a.
func folderOfLinks(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{os.Mkdir(path("real"), 0o755), os.WriteFile(path("real/a"), []byte("a"), 0o644),
		os.WriteFile(path("real/b"), []byte("b"), 0o644), os.Symlink("real", path("folder")), os.Symlink("real/a", path("link")),
		os.Link(path("real/a"), path("hard")), os.Symlink("folder/new", path("coming")), os.Symlink("loop", path("loop")),
		os.Mkdir(path("real/sub"), 0o755), os.WriteFile(path("real/sub/c"), []byte("c"), 0o644), os.Symlink("real/sub", path("deep")),
		os.Symlink("../a", path("real/sub/up"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSameAgreesWithWrites: Same reports true for two names exactly if a text written through one is read through the other.
// Names in a missing folder cannot be written. The two such names here mean one file, so they are the same.
// A link to itself is not the same as real/a.
func TestSameAgreesWithWrites(t *testing.T) {
	dir := folderOfLinks(t)
	t.Chdir(dir)
	names := []string{"real/a", "real/b", "folder/a", "link", "hard", "./real/../real/a", filepath.Join(dir, "real/a"), "real/new",
		"folder/new", "coming", "other", "deep/c", "real/sub/c", "deep/up", "real/none/x", "folder/none/x"}
	for _, a := range names {
		for _, b := range names {
			same := Same(a, b)
			if strings.Contains(a, "none") || strings.Contains(b, "none") {
				if want := strings.Contains(a, "none") && strings.Contains(b, "none"); same != want {
					t.Errorf("Same(%s, %s) = %v, want %v", a, b, same, want)
				}
				continue
			}
			_, err := os.Stat(a)
			existed := err == nil
			text := fmt.Sprint(rand.Uint64())
			f, err := os.OpenFile(a, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, text)
			f.Close()
			data, err := os.ReadFile(b)
			if want := err == nil && string(data) == text; same != want {
				t.Errorf("Same(%s, %s) = %v, but a write through one is read through the other: %v", a, b, same, want)
			}
			// A file that the write created is removed, so that every pair starts from the folder of folderOfLinks.
			if existed {
				continue
			}
			target, err := filepath.EvalSymlinks(a)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(target); err != nil {
				t.Fatal(err)
			}
		}
	}
	if Same("loop", "real/a") {
		t.Error("a link to itself is the same as a file")
	}
}

// TestApartRefusesOverwriting: an output that is another output, an input, or a file in a read folder is an error with the words in want.
// If want is empty, there is no error: for devices, new files in a read folder, and separate files. Each pair is an option and its file.
func TestApartRefusesOverwriting(t *testing.T) {
	t.Chdir(folderOfLinks(t))
	for _, c := range []struct {
		written, read []Named
		want          string
	}{
		{[]Named{{"-o", "link"}, {"-results", "folder/a"}}, nil, "-o and of -results"},
		{[]Named{{"-o", "coming"}, {"-rows", "real/new"}}, nil, "-rows"},
		{[]Named{{"-o", "folder/a"}}, []Named{{"-graph", "real/a"}}, "-graph"},
		{[]Named{{"-o", "link"}}, []Named{{"-graph", "real"}}, "-graph"},
		{[]Named{{"-o", "deep/c"}}, []Named{{"-graph", "real"}}, "-graph"},
		{[]Named{{"-o", "deep/up"}}, []Named{{"-graph", "real"}}, "-graph"},
		{[]Named{{"-o", "real/fresh"}}, []Named{{"-graph", "real"}}, ""},
		{[]Named{{"-o", "/dev/null"}, {"-rows", "/dev/null"}}, nil, ""},
		{[]Named{{"-o", ""}, {"-rows", ""}, {"-x", "real/a"}}, []Named{{"-graph", ""}, {"-split", "real/b"}}, ""},
	} {
		err := Apart(c.written, c.read)
		if c.want == "" {
			if err != nil {
				t.Errorf("written %v, read %v: %v, want no error", c.written, c.read, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("written %v, read %v: the error is %v, want one with %q", c.written, c.read, err, c.want)
		}
	}
}

// TestReplaceNotesOtherContent: Replace writes a file. It writes a note only if the file existed with other content.
func TestReplaceNotesOtherContent(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	// Three writes to one file, with the words of the note.
	for _, c := range []struct{ data, want string }{{"one", ""}, {"one", ""}, {"two", "existed before"}} {
		var note bytes.Buffer
		if err := Replace(name, []byte(c.data), &note); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != c.data {
			t.Errorf("the file holds %q, error %v; want %q", got, err, c.data)
		}
		wantsNote := c.want != ""
		if (note.Len() > 0) != wantsNote || !strings.Contains(note.String(), c.want) {
			t.Errorf("the note about %q is %q, want %q", c.data, note.String(), c.want)
		}
	}
}
