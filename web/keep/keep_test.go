package keep

import "testing"

// The verdict follows the last write of the address and the answers of the browser about the address and its sets. The sequence has each
// cause of a loss: a set that is being written, a refused and a missing address, and a set that another window or the user has deleted.
// A copy of the store keeps its verdict.
func TestVerdictFollowsTheLastWrite(t *testing.T) {
	var s Store
	// want checks the verdict.
	want := func(when string, yes, soon bool, why string) {
		t.Helper()
		if v := s.Verdict(); v.Yes != yes || v.Soon != soon || v.Why != why {
			t.Errorf("%s: verdict %+v, want yes %v, soon %v, why %q", when, v, yes, soon, why)
		}
	}
	const writing = "the browser is still writing it"
	want("before anything is written", true, false, "")
	s.Ask("a")
	first, second := s.Written("k", []string{"a"}), s.Written("k", []string{"a"})
	if !first || second {
		t.Errorf("two writes with the same set report changed sets: %v, %v; want true, false", first, second)
	}
	want("while a set is written", false, true, writing)
	s.Answer("another", 1, 10, "")
	want("after the answer about another set", false, true, writing)
	s.Answer("a", 2, 20, "")
	want("when it is kept", true, false, "")
	if !s.Keeps("a") || s.Sets != 2 || s.Bytes != 20 {
		t.Errorf("after the answer the set is stored: %v; %d sets, %d bytes, want 2, 20", s.Keeps("a"), s.Sets, s.Bytes)
	}

	// A change makes the address stale, until the page finds that its key is the written one.
	s.Changed()
	want("after a change", false, true, writing)
	if s.Holds("l") || !s.Stale() {
		t.Error("the address holds a state with another key")
	}
	if !s.Holds("k") || s.Stale() {
		t.Error("the address does not hold the state with the key k, from which it was written")
	}
	want("when nothing has changed", true, false, "")
	s.Moved()
	if s.Holds("k") {
		t.Error("after the browser has moved to another address, it holds the state with the key k")
	}

	// The browser writes the address later, refuses it, or the state has no address.
	s.Written("k", []string{"a"})
	before := s
	s.Took("", true)
	want("while the browser tries again", false, true, writing)
	s.Took("too many", false)
	want("when it does not take the address", false, false, "too many")
	s.Written("k", []string{"a"})
	want("after another address", true, false, "")
	s.Unfit("k", "too long")
	want("without an address", false, false, "too long")
	s.Filed()
	if !s.Verdict().Filed {
		t.Error("after Filed the verdict has no saved file")
	}

	// Another window deletes the set. The saved file belongs to an earlier state.
	s.Written("k", []string{"a"})
	s.Answer("a", 1, 10, "taken away")
	want("when another window took it", false, false, "taken away")
	if s.Verdict().Filed || s.Problem != "" {
		t.Errorf("after another window took the set: filed %v, problem %q", s.Verdict().Filed, s.Problem)
	}
	if v := before.Verdict(); !v.Yes {
		t.Errorf("the verdict of an earlier copy has become %+v", v)
	}

	// The user deletes all sets, and returns to the address that names one.
	s.Answer("a", 1, 10, "")
	s.Answer("", 0, 0, "")
	want("when it was deleted", false, false, Deleted)
	s.Written("k", nil)
	s.Written("k", []string{"a"})
	want("on the way back to it", false, false, Deleted)
}
