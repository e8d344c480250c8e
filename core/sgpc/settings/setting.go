package settings

// This file has the rows of the table of settings, and Config by name.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/order"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
)

// Setting is a row of the table of settings (settings.go): the description of a
// field of a Config for command line, links and page.
type Setting struct {
	// Name is the json tag of the field, Label the label in the page.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Default is the text of the value in [Default] or, for a peer, of its default on
	// heterophilic graphs. Package method has the defaults for a graph.
	Default string `json:"default"`
	// Stage is the stage under which the page shows the setting, 0 for the bar of the
	// page.
	Stage int `json:"stage"`
	// Lo and Hi bound a number. Words lists the values of a choice, each with its
	// label.
	Lo    float64     `json:"lo"`
	Hi    float64     `json:"hi"`
	Words [][2]string `json:"words"`
	// Slider describes the slider in the page. It is nil for a setting without
	// slider.
	Slider *Slider `json:"slider"`
	// Reads reports whether the setting can change parameters, predictions or bound
	// of a run with the present settings. Shown reports whether the page offers the
	// setting.
	Reads bool `json:"-"`
	Shown bool `json:"-"`

	value any // a pointer to the field
}

// Slider describes a slider.
type Slider struct {
	Symbol string  `json:"symbol"` // in TeX
	Title  string  `json:"title"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Step   float64 `json:"step"`
	// Log reports whether Min, Max and Step are decimal logarithms. Zero reports
	// whether the left end of a logarithmic slider stands for 0.
	Log  bool `json:"log,omitempty"`
	Zero bool `json:"zero,omitempty"`
}

// inStage sets the stage of rows and returns them.
func inStage(stage int, rows ...Setting) []Setting {
	for k := range rows {
		rows[k].Stage = stage
	}
	return rows
}

// num returns the row of a number, which is an integer or a real by the type of its
// field.
func num[T int | float64](name, label string, p *T, def, lo, hi float64, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: number(def), Lo: lo, Hi: hi, Reads: reads, Shown: reads}
}

// toggle returns the row of a flag.
func toggle(name, label string, p *bool, def, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: strconv.FormatBool(def), Reads: reads, Shown: reads}
}

// word returns the row of a choice. words alternates values and labels.
func word(name, label string, p *string, def string, reads bool, words ...string) Setting {
	return Setting{Name: name, Label: label, value: p, Default: def, Reads: reads, Shown: reads}.choices(words...)
}

// choices adds the values of a choice. words alternates values and labels.
func (s Setting) choices(words ...string) Setting {
	for k := 0; k < len(words); k += 2 {
		s.Words = append(s.Words, [2]string{words[k], words[k+1]})
	}
	return s
}

// list adds the numbers 0, 1, … as values. labels has their labels, separated by
// bars.
func (s Setting) list(labels string) Setting {
	for k, label := range strings.Split(labels, "|") {
		s.Words = append(s.Words, [2]string{strconv.Itoa(k), label})
	}
	return s
}

// slider adds a slider.
func (s Setting) slider(symbol, title string, lo, hi, step float64) Setting {
	s.Slider = &Slider{Symbol: symbol, Title: title, Min: lo, Max: hi, Step: step}
	return s
}

// logSlider adds a slider whose ends and step are decimal logarithms.
func (s Setting) logSlider(symbol, title string, lo, hi, step float64) Setting {
	s = s.slider(symbol, title, lo, hi, step)
	s.Slider.Log = true
	return s
}

// zero lets the left end of the slider stand for 0.
func (s Setting) zero() Setting { s.Slider.Zero = true; return s }

// shown sets Shown, for a row that differs from Reads.
func (s Setting) shown(isShown bool) Setting { s.Shown = isShown; return s }

// models returns the names and labels of all models, alternating.
func models() []string {
	list := []string{"sgpc", peer.Label("sgpc")}
	for _, p := range peer.All() {
		list = append(list, p.Name, p.Label)
	}
	return list
}

// restrictTo restricts the row to the values of a peer. The settings of a peer belong
// to stage 8, the stage of its forward pass. The settings of the input and of the
// bound keep their stages.
func (s *Setting) restrictTo(p *peer.Peer) {
	if q := p.Reads(s.Name); q != nil {
		s.Reads, s.Lo, s.Hi, s.Default = true, max(s.Lo, q.Lo), min(s.Hi, q.Hi), s.Text(q.Heterophilic)
		// A model may have only the first choices of a list.
		if _, isNumber := s.value.(*float64); isNumber && len(s.Words) > int(s.Hi)+1 {
			s.Words = s.Words[:int(s.Hi)+1]
		}
	}
	s.Shown = s.Reads
	if s.Stage != 0 && s.Stage != stage.Posterior && s.Name != "input_dropout" {
		s.Stage = stage.Classes
	}
}

// Kind returns the kind of the value: "number", "whole", "word" or "flag".
func (s *Setting) Kind() string {
	switch s.value.(type) {
	case *bool:
		return "flag"
	case *float64:
		if s.Words == nil {
			return "number"
		}
	case *int, *uint64:
		return "whole"
	}
	return "word"
}

// Default returns the default settings: the reading "paper" for a heterophilic
// graph.
func Default() Config {
	var c Config
	for _, s := range c.Settings() {
		if err := s.parse(s.Default); err != nil {
			panic("sgpc: the default is out of range: " + err.Error())
		}
	}
	return c
}

// Names returns the names of all settings in the order of the table.
func Names() []string {
	var c Config
	var names []string
	for _, s := range c.Settings() {
		names = append(names, s.Name)
	}
	return names
}

// Setting returns the row of the named setting, or the zero row for an unknown name.
func (c *Config) Setting(name string) Setting {
	rows := c.Settings()
	if k := slices.IndexFunc(rows, func(s Setting) bool { return s.Name == name }); k >= 0 {
		return rows[k]
	}
	return Setting{}
}

// Set sets the named setting from text. It fails, and changes nothing, for an unknown
// name or an invalid value. The error states the valid names or values.
func (c *Config) Set(name, value string) error {
	s := c.Setting(name)
	if s.value == nil {
		return fmt.Errorf("no setting is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return s.parse(value)
}

// Override sets the named setting for a recipe or a command line; see [Config.Set]. It
// also fails for model and seed, which are separate fields there.
func (c *Config) Override(name, value string) error {
	if name == "seed" || name == "model" {
		return fmt.Errorf("%s is not changed by a setting; give it as -%s on the command line, as the field %q of a recipe", name, name, name)
	}
	return c.Set(name, value)
}

// Overlay overrides the settings of a list: first the reading, on which other values
// depend, and then all others by name. It returns the first error.
func (c *Config) Overlay(list map[string]string) error {
	names := order.Keys(list)
	if k := slices.Index(names, "reading"); k > 0 {
		names = append([]string{"reading"}, slices.Delete(names, k, k+1)...)
	}
	for _, name := range names {
		if err := c.Override(name, list[name]); err != nil {
			return err
		}
	}
	return nil
}

// Get returns the text of the named setting, or "" for an unknown name.
func (c *Config) Get(name string) string {
	s := c.Setting(name)
	return s.Value()
}

// Reads reports whether the named setting can change the results of a run with these
// settings. The answer depends on model, reading and other settings: for example, the
// blur of a JKO step has no effect without the step. Reads reports false for an
// unknown name.
func (c *Config) Reads(name string) bool { return c.Setting(name).Reads }

// Validate fails for the first setting out of range, and for an invalid combination of
// settings that the run reads.
func (c *Config) Validate() error {
	for _, s := range c.Settings() {
		if err := s.parse(s.Value()); err != nil {
			return err
		}
	}
	if c.Model == "sgpc" && c.Reads("layers") && c.Layers > maxLayers {
		return fmt.Errorf("setting layers=%d: sgpc takes 1 to %d", c.Layers, maxLayers)
	}
	if c.usesPlans() && c.D < 2 {
		return fmt.Errorf("setting d=%d: the transport lift needs 2 to 8; without it, as by maps=%s, 1 will do", c.D, MapsIdentity)
	}
	return nil
}

// Effective returns the settings with the default for every setting that the run does
// not read, unless the default would make the settings invalid. Two runs on one graph
// with equal effective settings compute equal results.
func (c Config) Effective() Config {
	hasTransport := c.HasParts() && c.Lift == "ot"
	if hasTransport && !c.Reads("epsilon") && c.JKOMode == "kl" {
		c.Lift = "sinkhorn" // both mean no JKO step
	}
	if c.DrawsSparse() && !c.Reads("svr_epsilon") {
		c.SVR = "exact" // there are no edges to sample
	}
	e := c
	for _, s := range c.Settings() {
		if s.Reads {
			continue
		}
		before := e
		if e.Set(s.Name, s.Default) != nil || e.Validate() != nil {
			e = before
		}
	}
	return e
}
