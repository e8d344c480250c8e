package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What packLZMA packs, the page's decoder unpacks: both run on many texts.
func TestLZMA(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var texts [][]byte
	add := func(b []byte) { texts = append(texts, b) }
	add(nil)
	add([]byte("a"))
	add(bytes.Repeat([]byte("ab"), 4000))
	add(bytes.Repeat([]byte{0}, 70_000))
	for n := range 40 {
		b := make([]byte, n*n)
		for i := range b {
			b[i] = byte(r.UintN(uint(2 + n*6)))
			if i > 20 && r.IntN(3) == 0 { // copies near and far
				d := 1 + r.IntN(i)
				b[i] = b[i-d]
				for range r.IntN(300) {
					if i++; i >= len(b) {
						break
					}
					b[i] = b[i-d]
				}
			}
		}
		add(b)
	}
	for _, name := range []string{"single.go", "lzma.go", "assemble.go"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		add(bytes.Repeat(b, 3))
	}
	var js strings.Builder
	decoder, err := os.ReadFile("../../assets/boot/lzma.js")
	if err != nil {
		t.Fatal(err)
	}
	js.Write(decoder)
	for _, b := range texts {
		fmt.Fprintf(&js, "console.log(Buffer.from(sheafscopeUnpack(Buffer.from(%q, \"hex\"), %d)).toString(\"hex\"));\n",
			hex.EncodeToString(packLZMA(b)), len(b))
	}
	// Parts are handed over on the way, also when one is everything or nothing.
	b := texts[len(texts)-1]
	for _, ends := range [][]int{{0, len(b)}, {100, len(b)}, {len(b)}, {100, 100, 2000, len(b)}} {
		fmt.Fprintf(&js, "{ const parts = []; sheafscopeUnpack(Buffer.from(%q, \"hex\"), %d, %s, (p) => parts.push(p)); "+
			"const ends = []; for (const p of parts) ends.push((ends.at(-1) ?? 0) + p.length); if (String(ends) !== %q || "+
			"Buffer.compare(Buffer.concat(parts), Buffer.from(%q, \"hex\"))) throw new Error(\"the parts end at \" + ends); }\n",
			hex.EncodeToString(packLZMA(b)), len(b), strings.ReplaceAll(fmt.Sprint(ends), " ", ","),
			strings.Trim(strings.ReplaceAll(fmt.Sprint(ends), " ", ","), "[]"), hex.EncodeToString(b))
	}
	js.WriteString("for (let i = 0; i < 300; i++) try { sheafscopeUnpack(Uint8Array.from({ length: i }, () => Math.random() * 256), 1000); " +
		"} catch {}\n")
	file := filepath.Join(t.TempDir(), "t.js")
	if err := os.WriteFile(file, []byte(js.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.500s", err, out)
	}
	lines := strings.Split(string(out), "\n")
	for i, b := range texts {
		if lines[i] != hex.EncodeToString(b) {
			t.Errorf("text %d of %d bytes came back otherwise", i, len(b))
		}
	}
	if n := len(packLZMA(texts[3])); n > 100 {
		t.Errorf("70000 zeros are packed into %d bytes", n)
	}
}
