// This file makes the single files: the laboratory and the course, each in one HTML file that works without a server.

package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sheafscope/core/graphio"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/site"
)

// singleLimit is the largest allowed size of a single file in bytes. It is a little above the size of the laboratory, so that growth by
// mistake is an error.
const singleLimit = 4_200_000

// single is a page in one HTML file. Its content security policy names the hashes of the scripts and of the style. The worker starts from a
// blob, because a page from file:// has no other address for a worker. The laboratory and the course are two files, since one file for both
// would exceed singleLimit.
type single struct {
	name     string    // name of the file
	head     string    // HTML of title and icon; for the course also a description
	style    string    // the text of the style sheet
	body     string    // HTML of the body before the portions and scripts
	scripts  []string  // texts; the first script stands before all other parts, so that it runs even in a truncated file
	portions []portion // program, script of the worker and others, in the order of the file
}

// portion is a part that a single file contains in packed form: compressed by gzip, in base 85.
type portion struct {
	name string // the part of the id after "single-", as in <script id="single-program">
	data []byte // uncompressed
}

// writeSingleFiles writes the single files of the laboratory and of the course to dist/. graph is as for SingleFile.
func writeSingleFiles(graph []string) error {
	baked, err := bakeGraph(graph)
	if err != nil {
		return err
	}
	lab, err := labFile(baked)
	if err != nil {
		return err
	}
	html, err := lab.html()
	if err != nil {
		return err
	}
	if err := writeSingle(lab.name, html); err != nil {
		return err
	}
	// The file of the course contains no graph of a user. So a step makes it, and only if its parts have changed.
	learn, err := learnFile()
	if err != nil {
		return err
	}
	output := filepath.Join(shell.Out, learn.name)
	if _, err := learn.step(output).Do(); err != nil {
		return err
	}
	learnHTML, err := os.ReadFile(output)
	if err != nil {
		return err
	}
	return writeSingle(learn.name, learnHTML)
}

// writeSingle writes a single file to dist/ and prints its size. It returns an error if the file has more than singleLimit bytes.
func writeSingle(name string, html []byte) error {
	if len(html) > singleLimit {
		return fmt.Errorf("%s would have %d bytes; at most %d are allowed", name, len(html), singleLimit)
	}
	path := filepath.Join(shell.Dist, name)
	if err := shell.WriteIfChanged(path, html); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %.2f MB, works from file://\n", path, float64(len(html))/1e6)
	return nil
}

// reader reads the parts of a single file. Its methods join their errors to err, so that one check after all methods suffices. A file that
// cannot be read contributes no bytes to a part.
type reader struct{ err error }

// bytes returns the contents of a file.
func (r *reader) bytes(name string) []byte {
	data, err := os.ReadFile(name)
	r.err = errors.Join(r.err, err)
	return data
}

// text returns the contents of a file of dist/.
func (r *reader) text(name string) string { return string(r.bytes(filepath.Join(shell.Dist, name))) }

// portion returns a portion with the contents of several files of dist/, one after the other.
func (r *reader) portion(name string, files ...string) portion {
	p := portion{name: name}
	for _, f := range files {
		p.data = append(p.data, r.text(f)...)
	}
	return p
}

// scripts returns the scripts of a single file: a guard against truncated files, the script that unpacks portions, and the named script of
// dist/.
func (r *reader) scripts(name string) []string {
	guard := string(r.bytes("assets/boot/whole.js"))
	unpacker := string(r.bytes("assets/boot/single.js"))
	return []string{guard, unpacker, r.text(name)}
}

// program returns a compiled program as a portion.
func (r *reader) program(p program) portion {
	return portion{"program", r.bytes(filepath.Join(shell.Out, p.name+".wasm"))}
}

// labFile returns the single file of the laboratory. graph is a result of bakeGraph. labFile returns an error if a file cannot be read.
func labFile(graph []byte) (single, error) {
	var r reader
	f := single{
		name:  site.SingleName,
		head:  "<title>Sheafscope</title>\n" + icon(r.text("icon.svg")),
		style: r.text("style.css") + "\n" + r.text("islands.css"),
		body: `<div id="app"></div>
<div id="boot" class="boot"><p>Sheafscope is loading.</p></div>
<noscript><p class="boot">Sheafscope computes everything in your browser. Please switch on JavaScript.</p></noscript>
`,
		scripts: r.scripts("boot.js"),
		// A page of a server fetches sgpc.js, lessons.js, look.js and edge.js only when it needs them. A single file cannot fetch them.
		portions: []portion{
			r.program(wholeProgram), r.portion("worker", "worker.js", "sgpc.js"),
			r.portion("islands", "islands.js", "lessons.js", "look.js", "edge.js"),
			{"graph", graph}, r.portion("licences", licencesName),
		},
	}
	return f, r.err
}

// icon returns the HTML element that makes an SVG the icon of the page.
func icon(svg string) string {
	return `<link rel="icon" href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(svg)) + `">`
}

