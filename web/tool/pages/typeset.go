// This file converts the formulas of the course to MathML.

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// typeset converts the TeX formulas of a page to MathML. folder is the folder of the templates. typeset runs the script build/typeset.mjs
// beside this folder in Node. The script uses the code of the page (assets/src/math.js), so that chapters and page show the same formulas.
// typeset returns an error if Node is missing or the script fails; the messages of the script go to standard error.
func typeset(folder string, page []byte) ([]byte, error) {
	cmd := exec.Command("node", filepath.Join(folder, "../build/typeset.mjs"))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(page), os.Stderr
	return cmd.Output()
}

// punctuated matches a formula that opens a card of the glossary, with a punctuation mark directly behind it. Without a span, a browser
// could break the line between both. The part behind <math> contains no tag that begins with b, and thus no other button.
var punctuated = regexp.MustCompile(
	`<button type="button" class="sym"[^>]*><span class="sr">[^<]*</span><math>(?:[^<]|<[^b])*</button>[.,;:?!)]`)
