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

// singleLimit is the largest allowed size of a single file in bytes.
const singleLimit = 4_200_000

// single is a page in one HTML file. The file has, in this order, the first script, the style, the body, the packed portions (program,
// script of the worker, graph, licences) and the other scripts. Its policy names the hashes of its scripts and of its style. The worker
// starts from a blob, because a page from file:// has no other address for a worker. Laboratory and course are two files, because one file
// with both would exceed the limit of size.
type single struct {
	name    string // name of the file
	head    string // further elements of the head
	style   string
	body    string
	scripts []string // the first script is at the start of the file, and runs even if the file is truncated
	packed  []portion
}

// portion is a compressed part of a single file.
type portion struct {
	name string
	data []byte // uncompressed
}

// writeSingleFiles writes the single files of laboratory and course to dist/. The files graph hold the graph of the laboratory; without
// files the laboratory has no graph of its own.
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
	// The file of the course is made only if its parts have changed. The file of the laboratory is always made, because its graph can
	// differ.
	learn, err := learnFile()
	if err != nil {
		return err
	}
	made := filepath.Join(shell.Out, learn.name)
	if _, err := learn.step(made).Do(); err != nil {
		return err
	}
	courseHTML, err := os.ReadFile(made)
	if err != nil {
		return err
	}
	return writeSingle(learn.name, courseHTML)
}

// writeSingle writes a single file to dist/ and prints its size. It returns an error for a file above singleLimit.
func writeSingle(name string, html []byte) error {
	if len(html) > singleLimit {
		return fmt.Errorf("%s would have %d bytes; it must stay below %d", name, len(html), singleLimit)
	}
	path := filepath.Join(shell.Dist, name)
	if err := shell.WriteIfChanged(path, html); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %.2f MB, works from file://\n", path, float64(len(html))/1e6)
	return nil
}

// reader reads the parts of a single file. Its methods collect their errors in err.
type reader struct{ err error }

// bytes returns the contents of a file.
func (r *reader) bytes(name string) []byte {
	data, err := os.ReadFile(name)
	r.err = errors.Join(r.err, err)
	return data
}

// text returns the contents of a file of dist/.
func (r *reader) text(name string) string { return string(r.bytes(filepath.Join(shell.Dist, name))) }

// portion returns a portion of several files of dist/, one after the other.
func (r *reader) portion(name string, files ...string) portion {
	p := portion{name: name}
	for _, f := range files {
		p.data = append(p.data, r.text(f)...)
	}
	return p
}

// scripts returns the scripts of a single file: the guard against truncation, the unpacker, and the script of dist/ with the given name.
func (r *reader) scripts(name string) []string {
	guard := string(r.bytes("assets/boot/whole.js"))
	return []string{guard, string(r.bytes("assets/boot/single.js")), r.text(name)}
}

// program returns a compiled program as a portion.
func (r *reader) program(p program) portion {
	return portion{"program", r.bytes(filepath.Join(shell.Out, p.name+".wasm"))}
}

// labFile returns the single file of the laboratory with a graph in the form of bakeGraph.
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
		packed: []portion{
			r.program(wholeProgram), r.portion("worker", "worker.js", "sgpc.js"),
			r.portion("islands", "islands.js", "lessons.js", "look.js", "edge.js"),
			{"graph", graph}, r.portion("licences", licencesName),
		},
	}
	return f, r.err
}

// icon returns the element that shows an SVG as the page's icon.
func icon(svg string) string {
	return `<link rel="icon" href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(svg)) + `">`
}

// Patterns of the description and title of learn.html, and of the content of its body.
var (
	courseHead = regexp.MustCompile(`<meta name="description"[^>]*>\n<title>[^<]*</title>`)
	courseBody = regexp.MustCompile(`(?s)<body>\n(.*)</body>`)
)

// learnFile returns the single file of the course. Its links to the laboratory lead to the single file of the laboratory.
func learnFile() (single, error) {
	var r reader
	page := r.text("learn.html")
	body := courseBody.FindStringSubmatch(page)
	head := courseHead.FindString(page)
	isIncomplete := body == nil || head == ""
	if r.err == nil && isIncomplete {
		return single{}, errors.New("learn.html has no body, description or title of the form in web/tool/build/single.go")
	}
	f := single{
		name:    site.LearnName,
		head:    head + "\n" + icon(r.text("icon.svg")),
		style:   r.text("learn.css"),
		scripts: r.scripts("learn.js"),
		packed: []portion{
			r.program(courseFileProgram), r.portion("worker", "worker.js"), r.portion("licences", licencesName),
		},
	}
	if r.err == nil {
		f.body = strings.ReplaceAll(body[1], `href="index.html`, `href="`+site.SingleName)
	}
	return f, r.err
}

// step returns the task that writes a single file to out. The key of the task has the contents of all parts, which have been read already.
func (f single) step(out string) shell.Task {
	words := append([]string{"single-2", f.head, f.style, f.body}, f.scripts...)
	for _, p := range f.packed {
		words = append(words, p.name, shell.Hash(p.data))
	}
	return shell.Task{
		Name:    f.name,
		Inputs:  func() ([]string, error) { return []string{"web/tool/build/base85.go", "web/tool/build/single.go"}, nil },
		Key:     words,
		Outputs: []string{out},
		Run: func() error {
			html, err := f.html()
			if err != nil {
				return err
			}
			return shell.Write(out, html)
		},
	}
}

// html returns the finished file. It returns an error if a script or the style contains the end tag of its own element.
func (f single) html() ([]byte, error) {
	policy := "default-src 'none'; script-src " + hashSource(f.scripts...) + " blob: 'wasm-unsafe-eval'; worker-src blob:; style-src " +
		hashSource(f.style) +
		"; img-src data: blob:; connect-src https: blob:; base-uri 'none'; form-action 'none'"
	// An end tag inside a script or a style would end the element too early.
	for _, s := range f.scripts {
		if strings.Contains(strings.ToLower(s), "</script") {
			return nil, errors.New("a script holds the text </script")
		}
	}
	if strings.Contains(strings.ToLower(f.style), "</style") {
		return nil, errors.New("a style sheet holds the text </style")
	}
	var b bytes.Buffer
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
	// The packed portions precede the scripts that read them.
	for _, p := range f.packed {
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

// packed returns the portion compressed by gzip, in base 85.
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

// hashSource returns the SHA-256 hashes of inline texts as sources of a content security policy.
func hashSource(texts ...string) string {
	var list []string
	for _, t := range texts {
		sum := sha256.Sum256([]byte(t))
		list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join(list, " ")
}

// bakeGraph returns files as JSON: a list of objects with the name of the file and its data in base 64, or null if names is empty. It
// returns an error if the files are not a graph.
func bakeGraph(names []string) ([]byte, error) {
	type file struct {
		Name string `json:"name"`
		Data []byte `json:"data"`
	}
	var list []file
	var check []graphio.File
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			return nil, err
		}
		list = append(list, file{filepath.Base(n), b})
		check = append(check, graphio.File{Name: filepath.Base(n), Data: b})
	}
	if len(check) > 0 {
		if _, err := graphio.Read(check); err != nil {
			return nil, fmt.Errorf("the graph to put into the file cannot be read: %w", err)
		}
	}
	return json.Marshal(list)
}
