package lab

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/order"
	"sheafscope/core/sgpc/settings"
)

// config returns the settings of B. They are those that the worker of B has reported or, before the report, the defaults of the model. The
// settings of the recipe of B override them.
func (c *Compare) config() settings.Config {
	cfg := settings.Default()
	model, reading, _ := strings.Cut(c.Key, "/")
	cfg.Model, cfg.Reading = model, cmp.Or(reading, "paper")
	for _, q := range cfg.Settings() {
		if q.Stage > 0 {
			_ = cfg.Set(q.Name, q.Default) // a default is valid
		}
	}
	if c.Config.Model == cfg.Model && c.Config.Reading == cfg.Reading {
		cfg = c.Config
	}
	for name, value := range c.Settings {
		_ = cfg.Set(name, value) // changeB has reported an invalid value
	}
	return cfg
}

// setting returns the setting of B with a name.
func (c *Compare) setting(name string) settings.Setting {
	cfg := c.config()
	return cfg.Setting(name)
}

// Menus returns the settings in the recipe of B, and the other settings that the model of B reads. Both lists have the order of the stages.
func (c *Compare) Menus() (own, more []settings.Setting) {
	cfg := c.config()
	for _, q := range cfg.Settings() {
		if _, has := c.Settings[q.Name]; has {
			own = append(own, q)
		} else if q.Stage > 0 && q.Shown {
			more = append(more, q)
		}
	}
	return own, more
}

// Values returns the menu of a setting of B as pairs (value, label). It has every word, both values of a flag, and of a number the default,
// the present value and a selection of its range. A value that is invalid together with the other settings of B is omitted.
func (c *Compare) Values(q settings.Setting) [][2]string {
	cfg := c.config()
	return slices.DeleteFunc(slices.Clone(menuValues(q)), func(v [2]string) bool {
		return v[0] != q.Value() && (cfg.Set(q.Name, v[0]) != nil || cfg.Validate() != nil)
	})
}

// menuValues returns the menu of a setting. A wide range of numbers has the steps 1, 2, 5 of each decade, within a factor 100 of the
// default.
func menuValues(q settings.Setting) [][2]string {
	switch q.Kind() {
	case "flag":
		return [][2]string{{"true", "on"}, {"false", "off"}}
	case "word":
		return q.Words
	}
	present, _ := strconv.ParseFloat(q.Value(), 64)
	def, _ := strconv.ParseFloat(q.Default, 64)
	numbers := []float64{present, def}
	whole := q.Kind() == "whole"
	// A narrow range has all whole numbers, or steps of 0.1.
	switch step := 0.1; {
	case whole && q.Hi-q.Lo <= 20:
		step = 1
		fallthrough
	case q.Hi-q.Lo <= 1:
		for k := math.Ceil(q.Lo / step); k*step <= q.Hi; k++ {
			numbers = append(numbers, k*step)
		}
	default:
		lo, hi := math.Max(q.Lo, def/100), math.Min(q.Hi, def*100)
		if def == 0 {
			lo, hi = 0.01, math.Min(q.Hi, 100)
		}
		if q.Lo <= 0 {
			numbers = append(numbers, q.Lo, 0)
		}
		for e := linalg.Decade(lo); e <= linalg.Decade(hi); e++ {
			for _, m := range []float64{1, 2, 5} {
				if v := m * math.Pow10(e); v >= lo && v <= hi && (!whole || v == math.Round(v)) {
					numbers = append(numbers, v)
				}
			}
		}
	}
	for k, v := range numbers[2:] { // rounding makes 0.3 of 3·0.1
		numbers[k+2], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	}
	order.Floats(numbers)
	var out [][2]string
	for _, v := range slices.Compact(numbers) {
		text := strconv.FormatFloat(v, 'g', -1, 64)
		out = append(out, [2]string{text, strings.Replace(text, "-", "−", 1)})
	}
	return out
}
