package state_test

import (
	"strings"
	"testing"

	"sheafscope/web/state"
)

// While the browser stores a set of files, no sentence says that storing has failed, even if the browser has refused the address.
func TestPendingFilesHaveNotFailed(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: large})
	d.answerLoad("large")
	for _, problem := range []string{"", "the browser does not let the page change its address"} {
		d.do(state.OnAddress{Problem: problem})
		if text := d.s.DeviceText(); text != "The browser is writing it to this device, for a reload." {
			t.Errorf("address refused with %q, files not stored yet: %q", problem, text)
		}
	}
}

// The address keeps a link without its files only while the page shows the error about this link. Another error, after the error about the
// link is closed or in its place, does not stop the address. The link still waits for its files.
func TestAnotherErrorDoesNotKeepTheLink(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: large})
	d.answerLoad("large")
	d.do(state.Remember{})
	hash := d.addresses()[0][0]
	for _, closes := range []bool{true, false} {
		d := d.reopened(hash)
		d.do(state.Found{Sum: state.SumOf(large)})
		d.answerLoad("karate")
		keeps := func(when string, want bool) {
			t.Helper()
			if got := d.s.AddressKey() == ""; got != want {
				t.Errorf("%s: the address keeps the link: %v, want %v; error %q", when, got, want, d.s.Error)
			}
			if why := d.s.Survives().Why; strings.Contains(why, "the link of before") != want {
				t.Errorf("%s: the reason is %q", when, why)
			}
		}
		keeps("with the error about the link", true)
		if closes {
			d.do(state.Dismiss{})
			keeps("after this error", false)
		}
		d.do(state.Seed{Text: "-"})
		if !strings.Contains(d.s.Error, "seed must be") {
			t.Errorf("a wrong seed gives the error %q", d.s.Error)
		}
		keeps("with another error", false)
	}
}
