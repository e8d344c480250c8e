package main

import (
	"regexp"
	"strings"
	"testing"
)

// emptyCatches is how many errors the page's scripts pass over; each has its reason in a comment beside it.
const emptyCatches = 17

// emptyCatch is a catch without a statement, and what stands in it or behind it on its line; a call whose function does nothing, too.
var emptyCatch = regexp.MustCompile(`catch\s*(?:\(\w*\)\s*)?\{((?:\s|/\*[^*]*\*/|//[^\n]*\n)*)\}|\.catch\(\(\w*\) => \{\s*\}\)([^\n]*)`)

// TestEmptyCatches: no script passes over an error without a reason in a comment. A new one is counted here.
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
	if found != emptyCatches {
		t.Errorf("%d errors are passed over, %d are listed", found, emptyCatches)
	}
	for _, bad := range []string{"try { f(); } catch {}", "try { f(); } catch (e) {\n}", "f().catch(() => {});"} {
		if m := emptyCatch.FindStringSubmatch(bad); m == nil || strings.Contains(m[0], "//") {
			t.Errorf("%q is not found", bad)
		}
	}
}
