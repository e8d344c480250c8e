package keep

import "testing"

// The verdict follows what was written last, and what the browser said of it.
func TestVerdictFollowsTheLastWrite(t *testing.T) {
	var s Store
	want := func(when string, yes, soon bool, why string) {
		t.Helper()
		if v := s.Verdict(); v.Yes != yes || v.Soon != soon || v.Why != why {
			t.Errorf("%s: %+v", when, v)
		}
	}
	const writing = "the browser is still writing it"
	want("before anything is written", true, false, "")
	s.Ask("a")
	if !s.Written("k", []string{"a"}) || s.Written("k", []string{"a"}) {
		t.Error("the sets that an address names change once")
	}
	want("while a set is written", false, true, writing)
	s.Answer("another", 1, 10, "")
	want("after the answer about another set", false, true, writing)
	s.Answer("a", 2, 20, "")
	if want("when it is kept", true, false, ""); !s.Keeps("a") || s.Sets != 2 || s.Bytes != 20 {
		t.Errorf("%+v", s)
	}
	s.Changed()
	want("after a change", false, true, writing)
	if s.Holds("l") || !s.Stale() {
		t.Error("the address holds what it was not written from")
	}
	if !s.Holds("k") || s.Stale() {
		t.Error("the address does not hold what it was written from")
	}
	want("when nothing has changed", true, false, "")
	if s.Moved(); s.Holds("k") {
		t.Error("the page knows an address that it did not write")
	}
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
		t.Error("the saved file is forgotten")
	}
	s.Written("k", []string{"a"})
	s.Answer("a", 1, 10, "taken away")
	if want("when another window took it", false, false, "taken away"); s.Verdict().Filed || s.Problem != "" {
		t.Errorf("%+v", s)
	}
	if v := before.Verdict(); !v.Yes {
		t.Errorf("a copy of before has changed: %+v", v)
	}
	s.Answer("a", 1, 10, "")
	s.Answer("", 0, 0, "")
	want("when it was deleted", false, false, Deleted)
	s.Written("k", nil)
	s.Written("k", []string{"a"})
	want("on the way back to it", false, false, Deleted)
}
