package main

import (
	"regexp"
	"strings"
	"testing"
)

// emptyCatch is a catch without a statement, and what stands in it or behind it on its line; a call whose function does nothing, too.
var emptyCatch = regexp.MustCompile(`catch\s*(?:\(\w*\)\s*)?\{((?:\s|/\*[^*]*\*/|//[^\n]*\n)*)\}|\.catch\(\(\w*\) => \{\s*\}\)([^\n]*)`)

// TestEmptyCatches: no script passes over an error without a reason in a comment.
func TestEmptyCatches(t *testing.T) {
	found := 0
	scriptsOfPage(t, func(path, text string) {
		for _, m := range emptyCatch.FindAllStringSubmatch(text, -1) {
			found++
			if !strings.Contains(m[1], "/*") && !strings.Contains(m[1], "//") && !strings.Contains(m[2], "//") {
				t.Errorf("%s: %q says no reason", path, m[0])
			}
		}
	})
	if found == 0 {
		t.Error("no error is passed over: does this test still read the scripts?")
	}
	for _, bad := range []string{"try { f(); } catch {}", "try { f(); } catch (e) {\n}", "f().catch(() => {});"} {
		if m := emptyCatch.FindStringSubmatch(bad); m == nil || strings.Contains(m[0], "//") {
			t.Errorf("%q is not found", bad)
		}
	}
}
