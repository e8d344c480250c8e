package main

import (
	"regexp"
	"strings"
	"testing"
)

// emptyCatch matches two forms. The first is a catch without a statement; its comments are the first submatch. The second is a call of
// catch with an empty function; the rest of its line is the second submatch.
var emptyCatch = regexp.MustCompile(`catch\s*(?:\(\w*\)\s*)?\{((?:\s|/\*[^*]*\*/|//[^\n]*\n)*)\}|\.catch\(\(\w*\) => \{\s*\}\)([^\n]*)`)

// Every empty catch in a script of the page has a comment with its reason. The pattern finds an empty catch of each form.
func TestIgnoredErrorsHaveReasons(t *testing.T) {
	found := 0
	scriptsOfPage(t, func(path, text string) {
		for _, m := range emptyCatch.FindAllStringSubmatch(text, -1) {
			found++
			if !strings.Contains(m[1], "/*") && !strings.Contains(m[1], "//") && !strings.Contains(m[2], "//") {
				t.Errorf("%s: %q gives no reason", path, m[0])
			}
		}
	})
	if found == 0 {
		t.Error("no ignored error was found: the test reads the wrong files")
	}
	for _, bad := range []string{"try { f(); } catch {}", "try { f(); } catch (e) {\n}", "f().catch(() => {});"} {
		if m := emptyCatch.FindStringSubmatch(bad); m == nil || strings.Contains(m[0], "//") {
			t.Errorf("%q is not found", bad)
		}
	}
}
