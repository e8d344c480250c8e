package state_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/web/state"
)

// disk is a browser's storage as assets/src/kept.js uses it: of each kind the newest eight sets remain, and those that a window
// holds.
type disk struct {
	sets    []set // the newest first
	windows []*window
	// refuses is why nothing can be written, "" where it can; blind that nothing can be read either. Without locks, a window loses what it
	// needs and learns of it.
	refuses        string
	blind, noLocks bool
}

type set struct {
	sum   string
	files []content.File
}

func kindOf(sum string) string {
	return strings.Join(strings.Split(sum, "-")[:strings.Count(sum, "-")-1], "-")
}

// keep writes a set, and returns what the browser answers.
func (d *disk) keep(sum string, files []content.File) state.OnDevice {
	if d.refuses != "" && (d.blind || !d.has(sum)) {
		return state.OnDevice{Sum: sum, Problem: d.refuses}
	} else if d.refuses != "" {
		return state.OnDevice{Sum: sum, Sets: len(d.sets), Bytes: 1} // it is there already
	}
	d.sets = slices.DeleteFunc(d.sets, func(s set) bool { return s.sum == sum })
	d.sets = append([]set{{sum, files}}, d.sets...)
	n := 0
	d.sets = slices.DeleteFunc(d.sets, func(s set) bool {
		if kindOf(s.sum) != kindOf(sum) {
			return false
		}
		n++
		return n > 8 && (d.noLocks || !slices.ContainsFunc(d.windows, func(w *window) bool { return slices.Contains(w.holds, s.sum) }))
	})
	return state.OnDevice{Sum: sum, Sets: len(d.sets), Bytes: 1}
}

func (d *disk) has(sum string) bool {
	return slices.ContainsFunc(d.sets, func(s set) bool { return s.sum == sum })
}

func (d *disk) find(sum string) []content.File {
	if k := slices.IndexFunc(d.sets, func(s set) bool { return s.sum == sum }); k >= 0 && !d.blind {
		return d.sets[k].files
	}
	return nil
}

// others lets another window open eight graphs, whose sets are written; windows that lose a set by that learn of it.
func (d *disk) others(r *rand.Rand) {
	for range 8 {
		d.keep(fmt.Sprintf("%08x-%d", r.Uint32(), r.IntN(1e6)), nil)
		d.keep(fmt.Sprintf("row-%08x-%d", r.Uint32(), r.IntN(1e6)), nil)
		d.keep(fmt.Sprintf("edits-%08x-%d", r.Uint32(), r.IntN(1e6)), nil)
	}
	for _, w := range d.windows {
		for _, sum := range w.holds {
			if w.written[sum] && d.refuses == "" && !d.has(sum) {
				delete(w.written, sum)
				w.do(state.OnDevice{Sum: sum, Sets: len(d.sets), Problem: "it was deleted in another window"})
			}
		}
	}
}
