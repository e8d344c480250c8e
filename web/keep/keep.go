// Package keep answers one question of the page: does what is on the screen survive a reload? The answer is computed from what was
// written last, the address and the sets in the browser's storage that this address names, and from what the browser said of them.
package keep

import (
	"maps"
	"slices"
)

// Store is what was written last, and what the browser answered. Its zero value is a page that has written nothing: a reload opens what
// that page opened.
type Store struct {
	// Sets and Bytes count what the browser keeps of the user's own; Problem says why it keeps nothing, "" where it does.
	Sets    int
	Bytes   int64
	Problem string

	sums    map[string]string // why each set that was given to the browser is not kept, "" where it is; replaced, never changed
	key     string            // of what the address was written from
	needs   []string          // the sets that the address names
	stale   bool              // the screen may have changed since
	unfit   string            // why no address was written, "" where one was
	refused string            // why the browser did not take it, "" where it did
	late    bool              // the browser takes it later
	saved   bool              // a file has been saved since
}

// Deleted is why a set is not kept that the user deleted.
const Deleted = "it was deleted from this device"

// pending stands in the place of an answer that is still to come.
const pending = "?"

// Fate is the answer: what is on the screen survives a reload, or it does not, because of Why.
type Fate struct {
	Yes bool
	// Why is a clause without a full stop, "" with Yes.
	Why string
	// Soon reports that the browser is still at work on it.
	Soon bool
	// Filed reports that a saved file holds what the reload would lose.
	Filed bool
}

// Verdict returns the answer for what was written last.
func (s *Store) Verdict() Fate {
	no := func(why string) Fate { return Fate{Why: why, Filed: s.saved} }
	switch {
	case s.unfit != "":
		return no(s.unfit)
	case s.refused != "":
		return no(s.refused)
	}
	soon := s.late || s.stale
	for _, sum := range s.needs {
		switch why := s.Of(sum); why {
		case "":
		case pending:
			soon = true
		default:
			return no(why)
		}
	}
	if soon {
		return Fate{Why: "the browser is still writing it", Soon: true, Filed: s.saved}
	}
	return Fate{Yes: true}
}

// Of returns why a set is not kept, "" for one that is.
func (s *Store) Of(sum string) string {
	if why, ok := s.sums[sum]; ok {
		return why
	}
	return pending
}

// Keeps reports whether the browser keeps a set.
func (s *Store) Keeps(sum string) bool { return sum != "" && s.Of(sum) == "" }

// Asked reports whether a set was given to the browser, whatever came of it.
func (s *Store) Asked(sum string) bool { _, ok := s.sums[sum]; return ok }

// Ask notes that a set is given to the browser.
func (s *Store) Ask(sum string) { s.set(sum, pending) }

// Changed notes that what is on the screen may differ from what the address was written from.
func (s *Store) Changed() { s.stale = true }

// Moved notes that the browser went to another address by itself.
func (s *Store) Moved() { s.key, s.stale = "", true }

// Stale reports whether what is on the screen may differ from what the address was written from.
func (s *Store) Stale() bool { return s.stale }

// Holds reports whether the address was written from what has this key. It then holds what is on the screen.
func (s *Store) Holds(key string) bool {
	same := key == s.key
	s.stale = s.stale && !same
	return same
}

// Written notes that the browser was given an address that was written from what has this key and that names sets. It reports whether
// they are others than before. Of other sets it remembers only that they were deleted: those stay deleted.
func (s *Store) Written(key string, needs []string) (others bool) {
	others = !slices.Equal(needs, s.needs)
	if others {
		s.sums = maps.Clone(s.sums)
		maps.DeleteFunc(s.sums, func(sum, why string) bool { return why != Deleted && !slices.Contains(needs, sum) })
	}
	s.key, s.stale, s.needs, s.unfit, s.refused, s.late, s.saved = key, false, needs, "", "", false, false
	return others
}

// Unfit notes that what is on the screen, which has this key, has no address, and why.
func (s *Store) Unfit(key, why string) { s.key, s.stale, s.unfit, s.saved = key, false, why, false }

// Filed notes that all of what is on the screen was saved as a file.
func (s *Store) Filed() { s.saved = true }

// Took takes the browser's answer to the address: why it did not take it, "" where it did; late reports that it tries again.
func (s *Store) Took(problem string, late bool) { s.refused, s.late = problem, late }

// Answer takes what the browser says: how many sets it keeps, of how many bytes; why the set with a sum is not among them, "" where it
// is. Without a sum the sets were counted, or deleted.
func (s *Store) Answer(sum string, sets int, bytes int64, problem string) {
	s.Sets, s.Bytes = sets, bytes
	if s.Problem = problem; sets > 0 {
		s.Problem = ""
	}
	if sum != "" {
		if s.Asked(sum) { // else it is of an address before
			s.set(sum, problem)
		}
		return
	}
	if sets == 0 && problem == "" {
		s.sums = maps.Clone(s.sums)
		for sum, why := range s.sums {
			if why == "" {
				s.sums[sum] = Deleted
			}
		}
	}
}

func (s *Store) set(sum, why string) {
	if s.sums = maps.Clone(s.sums); s.sums == nil {
		s.sums = map[string]string{}
	}
	s.sums[sum] = why
}
