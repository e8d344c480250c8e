package sgpc

import (
	"os"
	"strings"
	"testing"

	"sheafscope/core/sgpc/settings"
)

// TestFits: what does not fit is refused with the need, what there is, and
// settings with which it does fit, for every model.
func TestFits(t *testing.T) {
	page := Shape{Nodes: 100_000, Edges: 1_000_000, Features: 12, Entries: 1_200_000, Classes: 8}
	c := settings.Default()
	c.Channels, c.GapMode = 64, "off"
	err := Fits(page, c, PageMemory, "the page", "train elsewhere")
	if err == nil {
		t.Fatal("a million edges with 64 channels fit")
	}
	for _, part := range []string{"out of memory: 100\u202f000 nodes and 1\u202f000\u202f000 edges at d=4 with channels=64 need about ",
		Gigabytes(Memory(page, c)), "the page has 3.5 GB", ", or train elsewhere"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v: no %q", err, part)
		}
	}
	if Fits(page, c, 0, "", "") != nil || Fits(page, c, Memory(page, c), "", "") != nil {
		t.Error("what fits is refused")
	}
	// Each way that is named fits, and is the least change of its kind.
	checked := 0
	for _, model := range []string{"sgpc", "code", "gcnii", "nsd-general"} {
		c := c
		c.GapMode = "sheaf"
		if model == "code" {
			c.CodeSettings(false)
		} else {
			c.Model = model
		}
		there := 0.6 * Memory(page, c)
		for _, way := range narrower(page, c, there) {
			checked++
			changed := c
			for _, set := range strings.Split(way, " with ") {
				name, value, _ := strings.Cut(set, "=")
				if err := changed.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			if Memory(page, changed) > there {
				t.Errorf("%s: %q does not fit", model, way)
			}
		}
	}
	if checked < 5 {
		t.Errorf("%d ways", checked)
	}
}

// TestNarrowDefaults: graphs as large as a page may open have settings of their
// own that fit it, and the data sets of the papers keep their width.
func TestNarrowDefaults(t *testing.T) {
	for _, s := range []Shape{
		{Nodes: 100_000, Edges: 1_000_000, Features: 11, Entries: 1_100_000, Classes: 6},
		{Nodes: 200_000, Edges: 0, Features: 12, Entries: 1_600_000, Classes: 8},
		{Nodes: 200_000, Edges: 1_000_000, Features: 12, Entries: 2_400_000, Classes: 8},
		{Nodes: 20_000, Edges: 1_500_000, Features: 12, Entries: 240_000, Classes: 8},
	} {
		c := settings.Default()
		c.GapMode, c.D, c.Channels = "off", 2, 32
		narrow(&c, s)
		if err := Fits(s, c, PageMemory, "the page", ""); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
		if s.Nodes > 20_000 && c.Channels > 16 {
			t.Errorf("%+v: %d channels", s, c.Channels)
		}
	}
	for _, s := range []Shape{
		{Nodes: 19717, Edges: 44324, Features: 500, Entries: 988_031, Classes: 3},   // Pubmed
		{Nodes: 5201, Edges: 198_353, Features: 2089, Entries: 126_000, Classes: 5}, // Squirrel
	} {
		c := settings.Default()
		c.GapMode, c.D, c.Channels, c.Structure = "off", 2, 32, "rows"
		if narrow(&c, s); c.Channels != 32 {
			t.Errorf("%+v: %d channels", s, c.Channels)
		}
	}
}

// TestDocumentedMemory: the figures of assets/docs/formats.md for large graphs are those of Memory, with
// the columns and classes that graphs without features and labels get.
func TestDocumentedMemory(t *testing.T) {
	data, err := os.ReadFile("../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(data)), " ")
	say := func(s Shape) string {
		c := settings.Default()
		c.GapMode, c.D, c.Channels = "off", 2, 32
		narrow(&c, s)
		return Gigabytes(Memory(s, c))
	}
	for _, want := range []string{
		"a run in the page may take " + Gigabytes(PageMemory) + ".",
		"100 000 nodes and a million edges needs about " + say(Shape{100_000, 1_000_000, 11, 1_100_000, 8, false}),
		"200 000 nodes without edges " + say(Shape{200_000, 0, 12, 1_600_000, 8, false}) + ".",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("assets/docs/formats.md does not say %q", want)
		}
	}
}
