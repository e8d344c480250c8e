package settings

// This file defines a row of the table of settings, and sets fields of a Config by name.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/order"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
)

// Setting is a row of the table of settings ([Config.Settings]): it describes a field of a
// Config for command line, links and page.
type Setting struct {
	// Name is the json tag of the field. Label is the label in the page.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Default is the text of the default value. For a setting that a peer (a model to compare
	// with) reads, it is the default of the peer on heterophilic graphs.
	Default string `json:"default"`
	Stage   int    `json:"stage"` // stage under which the page shows the setting; 0 stands for the bar of the page
	// Lo and Hi bound a number other than the seed. In other rows they are 0. Words has a
	// pair of value and label for each value of a choice. In other rows it is nil.
	Lo     float64     `json:"lo"`
	Hi     float64     `json:"hi"`
	Words  [][2]string `json:"words"`
	Slider *Slider     `json:"slider"` // slider in the page, or nil
	// Reads reports whether the setting can change parameters, predictions or bound of a run
	// with the present settings.
	Reads bool `json:"-"`
	Shown bool `json:"-"` // whether the page offers the setting

	value any // a pointer to the field
}

// Slider describes the slider of a setting in the page.
type Slider struct {
	Symbol string  `json:"symbol"` // symbol of the quantity in TeX
	Title  string  `json:"title"`  // description of the quantity
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Step   float64 `json:"step"`
	// Log reports whether Min, Max and Step are decimal logarithms. Zero reports
	// whether the left end of a logarithmic slider stands for 0.
	Log  bool `json:"log,omitempty"`
	Zero bool `json:"zero,omitempty"`
}

// inStage sets the stage of all rows, and returns the rows.
func inStage(stage int, rows ...Setting) []Setting {
	for k := range rows {
		rows[k].Stage = stage
	}
	return rows
}

// num returns the row of a number with the field p, the default def and the bounds lo
// and hi. reads is the value of Reads and Shown.
func num[T int | float64](name, label string, p *T, def, lo, hi float64, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: number(def), Lo: lo, Hi: hi, Reads: reads, Shown: reads}
}

// position is the position of a switch, the default of a flag.
type position bool

const (
	on  position = true
	off position = false
)

// toggle returns the row of a flag. The parameters are as in num.
func toggle(name, label string, p *bool, def position, reads bool) Setting {
	return Setting{Name: name, Label: label, value: p, Default: strconv.FormatBool(bool(def)), Reads: reads, Shown: reads}
}

// word returns the row of a choice. The parameters are as in num and choices.
func word(name, label string, p *string, def string, reads bool, words ...string) Setting {
	return Setting{Name: name, Label: label, value: p, Default: def, Reads: reads, Shown: reads}.choices(words...)
}

// choices adds the values of a choice. words has each value followed by its label.
func (s Setting) choices(words ...string) Setting {
	for k := 0; k < len(words); k += 2 {
		s.Words = append(s.Words, [2]string{words[k], words[k+1]})
	}
	return s
}

// list adds the numbers 0, 1, … as values of a choice, with labels such as "no|yes".
func (s Setting) list(labels string) Setting {
	for k, label := range strings.Split(labels, "|") {
		s.Words = append(s.Words, [2]string{strconv.Itoa(k), label})
	}
	return s
}

// slider adds a slider from lo to hi. [Slider] explains the parameters.
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

// zero sets the flag Zero of the slider. The row must have a slider.
func (s Setting) zero() Setting { s.Slider.Zero = true; return s }

// shown sets Shown, which otherwise equals Reads.
func (s Setting) shown(isShown bool) Setting { s.Shown = isShown; return s }

// models returns the names and labels of all models, alternating.
func models() []string {
	list := []string{"sgpc", peer.Label("sgpc")}
	for _, p := range peer.All() {
		list = append(list, p.Name, p.Label)
	}
	return list
}

// restrictTo changes the row of a setting for the peer p. If the peer reads the setting, the
// row gets the default of the peer, and the range that row and peer both allow.
func (s *Setting) restrictTo(p *peer.Peer) {
	ofPeer := p.Reads(s.Name) // nil for a setting that the peer does not read
	if ofPeer != nil {
		s.Reads, s.Default = true, s.Text(ofPeer.Heterophilic)
		s.Lo, s.Hi = max(s.Lo, ofPeer.Lo), min(s.Hi, ofPeer.Hi)
		// A list has the values 0, 1, … A peer may have only the values up to Hi.
		count := int(s.Hi) + 1
		_, isNumber := s.value.(*float64)
		if isNumber && len(s.Words) > count {
			s.Words = s.Words[:count]
		}
	}
	s.Shown = s.Reads
	// A peer has its forward pass in stage 8, Classes.
	keepsStage := s.Stage == 0 || s.Stage == stage.Posterior || s.Name == "input_dropout"
	if !keepsStage {
		s.Stage = stage.Classes
	}
}

