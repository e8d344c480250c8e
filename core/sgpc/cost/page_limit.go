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

// Fits returns nil if a run on a graph of the given shape needs at most limit bytes. It
// also returns nil for the limit 0, which means no limit. Otherwise it returns an error
// with
//   - the needed memory, and the owner of the limit, such as "the page";
//   - the settings with which the run would fit;
//   - elsewhere, one more alternative, unless it is empty;
//   - the advice to choose a smaller graph, if there is no alternative.
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

// mainSettings returns the text of the settings, with their values, that decide most of
// the memory of a run.
func mainSettings(c *settings.Config) string {
	switch {
	case c.Model != "sgpc":
		return fmt.Sprintf("model=%s with hidden=%d", c.Model, c.Hidden)
	case c.Reading == "code":
		return fmt.Sprintf("channels=%d", c.Channels)
	}
	return fmt.Sprintf("d=%d with channels=%d", c.D, c.Channels)
}

// fittingChanges returns texts of changes of settings, as in "channels=8". With each of
// these changes the run would need at most limit bytes. A number is halved as often as
// necessary. fittingChanges returns
//   - for a peer at most one change: fewer hidden units or, if these do not suffice, fewer
//     layers;
//   - for SGPC every change that suffices: no gap ascent, fewer channels, and a smaller d.
//     If no d suffices alone, the last change is d=2 with fewer channels.
//
// In the reading "code", which has no d, the changes of d are missing.
func fittingChanges(s Shape, c settings.Config, limit float64) (changes []string) {
	if c.Model != "sgpc" {
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
	if c.Reduced().GapMode != "off" {
		withoutAscent := c
		withoutAscent.GapMode = "off"
		if Memory(s, withoutAscent) <= limit {
			changes = append(changes, "gap_mode=off")
		}
	}
	// A trial changes channels alone. A later trial changes d alone.
	channels := c.Channels
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
	// The run fits with no value of d alone. The last trial combines the smallest d with
	// fewer channels.
	c.D = 2
	if value, fits := halveUntilFits(s, &c, &c.Channels, 1, limit); fits {
		changes = append(changes, "d=2 with channels="+strconv.Itoa(value))
	}
	return changes
}

// halveUntilFits halves the setting v of c, down to least, until the run needs at most
// limit bytes. It returns the first value with which the run fits. If the run fits with
// none of these values, fits is false. Afterwards the setting has the last tried value,
// which the caller must replace.
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
