//go:build e2e

package e2e

import (
	"archive/zip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// texasCell is a cell of a notebook, in Python. It reads Texas as tensors and shows the graph in the page. Its Data object has the
// attributes of PyTorch Geometric's Data, because the machines of the tests have no PyTorch Geometric.
const texasCell = `import os
import numpy as np
import torch
import sheafscope

folder = os.environ["TEXAS"]
rows = [line.split("\t") for line in open(folder + "/out1_node_feature_label.txt").read().splitlines()[1:]]
rows.sort(key=lambda row: int(row[0]))
split = np.load(folder + "/splits/texas_split_0.6_0.2_0.npz")

class Data:
    edge_index = torch.from_numpy(np.loadtxt(folder + "/out1_graph_edges.txt", dtype=int, skiprows=1)).t()
    x = torch.tensor([[float(v) for v in row[1].split(",")] for row in rows])
    y = torch.tensor([int(row[2]) for row in rows])
    train_mask, val_mask, test_mask = (torch.from_numpy(split[k + "_mask"] > 0) for k in ("train", "val", "test"))
    num_nodes = len(rows)

sheafscope.show(Data(), name="texas arrays")`

// compareExports is a Python program that compares the page's export with the command line's trace. Its arguments are the paths of both,
// and the shift of the normalised Laplacian. Edges, maps, probabilities, labels, predictions and masks are equal, and the numbers of
// weights, too. Laplacians and spectra agree within 1e-12 + 1e-7·|value|, because assert_allclose has the relative tolerance 1e-7 by
// default. The program prints "equal" and the number of entries of the maps.
const compareExports = `import sys
import numpy as np
import sheafscope

page, line = sheafscope.load(sys.argv[1]), sheafscope.load(sys.argv[2])
assert page.epoch == line.epoch > 0 and page.n == line.n == 183 and page.d == line.d, (page.epoch, line.epoch, page.n, line.n)
for name in ("edges", "maps", "probability", "labels"):
    a, b = getattr(page, name), getattr(line, name)
    assert a.shape == b.shape and (a == b).all(), (name, a.shape, b.shape, abs(a - b).max())
assert (page.prediction == line.prediction).all() and len(page.weights) == len(line.weights) > 5
for name in page.masks:
    assert (page.masks[name] == line.masks[name]).all(), name
assert page.maps.any() and page.features.shape == (183, 1703)
# The Laplacian of the maps is the one that the program assembled, and so is the normalised one; their spectra agree.
np.testing.assert_allclose(page.laplacian().toarray(), line.laplacian().toarray(), atol=1e-12)
hat = line.laplacian(normalized=True)
np.testing.assert_allclose(page.laplacian(normalized=True, shift=float(sys.argv[3])).toarray(), hat.toarray(), atol=1e-12)
mine, its = page.spectrum(normalized=True, shift=float(sys.argv[3])), line.spectrum(normalized=True)
np.testing.assert_allclose(mine.values, its.values, atol=1e-12)
assert mine.kernel_dim == its.kernel_dim and its.complete
print("equal", page.maps.size)`

// notebook tests the Python package, as a part of TestSingleFile. It builds the wheel from the single file and checks its contents. It
// installs the package from its folder, and runs the tests of the package. The usual form ends after these tests. The long form then checks
// files that PyTorch has saved (savedByTorch), and executes a notebook with the package. It trains an epoch in the first page of the
// notebook, and checks the second page with a network (notebookModel). It compares the export of the first page with the command line.
func notebook(t *testing.T) {
	python, err := FindNotebook()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	installed := filepath.Join(dir, "installed")
	// run executes a program in dir with the installed package and the path of Texas in its environment. It returns the output.
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PYTHONPATH="+installed, "PYTHONDONTWRITEBYTECODE=1", "SHEAFSCOPE_PACKAGE="+installed,
			"TEXAS="+absolute(t, root+"/../shared/datasets/texas"), "JUPYTER_CONFIG_DIR="+dir, "IPYTHONDIR="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	wheel := strings.TrimSpace(run(python, absolute(t, root+"/assets/python/backend.py"), dir))
	checkWheel(t, filepath.Join(dir, wheel))
	run(python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--disable-pip-version-check", "--root-user-action=ignore",
		"--no-compile", "--target", installed, absolute(t, root+"/assets/python"))
	run(python, "-m", "unittest", "discover", absolute(t, root+"/assets/python/tests"))
	if share(t) == 0 {
		return
	}
	savedByTorch(t, python, dir, installed, run)

	// The notebook with two cells, executed and converted to HTML.
	var cells []any
	for _, source := range []string{texasCell, modelCell} {
		cells = append(cells, map[string]any{"cell_type": "code", "execution_count": nil, "metadata": map[string]any{}, "outputs": []any{},
			"source": source})
	}
	book, err := json.Marshal(map[string]any{"cells": cells, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 4})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "texas.ipynb"), book, 0o666); err != nil {
		t.Fatal(err)
	}
	run(python, "-m", "nbconvert", "--to", "html", "--template", "basic", "--execute", "texas.ipynb")

	// The HTML in the browser. The scripts keep the files that the frames save in the map blobs, by the addresses in the list saved.
	p := blank(t, desktop)
	p.beforeScripts(`globalThis.blobs = new Map(); globalThis.saved = [];
		{ const make = URL.createObjectURL; URL.createObjectURL = (b) => { const u = make(b); blobs.set(u, b); return u; };
		  HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push(this.href); }; }`)
	p.do(chromedp.Navigate("file://" + filepath.Join(dir, "texas.html")))
	p.waitFor(`(globalThis.frame = document.querySelector("iframe").contentWindow).sheafscope !== undefined`)
	p.eval("frame.sheafscope.ready.then(() => true)", new(bool))
	var before state
	p.eval("frame.sheafscope.state()", &before)
	if before.Graph == nil {
		t.Fatal("the notebook shows no graph")
	}
	if g := before.Graph; g.N != 183 || g.M != 279 || g.Name != "texas arrays" {
		t.Fatalf("the notebook shows %+v, want texas arrays with 183 nodes and 279 edges", g)
	}
	// One epoch in the first frame.
	p.eval("frame.sheafscope.run(1).then(() => true)", new(bool))
	var s struct {
		Epoch  int
		Method string
		Config struct{ Shift float64 }
	}
	p.eval("frame.sheafscope.state()", &s)
	if s.Epoch != before.Epoch+1 {
		t.Errorf("one epoch of training leads from epoch %d to %d", before.Epoch, s.Epoch)
	}
	// The second frame, which shows a network.
	html, err := os.ReadFile(filepath.Join(dir, "texas.html"))
	if err != nil {
		t.Fatal(err)
	}
	notebookModel(t, p, string(html))
	// The export of the first frame becomes the file pyg.zip.
	p.eval(`frame.document.querySelector('[data-testid="export-pyg"]').click()`, nil)
	p.waitFor("frame.saved.length === 1")
	var packed string
	p.eval(`frame.blobs.get(frame.saved[0]).arrayBuffer().then((b) => btoa(Array.from(new Uint8Array(b), (c) => `+
		`String.fromCharCode(c)).join("")))`, &packed)
	data, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pyg.zip"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	p.shot("notebook")
	p.clean()

	// The second way: the command line writes the trace of the first frame's run at its epoch.
	tool := filepath.Join(dir, "sgpc")
	build := exec.Command("go", "build", "-o", tool, "./core/cmd/sgpc")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run(tool, "trace", "-graph", absolute(t, root+"/../shared/datasets/texas"), "-split", "0", "-method", s.Method, "-epochs",
		fmt.Sprint(s.Epoch), "-o", filepath.Join(dir, "trace.json"))
	if out := run(python, "-c", compareExports, "pyg.zip", "trace.json", fmt.Sprint(s.Config.Shift)); !strings.HasPrefix(out, "equal ") {
		t.Errorf("the comparison of the page's export with the trace prints %q, want \"equal \" and a number", out)
	}
}

// checkWheel checks that a wheel contains the package, the page as it was built, its metadata and nothing else.
func checkWheel(t *testing.T, name string) {
	t.Helper()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	// The names of all files, and the page, which must be the built one.
	const info = "sheafscope-0.1.0.dist-info/"
	want := []string{"sheafscope/__init__.py", "sheafscope/_archive.py", "sheafscope/_graph.py", "sheafscope/_network.py",
		"sheafscope/_page.py", "sheafscope/page.html", "sheafscope/py.typed", info + "LICENSE", info + "METADATA", info + "RECORD",
		info + "WHEEL"}
	var have []string
	for _, f := range z.File {
		have = append(have, f.Name)
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f.Name, ".html") {
			continue
		}
		page, err := os.ReadFile(filepath.Join(root, "dist", "sheafscope.html"))
		if err != nil {
			t.Errorf("the built page cannot be read: %v", err)
		}
		if string(page) != string(data) {
			t.Error("the page in the wheel differs from dist/sheafscope.html")
		}
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("the wheel holds %q, want %q", have, want)
	}
}

// absolute returns the absolute path of a file, because a program of the test runs in another folder.
func absolute(t *testing.T, name string) string {
	t.Helper()
	abs, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
