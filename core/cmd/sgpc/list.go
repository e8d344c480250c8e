package main

import (
	"flag"
	"fmt"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/settings"
)

// modelHelp returns the help of a flag whose value is a model.
func modelHelp() string { return "sgpc, " + strings.Join(peer.Names(), ", ") }

// listCommand prints the models and the settings of one of them.
func listCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc list", flag.ContinueOnError)
	c := settings.Default()
	fs.Func("model", modelHelp(), func(name string) error { return c.Set("model", name) })
	asJSON := fs.Bool("json", false, "print one JSON object")
	if code := parse(fs, args); code != 0 {
		return max(code, 0)
	}
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
		if given := s.Name == "model" || s.Name == "seed"; !given && (c.Model == "sgpc" || s.Shown) {
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
