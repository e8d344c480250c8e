package method

import (
	"os"
	"strings"
	"testing"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// TestNarrowDefaults checks the defaults of the largest graphs that the page opens: a run fits
// into the memory of the page, and above 20 000 nodes it has at most 16 channels. Pubmed and
// Squirrel keep all 32 channels, from which narrow starts.
func TestNarrowDefaults(t *testing.T) {
	for _, s := range []cost.Shape{
		{Nodes: 100_000, Edges: 1_000_000, Features: 11, Entries: 1_100_000, Classes: 6},
		{Nodes: 200_000, Edges: 0, Features: 12, Entries: 1_600_000, Classes: 8},
		{Nodes: 200_000, Edges: 1_000_000, Features: 12, Entries: 2_400_000, Classes: 8},
		{Nodes: 20_000, Edges: 1_500_000, Features: 12, Entries: 240_000, Classes: 8},
	} {
		c := settings.Default()
		c.GapMode, c.D, c.Channels = "off", 2, 32 // as DefaultFor has them before narrow
		narrow(&c, s)
		if err := cost.Fits(s, c, cost.PageMemory, "the page", ""); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
		if s.Nodes > 20_000 && c.Channels > 16 {
			t.Errorf("%+v: %d channels, want at most 16", s, c.Channels)
		}
	}
	// Data sets of the papers.
	for _, s := range []cost.Shape{
		{Nodes: 19717, Edges: 44324, Features: 500, Entries: 988_031, Classes: 3},   // Pubmed
		{Nodes: 5201, Edges: 198_353, Features: 2089, Entries: 126_000, Classes: 5}, // Squirrel
	} {
		c := settings.Default()
		c.GapMode, c.D, c.Channels, c.Structure = "off", 2, 32, "rows"
		narrow(&c, s)
		if c.Channels != 32 {
			t.Errorf("%+v: %d channels, want 32", s, c.Channels)
		}
	}
}

// TestDocumentedMemory compares the memory of large graphs in assets/docs/formats.md with
// cost.Memory. The graphs have the columns and classes that a graph without features and
// labels gets.
func TestDocumentedMemory(t *testing.T) {
	data, err := os.ReadFile("../../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(data)), " ")
	memoryText := func(s cost.Shape) string {
		c := settings.Default()
		c.GapMode, c.D, c.Channels = "off", 2, 32
		narrow(&c, s)
		return cost.Gigabytes(cost.Memory(s, c))
	}
	for _, want := range []string{
		"a run in the page may take " + cost.Gigabytes(cost.PageMemory) + ".",
		"100 000 nodes and a million edges needs about " + memoryText(cost.Shape{Nodes: 100_000, Edges: 1_000_000, Features: 11,
			Entries: 1_100_000, Classes: 8, Signed: false}),
		"200 000 nodes without edges " + memoryText(cost.Shape{Nodes: 200_000, Edges: 0, Features: 12, Entries: 1_600_000, Classes: 8,
			Signed: false}) + ".",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("assets/docs/formats.md does not say %q", want)
		}
	}
}
