package test

import (
	"io"
	"strings"
	"testing"
)

// read prints the output of failed tests, the output of the build, and lines that are no events. It prints no output of passed tests. A
// failed subtest fails its test. The slowest tests include subtests with their own times.
func TestReadPrintsFailuresAlone(t *testing.T) {
	const events = `{"Action":"run","Test":"TestA"}
{"Action":"output","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Test":"TestA/x","Output":"    a_test.go:1: wrong\n"}
{"Action":"output","Test":"TestB","Output":"    a_test.go:2: a note\n"}
no event
{"ImportPath":"x","Action":"build-output","Output":"a.go:1: syntax\n"}
{"Action":"fail","Test":"TestA/x","Elapsed":2.5}
{"Action":"pass","Test":"TestA/y","Elapsed":4}
{"Action":"fail","Test":"TestA","Elapsed":0}
{"Action":"pass","Test":"TestB","Elapsed":3}
{"Action":"output","Output":"FAIL\n"}
{"Action":"output","Output":"FAIL\tsheafscope/web/e2e\t9s\n"}
{"Action":"fail","Elapsed":9}
`
	// TestA fails by its subtest x, and TestB passes. The lines "=== RUN" and the line "FAIL" alone are not printed.
	var out strings.Builder
	r := newResults()
	r.read(strings.NewReader(events), &out)
	if want := "no event\na.go:1: syntax\n    a_test.go:1: wrong\nFAIL\tsheafscope/web/e2e\t9s\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	if passed, failed := r.counts(); passed != 1 || failed != 1 {
		t.Errorf("%d tests passed, %d failed; want one each", passed, failed)
	}
	if !r.passed["TestB"] || r.failed["TestA"] != "    a_test.go:1: wrong\n" {
		t.Errorf("passed are %v, failed are %q; want TestB, and TestA with its output", r.passed, r.failed)
	}
	if slow, _ := r.longestRunning(); slow != "" {
		t.Errorf("%q runs after the end, want no test", slow)
	}
	// Together, the tests and subtests took 2.5 + 4 + 3 = 9.5 s, which is rounded to 10 s.
	const slowest = "the slowest 2 of the tests, which took 10 s one by one:\n     4.0 s  TestA/y\n     3.0 s  TestB\n"
	if got := r.slowest(2); got != slowest {
		t.Errorf("the list of the slowest tests is %q, want %q", got, slowest)
	}
}

// A crash of the test program, after which no further events come, fails the tests that were running, but no paused test.
func TestCrashFailsRunningTests(t *testing.T) {
	const events = `{"Action":"run","Package":"sheafscope/core/x","Test":"TestA"}
{"Action":"run","Package":"sheafscope/core/x","Test":"TestA/part"}
{"Action":"run","Package":"sheafscope/core/x","Test":"TestB"}
{"Action":"pause","Package":"sheafscope/core/x","Test":"TestB"}
`
	r := newResults()
	r.read(strings.NewReader(events), io.Discard)
	if len(r.failed) != 1 || r.failed["core/x TestA"] == "" || len(r.passed) > 0 {
		t.Errorf("passed are %v, failed are %q; want TestA alone as failed", r.passed, r.failed)
	}
}

// The output of a test that a crash interrupts is printed at the end of its package. Running tests of other packages are unchanged.
func TestCrashIsPrinted(t *testing.T) {
	const events = `{"Action":"run","Package":"sheafscope/core/x","Test":"TestA"}
{"Action":"run","Package":"sheafscope/core/xy","Test":"TestC"}
{"Action":"output","Package":"sheafscope/core/x","Test":"TestA","Output":"panic: boom\n"}
{"Action":"output","Package":"sheafscope/core/x","Output":"FAIL\tsheafscope/core/x\t1s\n"}
{"Action":"fail","Package":"sheafscope/core/x","Elapsed":1}
{"Action":"pass","Package":"sheafscope/core/xy","Test":"TestC"}
`
	var out strings.Builder
	r := newResults()
	r.read(strings.NewReader(events), &out)
	if want := "FAIL\tsheafscope/core/x\t1s\npanic: boom\ncore/x TestA did not end\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	if len(r.failed) != 1 || !r.hasPassed("core/xy TestC") {
		t.Errorf("failed are %q, want TestA alone", r.failed)
	}
}

// A program that runs all of its tests has a verdict. A panic, here in the goroutine of a test, can leave tests that have not run.
func TestVerdictMeansThatAllTestsHaveRun(t *testing.T) {
	const begin = `{"Action":"run","Package":"web/e2e","Test":"TestA"}
{"Action":"output","Package":"web/e2e","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}
`
	const end = `{"Action":"fail","Package":"web/e2e","Test":"TestA","Elapsed":0.1}
`
	for middle, want := range map[string]int{
		`{"Action":"output","Package":"web/e2e","Test":"TestA","Output":"panic: boom\n"}` + "\n" + end:        0,
		end + `{"Action":"output","Package":"web/e2e","Output":"FAIL\n"}` + "\n":                              1,
		end + `{"Action":"output","Package":"web/e2e","Output":"PASS\n"}` + "\n":                              1,
		end + `{"Action":"output","Package":"web/e2e","Output":"testing: warning: no tests to run\n"}` + "\n": 0,
	} {
		r := newResults()
		r.read(strings.NewReader(begin+middle), io.Discard)
		if r.verdicts != want || len(r.failed) != 1 {
			t.Errorf("after the events\n%sthe verdicts are %d and the failures are %q, want %d and TestA", middle, r.verdicts, r.failed, want)
		}
	}
}

// A subtest whose name contains slashes takes the place of its test, so that no time counts twice.
func TestSlowestCountsEachTimeOnce(t *testing.T) {
	r := newResults()
	r.times = []testTime{{"core/x TestA/a/b", 2}, {"core/x TestA", 2}}
	if got, want := r.slowest(5), "the slowest 1 of the tests, which took 2 s one by one:\n     2.0 s  core/x TestA/a/b\n"; got != want {
		t.Errorf("the list is %q, want %q", got, want)
	}
}

// The longest running test is a subtest that runs. It is neither a paused subtest nor the test that waits for its subtests.
func TestLongestRunningIsASubtest(t *testing.T) {
	r := newResults()
	for _, e := range []testEvent{{Action: "run", Test: "TestA"}, {Action: "run", Test: "TestA/x"}, {Action: "run", Test: "TestA/y"},
		{Action: "pause", Test: "TestA/x"}} {
		r.record(e, e.Test, "TestA", nil)
	}
	if slow, _ := r.longestRunning(); slow != "TestA/y" {
		t.Errorf("%q runs longest, want TestA/y", slow)
	}
	r.record(testEvent{Action: "pass", Test: "TestA/y"}, "TestA/y", "TestA", nil)
	if slow, _ := r.longestRunning(); slow != "" {
		t.Errorf("%q runs longest, want no test: TestA/x is paused and TestA waits for it", slow)
	}
}
