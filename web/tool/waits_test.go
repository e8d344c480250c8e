package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// This file counts the places where browser tests wait for a duration.

// waits has, by file of web/e2e, the number of places where a browser test waits for a duration, and what it waits for there. Everywhere
// else a test waits for a state.
var waits = map[string]struct {
	count  int
	reason string
}{
	"against_test.go":         {1, "the end of the workers of a page that was left, which no event reports"},
	"bench_test.go":           {2, "traces for five seconds, and a step until its pictures are drawn"},
	"browser_test.go":         {1, "waitFor polls"},
	"data_test.go":            {1, "a server that sends half of an answer, and breaks off when it has arrived"},
	"death_test.go":           {1, "a poll that measures how soon a death is noticed"},
	"firefox_test.go":         {2, "a processor made slow, and Firefox's collection of garbage, whose end no event reports"},
	"history_test.go":         {1, "a poll"},
	"gate_test.go":            {1, "the longest time for an answer"},
	"hostile_test.go":         {2, "a setTimeout of 0 ms, which runs after the present task"},
	"kept_test.go":            {2, "a measurement of 4 s, which compares the address after each second"},
	"large_test.go":           {1, "a poll"},
	"learn_exercises_test.go": {1, "a poll"},
	"learn_long_test.go":      {1, "a poll that measures when a figure lives"},
	"learn_screens_test.go":   {1, "pictures that people look through and no test checks"},
	"links_test.go":           {2, "links that come at any moment, and a poll"},
	"long_test.go":            {1, "kills that come at any moment"},
	"mainthread_test.go":      {1, "measures for five seconds"},
	"monkey_test.go":          {1, "the time between two acts of the monkey"},
	"private_test.go":         {1, "a poll"},
	"sandbox_test.go":         {1, "a poll"},
	"stage_colours_test.go":   {1, "captions that must have gone after five seconds"},
	"still_test.go":           {1, "half a second after an input, in which the browser excuses shifts of the layout"},
	"survives_test.go":        {4, "a storage that is slow, the address that follows within a second, and two polls"},
	"teacher_test.go":         {1, "a poll"},
	"update_test.go":          {1, "a poll"},
	"user_test.go":            {1, "two clicks within a time of the browser's own are a double click"},
}

// Every file of browser tests, except bidi_test.go, waits for a duration in exactly as many places as the table waits lists. A file that
// the table lacks has no such place.
func TestWaitsAreListed(t *testing.T) {
	files, err := filepath.Glob("../e2e/*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatal("web/e2e has no tests", err)
	}
	sleep := regexp.MustCompile(`\b(time\.Sleep|chromedp\.Sleep|setTimeout)\(|\btime\.After\(`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		if name == "bidi_test.go" { // it has no tests; it waits for the end of Firefox
			continue
		}
		if n, want := len(sleep.FindAll(text, -1)), waits[name].count; n != want {
			t.Errorf("%s waits for a duration in %d places, the table has %d: wait for a state, or add a reason", name, n, want)
		}
	}
}
