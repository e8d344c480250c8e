package cost

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/settings"
)

// TestRefusedRunsNameFittingChanges checks runs above a limit of memory. The error states
// size, settings, needed memory, limit and the remedy of the caller. A run at the limit, or
// without a limit, is accepted. For four models, fittingChanges names changes of settings for
// a limit of 60 % of the needed memory. With each change the run fits.
func TestRefusedRunsNameFittingChanges(t *testing.T) {
	shape := Shape{Nodes: 100_000, Edges: 1_000_000, Features: 12, Entries: 1_200_000, Classes: 8}
	c := settings.Default()
	c.Channels, c.GapMode = 64, "off"
	err := Fits(shape, c, PageMemory, "the page", "train elsewhere")
	if err == nil {
		t.Fatal("a million edges with 64 channels fit")
	}
	for _, part := range []string{"out of memory: 100\u202f000 nodes and 1\u202f000\u202f000 edges at d=4 with channels=64 need about ",
		Gigabytes(Memory(shape, c)), "the page has 3.5 GB", ", or train elsewhere"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error %q does not contain %q", err, part)
		}
	}
	if Fits(shape, c, 0, "", "") != nil || Fits(shape, c, Memory(shape, c), "", "") != nil {
		t.Error("a run without a limit, or at the limit, is refused")
	}
	// The error of a peer names the width if the peer has this setting.
	for model, settingsText := range map[string]string{"gcn": " at model=gcn with hidden=64 need ", "jacobi": " at model=jacobi need "} {
		c := c
		c.Model = model
		if err := Fits(shape, c, 1, "the page", ""); err == nil || !strings.Contains(err.Error(), settingsText) {
			t.Errorf("%s: the error is %v, want %q in it", model, err, settingsText)
		}
	}
	// A change names one setting or two, as in "d=2 with channels=8".
	checked := 0
	for _, model := range []string{"sgpc", "code", "gcnii", "nsd-general"} {
		c := c
		c.GapMode = "sheaf"
		if model == "code" {
			c.CodeSettings(false)
		} else {
			c.Model = model
		}
		limit := 0.6 * Memory(shape, c)
		for _, change := range fittingChanges(shape, c, limit) {
			checked++
			changed := c
			for _, set := range strings.Split(change, " with ") {
				name, value, _ := strings.Cut(set, "=")
				if err := changed.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			if Memory(shape, changed) > limit {
				t.Errorf("%s: with %q the run needs %g bytes, want at most %g", model, change, Memory(shape, changed), limit)
			}
		}
	}
	if checked < 5 { // on average more than one change for each of the four models
		t.Errorf("%d changes are named in all, want at least 5", checked)
	}
}