// Patterns of the parts of learn.html that the single file of the course contains.
var (
	courseHead = regexp.MustCompile(`<meta name="description"[^>]*>\n<title>[^<]*</title>`)
	courseBody = regexp.MustCompile(`(?s)<body>\n(.*)</body>`)
)

// learnFile returns the single file of the course. Its links to the laboratory lead to the single file of the laboratory. learnFile returns
// an error if learn.html does not match courseHead and courseBody, or if a file cannot be read.
func learnFile() (single, error) {
	var r reader
	page := r.text("learn.html")
	body := courseBody.FindStringSubmatch(page)
	head := courseHead.FindString(page)
	hasForm := body != nil && head != ""
	if r.err == nil && !hasForm {
		return single{}, errors.New("learn.html has no body, description or title of the form in web/tool/build/single.go")
	}
	f := single{
		name:    site.LearnName,
		head:    head + "\n" + icon(r.text("icon.svg")),
		style:   r.text("learn.css"),
		scripts: r.scripts("learn.js"),
		portions: []portion{
			r.program(courseFileProgram), r.portion("worker", "worker.js"), r.portion("licences", licencesName),
		},
	}
	if r.err == nil { // otherwise body can be nil
		f.body = strings.ReplaceAll(body[1], `href="index.html`, `href="`+site.SingleName)
	}
	return f, r.err
}

// step returns the step that writes a single file to the path output. The key of the step has the contents of all parts of the file.
func (f single) step(output string) shell.Task {
	key := append([]string{"single-2", f.head, f.style, f.body}, f.scripts...)
	for _, p := range f.portions {
		key = append(key, p.name, shell.Hash(p.data))
	}
	return shell.Task{
		Name:    f.name,
		Inputs:  func() ([]string, error) { return []string{"web/tool/build/base85.go", "web/tool/build/single.go"}, nil },
		Key:     key,
		Outputs: []string{output},
		Run: func() error {
			html, err := f.html()
			if err != nil {
				return err
			}
			return shell.Write(output, html)
		},
	}
}

// html returns the HTML of the file. It returns an error if a script contains </script, or if the style contains </style, because this text
// would end the element too early.
func (f single) html() ([]byte, error) {
	// The unpacked worker and islands are scripts from blobs. The worker inherits the policy, and may send requests to any https address, as
	// in a page of a server. The source 'wasm-unsafe-eval' permits WebAssembly, but no eval of JavaScript.
	policy := "default-src 'none'; script-src " + hashSource(f.scripts...) + " blob: 'wasm-unsafe-eval'; worker-src blob:; style-src " +
		hashSource(f.style) +
		"; img-src data: blob:; connect-src https: blob:; base-uri 'none'; form-action 'none'"
	for _, s := range f.scripts {
		if strings.Contains(strings.ToLower(s), "</script") {
			return nil, errors.New("a script holds the text </script")
		}
	}
	if strings.Contains(strings.ToLower(f.style), "</style") {
		return nil, errors.New("a style sheet holds the text </style")
	}
	var b bytes.Buffer
	// darkreader-lock keeps the browser extension Dark Reader from changing the colours.
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<script>%s</script>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="darkreader-lock">
%s
<style>%s</style>
</head>
<body>
%s`, policy, f.scripts[0], f.head, f.style, f.body)
	// The portions precede the scripts that unpack them.
	for _, p := range f.portions {
		text, err := p.packed()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `<script type="text/plain" id="single-%s">%s</script>`+"\n", p.name, text)
	}
	for _, s := range f.scripts[1:] {
		b.WriteString("<script>" + s + "</script>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.Bytes(), nil
}

// packed returns the portion in packed form.
func (p portion) packed() (string, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	_, err = w.Write(p.data)
	err = errors.Join(err, w.Close())
	return base85(b.Bytes()), err
}

// hashSource returns the SHA-256 hashes of scripts or styles in the form of a content security policy, separated by spaces.
func hashSource(texts ...string) string {
	var list []string
	for _, t := range texts {
		sum := sha256.Sum256([]byte(t))
		list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join(list, " ")
}

// bakeGraph returns the files of a graph as JSON: a list of objects, each with the name of a file and its data in base 64. paths are the
// paths of the files; without paths the JSON is null. bakeGraph returns an error if a file cannot be read, or if the files are not a graph.
func bakeGraph(paths []string) ([]byte, error) {
	type file struct {
		Name string `json:"name"`
		Data []byte `json:"data"`
	}
	var list []file          // for the JSON
	var graph []graphio.File // the same files, for the check
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list = append(list, file{filepath.Base(path), data})
		graph = append(graph, graphio.File{Name: filepath.Base(path), Data: data})
	}
	if len(graph) > 0 {
		if _, err := graphio.Read(graph); err != nil {
			return nil, fmt.Errorf("the graph to put into the file cannot be read: %w", err)
		}
	}
	return json.Marshal(list)
}
