//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestHostileFiles: the commands train, maps, check and convert refuse a file of 3 GB with the reason and status 1. The first three also
// refuse a device, train a link to a device, and check an endless standard input. Impossible numbers of epochs and of memory are refused,
// and so is the spectrum of too large a sheaf. A file with a comma in its name opens.
func TestHostileFiles(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	sparse, comma, folder := filepath.Join(dir, "sparse.npz"), filepath.Join(dir, "a,b.csv"), filepath.Join(dir, "folder")
	for name, text := range map[string]string{sparse: "", comma: "source,target\n0,1\n1,2\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// A file of 3 GB without data on the disk, and a folder whose edges are a link to a device.
	if err := os.Truncate(sparse, 3<<30); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(folder, "edges.csv")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int    // status
		why  string // words of the message
		args []string
	}{
		{1, "MB", []string{"train", "-graph", sparse}}, {1, "device", []string{"train", "-graph", "/dev/zero"}},
		{1, "no file", []string{"train", "-graph", folder}}, {1, "MB", []string{"train", "-graph", comma + "," + sparse}},
		{1, "MB", []string{"train", "-split", sparse}}, {1, "MB", []string{"maps", sparse}}, {1, "device", []string{"maps", "/dev/zero"}},
		{1, "MB", []string{"check", "-file", sparse}}, {1, "device", []string{"check", "-file", "/dev/zero"}},
		{1, "MB", []string{"convert", "-graph", sparse}},
		{2, "-epochs -1", []string{"train", "-epochs", "-1"}}, {2, "-epochs -1", []string{"trace", "-epochs", "-1"}},
		{2, "epochs=0 sets no limit", []string{"train", "-set", "epochs=0"}}, {2, "epochs=0", []string{"trace", "-set", "epochs=0"}},
		{2, "-seed on the command line, or as the field", []string{"train", "-set", "seed=3"}},
		{1, "epochs=0", []string{"table", "-datasets", "karate", "-models", "mlp", "-protocol", "per-class:4", "-splits", "0", "-chosen", "",
			"-results", "", "-set", "epochs=0"}},
		{2, "-memory -1", []string{"train", "-memory", "-1"}}, {2, "-memory NaN", []string{"train", "-memory", "NaN"}},
		{1, "n·d = 50400, over the limit of 50000", []string{"spectrum", "-graph", "ring:n=6300", "-epochs", "1", "-set", "d=8",
			"-set", "channels=4", "-set", "gap_mode=off"}},
		{0, "3 nodes", []string{"train", "-graph", comma, "-epochs", "1", "-split", "random:1,0,0"}},
		{0, "", []string{"convert", "-graph", comma, "-o", dir}},
	} {
		cmd := exec.Command(bin, c.args...)
		msg, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.code || !strings.Contains(string(msg), c.why) {
			t.Errorf("sgpc %v ends with %d, %v, want %d and the words %q: %s", c.args, got, err, c.code, c.why, msg)
		}
	}
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer zero.Close()
	cmd := exec.Command(bin, "check", "-")
	cmd.Stdin = zero
	if msg, err := cmd.CombinedOutput(); err == nil || !bytes.Contains(msg, []byte("MB")) {
		t.Errorf("check of an endless standard input ends with %v, want an error in MB: %.200s", err, msg)
	}
}

// TestGuardedTexts: convert puts an apostrophe before a name that a spreadsheet would execute. So it does before a name that begins with an
// apostrophe and then looks like such a name. A note mentions the apostrophe and -raw, and a comment opens the file of nodes. The written
// file reads back with the names as they were. With -raw the names are written as they are, without a note and a comment.
func TestGuardedTexts(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	from := filepath.Join(dir, "in.json")
	text := `{"directed":false,"multigraph":false,"graph":{"writer":"sheafscope","name":"g"},"nodes":[{"id":0,"name":"=HYPERLINK(1)"},` +
		`{"id":1,"name":"'@x"},{"id":2,"name":"plain"},{"id":3,"name":"'plain"}],"links":[{"source":0,"target":1},{"source":1,"target":2},` +
		`{"source":2,"target":3}]}`
	if err := os.WriteFile(from, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	// convert runs the command and returns its output.
	convert := func(args ...string) string {
		cmd := exec.Command(bin, append([]string{"convert"}, args...)...)
		msg, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("convert ends with %v: %s", err, msg)
		}
		return string(msg)
	}
	// read returns the text of a file.
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	a, b, raw := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "raw")
	if note := convert("-graph", from, "-to", "csv", "-o", a); !strings.Contains(note, "apostrophe") || !strings.Contains(note, "-raw") {
		t.Errorf("the note is %q, want the apostrophe and -raw in it", note)
	}
	guarded := read(filepath.Join(a, "g-nodes.csv"))
	if !strings.HasPrefix(guarded, "# ") {
		t.Errorf("the file of nodes does not begin with a comment: %s", guarded)
	}
	for _, want := range []string{"0,'=HYPERLINK(1)", "1,''@x", "3,'plain"} {
		if !strings.Contains(guarded, want) {
			t.Errorf("the file of nodes has no %q: %s", want, guarded)
		}
	}
	// Back to JSON: the names are as before.
	convert("-graph", filepath.Join(a, "g-edges.csv")+","+filepath.Join(a, "g-nodes.csv"), "-to", "json", "-o", b)
	files, err := filepath.Glob(filepath.Join(b, "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("convert writes the files %v, want one (%v)", files, err)
	}
	for _, want := range []string{`"=HYPERLINK(1)"`, `"'@x"`, `"'plain"`} {
		if got := read(files[0]); !strings.Contains(got, want) {
			t.Errorf("the name %s is not in the file read back: %s", want, got)
		}
	}
	if note := convert("-graph", from, "-to", "csv", "-o", raw, "-raw"); strings.Contains(note, "apostrophe") {
		t.Errorf("with -raw there is a note on the apostrophe: %s", note)
	}
	if got := read(filepath.Join(raw, "g-nodes.csv")); strings.HasPrefix(got, "#") || !strings.Contains(got, "0,=HYPERLINK(1)") {
		t.Errorf("with -raw the file of nodes has a comment or not the plain name =HYPERLINK(1): %s", got)
	}
}
