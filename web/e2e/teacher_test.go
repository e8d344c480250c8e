//go:build e2e

package e2e

import (
	"strings"
	"testing"

	exact "sheafscope/core/course"
)

// TestTeachersTable: the table of many codes is filled in slices, between which the page answers and a button stops it.
func TestTeachersTable(t *testing.T) {
	p, _ := open(t, desktop, "learn.html")
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
	var codes strings.Builder
	for seed := range uint64(3000) {
		w := exact.Work{Name: "Ada", Seed: seed}
		for _, e := range exact.Exercises() {
			w.Answers = append(w.Answers, exact.Given{ID: e.ID(), Answer: "1"})
		}
		code, err := exact.Encode(w)
		if err != nil {
			t.Fatal(err)
		}
		codes.WriteString(code + "\n")
	}
	p.eval(`globalThis.button = document.querySelector('[data-testid="teacher-check"]');
		globalThis.rows = () => document.querySelectorAll("#teacher-table tbody tr").length;
		document.getElementById("teacher-codes").value = `+quoted(codes.String())+`; button.click(); true`, nil)
	p.waitFor(`rows() > 0 && button.textContent.startsWith("Stop")`)
	p.eval(`button.click(); true`, nil)
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
	var took float64
	lines := strings.SplitAfter(codes.String(), "\n")[:300]
	p.eval(`(async () => {
		document.getElementById("teacher-codes").value = `+quoted(strings.Join(lines, ""))+`;
		const begin = performance.now();
		button.click();
		while (rows() < 300 || button.textContent !== "Check the codes") await new Promise((done) => setTimeout(done));
		return performance.now() - begin;
	})()`, &took)
	if t.Logf("300 codes take %.0f ms", took); took > 1000 {
		t.Errorf("300 codes take %.0f ms", took)
	}
}
