// This file assembles dist/ from the outputs of the steps: files get the version of the build, and pages are checked against the content
// security policy.

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

// Placeholders in the pages, the boot scripts and the service worker. assemble replaces the placeholders, and calls writeServiceWorker to
// replace wordFiles.
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

// assemble writes dist/ and returns its content version. The version has hashDigits digits of a hash of all sources. The addresses inside
// the page contain the version, so that a cache has the files of two versions under different addresses.
//
// The map files has the source of each file by its name in dist/. assemble adds the files under assets/static, and the names of the files
// that have no single source. If datasets is not empty, it is a local folder of the public data sets, and assemble copies the data sets to
// dist/datasets/. At the end assemble deletes files of earlier builds that are not in the map.
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
	// The version also depends on the code that transforms files: changed code makes other bytes from the same sources. It also depends on
	// the address of the mirror, which is in the pages.
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

	// The hashes of the programs replace placeholders. Therefore all programs are read before the pages and scripts. wordBytes is the size of
	// the program in dist/, which withHash makes longer by a section.
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
	// Write every file with its version. The service worker needs the hash of each file that works offline.
	offline := map[string]string{} // hash by name
	for name, source := range files {
		data, err := os.ReadFile(source)
		if err != nil {
			return "", err
		}
		// Pages and boot scripts have placeholders. Style sheets and some other scripts get a mark of the version (stampPart), and programs
		// get a mark of their hash (withHash). The rest stays unchanged.
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
		if !onlyForHosts(name) { // this page does not need files for pages that embed it
			offline[name] = shell.Hash(data)
		}
	}
	// Files without a single source have the source "" in the map, so that removeStale keeps these files. Such names enter the map only now,
	// since the loops above read every source.
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
