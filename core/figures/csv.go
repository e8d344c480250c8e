// This file writes curves as a CSV file, and thins curves for a drawing.

package figures

import (
	"strconv"

	"sheafscope/core/tables"
)

// CSV returns curves as a CSV file with a header and a line for each point, such as "full,texas,0,0.85,0.02,10". Numbers have ten
// significant digits. expected is the number of runs of a complete point, or 0 if every point is complete. An incomplete point has, for
// example, "3 of 10" as its number of runs.
func CSV(curves []Curve, expected int) string {
	var file tables.CSV
	file.Text("curve", "dataset", "x", "y", "half_interval", "runs")
	file.End()
	for _, c := range curves {
		for k := range c.Y {
			file.Text(c.Name, c.Dataset)
			for _, number := range [...]float64{c.X[k], c.Y[k], c.Half[k]} {
				file.Number(number, 10)
			}
			if c.N[k] < expected {
				file.Text(strconv.Itoa(c.N[k]) + " of " + strconv.Itoa(expected))
			} else {
				file.Int(c.N[k])
			}
			file.End()
		}
	}
	return string(file.File())
}

// Thin returns the curve with at most n points, evenly spaced by index from the first to the last point of c. For n = 1 it has the first
// point. Numbers have four significant digits, which suffice for a drawing. The result has no Paired.
func (c Curve) Thin(n int) Curve {
	const digits = 4
	// The lists are not nil, since JSON must have [] in place of null.
	out := Curve{c.Name, c.Dataset, []float64{}, []float64{}, []float64{}, []int{}, nil}
	n = min(n, len(c.Y))
	for i := range n {
		k := i // index of the chosen point
		if n > 1 {
			k = i * (len(c.Y) - 1) / (n - 1)
		}
		out.X = append(out.X, roundDigits(c.X[k], digits))
		out.Y = append(out.Y, roundDigits(c.Y[k], digits))
		out.Half = append(out.Half, roundDigits(c.Half[k], digits))
		out.N = append(out.N, c.N[k])
	}
	return out
}
