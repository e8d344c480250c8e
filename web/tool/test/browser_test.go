package test

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// If the only failed test passes alone, the run has passed. After a crash of the program the run has failed, and no test is repeated: the
// tests after the crash have not run.
func TestCrashIsNotUnstable(t *testing.T) {
	const fails = `{"Action":"run","Package":"web/e2e","Test":"TestA"}
{"Action":"fail","Package":"web/e2e","Test":"TestA","Elapsed":1}
`
	const passes = `{"Action":"run","Package":"web/e2e","Test":"TestA"}
{"Action":"pass","Package":"web/e2e","Test":"TestA","Elapsed":1}
`
	const panics = `{"Action":"run","Package":"web/e2e","Test":"TestB"}
{"Action":"fail","Package":"web/e2e","Test":"TestB","Elapsed":1}
`
	const verdict = `{"Action":"output","Package":"web/e2e","Output":"FAIL\n"}
`
	failure := errors.New("exit status 1")
	for _, c := range []struct {
		name, events string
		repeated     int
		want         error
	}{
		{"a failed test", fails + verdict + verdict, 1, nil},
		{"a crash", panics + verdict, 0, failure},
		{"a failed test and a crash", fails + verdict + panics, 0, failure},
		{"a failure without a failed test", passes + verdict + verdict, 0, failure},
	} {
		r, repeated := newResults(), 0
		r.read(strings.NewReader(c.events), io.Discard)
		err := r.repeat(t.Context(), io.Discard, failure, func(again *results, _ ...string) error {
			repeated++
			again.read(strings.NewReader(passes), io.Discard)
			return nil
		})
		if err != c.want || repeated != c.repeated {
			t.Errorf("%s: %d tests are repeated, error %v; want %d, error %v", c.name, repeated, err, c.repeated, c.want)
		}
	}
}
