package words

import "testing"

// TestCount: singular and plural follow the number.
func TestCount(t *testing.T) {
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

// TestGuard: Guard marks formulas, and Unguard restores the text.
func TestGuard(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "-1.5": "-1.5", "+cmd": "'+cmd", "@a": "'@a", "-": "'-", "\tx": "'\tx",
		"a=b": "a=b",
		"":    "", "'": "'", "'x": "'x", "'=1": "''=1", "''=1": "'''=1", "'-1": "'-1", "-1e5": "-1e5", "\r": "'\r",
		"-Inf": "'-Inf", "+0x1p4": "'+0x1p4", "-infinity": "'-infinity"} {
		if got := Guard(text); got != want || Unguard(got) != text {
			t.Errorf("%q is guarded as %q, not %q, and read as %q", text, got, want, Unguard(got))
		}
	}
}
