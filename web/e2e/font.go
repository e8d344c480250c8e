package e2e

import (
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// fonts are the fonts of the page's list (--font in assets/style.css) that a Linux machine can have.
var fonts = []string{"Inter", "Roboto", "Noto Sans", "Liberation Sans", "Arial"}

// FindFont returns the first font of the page's list that this machine has. If the machine has none, browsers use DejaVu Sans, which is too
// wide for the layout. Systems other than Linux always have a font of the list; FindFont then returns "".
func FindFont() (string, error) {
	if runtime.GOOS != "linux" {
		return "", nil
	}
	out, err := exec.Command("fc-list", ":", "family").Output()
	if err == nil {
		have := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == ',' })
		for _, name := range fonts {
			if slices.Contains(have, name) {
				return name, nil
			}
		}
	}
	return "", errors.New("no font of the page's list; install one (apt-get install fonts-liberation fontconfig)")
}
