package figures

import (
	"strconv"

	"sheafscope/core/tables"
)

// CSV writes curves, one line for each point. A point over fewer runs than of, unless that is 0, says so.
func CSV(curves []Curve, of int) string {
	var t tables.CSV
	t.Text("curve", "dataset", "x", "y", "half_interval", "runs")
	t.End()
	for _, c := range curves {
		for k := range c.Y {
			t.Text(c.Name, c.Dataset)
			for _, x := range [...]float64{c.X[k], c.Y[k], c.Half[k]} {
				t.Number(x, 10)
			}
			if c.N[k] < of {
				t.Text(strconv.Itoa(c.N[k]) + " of " + strconv.Itoa(of))
			} else {
				t.Int(c.N[k])
			}
			t.End()
		}
	}
	return string(t.File())
}

// Thin returns a curve of at most n points, evenly chosen, with four digits: enough to draw it.
func (c Curve) Thin(n int) Curve {
	out := Curve{c.Name, c.Dataset, []float64{}, []float64{}, []float64{}, []int{}, nil}
	n = min(n, len(c.Y))
	for i := range n {
		k := i
		if n > 1 {
			k = i * (len(c.Y) - 1) / (n - 1)
		}
		out.X, out.Y, out.Half, out.N = append(out.X, short(c.X[k], 4)), append(out.Y, short(c.Y[k], 4)), append(out.Half, short(c.Half[k], 4)),
			append(out.N, c.N[k])
	}
	return out
}
