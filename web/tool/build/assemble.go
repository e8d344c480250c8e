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

// Placeholders in the shell and the boot scripts, which assemble replaces.
const (
	wordVersion = "__VERSION__"    // content version of the build
	wordBytes   = "__WASM_BYTES__" // size of the page's program in bytes, for the progress bar
	wordCSP     = "__CSP__"        // content security policy
	wordMirror  = "__MIRROR__"     // folder of the public data sets in dist/, "" without data sets
	wordFiles   = "__FILES__"      // JSON object of the offline files: hash by name
	// Hashes of the programs. Each program carries its hash in a custom section, too.
	wordProgram      = "__PROGRAM__"
	wordFilesProgram = "__FILES_PROGRAM__"
	wordCourse       = "__COURSE_PROGRAM__"
)

// assemble writes dist/ and returns its content version, 12 hexadecimal digits of a hash of all files. Every address inside the page has
// the version; therefore a cache never mixes two versions.
//
// files has the path of the source of each file by the name in dist/. assemble adds the files of assets/static to the map. It also adds the
// files that it writes itself, with the source "". If datasets is not "", it is a local folder with the public data sets, which assemble
// copies to dist/datasets/.
func assemble(files map[string]string, datasets string) (string, error) {
	// Icons, sample graphs and manifests are copied unchanged.
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

	mirror := words.Either(datasets != "", mirrorDir+"/", "")
	// The code that transforms files is part of the version, because other code makes other files from the same sources.
	sources := []string{"web/tool/build/assemble.go", "web/tool/build/version.go", "web/tool/build/rem.go",
		"web/tool/site/site.go", "assets/boot/sw.js"}
	for _, f := range files {
		sources = append(sources, f)
	}
	sum, err := shell.HashFiles(sources, "mirror "+mirror)
	if err != nil {
		return "", fmt.Errorf("assemble: %w", err)
	}
	version := sum[:12]

	// Placeholders have the hashes of the programs.
	programs := map[string][]byte{}
	for name, from := range files {
		if !isProgram(name) {
			continue
		}
		programs[name], err = os.ReadFile(from)
		if err != nil {
			return "", err
		}
	}
	words := strings.NewReplacer(wordVersion, version, wordCSP, site.MetaPolicy, wordMirror, mirror,
		wordBytes, strconv.Itoa(len(withHash(programs["sheafscope.wasm"]))),
		wordProgram, programHash(programs["sheafscope.wasm"]), wordFilesProgram, programHash(programs["files.wasm"]),
		wordCourse, programHash(programs["course.wasm"]))
	// Each file receives the version. The service worker reads the hashes of the files that the page needs offline.
	offline := map[string]string{} // hash by name
	for name, from := range files {
		data, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		switch name {
		case "index.html", "learn.html":
			data = stampLinks([]byte(words.Replace(string(data))), version)
			if err := checkShell(data); err != nil {
				return "", fmt.Errorf("%s: %w", name, err)
			}
		case "boot.js", "worker.js", "learn.js":
			data = []byte(words.Replace(string(data)))
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
	if err := writeServiceWorker(words, offline); err != nil {
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

// localLink matches a src or href of a local script, style sheet or program. Its first group is the text before the path, and its second
// group the path.
var localLink = regexp.MustCompile(`((?:src|href)=")((?:\./)?[a-z0-9_/-]+\.(?:js|css|wasm))"`)

// stampLinks adds the version to the addresses of the page's own scripts, style sheets and programs in html.
func stampLinks(html []byte, version string) []byte {
	return localLink.ReplaceAll(html, []byte(`${1}${2}?v=`+version+`"`))
}

// Patterns of elements that checkShell forbids, except outerLink.
var (
	inlineScript = regexp.MustCompile(`(?is)<script[^>]*>\s*[^\s<]`)
	inlineStyle  = regexp.MustCompile(`(?i)<style[\s>]|\sstyle\s*=|\son[a-z]+\s*=\s*["']`)
	rootedLink   = regexp.MustCompile(`(?i)(?:src|href)\s*=\s*["'](?:/|https?:)`)
	outerLink    = regexp.MustCompile(`(?i)<a\s+href="https:[^>]*>`) // a link loads nothing before a click
)

// checkShell returns an error for a page without a content security policy, for an inline script or style, which the policy blocks, and for
// an absolute address, which fails if the page is not at the root of its host.
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
