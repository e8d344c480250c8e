package words

import "testing"

// TestCountFollowsTheNumber: singular and plural follow the number.
func TestCountFollowsTheNumber(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0, "node"), "0 nodes"}, {Count(1, "node"), "1 node"}, {Count(2, "class"), "2 classes"}, {Count(-1, "edge"), "-1 edges"},
		{Counted(1, "entry", "entries"), "1 entry"}, {Counted(12, "entry", "entries"), "12 entries"},
		{Either(true, "a", "b"), "a"}, {Either(false, "a", "b"), "b"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

// TestCutKeepsCharacters: a text keeps whole characters, and an ellipsis marks a longer text.
func TestCutKeepsCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"λ₂ rises", 2, "λ₂…"}, {"江苏省", 3, "江苏省"}, {"江苏省市", 3, "江苏省…"}, {"ab", 0, "…"},
	} {
		if got := Cut(c.text, c.n); got != c.want {
			t.Errorf("the first %d characters of %q are %q, not %q", c.n, c.text, got, c.want)
		}
	}
}

// TestGuardRoundTrips: Guard marks formulas, and Unguard restores the text.
func TestGuardRoundTrips(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "-1.5": "-1.5", "+cmd": "'+cmd", "@a": "'@a", "-": "'-", "\tx": "'\tx",
		"a=b": "a=b",
		"":    "", "'": "'", "'x": "'x", "'=1": "''=1", "''=1": "'''=1", "'-1": "'-1", "-1e5": "-1e5", "\r": "'\r",
		"-Inf": "'-Inf", "+0x1p4": "'+0x1p4", "-infinity": "'-infinity"} {
		if got := Guard(text); got != want || Unguard(got) != text {
			t.Errorf("%q is guarded as %q, not %q, and read as %q", text, got, want, Unguard(got))
		}
	}
}
