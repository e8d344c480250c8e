//go:build e2e

package e2e

import (
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
)

// classCodes returns 300 codes, one in each line. A code has an answer to every exercise without a training.
func classCodes(t *testing.T) string {
	t.Helper()
	codes := ""
	for seed := range uint64(300) {
		w := exact.Work{Edition: exact.Edition, Name: "Ada", Seed: seed}
		for _, e := range exact.Exercises() {
			v, answer := e.Variant(seed), "2"
			switch {
			case len(v.Runs) > 0: // those train
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

// teacherButton is what the scripts below call the button and the rows of the teacher's table.
const teacherButton = `globalThis.button = document.querySelector('[data-testid="teacher-check"]');
	globalThis.rows = () => document.querySelectorAll("#teacher-table tbody tr").length;`

// checkCodes makes the page check the codes, and returns the milliseconds until all 300 codes are in the table.
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

// The table of many codes fills in slices. Between the slices the page answers, and a button can stop the work. TestLearnTimes measures the
// time for a class.
func TestTeachersTable(t *testing.T) {
	p, few := openLearn(t, desktop), classCodes(t)
	p.eval(teacherButton+`document.getElementById("teacher-codes").value = `+quoted(t, strings.Repeat(few, 10))+
		`; button.click(); true`, new(bool))
	p.waitFor(`rows() > 0 && button.textContent.startsWith("Stop")`)
	p.eval(`button.click(); true`, new(bool))
	p.waitFor(`button.textContent === "Check the codes"`)
	var done int
	p.eval("rows()", &done)
	if done == 0 || done >= 3000 {
		t.Errorf("%d of 3000 codes are checked before the stop", done)
	}
	var said string
	if p.eval(`document.getElementById("say").textContent`, &said); !strings.Contains(said, "Stopped: ") {
		t.Error(said)
	}
	t.Logf("300 codes take %.0f ms", p.checkCodes(few))
}
