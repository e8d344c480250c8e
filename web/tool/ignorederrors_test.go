package main

import (
	"regexp"
	"strings"
	"testing"
)

// emptyCatch matches two forms. The first is a catch without a statement; its comments are the first submatch. The second is a call of
// catch with an empty function; the rest of its line is the second submatch.
var emptyCatch = regexp.MustCompile(`catch\s*(?:\(\w*\)\s*)?\{((?:\s|/\*[^*]*\*/|//[^\n]*\n)*)\}|\.catch\(\(\w*\) => \{\s*\}\)([^\n]*)`)

// Every empty catch in the scripts and pages of assets has a comment with its reason. Third-party files are exempt. emptyCatch matches
// three examples without a comment.
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
		t.Error("no empty catch was found: the test reads the wrong files")
	}
	for _, bad := range []string{"try { f(); } catch {}", "try { f(); } catch (e) {\n}", "f().catch(() => {});"} {
		if m := emptyCatch.FindStringSubmatch(bad); m == nil || strings.Contains(m[0], "//") {
			t.Errorf("in %q the pattern matches %q, want an empty catch without a comment", bad, m)
		}
	}
}
