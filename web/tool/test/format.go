// This file checks the format of the project's files.

package test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"

	"sheafscope/web/tool/shell"
)

// lineLimit is the largest number of characters in a line of Go, JavaScript or a template. A tab counts as one character.
const lineLimit = 140

// checkFormat returns an error that lists
//   - Go files that gofmt would change,
//   - lines of templates with several elements,
//   - lines of Go, JavaScript and templates that exceed lineLimit.
//
// checkFormat does not read generated and vendored files. If gofmt fails, for example because of a syntax error, nothing else is checked.
func checkFormat(ctx context.Context) error {
	files, err := shell.Tree(func(p string) bool {
		return strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_gen.go")
	}, "core", "wasm", "web", "assets")
	if err != nil {
		return err
	}
	// gofmt -l prints the names of the files that it would change.
	out, err := exec.CommandContext(ctx, "gofmt", append([]string{"-l"}, files...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("gofmt: %w\n%s", err, out)
	}
	var wrong []error // nil errors in the list mean nothing: errors.Join omits them
	if out = bytes.TrimSpace(out); len(out) > 0 {
		wrong = append(wrong, fmt.Errorf("gofmt would change %s", strings.ReplaceAll(string(out), "\n", ", ")))
	}
	templates, err := shell.Tree(shell.Suffixes(".vugu"), "web") // err is added to wrong below
	for _, name := range templates {
		text, readErr := os.ReadFile(name)
		wrong = append(wrong, readErr, checkTemplate(name, string(text)))
	}
	scripts, scriptsErr := scriptFiles()
	wrong = append(wrong, err, scriptsErr)
	for _, name := range slices.Concat(files, templates, scripts) {
		wrong = append(wrong, checkLines(name))
	}
	return errors.Join(wrong...)
}

// checkLines returns an error that names the lines of a file, counted from 1, that exceed lineLimit. If the file cannot be read, it returns
// the reason.
func checkLines(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var wrong []error
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1) // the file may be one line
	for n := 1; lines.Scan(); n++ {
		if size := utf8.RuneCount(lines.Bytes()); size > lineLimit {
			wrong = append(wrong, fmt.Errorf("%s:%d has %d characters: break it, %d are allowed", name, n, size, lineLimit))
		}
	}
	return errors.Join(append(wrong, lines.Err())...)
}
