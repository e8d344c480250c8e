package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/claims"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// runs are the trained runs of the documents.
type runs struct {
	*film
	*blocks
}

// once trains the runs once for all tests.
var once = sync.OnceValues(func() (runs, error) {
	f, b, err := trainRuns()
	return runs{f, b}, err
})

// The files in the repository equal the files that the program writes, so that each number in a block or a picture comes from a present
// run. Each document has a block.
func TestDocumentsAreCurrent(t *testing.T) {
	const root = "../../.."
	m, err := once()
	if err != nil {
		t.Fatal(err)
	}
	files, err := contents(root, m.film, m.blocks)
	if err != nil {
		t.Fatal(err)
	}
	// Beside the documents, the program writes two pictures and the figure of the page.
	if len(files) != len(documents)+3 {
		t.Errorf("the program writes %d files, want %d", len(files), len(documents)+3)
	}
	for name, want := range files {
		have, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s differs from the file of ./build.sh screens (go run ./web/tool/readme writes it without a browser): %v", name, err)
		}
		if !slices.Contains([]string{picture, networkPicture, plansFigure}, name) && !strings.Contains(string(want), "<!-- end -->") {
			t.Errorf("%s has no block", name)
		}
	}
}

// The animated picture is well-formed XML of at most 300 kB, and has the counts of wrong nodes of the runs. It has at least 20 animations,
// and at least as many uses of animations. Each used animation has its keyframes.
func TestPictureShowsTheRuns(t *testing.T) {
	f, err := once()
	if err != nil {
		t.Fatal(err)
	}
	svg := f.svg()
	if len(svg) > 300_000 {
		t.Errorf("the picture has %d bytes, want at most 300000", len(svg))
	}
	// The decoder reads to the end without an error.
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	// The picture names the number of wrong nodes at each stop.
	for _, s := range f.stops {
		wrong := 0
		for i, c := range s.pred {
			if c != f.graph.Labels[i] {
				wrong++
			}
		}
		if want := fmt.Sprintf(">%d of %d nodes wrong<", wrong, f.graph.N); !strings.Contains(string(svg), want) {
			t.Errorf("%s: the picture does not say %q", s.maps, want)
		}
	}
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`@keyframes (a\d+)\{`).FindAllStringSubmatch(string(svg), -1) {
		names[m[1]] = true
	}
	used := regexp.MustCompile(`class="(a\d+)"`).FindAllStringSubmatch(string(svg), -1)
	for _, m := range used {
		if !names[m[1]] {
			t.Errorf("there are no keyframes %s", m[1])
		}
	}
	if len(names) < 20 || len(used) < len(names) {
		t.Errorf("the picture has %d animations, used %d times; want at least 20, and at least as many uses", len(names), len(used))
	}
}

// The film has a stop for each kind of maps. Stop 0 has the identity, which gives the network of the plain graph. The edge of the picture
// joins rivals, which differ in class and temper. At every other stop fewer nodes are wrong than at stop 0, and the vectors of the rivals
// disagree less in the stalk of the edge. Identity maps leave every vector as it is. Up to rounding, orthogonal maps keep its length, and
// each Laplacian has 2n eigenvalues in [0, 2].
func TestSheafBeatsGraphInTheFilm(t *testing.T) {
	f, err := once()
	if err != nil {
		t.Fatal(err)
	}
	if f.temper(f.i) == f.temper(f.j) || f.graph.Labels[f.i] == f.graph.Labels[f.j] {
		t.Errorf("nodes %d and %d are no rivals", f.i, f.j)
	}
	// disagreement returns the disagreement on the edge of the picture at stop k.
	disagreement := func(k int) float64 { return f.stops[k].edges[f.edge].disagreement() }
	for k, s := range f.stops {
		isBetter := s.wrong < f.stops[0].wrong && disagreement(k) < disagreement(0)
		if k > 0 && !isBetter {
			t.Errorf("%s: %d nodes wrong, disagreement %g; want less than with the identity, %d and %g", s.maps, s.wrong, disagreement(k),
				f.stops[0].wrong, disagreement(0))
		}
		for e := range s.edges {
			c := &s.edges[e] // xi and xj are the vectors of the ends; yi and yj are their images in the stalk of the edge
			switch s.maps {
			case "identity":
				if c.xi != c.yi || c.xj != c.yj {
					t.Fatalf("the identity maps %v to %v and %v to %v", c.xi, c.yi, c.xj, c.yj)
				}
			case "orthogonal":
				if math.Abs(dot(c.xi)-dot(c.yi)) > 1e-9*dot(c.xi) || math.Abs(dot(c.xj)-dot(c.yj)) > 1e-9*dot(c.xj) {
					t.Fatalf("orthogonal maps change a length: %v to %v, or %v to %v", c.xi, c.yi, c.xj, c.yj)
				}
			}
		}
		for _, v := range s.values {
			if v < -1e-9 || v > 2+1e-9 {
				t.Errorf("%s has the eigenvalue %g, want one in [0, 2]", s.maps, v)
			}
		}
		if len(s.values) != 2*f.graph.N {
			t.Errorf("%s has %d eigenvalues, want %d", s.maps, len(s.values), 2*f.graph.N)
		}
	}
}

