package state_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/web/state"
)

// disk simulates a browser's storage with the rules of assets/src/kept.js. Unlike the real storage it answers at once, and it reports the
// size of all sets as 1 byte.
type disk struct {
	sets       []fileSet // the newest first
	windows    []*window // the open windows that use the disk (survives_test.go)
	refusal    string    // why nothing can be written, "" if the disk accepts everything
	unreadable bool      // nothing can be read
	noLocks    bool      // the browser has no locks: the disk may delete a set that a window needs
}

// fileSet has the files of one graph, or a stored part of a page, and their sum.
type fileSet struct {
	sum   string
	files []content.File
}

// kindOf returns the kind of a sum: "row" for row-SUM-LENGTH, "edits" for edits-SUM-LENGTH, and "" for the files SUM-LENGTH.
func kindOf(sum string) string {
	return strings.Join(strings.Split(sum, "-")[:strings.Count(sum, "-")-1], "-")
}

// keep writes a set and returns the answer of the browser. The newest eight sets of its kind remain; with locks, the sets that a window
// needs remain, too. While the disk refuses, it accepts only a set that it already has and can read.
func (d *disk) keep(sum string, files []content.File) state.OnDevice {
	if d.refusal != "" {
		if d.unreadable || !d.has(sum) {
			return state.OnDevice{Sum: sum, Problem: d.refusal}
		}
		return state.OnDevice{Sum: sum, Sets: len(d.sets), Bytes: 1} // the disk already has the set
	}

	// The set becomes the newest one. Of its kind, sets after the eighth are deleted if no window holds them.
	d.sets = slices.DeleteFunc(d.sets, func(s fileSet) bool { return s.sum == sum })
	d.sets = append([]fileSet{{sum, files}}, d.sets...)
	ofKind := 0
	d.sets = slices.DeleteFunc(d.sets, func(s fileSet) bool {
		if kindOf(s.sum) != kindOf(sum) {
			return false
		}
		ofKind++
		isHeld := slices.ContainsFunc(d.windows, func(w *window) bool { return slices.Contains(w.heldSums, s.sum) })
		return ofKind > 8 && (d.noLocks || !isHeld)
	})
	return state.OnDevice{Sum: sum, Sets: len(d.sets), Bytes: 1}
}

// has reports whether the disk has the set with a sum.
func (d *disk) has(sum string) bool {
	return slices.ContainsFunc(d.sets, func(s fileSet) bool { return s.sum == sum })
}

// find returns the files of the set with a sum. It returns nil if the set is missing, or if the disk is unreadable.
func (d *disk) find(sum string) []content.File {
	if k := slices.IndexFunc(d.sets, func(s fileSet) bool { return s.sum == sum }); k >= 0 && !d.unreadable {
		return d.sets[k].files
	}
	return nil
}

// writeInOtherWindow lets another window write eight new sets of each of three kinds, as many as the disk keeps. If the disk accepts them,
// and deletes a set that it has accepted from a window and that this window needs, the window receives a message.
func (d *disk) writeInOtherWindow(r *rand.Rand) {
	for range 8 {
		d.keep(fmt.Sprintf("%08x-%d", r.Uint32(), r.IntN(1e6)), nil)
		d.keep(fmt.Sprintf("row-%08x-%d", r.Uint32(), r.IntN(1e6)), nil)
		d.keep(fmt.Sprintf("edits-%08x-%d", r.Uint32(), r.IntN(1e6)), nil)
	}
	for _, w := range d.windows {
		for _, sum := range w.heldSums {
			isDeleted := w.written[sum] && !d.has(sum)
			if isDeleted && d.refusal == "" {
				delete(w.written, sum)
				w.do(state.OnDevice{Sum: sum, Sets: len(d.sets), Problem: "it was deleted in another window"})
			}
		}
	}
}
