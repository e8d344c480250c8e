// This file searches for known vulnerabilities of the project's dependencies.

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

	"sheafscope/web/tool/shell"
)

// scan is a command that searches for vulnerabilities.
type scan struct {
	name string
	args []string // the program and its arguments
	// read returns the findings that the command has printed to its standard output, out. It returns an error if the command could not
	// search. diagnostics is the standard error, and status is the exit status of the command.
	read func(out, diagnostics []byte, status int) (findings []string, err error)
}

// govulncheck is the package of the command that searches for vulnerabilities in Go code, and its version.
const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.1.4"

// Dependencies selects the dependencies whose vulnerabilities are searched.
type Dependencies int

const (
	GoAlone  Dependencies = iota // Go modules
	GoAndNPM                     // Go modules and npm packages
)

// scans has three searches: all Go packages on this machine, the Go packages for js/wasm, and the npm packages.
var scans = []scan{
	{"Go, on this machine", []string{"go", "run", govulncheck, "./..."}, readGo},
	// With GOOS=js, "go run" would build govulncheck itself for js/wasm. So the script first installs govulncheck for this machine. The
	// search omits web/tool and web/e2e, which run only natively.
	{"Go, js/wasm", []string{"sh", "-c",
		"d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT && GOBIN=$d go install " + govulncheck +
			" && export GOOS=js GOARCH=wasm && \"$d/govulncheck\" $(go list ./... | grep -v -e '/web/tool' -e '/web/e2e')"}, readGo},
	{"npm", []string{"npm", "audit", "--json"}, readNPM},
}

// Vulnerabilities searches for known vulnerabilities of the project's dependencies, and prints the lines of report. In a workflow it also
// writes the lines to the summary, the file $GITHUB_STEP_SUMMARY. It returns an error if there is a finding, if a search failed, or if the
// summary cannot be opened. [Run] does not call Vulnerabilities, since the searches need the network.
func Vulnerabilities(ctx context.Context, selected Dependencies) error {
	summary := io.Discard
	if name := os.Getenv("GITHUB_STEP_SUMMARY"); name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer f.Close()
		summary = f
	}
	list := slices.DeleteFunc(slices.Clone(scans), func(s scan) bool { return s.args[0] == "npm" && selected == GoAlone })
	run := func(s scan) ([]byte, []byte, int) { return s.run(ctx) }
	if !report(io.MultiWriter(os.Stdout, summary), list, run) {
		return errors.New("watch: there are findings, or a database is out of reach")
	}
	return nil
}

// report runs the scans by the function run, which tests replace. It writes a heading, and then a line for each finding, for each scan that
// failed, and for each scan without a finding. It returns true if all scans succeeded without a finding.
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
		// A scan that failed, with err, has no findings.
		for _, f := range findings {
			fmt.Fprintf(w, "* **%s**: %s\n", s.name, line(f))
		}
		clean = false
	}
	return clean
}

// lineSize is the largest number of characters of a finding or an error in the report. An error can contain the whole output of a command.
const lineSize = 400

// line joins the lines of a text and cuts the result after lineSize characters.
func line(text string) string {
	characters := []rune(strings.Join(strings.Fields(text), " "))
	return string(characters[:min(len(characters), lineSize)])
}

// run runs the command of the scan and returns its standard output, its standard error and its exit status. If the command does not start,
// status is −1, and diagnostics is the reason.
func (s scan) run(ctx context.Context) (out, diagnostics []byte, status int) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, s.args[0], s.args[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := shell.Run(cmd)
	var exit *exec.ExitError // the error of a command that started and failed
	if err != nil && !errors.As(err, &exit) {
		return nil, []byte(err.Error()), -1
	}
	return stdout.Bytes(), stderr.Bytes(), cmd.ProcessState.ExitCode()
}

// readGo returns the findings in the output of govulncheck. Each finding begins with a line such as "Vulnerability #1: GO-2024-2687". A
// search without findings ends with status 0 and prints "No vulnerabilities found." readGo returns an error for any other output.
func readGo(out, diagnostics []byte, status int) (findings []string, err error) {
	for block := range strings.SplitSeq(string(out), "Vulnerability #") {
		_, text, _ := strings.Cut(block, ": ") // behind the number of the finding
		if strings.HasPrefix(text, "GO-") {
			finding, _, _ := strings.Cut(text, "Example traces") // without the list of calls
			findings = append(findings, finding)
		}
	}
	if len(findings) > 0 {
		return findings, nil
	}
	isClean := status == 0 && strings.Contains(string(out), "No vulnerabilities found.")
	if !isClean {
		return nil, fmt.Errorf("govulncheck ended with %d: %s %s", status, diagnostics, out)
	}
	return nil, nil
}

// readNPM returns the findings in the JSON of npm audit: vulnerable packages, sorted. It returns an error if the output is not JSON with
// counts. It also returns an error if the total count contradicts the list or the exit status.
func readNPM(out, diagnostics []byte, status int) (findings []string, err error) {
	var audit struct {
		Message         string
		Vulnerabilities map[string]struct {
			Severity, Range string
			Via             []json.RawMessage
		}
		Metadata *struct{ Vulnerabilities struct{ Total int } }
	}
	if err := json.Unmarshal(out, &audit); err != nil || audit.Metadata == nil {
		return nil, fmt.Errorf("npm audit ended with %d: %s %s", status, audit.Message, diagnostics)
	}
	// A finding is a package with the titles of its advisories, for example "ws <8.17.1 (high): denial of service, https://…".
	for name, v := range audit.Vulnerabilities {
		text := fmt.Sprintf("%s %s (%s)", name, v.Range, v.Severity)
		for _, via := range v.Via {
			var advice struct{ Title, URL string }
			isAdvice := json.Unmarshal(via, &advice) == nil && advice.Title != "" // via can be the name of another package instead
			if isAdvice {
				text += fmt.Sprintf(": %s, %s", advice.Title, advice.URL)
			}
		}
		findings = append(findings, text)
	}
	slices.Sort(findings)
	total := audit.Metadata.Vulnerabilities.Total
	listsNone := total > 0 && len(findings) == 0
	failedWithoutFindings := total == 0 && status != 0
	if listsNone || failedWithoutFindings {
		return nil, fmt.Errorf("npm audit ended with %d and counts %d findings: %s", status, total, diagnostics)
	}
	return findings, nil
}
