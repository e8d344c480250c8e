package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// scan is a command that searches for vulnerabilities.
type scan struct {
	name string
	args []string
	// read returns the findings in the standard output. It returns an error if the command could not search.
	read func(out, diagnostics []byte, status int) (findings []string, err error)
}

// govulncheck is the command that searches for vulnerabilities in Go code, with its version.
const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.1.4"

// Dependencies are the dependencies whose vulnerabilities are searched.
type Dependencies int

const (
	GoAlone  Dependencies = iota // Go modules
	GoAndNPM                     // Go modules and npm packages
)

// scans has the searches: all Go packages natively, all Go packages except those of the tools for js/wasm, and npm packages.
var scans = []scan{
	{"Go, on this machine", []string{"go", "run", govulncheck, "./..."}, readGo},
	// "go run" would build govulncheck itself for js/wasm.
	{"Go, js/wasm", []string{"sh", "-c",
		"d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT && GOBIN=$d go install " + govulncheck +
			" && export GOOS=js GOARCH=wasm && \"$d/govulncheck\" $(go list ./... | grep -v -e '/web/tool' -e '/web/e2e')"}, readGo},
	{"npm", []string{"npm", "audit", "--json"}, readNPM},
}

// Vulnerabilities searches for known vulnerabilities of the project's dependencies. It prints a line for each finding and for each database
// that cannot be reached, also to the summary of the workflow ($GITHUB_STEP_SUMMARY). Both are errors. Vulnerabilities needs the network
// and is therefore no part of [Run].
func Vulnerabilities(ctx context.Context, of Dependencies) error {
	summary := io.Discard
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer f.Close()
		summary = f
	}
	isOmitted := func(s scan) bool { return s.args[0] == "npm" && of == GoAlone }
	list := slices.DeleteFunc(slices.Clone(scans), isOmitted)
	isClean := report(io.MultiWriter(os.Stdout, summary), list, func(s scan) ([]byte, []byte, int) { return s.run(ctx) })
	if !isClean {
		return errors.New("watch: there are findings, or a database is out of reach")
	}
	return nil
}

// report runs the scans and writes a line for each finding and for each scan without a finding. It reports whether all scans succeeded
// without a finding.
func report(w io.Writer, list []scan, run func(scan) ([]byte, []byte, int)) bool {
	clean := true
	fmt.Fprint(w, "## Known vulnerabilities\n\n")
	for _, s := range list {
		findings, err := s.read(run(s))
		switch {
		case err != nil:
			fmt.Fprintf(w, "* **%s: not checked**: %s\n", s.name, line(err.Error()))
		case len(findings) == 0:
			fmt.Fprintf(w, "* %s: none\n", s.name)
			continue
		}
		for _, f := range findings {
			fmt.Fprintf(w, "* **%s**: %s\n", s.name, line(f))
		}
		clean = false
	}
	return clean
}

// line returns a text as one line of at most 400 characters. A longer text is cut.
func line(text string) string {
	const most = 400
	characters := []rune(strings.Join(strings.Fields(text), " "))
	return string(characters[:min(len(characters), most)])
}

// run runs the scan and returns standard output, standard error and exit status. The status is −1, and diagnostics the reason, if the
// program does not start.
func (s scan) run(ctx context.Context) (out, diagnostics []byte, status int) {
	var a, b bytes.Buffer
	cmd := exec.CommandContext(ctx, s.args[0], s.args[1:]...)
	cmd.Stdout, cmd.Stderr = &a, &b
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) { // the program did not start
		return nil, []byte(err.Error()), -1
	}
	return a.Bytes(), b.Bytes(), cmd.ProcessState.ExitCode()
}

// readGo reads the text of govulncheck. Each finding begins with a line such as "Vulnerability #1: GO-2024-2687". Without findings the last
// line is "No vulnerabilities found.". readGo returns an error for an output with neither.
func readGo(out, diagnostics []byte, status int) (findings []string, err error) {
	for block := range strings.SplitSeq(string(out), "Vulnerability #") {
		_, text, _ := strings.Cut(block, ": ")
		if strings.HasPrefix(text, "GO-") {
			finding, _, _ := strings.Cut(text, "Example traces")
			findings = append(findings, finding)
		}
	}
	foundNone := status == 0 && strings.Contains(string(out), "No vulnerabilities found.")
	if len(findings) == 0 && !foundNone {
		return nil, fmt.Errorf("govulncheck ended with %d: %s %s", status, diagnostics, out)
	}
	return findings, nil
}

// readNPM reads the JSON of npm audit. It returns an error if the output is no report, if the report counts findings but lists none, and if
// the status reports findings but the report counts none.
func readNPM(out, diagnostics []byte, status int) (findings []string, err error) {
	var report struct {
		Message         string
		Vulnerabilities map[string]struct {
			Severity, Range string
			Via             []json.RawMessage
		}
		Metadata *struct{ Vulnerabilities struct{ Total int } }
	}
	if err := json.Unmarshal(out, &report); err != nil || report.Metadata == nil {
		return nil, fmt.Errorf("npm audit ended with %d: %s %s", status, report.Message, diagnostics)
	}
	// A finding is a package with the titles of its advisories.
	for name, v := range report.Vulnerabilities {
		text := fmt.Sprintf("%s %s (%s)", name, v.Range, v.Severity)
		for _, via := range v.Via {
			var advice struct{ Title, URL string }
			err := json.Unmarshal(via, &advice) // an error if via is the name of another package
			if err == nil && advice.Title != "" {
				text += fmt.Sprintf(": %s, %s", advice.Title, advice.URL)
			}
		}
		findings = append(findings, text)
	}
	slices.Sort(findings)
	total := report.Metadata.Vulnerabilities.Total
	listsNone := total > 0 && len(findings) == 0
	countsNone := status != 0 && total == 0
	if listsNone || countsNone {
		return nil, fmt.Errorf("npm audit ended with %d and counts %d findings: %s", status, total, diagnostics)
	}
	return findings, nil
}
