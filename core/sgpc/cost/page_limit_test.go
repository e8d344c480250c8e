package cost

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/settings"
)

// TestRefusedRunsNameFittingChanges refuses runs beyond a limit, for every model. The error states the
// needed memory, the limit, and changes of settings. Each of these changes must
// make the run fit.
func TestRefusedRunsNameFittingChanges(t *testing.T) {
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
		for _, way := range fittingChanges(page, c, there) {
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