// Kind returns the kind of the value: "number", "whole", "word" or "flag".
func (s *Setting) Kind() string {
	switch s.value.(type) {
	case *bool:
		return "flag"
	case *float64:
		if s.Words == nil { // a number with a list of values is a word
			return "number"
		}
	case *int, *uint64:
		return "whole"
	}
	return "word"
}

// Default returns the default settings, for SGPC in the reading "paper" on a heterophilic
// graph.
func Default() Config {
	var c Config
	for _, s := range c.Settings() {
		if err := s.parse(s.Default); err != nil { // a fault in the table
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

// Setting returns the row of the named setting. For an unknown name it returns the zero
// Setting.
func (c *Config) Setting(name string) Setting {
	rows := c.Settings()
	k := slices.IndexFunc(rows, func(s Setting) bool { return s.Name == name })
	if k < 0 {
		return Setting{}
	}
	return rows[k]
}

// Set sets the named setting to the value with the given text. It fails, and changes
// nothing, for an unknown name or an invalid value. The error states the valid names or values.
func (c *Config) Set(name, value string) error {
	s := c.Setting(name)
	if s.value == nil {
		return fmt.Errorf("no setting is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	return s.parse(value)
}

// Override sets the named setting for a recipe or a command line, as [Config.Set] does. It
// fails for model and seed, which have fields of a recipe and flags of a command.
func (c *Config) Override(name, value string) error {
	if name == "seed" || name == "model" {
		return fmt.Errorf("%s is not changed by a setting; give it as -%s on the command line, or as the field %q of a recipe", name, name, name)
	}
	return c.Set(name, value)
}

// Overlay overrides the settings in list, a map from names to values. It sets the
// reading first, since other values depend on it, and then all others in the order of their
// names. At the first error it stops, and keeps the values that it has set.
func (c *Config) Overlay(list map[string]string) error {
	names := order.Keys(list)
	k := slices.Index(names, "reading")
	if k > 0 { // −1 without a reading in the list
		names = append([]string{"reading"}, slices.Delete(names, k, k+1)...)
	}
	for _, name := range names {
		if err := c.Override(name, list[name]); err != nil {
			return err
		}
	}
	return nil
}

// Get returns the text of the value of the named setting, or "" for an unknown name.
func (c *Config) Get(name string) string {
	s := c.Setting(name)
	return s.Value()
}

// Reads reports whether the named setting can change the results of a run with the
// settings c. For example, the blur of a JKO step has no effect without the step. For an
// unknown name Reads returns false.
func (c *Config) Reads(name string) bool { return c.Setting(name).Reads }

// Validate fails for the first setting out of range, and for an invalid combination of
// settings that the run reads.
func (c *Config) Validate() error {
	for _, s := range c.Settings() {
		if err := s.parse(s.Value()); err != nil { // sets the same value, if it is valid
			return err
		}
	}
	// The table allows more layers, for peers (models to compare with).
	if c.Model == "sgpc" && c.Reads("layers") && c.Layers > maxLayers {
		return fmt.Errorf("setting layers=%d: sgpc takes 1 to %d", c.Layers, maxLayers)
	}
	if c.usesPlans() && c.D < 2 { // a measure on one coordinate has no plan to choose
		return fmt.Errorf("setting d=%d: the transport lift needs 2 to 8; without it, as by maps=%s, 1 will do", c.D, MapsIdentity)
	}
	return nil
}

// Effective returns simpler settings with equal results. Two runs on one graph with equal
// effective settings compute equal results. Every setting that the run does not read gets
// its default, unless the default would make the settings invalid.
func (c Config) Effective() Config {
	hasTransport := c.HasParts() && c.Lift == "ot"
	isNoStep := c.JKOMode == "kl" && c.Tau == 0 // such a step changes nothing
	lacksSteps := c.JKOSteps == 0 || isNoStep
	if hasTransport && lacksSteps {
		c.Lift = "sinkhorn" // the plan of lift=ot without a JKO step
	}
	if c.DrawsSparse() && !c.Reads("svr_epsilon") {
		c.SVR = "exact" // sampling has no effect: all maps are 0, or the model is a peer
	}
	effective := c
	for _, s := range c.Settings() {
		if s.Reads {
			continue
		}
		before := effective
		if effective.Set(s.Name, s.Default) != nil || effective.Validate() != nil {
			effective = before
		}
	}
	return effective
}
