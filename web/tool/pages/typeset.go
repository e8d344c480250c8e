package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// typeset renders the formulas of a page by the script that renders those of the laboratory.
func typeset(folder string, page []byte) ([]byte, error) {
	cmd := exec.Command("node", filepath.Join(folder, "../build/typeset.mjs"))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(page), os.Stderr
	return cmd.Output()
}

// punctuated are formulas with the mark behind them, which browsers would put at the beginning of the next line.
var punctuated = regexp.MustCompile(
	`<button type="button" class="sym"[^>]*><span class="sr">[^<]*</span><math>(?:[^<]|<[^b])*</button>[.,;:?!)]`)
