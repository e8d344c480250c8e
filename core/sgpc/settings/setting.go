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

// Setting is a row of the table of settings (settings.go): all that the command
// line, links and the page know of a field of a Config.
type Setting struct {
	// Name is that of the field's json tag, Label what the page calls it.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Default is the value that [Default] gives, a peer's that for heterophilic
	// graphs, as text; a graph may have another.
	Default string `json:"default"`
	// Stage is where the page shows it, 0 for the bar.
	Stage int `json:"stage"`
	// Lo and Hi bound numbers. Words lists the values of any other setting than
	// numbers and flags, each with what the page calls it.
	Lo    float64     `json:"lo"`
	Hi    float64     `json:"hi"`
	Words [][2]string `json:"words"`
	// Slider is how the page moves it, nil for none.
	Slider *Slider `json:"slider"`
	// Reads reports whether it can change what a run with the present settings
	// computes: its parameters, predictions or bound; Shown whether the page offers it.
	Reads bool `json:"-"`
	Shown bool `json:"-"`

	value any // a pointer to the field
}

// Slider is a setting as a slider: its symbol in TeX, what it is, ends and step.
// Log says that ends and step are decimal logarithms, Zero that the left end stands for 0.
type Slider struct {
	Symbol string  `json:"symbol"`
	Title  string  `json:"title"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Step   float64 `json:"step"`
	Log    bool    `json:"log,omitempty"`
	Zero   bool    `json:"zero,omitempty"`
}

// at puts rows into a stage.
func at(stage int, rows ...Setting) []Setting {
	for k := range rows {
		rows[k].Stage = stage
	}
	return rows
}

// num is the row of a number, of a whole one by its field.
func num[T int | float64](name, label string, p *T, def, lo, hi float64, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: number(def), Lo: lo, Hi: hi, Reads: reads, Shown: reads}
}

func toggle(name, label string, p *bool, def, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: strconv.FormatBool(def), Reads: reads, Shown: reads}
}

// word is the row of a setting in words: values and what the page calls them, in turn.
func word(name, label string, p *string, def string, reads bool, words ...string) Setting {
	return Setting{Name: name, Label: label, value: p, Default: def, Reads: reads, Shown: reads}.choices(words...)
}

func (s Setting) choices(words ...string) Setting {
	for k := 0; k < len(words); k += 2 {
		s.Words = append(s.Words, [2]string{words[k], words[k+1]})
	}
	return s
}

// list is choices of a number: what the page calls 0, 1 and so on, with a bar between.
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

// models lists the models and their names in print.
func models() []string {
	list := []string{"sgpc", peer.Label("sgpc")}
	for _, p := range peer.All() {
		list = append(list, p.Name, p.Label)
	}
	return list
}

// asReadBy narrows the row to what a peer takes. The peer's settings stand in stage
// 8, where it computes; what bears on its input and on its bound stays there.
func (s *Setting) asReadBy(p *peer.Peer) {
	if q := p.Reads(s.Name); q != nil {
		s.Reads, s.Lo, s.Hi, s.Default = true, max(s.Lo, q.Lo), min(s.Hi, q.Hi), s.Text(q.Heterophilic)
		if _, is := s.value.(*float64); is && len(s.Words) > int(s.Hi)+1 { // a model may take the first of some choices
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

// Default returns the settings of the paper reading for a heterophilic graph.
func Default() Config {
	var c Config
	for _, s := range c.Settings() {
		if err := s.parse(s.Default); err != nil {
			panic("sgpc: the default is out of range: " + err.Error())
		}
	}
	return c
}

// Names lists the settings by name, in a fixed order.
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

// Set assigns the named setting from its textual form. It changes nothing and
// returns an error that lists what is allowed when the name or value is not.
func (c *Config) Set(name, value string) error {
	s := c.Setting(name)
	if s.value == nil {
		return fmt.Errorf("no setting is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return s.parse(value)
}

// Override is Set for what a recipe or a command line gives beside its graph:
// model and seed are fields of their own there, which no setting may contradict.
func (c *Config) Override(name, value string) error {
	if name == "seed" || name == "model" {
		return fmt.Errorf("%s is not changed by a setting; give it as -%s on the command line, as the field %q of a recipe", name, name, name)
	}
	return c.Set(name, value)
}

// Overlay is Override for each setting of a list: the reading, on which the values of others depend, and these in the order of their
// names. It ends with the first that cannot be.
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

// Get returns the textual form of the named setting, or "" when there is none.
func (c *Config) Get(name string) string {
	s := c.Setting(name)
	return s.Value()
}

// Reads reports whether the named setting can change what a run with these
// settings computes. What is read depends on model and reading, and on other
// settings: no blur without the step that it blurs. Names that are no settings are not read.
func (c *Config) Reads(name string) bool { return c.Setting(name).Reads }

// Validate reports the first setting that is out of range, or a combination
// that has no meaning. What is not read is in no combination.
func (c *Config) Validate() error {
	for _, s := range c.Settings() {
		if err := s.parse(s.Value()); err != nil {
			return err
		}
	}
	if c.Model == "sgpc" && c.Reads("layers") && c.Layers > maxLayers {
		return fmt.Errorf("setting layers=%d: sgpc takes 1 to %d", c.Layers, maxLayers)
	}
	if c.plans() && c.D < 2 {
		return fmt.Errorf("setting d=%d: the transport lift needs 2 to 8; without it, as by maps=%s, 1 will do", c.D, MapsIdentity)
	}
	return nil
}

// Effective returns the settings with everything that is not read at its
// default, where the reading allows that: two runs on one graph compute the same
// if these are equal.
func (c Config) Effective() Config {
	if c.Model == "sgpc" && c.Reading == "paper" && c.Lift == "ot" && !c.Reads("epsilon") && c.JKOMode == "kl" {
		c.Lift = "sinkhorn" // no step either way
	}
	if c.DrawsSparse() && !c.Reads("svr_epsilon") {
		c.SVR = "exact" // nothing to draw
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
