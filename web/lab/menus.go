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

// This file computes the menus with the settings of run B in the comparison.

// config returns the settings of B: the settings that the worker of B has reported or, before the report, the defaults of the model. The
// settings in the recipe of B override both.
func (c *Compare) config() settings.Config {
	cfg := settings.Default()
	model, reading, _ := strings.Cut(c.Key, "/")
	cfg.Model, cfg.Reading = model, cmp.Or(reading, "paper") // only the key "sgpc/code" has a reading
	for _, q := range cfg.Settings() {
		if q.Stage > 0 { // stage 0 has the settings in the bar of the page; its model and reading are set above
			_ = cfg.Set(q.Name, q.Default) // a default is valid
		}
	}
	if c.Config.Model == cfg.Model && c.Config.Reading == cfg.Reading { // otherwise the report belongs to an earlier model of B
		cfg = c.Config
	}
	for name, value := range c.Settings {
		_ = cfg.Set(name, value) // an invalid value changes nothing: changeB or B's worker has reported it
	}
	return cfg
}

// setting returns the setting of B with a name. It returns the zero Setting for an unknown name.
func (c *Compare) setting(name string) settings.Setting {
	cfg := c.config()
	return cfg.Setting(name)
}

// Menus returns the settings in the recipe of B, and the other settings that the page offers for the model of B (Shown). The settings of
// the bar, with stage 0, are left out of the second list. Both lists have the order of the stages.
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

// Values returns the menu of a setting of B as pairs (value, label), without the values that are invalid together with the other settings
// of B. The present value is always in the menu.
func (c *Compare) Values(q settings.Setting) [][2]string {
	cfg := c.config() // a copy of the settings, in which each checked value replaces the previous value
	return slices.DeleteFunc(slices.Clone(menuValues(q)), func(v [2]string) bool {
		if v[0] == q.Value() {
			return false
		}
		return cfg.Set(q.Name, v[0]) != nil || cfg.Validate() != nil
	})
}

// menuValues returns the menu of a setting as pairs (value, label): both values of a flag, all words, or for a number the present value,
// the default and some values of the range, in ascending order.
func menuValues(q settings.Setting) [][2]string {
	switch q.Kind() {
	case "flag":
		return [][2]string{{"true", "on"}, {"false", "off"}}
	case "word":
		return q.Words
	}

	// A number. The menu always has the present value and the default, whose texts are valid numbers.
	present, _ := strconv.ParseFloat(q.Value(), 64)
	standard, _ := strconv.ParseFloat(q.Default, 64)
	numbers := []float64{present, standard}
	whole, width := q.Kind() == "whole", q.Hi-q.Lo
	switch {
	case whole && width <= 20: // few enough for a menu with all
		numbers = appendSteps(numbers, q, 1)
	case width <= 1 && q.Lo == 0: // a share
		numbers = appendSteps(numbers, q, 0.1) // at most eleven values
	default:
		numbers = appendDecades(numbers, q, standard)
	}

	// Six digits remove rounding errors of the appended numbers, as in 3·0.1 = 0.30000000000000004. present and standard keep all digits.
	for k, v := range numbers[2:] {
		numbers[k+2], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	}
	order.Floats(numbers)
	var menu [][2]string
	for _, v := range slices.Compact(numbers) {
		text := strconv.FormatFloat(v, 'g', -1, 64)
		menu = append(menu, [2]string{text, strings.Replace(text, "-", "−", 1)}) // a label has the minus sign U+2212
	}
	return menu
}

// appendSteps appends all multiples of step in the range of a setting.
func appendSteps(numbers []float64, q settings.Setting, step float64) []float64 {
	for k := math.Ceil(q.Lo / step); k*step <= q.Hi; k++ {
		numbers = append(numbers, k*step)
	}
	return numbers
}

// appendDecades appends the numbers 1, 2 and 5 times a power of ten in the range of the setting, within a factor 100 of its default
// standard. If standard is 0, they are from 0.01 to 100. Before them it appends q.Lo and 0 if q.Lo ≤ 0. A setting with whole values gets
// only whole numbers.
func appendDecades(numbers []float64, q settings.Setting, standard float64) []float64 {
	lo, hi := math.Max(q.Lo, standard/100), math.Min(q.Hi, standard*100)
	if standard == 0 {
		lo, hi = 0.01, math.Min(q.Hi, 100)
	}
	if q.Lo <= 0 {
		numbers = append(numbers, q.Lo, 0)
	}
	whole := q.Kind() == "whole"
	for e := linalg.Decade(lo); e <= linalg.Decade(hi); e++ { // the exponents of the powers of ten, rounded down
		for _, m := range []float64{1, 2, 5} {
			v := m * math.Pow10(e)
			fits := !whole || v == math.Round(v)
			if lo <= v && v <= hi && fits {
				numbers = append(numbers, v)
			}
		}
	}
	return numbers
}
