package main

import (
	"os/exec"
	"strings"
	"testing"
)

// This file tests that web/tool needs no driver of browsers.

// web/tool, which has the commands that build and serve the page, does not depend on chromedp, the driver of browsers. web/e2e/trace/chrome
// depends on it, which shows that the test would find chromedp.
func TestToolNeedsNoBrowserDriver(t *testing.T) {
	for program, want := range map[string]bool{".": false, "../e2e/trace/chrome": true} {
		out, err := exec.Command("go", "list", "-deps", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(out), "/chromedp"); got != want {
			t.Errorf("%s depends on chromedp: %v, want %v", program, got, want)
		}
	}
}
