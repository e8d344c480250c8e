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

// TestHostileFiles: what is too large or no file is refused before it is read, by every command that reads one; so are
// numbers that make no sense. A file with a comma in its name opens.
func TestHostileFiles(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	sparse, comma, folder := filepath.Join(dir, "sparse.npz"), filepath.Join(dir, "a,b.csv"), filepath.Join(dir, "folder")
	for name, text := range map[string]string{sparse: "", comma: "source,target\n0,1\n1,2\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
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
		code int
		why  string
		args []string
	}{
		{1, "MB", []string{"train", "-graph", sparse}}, {1, "device", []string{"train", "-graph", "/dev/zero"}},
		{1, "no file", []string{"train", "-graph", folder}}, {1, "MB", []string{"train", "-graph", comma + "," + sparse}},
		{1, "MB", []string{"train", "-split", sparse}}, {1, "MB", []string{"maps", sparse}}, {1, "device", []string{"maps", "/dev/zero"}},
		{1, "MB", []string{"check", "-file", sparse}}, {1, "device", []string{"check", "-file", "/dev/zero"}},
		{1, "MB", []string{"convert", "-graph", sparse}},
		{2, "-epochs -1", []string{"train", "-epochs", "-1"}}, {2, "-epochs -1", []string{"trace", "-epochs", "-1"}},
		{2, "epochs=0", []string{"train", "-set", "epochs=0"}}, {2, "epochs=0", []string{"trace", "-set", "epochs=0"}},
		{1, "epochs=0", []string{"table", "-datasets", "karate", "-models", "mlp", "-protocol", "per-class:4", "-splits", "0", "-chosen", "",
			"-results", "", "-set", "epochs=0"}},
		{2, "-memory -1", []string{"train", "-memory", "-1"}}, {2, "-memory NaN", []string{"train", "-memory", "NaN"}},
		{0, "3 nodes", []string{"train", "-graph", comma, "-epochs", "1", "-split", "random:1,0,0"}},
		{0, "", []string{"convert", "-graph", comma, "-o", dir}},
	} {
		cmd := exec.Command(bin, c.args...)
		msg, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.code || !strings.Contains(string(msg), c.why) {
			t.Errorf("sgpc %v ends with %d, %v: %s", c.args, got, err, msg)
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
		t.Errorf("an endless standard input: %v, %.200s", err, msg)
	}
}

// TestGuardedTexts: names that a spreadsheet would run are written with an apostrophe, which a note names; the file is read
// back as it was, and -raw leaves them.
func TestGuardedTexts(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	from := filepath.Join(dir, "in.json")
	text := `{"directed":false,"multigraph":false,"graph":{"writer":"sheafscope","name":"g"},"nodes":[{"id":0,"name":"=HYPERLINK(1)"},` +
		`{"id":1,"name":"'@x"},{"id":2,"name":"plain"},{"id":3,"name":"'plain"}],"links":[{"source":0,"target":1},{"source":1,"target":2},` +
		`{"source":2,"target":3}]}`
	if err := os.WriteFile(from, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	convert := func(args ...string) string {
		cmd := exec.Command(bin, append([]string{"convert"}, args...)...)
		msg, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(err, string(msg))
		}
		return string(msg)
	}
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	a, b, raw := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "raw")
	if said := convert("-graph", from, "-to", "csv", "-o", a); !strings.Contains(said, "apostrophe") || !strings.Contains(said, "-raw") {
		t.Error(said)
	}
	if got := read(filepath.Join(a, "g-nodes.csv")); !strings.HasPrefix(got, "# ") || !strings.Contains(got, "0,'=HYPERLINK(1)") ||
		!strings.Contains(got, "1,''@x") || !strings.Contains(got, "3,'plain") {
		t.Error(got)
	}
	convert("-graph", filepath.Join(a, "g-edges.csv")+","+filepath.Join(a, "g-nodes.csv"), "-to", "json", "-o", b)
	files, err := filepath.Glob(filepath.Join(b, "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	for _, want := range []string{`"=HYPERLINK(1)"`, `"'@x"`, `"'plain"`} {
		if got := read(files[0]); !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if said := convert("-graph", from, "-to", "csv", "-o", raw, "-raw"); strings.Contains(said, "apostrophe") {
		t.Error(said)
	}
	if got := read(filepath.Join(raw, "g-nodes.csv")); strings.HasPrefix(got, "#") || !strings.Contains(got, "0,=HYPERLINK(1)") {
		t.Error(got)
	}
}
