//go:build e2e

package e2e

import (
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
)

// classCodes returns 300 completion codes of the course, one a line, of the seeds 0 to 299. A code has an answer, right or wrong, to every
// exercise except those that train a network.
func classCodes(t *testing.T) string {
	t.Helper()
	codes := ""
	for seed := range uint64(300) {
		w := exact.Work{Edition: exact.Edition, Name: "Ada", Seed: seed}
		for _, e := range exact.Exercises() {
			v, answer := e.Variant(seed), "2"
			switch {
			case len(v.Runs) > 0: // the exercise trains a network
				continue
			case v.Options != nil:
				answer = v.Options[0].Key
			case v.Kind == exact.KindDrag || v.Kind == exact.KindGraph:
				answer = v.Sheaf.Text()
			case v.Entries > 0:
				answer = strings.Repeat("1 ", v.Entries)
			}
			w.Answers = append(w.Answers, exact.Given{ID: e.ID(), Answer: answer})
		}
		code, err := exact.Encode(w)
		if err != nil {
			t.Fatal(err)
		}
		codes += code + "\n"
	}
	return codes
}

// teacherButton defines two names for scripts: button is the button of the teacher's table, and rows() the number of its rows.
const teacherButton = `globalThis.button = document.querySelector('[data-testid="teacher-check"]');
	globalThis.rows = () => document.querySelectorAll("#teacher-table tbody tr").length;`

// checkCodes makes the page check 300 codes, and returns the time until all of them are in the table, in milliseconds by the clock.
func (p *page) checkCodes(codes string) (ms float64) {
	p.t.Helper()
	p.eval(teacherButton+`(async () => {
		document.getElementById("teacher-codes").value = `+quoted(p.t, codes)+`;
		const begin = performance.now();
		button.click();
		while (rows() < 300 || button.textContent !== "Check the codes") await new Promise((done) => setTimeout(done));
		return performance.now() - begin;
	})()`, &ms)
	return ms
}

// The table of 3000 codes fills in slices: a click on Stop takes effect after the first and before the last row, and the page reports the
// stop. Then the page checks all of 300 codes. TestLearnTimes measures the time for a class of 300.
func TestTeachersTable(t *testing.T) {
	p, codes := openLearn(t, desktop), classCodes(t)
	p.eval(teacherButton+`document.getElementById("teacher-codes").value = `+quoted(t, strings.Repeat(codes, 10))+
		`; button.click(); true`, new(bool))
	p.waitFor(`rows() > 0 && button.textContent.startsWith("Stop")`)
	p.eval(`button.click(); true`, new(bool))
	p.waitFor(`button.textContent === "Check the codes"`)
	var done int
	p.eval("rows()", &done)
	if done == 0 || done >= 3000 {
		t.Errorf("%d of 3000 codes are checked before the stop, want some of them", done)
	}
	var message string
	p.eval(`document.getElementById("say").textContent`, &message)
	if !strings.Contains(message, "Stopped: ") {
		t.Errorf("after the stop the page reports %q, want \"Stopped: \" in it", message)
	}
	t.Logf("300 codes take %.0f ms", p.checkCodes(codes))
}
