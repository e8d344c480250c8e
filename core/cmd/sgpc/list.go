// The command list prints the models, and the settings of a model.

package main

import (
	"flag"
	"fmt"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
)

// modelHelp returns the help text of a flag whose value is a model: the names of all models.
func modelHelp() string { return "sgpc, " + strings.Join(peer.Names(), ", ") }

// listCommand prints all models, and the settings that the flag -set accepts for the model of -model (default: sgpc).
// A line of a model has its name, label and paper; the line of sgpc has no paper.
// A line of a setting has its name, default, label and allowed values.
// With -json it prints one JSON object in place of lines.
func listCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc list", flag.ContinueOnError)
	c := settings.Default() // the defaults without a graph; -model sets the model in c
	fs.Func("model", modelHelp(), func(name string) error { return c.Set("model", name) })
	asJSON := fs.Bool("json", false, "print one JSON object")
	if status, stop := parseFlagsOnly(fs, args); stop {
		return status
	}
	// The output has the models first, then the settings, both as text and as JSON.
	type model struct {
		Name  string `json:"name"`
		Label string `json:"label"`
		Paper string `json:"paper"`
	}
	out := struct {
		Models   []model            `json:"models"`
		Settings []settings.Setting `json:"settings"`
	}{Models: []model{{"sgpc", peer.Label("sgpc"), ""}}}
	for _, p := range peer.All() {
		out.Models = append(out.Models, model{p.Name, p.Label, p.Paper})
	}
	for _, s := range c.Settings() {
		hasFlag := s.Name == "model" || s.Name == "seed" // the flags -model and -seed set these two settings in place of -set
		isUsed := c.Model == "sgpc" || s.Shown           // SGPC uses all settings; a peer uses those with Shown
		if isUsed && !hasFlag {
			out.Settings = append(out.Settings, s)
		}
	}
	if *asJSON {
		return printJSON(out)
	}
	var text strings.Builder
	for _, m := range out.Models {
		fmt.Fprintf(&text, "%-12s %-16s %s\n", m.Name, m.Label, m.Paper)
	}
	fmt.Fprintf(&text, "\n-set key=value for %s, defaults without a graph:\n", c.Model)
	for _, s := range out.Settings {
		fmt.Fprintf(&text, "%-16s %-14s %s: %s\n", s.Name, s.Default, s.Label, s.Takes())
	}
	return show(text.String())
}
