package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/core/graphio"
	"sheafscope/web/tool/site"
)

// singleLimit is what the finished file in dist/ must stay below.
const singleLimit = 3_000_000

// The single file holds, in this order: styles, the programs and the worker's
// script, the graph and the licences as packed text, and the scripts. Its policy
// names the hashes of its scripts and styles; workers come from a blob, because a page
// from file:// has no other address to start them from.

// singleFile puts the built page and the given graph files into one file.
func singleFile(ctx context.Context, graph []string) error {
	env, err := goEnv(ctx)
	if err != nil {
		return err
	}
	if _, err := wholeStep(ctx, env).do(); err != nil {
		return err
	}
	program, err := os.ReadFile(filepath.Join(outDir, "whole.wasm"))
	if err != nil {
		return err
	}
	filesProgram, err := os.ReadFile(filepath.Join(distDir, "files.wasm"))
	if err != nil {
		return err
	}
	baked, err := bakeGraph(graph)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for _, name := range []string{"style.css", "islands.css", "islands.js", "lessons.js", "minute.js", "boot.js", "worker.js", "icon.svg",
		licencesName} {
		b, err := os.ReadFile(filepath.Join(distDir, name))
		if err != nil {
			return err
		}
		texts[name] = string(b)
	}
	var loader []byte
	for _, name := range []string{"assets/boot/lzma.js", "assets/boot/single.js"} {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		loader = append(loader, b...)
	}
	guard, err := os.ReadFile("assets/boot/whole.js")
	if err != nil {
		return err
	}
	var blocks strings.Builder
	for _, part := range []struct {
		id    string
		data  []byte
		first int // how many of the bytes are wanted before the others
	}{
		// The two programs share a third of their bytes: they are packed as one.
		{"programs", slices.Concat(program, filesProgram), len(program)},
		{"worker", []byte(strings.ReplaceAll(texts["worker.js"], wordMirror, "")), 0},
		{"islands", []byte(texts["islands.js"] + texts["lessons.js"] + texts["minute.js"]), 0},
		{"graph", baked, 0},
		{"licences", []byte(texts[licencesName]), 0},
	} {
		packed := packLZMA(part.data)
		fmt.Fprintf(&blocks, "<script type=\"text/plain\" id=\"single-%s\" data-packed=\"%d\" data-bytes=\"%d\" data-first=\"%d\">%s</script>\n",
			part.id, len(packed), len(part.data), part.first, packText(packed))
	}
	html, err := singlePage(texts, string(guard), string(loader), blocks.String())
	if err != nil {
		return err
	}
	if len(html) > singleLimit {
		return fmt.Errorf("%s would have %d bytes; it must stay below %d", site.SingleName, len(html), singleLimit)
	}
	name := filepath.Join(distDir, site.SingleName)
	if err := writeIfChanged(name, html); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %.2f MB, works from file://\n", name, float64(len(html))/1e6)
	return nil
}

// singlePage makes the page out of its parts. The guard comes before everything
// else, so that it runs in a file that was cut off.
func singlePage(texts map[string]string, guard, loader, blocks string) ([]byte, error) {
	style := texts["style.css"] + "\n" + texts["islands.css"]
	scripts := []string{guard, loader, texts["boot.js"]}
	policy := "default-src 'none'; script-src " + hashSource(scripts...) + " blob: 'wasm-unsafe-eval'; worker-src blob:; style-src " +
		hashSource(style) +
		"; img-src data: blob:; connect-src https:; base-uri 'none'; form-action 'none'"
	for _, s := range scripts {
		if strings.Contains(strings.ToLower(s), "</script") {
			return nil, errors.New("a script holds the text </script")
		}
	}
	if strings.Contains(strings.ToLower(style), "</style") {
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
<title>Sheafscope</title>
<link rel="icon" href="data:image/svg+xml;base64,%s">
<style>%s</style>
</head>
<body>
<div id="app"></div>
<div id="boot" class="boot"><p>Sheafscope is loading.</p></div>
<noscript><p class="boot">Sheafscope computes everything in your browser. Please switch on JavaScript.</p></noscript>
`, policy, guard, base64.StdEncoding.EncodeToString([]byte(texts["icon.svg"])), style)
	b.WriteString(blocks)
	for _, s := range scripts[1:] {
		b.WriteString("<script>" + s + "</script>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.Bytes(), nil
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

// forbidden are the 7-bit values that HTML does not keep as they are in a
// script element: NUL, carriage return and the beginning of a tag.
const forbidden = "\x00\r<"

// packText writes bytes as text, seven bits a character: one ASCII character,
// or one of U+00C0 to U+00C2 for the forbidden values. It needs 14 % more room
// than the bytes, base64 33 %. assets/boot/single.js reads it.
func packText(data []byte) string {
	var b strings.Builder
	b.Grow(len(data)*8/7 + len(data)/32)
	put := func(v byte) {
		if i := strings.IndexByte(forbidden, v); i >= 0 {
			b.WriteRune(rune(0xC0 + i))
		} else {
			b.WriteByte(v)
		}
	}
	held, n := uint(0), 0
	for _, c := range data {
		held, n = held<<8|uint(c), n+8
		for n >= 7 {
			n -= 7
			put(byte(held >> n & 0x7f))
		}
		held &= 1<<n - 1
	}
	if n > 0 {
		put(byte(held << (7 - n) & 0x7f))
	}
	return b.String()
}
