// This file assembles dist/ from the outputs of the steps.

package build

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/site"
)

// Placeholders in the pages, the boot scripts and the service worker. writeServiceWorker replaces wordFiles, assemble all others.
const (
	wordVersion = "__VERSION__"    // content version of the build
	wordBytes   = "__WASM_BYTES__" // size of the page's program in bytes, for the progress bar
	wordCSP     = "__CSP__"        // content security policy
	wordMirror  = "__MIRROR__"     // folder of the public data sets in dist/; "" if dist/ has no data sets
	wordFiles   = "__FILES__"      // JSON object of the offline files: hash by name
	// Hashes of the programs. The page compares them with the hash in a custom section of each program.
	wordProgram      = "__PROGRAM__"
	wordFilesProgram = "__FILES_PROGRAM__"
	wordCourse       = "__COURSE_PROGRAM__"
)

// hashDigits is the number of hexadecimal digits of a shortened hash: the version of the build, and the hash of a program.
const hashDigits = 12

// assemble writes dist/ and returns its version, the first hashDigits digits of a hash of all sources. The addresses in the pages contain
// the version, so that a cache keeps the files of two versions apart. datasets is a local folder of the public data sets, which assemble
// copies to dist/datasets/, or "".
//
// files has the path of each file's source by the name of the file in dist/. assemble adds the files under assets/static, and files without
// a single source, such as sw.js. At the end it deletes the files of earlier builds that are not in the map.
func assemble(files map[string]string, datasets string) (string, error) {
	// The files under assets/static: icons, sample graphs and manifests.
	static, err := shell.Tree(func(string) bool { return true }, "assets/static")
	if err != nil {
		return "", err
	}
	for _, f := range static {
		rel, err := filepath.Rel("assets/static", f)
		if err != nil {
			return "", err
		}
		files[filepath.ToSlash(rel)] = f
	}

	mirror := words.Either(datasets != "", mirrorDir+"/", "") // replaces wordMirror
	// The version also depends on the code that transforms the sources, and on the folder of the data sets, which is in worker.js.
	sources := []string{"web/tool/build/assemble.go", "web/tool/build/version.go", "web/tool/build/rem.go",
		"web/tool/site/site.go", "assets/boot/sw.js"}
	for _, f := range files {
		sources = append(sources, f)
	}
	sum, err := shell.HashFiles(sources, "mirror "+mirror)
	if err != nil {
		return "", fmt.Errorf("assemble: %w", err)
	}
	version := sum[:hashDigits]

	// Pages and scripts contain the hashes of the programs, so the programs are read first. The size for wordBytes includes the section that
	// withHash adds.
	programs := map[string][]byte{}
	for name, source := range files {
		if !isProgram(name) {
			continue
		}
		if programs[name], err = os.ReadFile(source); err != nil {
			return "", err
		}
	}
	placeholders := strings.NewReplacer(wordVersion, version, wordCSP, site.MetaPolicy, wordMirror, mirror,
		wordBytes, strconv.Itoa(len(withHash(programs["sheafscope.wasm"]))),
		wordProgram, programHash(programs["sheafscope.wasm"]), wordFilesProgram, programHash(programs["files.wasm"]),
		wordCourse, programHash(programs["course.wasm"]))
	offline := map[string]string{} // hashes of the files that the service worker stores, by name in dist/
	for name, source := range files {
		data, err := os.ReadFile(source)
		if err != nil {
			return "", err
		}
		// Pages and boot scripts have placeholders. stampPart adds the version to style sheets and some other scripts.
		switch name {
		case "index.html", "learn.html":
			data = stampLinks([]byte(placeholders.Replace(string(data))), version)
			if err := checkShell(data); err != nil {
				return "", fmt.Errorf("%s: %w", name, err)
			}
		case "boot.js", "worker.js", "learn.js":
			data = []byte(placeholders.Replace(string(data)))
		default:
			data = stampPart(name, data, version)
			if isProgram(name) {
				data = withHash(data)
			}
		}
		if err := shell.WriteIfChanged(filepath.Join(shell.Dist, filepath.FromSlash(name)), data); err != nil {
			return "", err
		}
		if !onlyForHosts(name) {
			offline[name] = shell.Hash(data)
		}
	}
	// removeStale keeps the files in the map. Files without a single source enter it only now, with the source "", since the loops above read
	// every source.
	if err := writeServiceWorker(placeholders, offline); err != nil {
		return "", err
	}
	files["sw.js"] = ""
	if datasets != "" {
		if err := copyDatasets(datasets, files); err != nil {
			return "", err
		}
	}
	files["version.json"] = ""
	if err := shell.WriteIfChanged(filepath.Join(shell.Dist, "version.json"), fmt.Appendf(nil, "{\"version\":%q}\n", version)); err != nil {
		return "", err
	}
	return version, removeStale(files)
}

// localLink matches a src or href of a local script, style sheet or program. Its groups are the text before the path, and the path.
var localLink = regexp.MustCompile(`((?:src|href)=")((?:\./)?[a-z0-9_/-]+\.(?:js|css|wasm))"`)

// stampLinks adds the version to the addresses of the page's own scripts, style sheets and programs, as in boot.js?v=VERSION.
func stampLinks(html []byte, version string) []byte {
	return localLink.ReplaceAll(html, []byte(`${1}${2}?v=`+version+`"`))
}

// Patterns of parts of a page. checkShell forbids the first three and permits outerLink.
var (
	inlineScript = regexp.MustCompile(`(?is)<script[^>]*>\s*[^\s<]`)                       // a script with contents
	inlineStyle  = regexp.MustCompile(`(?i)<style[\s>]|\sstyle\s*=|\son[a-z]+\s*=\s*["']`) // a style, or an event handler
	rootedLink   = regexp.MustCompile(`(?i)(?:src|href)\s*=\s*["'](?:/|https?:)`)          // an absolute address
	outerLink    = regexp.MustCompile(`(?i)<a\s+href="https:[^>]*>`)                       // a link, which loads nothing before a click
)

// checkShell returns an error if a page
//   - has an inline script, style or event handler, which the policy blocks,
//   - has an address that begins with / (the site need not be at the root of its host),
//   - has an address that begins with http: or https:, except in an outerLink (the page must load nothing from other hosts),
//   - has no content security policy.
func checkShell(html []byte) error {
	switch {
	case inlineScript.Match(html):
		return errors.New("an inline script: the content security policy blocks it; put it into a file")
	case inlineStyle.Match(html):
		return errors.New("an inline style or handler: the content security policy blocks it; use a class and assets/style.css")
	case rootedLink.Match(outerLink.ReplaceAll(html, nil)):
		return errors.New("an address that begins with / or http: the page must work under any path and load nothing from elsewhere")
	case !bytes.Contains(html, []byte("Content-Security-Policy")):
		return errors.New(`no content security policy; add <meta http-equiv="Content-Security-Policy" content="` + wordCSP + `">`)
	}
	return nil
}
