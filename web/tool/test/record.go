// This file writes the record of a run of the test to BENCHMARKS.md.

package test

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// recorded returns the paragraph of BENCHMARKS.md about a run of the test on the date day. nodeStart is the time in which Node starts, a
// measure of the machine's speed. The paragraph names only the parts that took more than a tenth of the duration of the run.
func recorded(form Form, c tally, day time.Time, nodeStart time.Duration) string {
	command := "./build.sh test"
	if form == Long {
		command += " --long"
	}
	var parts []string
	for _, p := range c.Parts {
		if p.Took > c.Took/10 {
			parts = append(parts, fmt.Sprintf("%s %.0f s", p.Name, p.Took.Seconds()))
		}
	}
	return fmt.Sprintf("`%s` took %.0f s on %s: %d tests passed, %d failed. Of its parts, two at once: %s. Node starts in %d ms on its "+
		"%d cores.",
		command, c.Took.Seconds(), day.Format(time.DateOnly), c.Passed, c.Failed, strings.Join(parts, ", "), nodeStart.Milliseconds(),
		runtime.NumCPU())
}

// recordIn replaces the text of a block in a document. The block begins with the comment <!-- test: … --> for the usual form, or
// <!-- long: … --> for the long form, and ends with <!-- end -->. recordIn returns an error if the document has no block for the form.
func recordIn(document string, form Form, text string) error {
	name := "test"
	if form == Long {
		name = "long"
	}
	data, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	block := regexp.MustCompile(`(?s)(<!-- ` + name + `: [^\n]* -->\n).*?(<!-- end -->)`)
	if !block.Match(data) {
		return fmt.Errorf("%s has no block <!-- %s: … --> to write into", document, name)
	}
	// ReplaceAll would expand a $ in text.
	changed := block.ReplaceAllFunc(data, func(old []byte) []byte {
		marks := block.FindSubmatch(old)
		return fmt.Appendf(nil, "%s\n%s\n\n%s", marks[1], text, marks[2])
	})
	return os.WriteFile(document, changed, 0o666)
}
