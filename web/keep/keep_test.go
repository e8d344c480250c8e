package keep

import "testing"

// The verdict follows the last write of the address and the answers of the browser about the address and its sets. The sequence has each
// cause of a loss: a set that is being written, a refused and a missing address, and a set that another window or the user has deleted.
// A copy of the store keeps its verdict.
func TestVerdictFollowsTheLastWrite(t *testing.T) {
	var s Store
	// check compares the fields Yes, Soon and Why of the verdict with the arguments of these names.
	check := func(when string, yes, soon bool, why string) {
		t.Helper()
		if v := s.Verdict(); v.Yes != yes || v.Soon != soon || v.Why != why {
			t.Errorf("%s: verdict %+v, want yes %v, soon %v, why %q", when, v, yes, soon, why)
		}
	}
	const writing = "the browser is still writing it"
	check("before anything is written", true, false, "")
	s.Ask("a")
	first, second := s.Written("k", []string{"a"}), s.Written("k", []string{"a"})
	if !first || second {
		t.Errorf("two writes with the same set report changed sets: %v, %v; want true, false", first, second)
	}
	check("while a set is written", false, true, writing)
	// The arguments of Answer: a set, the number and bytes of all stored sets, and the reason why the set is not stored.
	s.Answer("another", 1, 10, "")
	check("after the answer about another set", false, true, writing)
	s.Answer("a", 2, 20, "")
	check("when it is kept", true, false, "")
	if !s.Keeps("a") || s.Sets != 2 || s.Bytes != 20 {
		t.Errorf("after the answer the set is stored: %v; %d sets, %d bytes, want 2, 20", s.Keeps("a"), s.Sets, s.Bytes)
	}

	// A change makes the address stale, until the page finds that its key is the written one.
	s.Changed()
	check("after a change", false, true, writing)
	if s.Holds("l") || !s.Stale() {
		t.Error("the address holds a state with the key l, or is not stale")
	}
	if !s.Holds("k") || s.Stale() {
		t.Error("the address does not hold the state with the key k, from which it was written")
	}
	check("when nothing has changed", true, false, "")
	s.Moved()
	if s.Holds("k") {
		t.Error("after the browser has moved to another address, it holds the state with the key k")
	}

	// The browser writes the address later, then refuses it. At last the state has no address.
	s.Written("k", []string{"a"})
	copied := s
	s.Took("", true)
	check("while the browser tries again", false, true, writing)
	s.Took("too many", false)
	check("when it does not take the address", false, false, "too many")
	s.Written("k", []string{"a"})
	check("after another address", true, false, "")
	s.Unfit("k", "too long")
	check("without an address", false, false, "too long")
	s.Filed()
	if !s.Verdict().Filed {
		t.Error("after Filed the verdict has no saved file")
	}

	// Another window deletes the set. The saved file belongs to an earlier state. There is no Problem, since one set is stored.
	s.Written("k", []string{"a"})
	s.Answer("a", 1, 10, "taken away")
	check("when another window took it", false, false, "taken away")
	if s.Verdict().Filed || s.Problem != "" {
		t.Errorf("after another window took the set: filed %v, problem %q, want neither", s.Verdict().Filed, s.Problem)
	}
	if v := copied.Verdict(); !v.Yes {
		t.Errorf("the verdict of an earlier copy has become %+v", v)
	}

	// The user deletes all sets, and returns to the address that names one.
	s.Answer("a", 1, 10, "")
	s.Answer("", 0, 0, "")
	check("when it was deleted", false, false, Deleted)
	s.Written("k", nil)
	s.Written("k", []string{"a"})
	check("on the way back to it", false, false, Deleted)
}
