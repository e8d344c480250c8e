package cost

// This file refuses runs that need more memory than a limit.

import (
	"fmt"
	"strconv"
	"strings"

	"sheafscope/core/sgpc/settings"
)

// PageMemory is the memory limit of a run in a page, in bytes. A WebAssembly program has
// at most 4 GiB. The rest is for temporary data.
const PageMemory = 3.5e9

// Fits returns nil if a run on a graph of the given shape needs at most limit bytes, or if
// limit is 0, which means no limit. Otherwise it returns an error with the needed memory,
// the owner of the limit, such as "the page", and alternatives. These are settings with
// which the run would fit, and the text elsewhere, unless it is empty.
func Fits(s Shape, c settings.Config, limit float64, owner, elsewhere string) error {
	need := Memory(s, c)
	if limit <= 0 || need <= limit {
		return nil
	}
	var alternatives []string
	for _, change := range fittingChanges(s, c, limit) {
		alternatives = append(alternatives, "choose "+change)
	}
	if elsewhere != "" {
		alternatives = append(alternatives, elsewhere)
	}
	if len(alternatives) == 0 {
		alternatives = append(alternatives, "choose a smaller graph")
	}
	return fmt.Errorf("out of memory: %s and %s at %s need about %s; %s has %s: %s", countWords(s.Nodes, "node"), countWords(s.Edges, "edge"),
		mainSettings(&c), Gigabytes(need), owner, Gigabytes(limit), strings.Join(alternatives, ", or "))
}

// mainSettings returns the settings that decide most of the memory of a run, as a text.
func mainSettings(c *settings.Config) string {
	switch {
	case c.Model != "sgpc" && !c.Reads("hidden"):
		return "model=" + c.Model
	case c.Model != "sgpc":
		return fmt.Sprintf("model=%s with hidden=%d", c.Model, c.Hidden)
	case c.Reading == "code":
		return fmt.Sprintf("channels=%d", c.Channels)
	}
	return fmt.Sprintf("d=%d with channels=%d", c.D, c.Channels)
}

// fittingChanges returns texts of changes of settings, as in "channels=8". With each of
// these changes the run would need at most limit bytes. For a peer, a model to compare
// with, it returns at most one change. For SGPC it returns every change that suffices.
func fittingChanges(s Shape, c settings.Config, limit float64) (changes []string) {
	if c.Model != "sgpc" { // a peer: fewer hidden units or, if these do not suffice, fewer layers
		hidden := c.Hidden
		if value, fits := halveUntilFits(s, &c, &c.Hidden, 1, limit); fits {
			return []string{"hidden=" + strconv.Itoa(value)}
		}
		c.Hidden = hidden
		if value, fits := halveUntilFits(s, &c, &c.Layers, 1, limit); fits {
			return []string{"layers=" + strconv.Itoa(value)}
		}
		return nil
	}
	if c.Reduced().GapMode != "off" { // Reduced turns the ascent off for constant maps
		withoutAscent := c
		withoutAscent.GapMode = "off"
		if Memory(s, withoutAscent) <= limit {
			changes = append(changes, "gap_mode=off")
		}
	}
	channels := c.Channels // restored below: the next trial changes d alone
	if value, fits := halveUntilFits(s, &c, &c.Channels, 1, limit); fits {
		changes = append(changes, "channels="+strconv.Itoa(value))
	}
	c.Channels = channels
	if c.Reading == "code" || c.D <= 2 { // there is no d, or it cannot be halved: the smallest is 2
		return changes
	}
	if value, fits := halveUntilFits(s, &c, &c.D, 2, limit); fits {
		return append(changes, "d="+strconv.Itoa(value))
	}
	// No d suffices alone. The last trial combines the smallest d with fewer channels.
	c.D = 2
	if value, fits := halveUntilFits(s, &c, &c.Channels, 1, limit); fits {
		changes = append(changes, "d=2 with channels="+strconv.Itoa(value))
	}
	return changes
}

// halveUntilFits halves the setting v, a field of c, down to least, until the run needs at
// most limit bytes. It returns this value, or 0 and false if no value suffices. The setting
// keeps the last tried value, which the caller must replace.
func halveUntilFits(s Shape, c *settings.Config, v *int, least int, limit float64) (value int, fits bool) {
	for *v > least {
		*v = max(least, *v/2)
		if Memory(s, *c) <= limit {
			return *v, true
		}
	}
	return 0, false
}

// countWords returns the text of a count with its noun, as in "2 600 000 edges". Narrow
// no-break spaces separate groups of three digits.
func countWords(n int, noun string) string {
	text := strconv.Itoa(n)
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "\u202f" + text[k:]
	}
	if n != 1 {
		noun += "s"
	}
	return text + " " + noun
}
