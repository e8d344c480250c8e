package words

import "testing"

// TestCountFollowsTheNumber: in Count and Counted the number 1 has the singular, every other number the plural. Either returns its first
// text for true, and its second for false.
func TestCountFollowsTheNumber(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0, "node"), "0 nodes"}, {Count(1, "node"), "1 node"}, {Count(2, "class"), "2 classes"}, {Count(-1, "edge"), "-1 edges"},
		{Counted(1, "entry", "entries"), "1 entry"}, {Counted(12, "entry", "entries"), "12 entries"},
		{Either(true, "a", "b"), "a"}, {Either(false, "a", "b"), "b"},
	} {
		if c.got != c.want {
			t.Errorf("the text is %q, want %q", c.got, c.want)
		}
	}
}

// TestCutKeepsCharacters: Cut keeps the first n characters of a text, not bytes. An ellipsis marks a longer text.
func TestCutKeepsCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"λ₂ rises", 2, "λ₂…"}, {"江苏省", 3, "江苏省"}, {"江苏省市", 3, "江苏省…"}, {"ab", 0, "…"},
	} {
		if got := Cut(c.text, c.n); got != c.want {
			t.Errorf("the first %d characters of %q are %q, want %q", c.n, c.text, got, c.want)
		}
	}
}

// TestGuardRoundTrips: Guard puts an apostrophe before texts that a spreadsheet would evaluate, and before apostrophes that Unguard would
// remove. Plain numbers stay. Unguard restores the text.
func TestGuardRoundTrips(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "-1.5": "-1.5", "+cmd": "'+cmd", "@a": "'@a", "-": "'-", "\tx": "'\tx",
		"a=b": "a=b",
		"":    "", "'": "'", "'x": "'x", "'=1": "''=1", "''=1": "'''=1", "'-1": "'-1", "-1e5": "-1e5", "\r": "'\r",
		"-Inf": "'-Inf", "+0x1p4": "'+0x1p4", "-infinity": "'-infinity"} {
		if got := Guard(text); got != want || Unguard(got) != text {
			t.Errorf("%q is guarded as %q, want %q, and read back as %q, want %q", text, got, want, Unguard(got), text)
		}
	}
}
