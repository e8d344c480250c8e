// Package keep decides whether the state of the page survives a reload. The page writes its state into its address, which names sets of
// files in the browser's storage. The state survives if the browser reports that the address and these sets are stored.
package keep

import (
	"maps"
	"slices"
)

// Store has the status of the last written address and of its sets. Its zero value is a page that has written nothing: a reload opens the
// same page again. A set is identified by the checksum of its files.
type Store struct {
	// Sets and Bytes are the number and the size of the user's sets in the browser's storage. Problem is the reason why the storage has no
	// set, "" if it has a set or if nothing has failed.
	Sets    int
	Bytes   int64
	Problem string

	// problems has the reason why a set is not stored, by checksum: "" for a stored set, Pending before the browser's answer. The map is
	// replaced, never changed, because copies of the Store share it.
	problems map[string]string
	key      string   // key of the state in the last written address, or of the state that Unfit has recorded; "" after Moved
	needs    []string // checksums of the sets that the last written address names
	stale    bool     // the state may have changed since the address was written
	unfit    string   // reason why the state has no address, "" if it has an address
	refused  string   // reason why the browser refused the address, "" if it accepted the address
	late     bool     // the browser writes the address later
	saved    bool     // the user has saved the state as a file since the address was written
}

// Deleted is the reason why a set is not stored after the user has deleted it.
const Deleted = "it was deleted from this device"

// Pending is the problem of a set before the browser's answer.
const Pending = "?"

// Fate reports whether the state of the page survives a reload.
type Fate struct {
	Yes   bool   // the state survives
	Why   string // reason why the state does not survive, a clause without a full stop; "" if Yes is set
	Soon  bool   // the browser has not finished writing the address or a set
	Filed bool   // a saved file holds the state that a reload would lose
}

// Verdict returns the fate of the state. A reason why the state does not survive comes before an unfinished writing.
func (s *Store) Verdict() Fate {
	lost := func(reason string) Fate { return Fate{Why: reason, Filed: s.saved} }
	switch {
	case s.unfit != "":
		return lost(s.unfit)
	case s.refused != "":
		return lost(s.refused)
	}

	// The address must be written, and each set that it names must be stored.
	soon := s.late || s.stale
	for _, sum := range s.needs {
		switch problem := s.Of(sum); problem {
		case "": // the set is stored
		case Pending:
			soon = true
		default:
			return lost(problem)
		}
	}
	if soon {
		return Fate{Why: "the browser is still writing it", Soon: true, Filed: s.saved}
	}
	return Fate{Yes: true}
}

// Of returns the reason why the set with the checksum sum is not stored: the reason that the browser has reported, or Deleted. It returns
// "" for a stored set, and Pending for an unknown set and before the browser's answer.
func (s *Store) Of(sum string) string {
	if problem, ok := s.problems[sum]; ok {
		return problem
	}
	return Pending
}

// Keeps reports whether the browser has stored the set with the checksum sum. It returns false for "", the sum of a state without a set.
func (s *Store) Keeps(sum string) bool { return sum != "" && s.Of(sum) == "" }

// Asked reports whether a set was passed to the browser, with or without success. It returns false for a set that Written has forgotten.
func (s *Store) Asked(sum string) bool { _, ok := s.problems[sum]; return ok }

// Ask records that a set is passed to the browser.
func (s *Store) Ask(sum string) { s.set(sum, Pending) }

// Changed records that the state may differ from the state in the address.
func (s *Store) Changed() { s.stale = true }

// Moved records that the browser has changed the address, for example by its back button. The new address belongs to no known state.
func (s *Store) Moved() { s.key, s.stale = "", true }

// Stale reports whether the state may differ from the state in the address.
func (s *Store) Stale() bool { return s.stale }

// Holds reports whether the newest call of Written, Unfit or Moved was a call of Written or Unfit for the state with the key. If so, it
// clears the mark that Stale returns.
func (s *Store) Holds(key string) bool {
	same := key == s.key
	s.stale = s.stale && !same
	return same
}

// Written records a new address of the state with the key. needs are the checksums of the sets that the address names. It reports whether
// the previous address named other sets. The problems of sets that are no longer named are forgotten, except that a deleted set stays
// deleted.
func (s *Store) Written(key string, needs []string) (others bool) {
	others = !slices.Equal(needs, s.needs)
	if others {
		s.problems = maps.Clone(s.problems)
		maps.DeleteFunc(s.problems, func(sum, problem string) bool { return problem != Deleted && !slices.Contains(needs, sum) })
	}
	s.key, s.needs = key, needs
	// No problem is known of the new address, and no saved file holds its state.
	s.unfit, s.refused = "", ""
	s.stale, s.late, s.saved = false, false, false
	return others
}

// Unfit records that the state with the key has no address, and the reason. No saved file holds this state yet.
func (s *Store) Unfit(key, reason string) {
	s.key, s.stale, s.unfit, s.saved = key, false, reason, false
}

// Filed records that the whole state was saved as a file.
func (s *Store) Filed() { s.saved = true }

// Writing states when the browser writes an address.
type Writing bool

// The two times.
const (
	Written      Writing = false // at once
	WrittenLater Writing = true
)

// Took records the browser's answer to the address. problem is the reason of a refusal, "" if the browser has accepted the address.
func (s *Store) Took(problem string, w Writing) { s.refused, s.late = problem, w == WrittenLater }

// Answer records a report of the browser about its storage. sets and bytes are the number and the total size of the stored sets. If sum is
// not "", it is the checksum of one set, and problem is the reason why this set is not stored, "" for a stored set. If sum is "", the
// browser has counted or deleted all sets, and problem is the reason of a failure, "" after a success.
func (s *Store) Answer(sum string, sets int, bytes int64, problem string) {
	s.Sets, s.Bytes = sets, bytes
	s.Problem = problem
	if sets > 0 {
		s.Problem = ""
	}
	if sum != "" {
		if s.Asked(sum) { // otherwise the set belongs to an earlier address
			s.set(sum, problem)
		}
		return
	}
	// If the storage is empty, all stored sets have been deleted. A pending set stays pending.
	if sets == 0 && problem == "" {
		s.problems = maps.Clone(s.problems)
		for set, reason := range s.problems {
			if reason == "" { // the set was stored
				s.problems[set] = Deleted
			}
		}
	}
}

// set records the problem of a set in a new map.
func (s *Store) set(sum, problem string) {
	s.problems = maps.Clone(s.problems)
	if s.problems == nil {
		s.problems = map[string]string{}
	}
	s.problems[sum] = problem
}
