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

// singleLimit is what each finished file in dist/ must stay below.
const singleLimit = 4_200_000

// A single file holds, in this order: styles, what the body has, the program, the
// worker's script, the graph and the licences as packed text, and the scripts. Its policy
// names the hashes of its scripts and styles; workers come from a blob, because a page
// from file:// has no other address to start them from. The laboratory is one file,
// the course another: together they would pass the limit.
type single struct {
	name, head string // of the file; more for its head
	style      string
	body       string
	scripts    []string // the first comes before all else, so that it runs in a file that was cut off
	packed     []portion
}

// portion is a part of the page that travels packed.
type portion struct {
	name string
	data []byte
}

// singleFiles puts the built page and the given graph files into one file, and the course into another. Their programs lie in the
// folder of what the steps made.
func singleFiles(graph []string) error {
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
	if err := keepSingle(lab.name, html); err != nil {
		return err
	}
	learn, err := learnFile()
	if err != nil {
		return err
	}
	made := filepath.Join(shell.Out, learn.name)
	if _, err := learn.step(made).Do(); err != nil {
		return err
	}
	if html, err = os.ReadFile(made); err != nil {
		return err
	}
	return keepSingle(learn.name, html)
}

func keepSingle(name string, html []byte) error {
	if len(html) > singleLimit {
		return fmt.Errorf("%s would have %d bytes; it must stay below %d", name, len(html), singleLimit)
	}
	name = filepath.Join(shell.Dist, name)
	if err := shell.WriteIfChanged(name, html); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %.2f MB, works from file://\n", name, float64(len(html))/1e6)
	return nil
}

// parts reads files that the build has made, and our own scripts.
type parts struct{ err error }

func (b *parts) bytes(name string) []byte {
	data, err := os.ReadFile(name)
	b.err = errors.Join(b.err, err)
	return data
}

func (b *parts) text(name string) string { return string(b.bytes(filepath.Join(shell.Dist, name))) }

// joined is one portion of several files of dist/.
func (b *parts) joined(name string, files ...string) portion {
	p := portion{name: name}
	for _, f := range files {
		p.data = append(p.data, b.text(f)...)
	}
	return p
}

// scripts are those of a single file: the guard, what unpacks the rest, and the page's own.
func (b *parts) scripts(own string) []string {
	guard := string(b.bytes("assets/boot/whole.js"))
	return []string{guard, string(b.bytes("assets/boot/single.js")), b.text(own)}
}

// program is one of those that the build made for it.
func (b *parts) program(made string) portion {
	return portion{"program", b.bytes(filepath.Join(shell.Out, made))}
}

// labFile is the laboratory.
func labFile(graph []byte) (single, error) {
	var b parts
	f := single{
		name:  site.SingleName,
		head:  "<title>Sheafscope</title>\n" + icon(b.text("icon.svg")),
		style: b.text("style.css") + "\n" + b.text("islands.css"),
		body: `<div id="app"></div>
<div id="boot" class="boot"><p>Sheafscope is loading.</p></div>
<noscript><p class="boot">Sheafscope computes everything in your browser. Please switch on JavaScript.</p></noscript>
`,
		scripts: b.scripts("boot.js"),
		packed: []portion{
			b.program("whole.wasm"), b.joined("worker", "worker.js", "sgpc.js"),
			b.joined("islands", "islands.js", "lessons.js", "look.js", "edge.js"),
			{"graph", graph}, b.joined("licences", licencesName),
		},
	}
	return f, b.err
}

func icon(svg string) string {
	return `<link rel="icon" href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(svg)) + `">`
}

var (
	courseHead = regexp.MustCompile(`<meta name="description"[^>]*>\n<title>[^<]*</title>`)
	courseBody = regexp.MustCompile(`(?s)<body>\n(.*)</body>`)
)

// learnFile is the course. Its links to the laboratory go to the other file.
func learnFile() (single, error) {
	var b parts
	page := b.text("learn.html")
	body := courseBody.FindStringSubmatch(page)
	head := courseHead.FindString(page)
	if b.err == nil && (body == nil || head == "") {
		return single{}, errors.New("learn.html has no body, description or title that web/tool/build/single.go knows")
	}
	f := single{
		name:    site.LearnName,
		head:    head + "\n" + icon(b.text("icon.svg")),
		style:   b.text("learn.css"),
		scripts: b.scripts("learn.js"),
		packed: []portion{
			b.program("coursefile.wasm"), b.joined("worker", "worker.js"), b.joined("licences", licencesName),
		},
	}
	if b.err == nil {
		f.body = strings.ReplaceAll(body[1], `href="index.html`, `href="`+site.SingleName)
	}
	return f, b.err
}

// step writes a single file that depends on what is built alone.
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

// html is the finished file.
func (f single) html() ([]byte, error) {
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

// packed is a portion as the page unpacks it: gzip, in base 85.
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

// hashSource lists the hashes of inline texts as a content security policy wants them.
func hashSource(texts ...string) string {
	var list []string
	for _, t := range texts {
		sum := sha256.Sum256([]byte(t))
		list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join(list, " ")
}

// bakeGraph checks that the files hold a graph and returns them as JSON, a
// list of name and content in base64; null without files.
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
