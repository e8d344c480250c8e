package settings

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
	// Default is the text of the value in [Default], for a peer its default on
	// heterophilic graphs. The default of a graph may differ.
	Default string `json:"default"`
	// Stage is the stage of the setting in the page, 0 for the bar.
	Stage int `json:"stage"`
	// Lo and Hi bound a number. Words lists the values of a choice, each with its
	// label.
	Lo    float64     `json:"lo"`
	Hi    float64     `json:"hi"`
	Words [][2]string `json:"words"`
	// Slider describes the slider in the page, nil for none.
	Slider *Slider `json:"slider"`
	// Reads reports whether the setting can change parameters, predictions or bound
	// of a run with the present settings. Shown reports whether the page offers it.
	Reads bool `json:"-"`
	Shown bool `json:"-"`

	value any // a pointer to the field
}

// Slider describes a slider: symbol in TeX, title, ends and step. With Log, ends
// and step are decimal logarithms; with Zero, the left end stands for 0.
type Slider struct {
	Symbol string  `json:"symbol"`
	Title  string  `json:"title"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Step   float64 `json:"step"`
	Log    bool    `json:"log,omitempty"`
	Zero   bool    `json:"zero,omitempty"`
}

// inStage sets the stage of rows.
func inStage(stage int, rows ...Setting) []Setting {
	for k := range rows {
		rows[k].Stage = stage
	}
	return rows
}

// num returns the row of a number; the type of the field decides between integer
// and real.
func num[T int | float64](name, label string, p *T, def, lo, hi float64, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: number(def), Lo: lo, Hi: hi, Reads: reads, Shown: reads}
}

// toggle returns the row of a flag.
func toggle(name, label string, p *bool, def, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: strconv.FormatBool(def), Reads: reads, Shown: reads}
}

// word returns the row of a choice; words alternates values and labels.
func word(name, label string, p *string, def string, reads bool, words ...string) Setting {
	return Setting{Name: name, Label: label, value: p, Default: def, Reads: reads, Shown: reads}.choices(words...)
}

func (s Setting) choices(words ...string) Setting {
	for k := 0; k < len(words); k += 2 {
		s.Words = append(s.Words, [2]string{words[k], words[k+1]})
	}
	return s
}

// list adds the labels of the numbers 0, 1, …, separated by bars.
func (s Setting) list(words string) Setting {
	for k, text := range strings.Split(words, "|") {
		s.Words = append(s.Words, [2]string{strconv.Itoa(k), text})
	}
	return s
}

func (s Setting) slider(symbol, title string, lo, hi, step float64) Setting {
	s.Slider = &Slider{Symbol: symbol, Title: title, Min: lo, Max: hi, Step: step}
	return s
}

func (s Setting) logSlider(symbol, title string, lo, hi, step float64) Setting {
	s = s.slider(symbol, title, lo, hi, step)
	s.Slider.Log = true
	return s
}

func (s Setting) zero() Setting         { s.Slider.Zero = true; return s }
func (s Setting) shown(on bool) Setting { s.Shown = on; return s }

// models returns names and labels of all models, alternating.
func models() []string {
	list := []string{"sgpc", peer.Label("sgpc")}
	for _, p := range peer.All() {
		list = append(list, p.Name, p.Label)
	}
	return list
}

// restrictTo restricts the row to the values of a peer. Its settings belong to
// stage 8, the stage of its forward pass; settings of the input and of the bound
// keep their stages.
func (s *Setting) restrictTo(p *peer.Peer) {
	if q := p.Reads(s.Name); q != nil {
		s.Reads, s.Lo, s.Hi, s.Default = true, max(s.Lo, q.Lo), min(s.Hi, q.Hi), s.Text(q.Heterophilic)
		if _, is := s.value.(*float64); is && len(s.Words) > int(s.Hi)+1 { // a model may have only the first choices
			s.Words = s.Words[:int(s.Hi)+1]
		}
	}
	s.Shown = s.Reads
	if s.Stage != 0 && s.Stage != stage.Posterior && s.Name != "input_dropout" {
		s.Stage = stage.Classes
	}
}

// Kind is "number", "whole", "word" or "flag".
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
	var out []string
	for _, s := range c.Settings() {
		out = append(out, s.Name)
	}
	return out
}

// Setting returns the row of the named setting, the zero row when there is none.
func (c *Config) Setting(name string) Setting {
	rows := c.Settings()
	if k := slices.IndexFunc(rows, func(s Setting) bool { return s.Name == name }); k >= 0 {
		return rows[k]
	}
	return Setting{}
}

// Set sets the named setting from text. For an unknown name or an invalid value it
// changes nothing and returns an error with the valid ones.
func (c *Config) Set(name, value string) error {
	s := c.Setting(name)
	if s.value == nil {
		return fmt.Errorf("no setting is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return s.parse(value)
}

// Override is Set for a recipe or a command line. It fails for model and seed,
// which are separate fields there.
func (c *Config) Override(name, value string) error {
	if name == "seed" || name == "model" {
		return fmt.Errorf("%s is not changed by a setting; give it as -%s on the command line, as the field %q of a recipe", name, name, name)
	}
	return c.Set(name, value)
}

// Overlay is Override for a list: first the reading, on which other values depend,
// then all others by name. It returns the first error.
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

// Get returns the text of the named setting, "" for an unknown name.
func (c *Config) Get(name string) string {
	s := c.Setting(name)
	return s.Value()
}

// Reads reports whether the named setting can change the results of a run with
// these settings. That depends on model, reading and other settings: for example,
// the blur has no effect without its step. It is false for unknown names.
func (c *Config) Reads(name string) bool { return c.Setting(name).Reads }

// Validate reports the first setting out of range, or an invalid combination of
// settings that are read.
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

// Effective returns the settings with the default for every setting that is not
// read, unless the result were invalid. Two runs on one graph with equal effective
// settings compute equal results.
func (c Config) Effective() Config {
	if c.Model == "sgpc" && c.Reading == "paper" && c.Lift == "ot" && !c.Reads("epsilon") && c.JKOMode == "kl" {
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
