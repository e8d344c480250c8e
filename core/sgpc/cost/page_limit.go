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

// Fits returns an error if a run on a graph of the given shape needs more than limit
// bytes. A limit of 0 means no limit. The error states the needed memory, the owner
// of the limit (such as "the page"), and settings with which the run would fit. If
// elsewhere is not empty, the error lists it as one more alternative. Without any
// alternative the error advises a smaller graph.
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
// necessary. For a peer it returns one change: fewer hidden units or, if these do not
// suffice, fewer layers. For SGPC it returns every change that suffices: no gap ascent,
// fewer channels, and a smaller d. If no d suffices, d=2 is combined with fewer channels.
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
	// The next two trials change channels alone and d alone.
	channels := c.Channels
	if value, fits := halveUntilFits(s, &c, &c.Channels, 1, limit); fits {
		changes = append(changes, "channels="+strconv.Itoa(value))
	}
	c.Channels = channels
	if c.Reading == "code" || c.D <= 2 { // d cannot be halved
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
// none of these values, fits is false. Afterwards the setting has the last tried value.
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