// If package.json has a home page, addresses lead to this page and open their run. The address of the film leads to the newest release.
// Without a home page, all addresses lead to the two commands of README.md. An unknown block, and a label without an address, are errors.
func TestAddressesResolve(t *testing.T) {
	m, err := once()
	if err != nil {
		t.Fatal(err)
	}
	packageJSON := filepath.Join(t.TempDir(), "package.json")
	const addresses = `{"homepage": "https://example.org/page/", "repository": "https://example.org/code"}`
	if err := os.WriteFile(packageJSON, []byte(addresses), 0o666); err != nil {
		t.Fatal(err)
	}
	f, b := m.film, m.blocks
	if err := b.readAddresses(packageJSON); err != nil {
		t.Fatal(err)
	}
	// A document with four labels. Its block of addresses is replaced by a line for each label.
	text := "[![a](a.svg)][film], [a][course], [b][lemma2], [c][an edge]\n<!-- addresses: written -->\nold\n<!-- end -->\n"
	out, err := b.put("x.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	// In lines, the addresses are lines 3 to 6 in the order of their labels: an edge, course, film, lemma2.
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 9 || lines[5] != "[film]: https://example.org/code/releases/latest/download/sheafscope-film-light.mp4" ||
		lines[4] != "[course]: https://example.org/page/learn.html" || strings.Contains(string(out), "old") {
		t.Fatalf("the document is written as %q", lines)
	}
	// parse returns the recipe of the link in the line of a label.
	parse := func(line, label string) recipe.Recipe {
		link, ok := strings.CutPrefix(line, "["+label+"]: https://example.org/page/")
		r, err := recipe.Parse(link)
		if !ok || err != nil {
			t.Errorf("%s is no link of the page (error %v)", line, err)
		}
		return r
	}
	edge, lemma := parse(lines[3], "an edge"), parse(lines[6], "lemma2")
	c, _ := claims.CaseOf("lemma2")
	if lemma.Graph != c.Graph || lemma.Settings["dt"] != c.Settings["dt"] || lemma.View.Panel != state.PanelClaims || lemma.Position == 0 {
		t.Errorf("lemma 2 opens %+v", lemma)
	}
	if edge.View.Edge != choice.Of(f.edge) || edge.Model != filmModel || edge.Settings["maps"] != "general" || edge.Position == 0 {
		t.Errorf("the edge opens %+v", edge)
	}
	b.home, b.repository = "", ""
	if out, err = b.put("x.md", []byte(text)); err != nil || strings.Count(string(out), "]: "+withoutHome+"\n") != 4 {
		t.Errorf("without a home page the document is written as %s, error %v", out, err)
	}
	for _, bad := range []string{"<!-- nothing: x -->\n<!-- end -->", "[a][nowhere]\n<!-- addresses: x -->\n<!-- end -->"} {
		if _, err := b.put("x.md", []byte(bad)); err == nil {
			t.Errorf("%q is accepted, want an error", bad)
		}
	}
}

// The picture of a network is well-formed XML. Its sentence has the number of right nodes, the circles without the ring of a wrong node.
// The picture names the source of the network, its layer, and a tensor of its file with its shape.
func TestNetworkPictureCounts(t *testing.T) {
	svg, err := network()
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	text := string(svg)
	right := strings.Count(text, "<circle") - strings.Count(text, "stroke:var(--a)")
	for _, want := range []string{fmt.Sprintf("as given: %d of 34 right", right), "convs.1.lin.weight", "2 × 8",
		"PyTorch Geometric, GCNConv"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
}
