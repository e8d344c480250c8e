// This file finds a font of the page on the machine. The tests of the layout need one, because they measure texts.

package e2e

import (
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// fonts are the fonts of the page's list of fonts (--font in assets/style.css) that a Linux machine can have.
var fonts = []string{"Inter", "Roboto", "Noto Sans", "Liberation Sans", "Arial"}

// FindFont returns the first font in fonts that this Linux machine has. It returns an error if there is none, or if fc-list cannot run: a
// browser would then use DejaVu Sans, which is too wide for the layout. Other systems always have a font of the page's list; for them
// FindFont returns "".
func FindFont() (string, error) {
	if runtime.GOOS != "linux" {
		return "", nil
	}
	out, err := exec.Command("fc-list", ":", "family").Output()
	if err == nil {
		// A line of fc-list has the names of a family, separated by commas.
		installed := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == ',' })
		for _, name := range fonts {
			if slices.Contains(installed, name) {
				return name, nil
			}
		}
	}
	return "", errors.New("no font of the page's list; install one (apt-get install fonts-liberation fontconfig)")
}
