package cost

import (
	"fmt"
	"strconv"
	"strings"

	"sheafscope/core/sgpc/settings"
)

// PageMemory is the memory limit of a run in a page, in bytes. A WebAssembly
// program has 4 GiB; the rest is for temporary data.
const PageMemory = 3.5e9

// Fits fails when a run on a graph of the given shape needs more than there bytes;
// 0 means no limit. The error states the needed memory, the owner of the limit
// (who, as in "the page"), settings with which the run would fit, and the
// alternative elsewhere unless "".
func Fits(s Shape, c settings.Config, there float64, who, elsewhere string) error {
	need := Memory(s, c)
	if there <= 0 || need <= there {
		return nil
	}
	var ways []string
	for _, w := range fittingChanges(s, c, there) {
		ways = append(ways, "choose "+w)
	}
	if elsewhere != "" {
		ways = append(ways, elsewhere)
	}
	if len(ways) == 0 {
		ways = append(ways, "choose a smaller graph")
	}
	return fmt.Errorf("out of memory: %s and %s at %s need about %s; %s has %s: %s", countWords(s.Nodes, "node"), countWords(s.Edges, "edge"),
		mainSettings(&c), Gigabytes(need), who, Gigabytes(there), strings.Join(ways, ", or "))
}

// mainSettings returns the values of the settings that decide most of the memory of
// a run.
func mainSettings(c *settings.Config) string {
	switch {
	case c.Model != "sgpc":
		return fmt.Sprintf("model=%s with hidden=%d", c.Model, c.Hidden)
	case c.Reading == "code":
		return fmt.Sprintf("channels=%d", c.Channels)
	}
	return fmt.Sprintf("d=%d with channels=%d", c.D, c.Channels)
}

// fittingChanges returns changes of single settings with which the run would fit,
// the smallest change of each kind.
func fittingChanges(s Shape, c settings.Config, there float64) (ways []string) {
	try := func(what string, v *int, least int) bool {
		was := *v
		for *v > least {
			*v = max(least, *v/2)
			if Memory(s, c) <= there {
				ways = append(ways, what+strconv.Itoa(*v))
				*v = was
				return true
			}
		}
		return false
	}
	if c.Model != "sgpc" {
		width := c.Hidden
		if !try("hidden=", &c.Hidden, 1) {
			c.Hidden = width
			try("layers=", &c.Layers, 1)
		}
		return ways
	}
	if c.Reduced().GapMode != "off" {
		was := c.GapMode
		if c.GapMode = "off"; Memory(s, c) <= there {
			ways = append(ways, "gap_mode=off")
		}
		c.GapMode = was
	}
	channels := c.Channels
	try("channels=", &c.Channels, 1)
	c.Channels = channels
	if c.Reading == "code" {
		return ways
	}
	stalk := c.D
	if stalk > 2 && !try("d=", &c.D, 2) {
		c.D = 2
		try("d=2 with channels=", &c.Channels, 1)
	}
	return ways
}

// countWords returns a number in groups of three digits with its noun, as in "2 600
// 000 edges".
func countWords(n int, thing string) string {
	text := strconv.Itoa(n)
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "\u202f" + text[k:]
	}
	if n != 1 {
		thing += "s"
	}
	return text + " " + thing
}
