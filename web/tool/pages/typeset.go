package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// typeset converts the TeX of a page to MathML by the laboratory's script, in Node.
func typeset(folder string, page []byte) ([]byte, error) {
	cmd := exec.Command("node", filepath.Join(folder, "../build/typeset.mjs"))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(page), os.Stderr
	return cmd.Output()
}

// punctuated matches a formula with the punctuation mark behind it. The page keeps both on one line, because browsers break between them.
var punctuated = regexp.MustCompile(
	`<button type="button" class="sym"[^>]*><span class="sr">[^<]*</span><math>(?:[^<]|<[^b])*</button>[.,;:?!)]`)
