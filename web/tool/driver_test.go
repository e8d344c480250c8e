package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The commands that build and serve the page do not compile chromedp, the driver of browsers.
func TestToolNeedsNoBrowserDriver(t *testing.T) {
	for program, want := range map[string]bool{".": false, "../e2e/trace/chrome": true} {
		out, err := exec.Command("go", "list", "-deps", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(out), "/chromedp"); got != want {
			t.Errorf("%s needs chromedp: %v", program, got)
		}
	}
}
