package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"sheafscope/core/figures"
	"sheafscope/core/study"
	"sheafscope/core/tables"
)

// plansFile has the rows of the ablation "plans": those of the variants that are trained anew.
const plansFile = "core/study/plans.jsonl"

// plans writes the table of CLAIMS.md on the ablation of the plans, with the differences from the full network split by split.
func plans(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, plansFile))
	if err != nil {
		return "", err
	}
	rows, err := study.ReadRows(plansFile, data)
	if err != nil {
		return "", err
	}
	ablation, _ := figures.Find("plans")
	var body [][]string
	var full *study.Row
	zero, most := true, 0.0
	for _, v := range ablation.Variants {
		k := slices.IndexFunc(rows, func(r study.Row) bool { return r.Set["lift"] == v.Set["lift"] && len(r.Set) == len(v.Set) })
		if v.Swap != nil {
			continue
		}
		if k < 0 {
			return "", fmt.Errorf("%s has no row of %s", plansFile, v.Name)
		}
		r, difference := &rows[k], ""
		if full == nil {
			full = r
		} else {
			s := full.Against(r)
			difference = study.Signed(s)
			zero = zero && math.Abs(s.Mean) <= s.Interval()
			most = max(most, math.Abs(s.Mean)+s.Interval())
		}
		name := v.Name
		if r.Set["lift"] == "independent" {
			name += ": under `centered` a Laplacian that is exactly 0, no sheaf"
		}
		body = append(body, []string{name, r.Summary().String(), difference})
	}
	text := tables.Markdown([]string{"Plans", "Test accuracy, %", "full − it"}, body) + fmt.Sprintf(
		"\n`%s`, %s, version %s, [%s](%s). Accuracies have their standard deviation over splits and seeds. The last column is paired: the mean "+
			"difference by split, with its 95 %% interval. The splits share nodes, which makes it too narrow.\n",
		full.Command, full.Date, full.Version, plansFile, plansFile)
	if zero {
		return text + fmt.Sprintf("\nEvery interval holds 0. Differences of up to %.1f points are possible by them.\n", most), nil
	}
	return text + "\nAn interval leaves out 0.\n", nil
}
