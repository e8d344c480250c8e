package study

import (
	"strings"
	"testing"

	"sheafscope/core/train"
)

// A table has the paired difference of SGPC and MLP by hand. On texas it is 85 − 70 = 15 on split 0, with means over two seeds, and
// 60 − 65 = −5 on split 1: mean 5, s = 14.14, t₁ = 12.706, so that half of the interval is 12.706·14.14/√2 = 127.1.
// Split 2, where the MLP has an empty test set, does not count. A data set with a single common split has no difference.
// With the models exchanged the difference is −5. One model alone has none.
func TestPairedDifferencesByHand(t *testing.T) {
	// run returns the result of a run with a test accuracy, or −1 for an empty test set.
	run := func(dataset, model, split string, seed uint64, test float64) Result {
		return Result{Cell{Dataset: dataset, Model: model, Split: split, Seed: seed}, train.Outcome{Test: test, Val: 0.5}}
	}
	rs := []Result{run("texas", "sgpc", "0", 0, 0.8), run("texas", "sgpc", "0", 1, 0.9),
		run("texas", "mlp", "0", 0, 0.7), run("texas", "mlp", "0", 1, 0.7),
		run("texas", "sgpc", "1", 0, 0.6), run("texas", "mlp", "1", 0, 0.65), run("texas", "sgpc", "2", 0, 0.1), run("texas", "mlp", "2", 0, -1),
		run("cora", "mlp", "0", 0, 0.9), run("cora", "mlp", "1", 0, 0.9), run("cora", "sgpc", "1", 0, 0.5)}
	text := Table{Results: rs}.Markdown()
	for _, want := range []string{"| test accuracy | texas | cora |\n", "| SGPC − MLP | +5.0 ± 127.1 | – |\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "SGPC − SGPC") {
		t.Error("SGPC is compared with itself")
	}
	for k := range rs {
		rs[k].Cell.Model = map[string]string{"sgpc": "mlp", "mlp": "sgpc"}[rs[k].Cell.Model]
	}
	if text = (Table{Results: rs}).Markdown(); !strings.Contains(text, "| SGPC − MLP | −5.0 ± 127.1 |") {
		t.Errorf("with the models exchanged the difference must be −5.0 ± 127.1:\n%s", text)
	}
	if text = (Table{Results: rs[:2]}).Markdown(); strings.Contains(text, "Paired") {
		t.Errorf("one split of one model is compared:\n%s", text)
	}
}
