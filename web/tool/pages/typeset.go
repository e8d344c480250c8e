package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// typeset converts the TeX of a page to MathML. It runs the script of the laboratory in Node.
func typeset(folder string, page []byte) ([]byte, error) {
	cmd := exec.Command("node", filepath.Join(folder, "../build/typeset.mjs"))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(page), os.Stderr
	return cmd.Output()
}

// punctuated matches a formula and the punctuation mark after it. A browser could break the line between the formula and the mark. The page
// prevents this break.
var punctuated = regexp.MustCompile(
	`<button type="button" class="sym"[^>]*><span class="sr">[^<]*</span><math>(?:[^<]|<[^b])*</button>[.,;:?!)]`)
