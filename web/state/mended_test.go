package state_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// This file tests assets/src/mended.js, which repairs the text of a link that a mail or a chat has damaged.

// damage lists ways in which mails and chats damage the text of a link. Each function returns a damaged text, which may be the text itself.
var damage = []func(r *rand.Rand, text string) string{
	// A sign of the sentence around the link is appended.
	func(r *rand.Rand, text string) string {
		return text + []string{".", ")", ">", ",", "”", "*", "!", "%3E", ").", "%20"}[r.IntN(10)]
	},
	// A line break or an invisible character is inserted after the mark #s1. of a link. It is not inserted inside a percent code, or after a
	// byte that is not ASCII, so that it never splits a character.
	func(r *rand.Rand, text string) string {
		signs := []string{"\r\n", "\n", "\u00ad", "\u200b", "\u2060", "\ufeff", "%C2%AD", "%E2%80%8B", "=\r\n", "%0A", "=%0D%0A"}
		at := min(4+r.IntN(len(text)), len(text))
		insideCode := strings.Contains(text[max(0, at-3):at], "%")
		if insideCode || !startsWithASCII(text[max(0, at-1):]) {
			return text
		}
		return text[:at] + signs[r.IntN(len(signs))] + text[at:]
	},
	// Characters of the link's code are written as percent codes.
	func(_ *rand.Rand, text string) string { return strings.ReplaceAll(text, "_", "%5F") },
	func(_ *rand.Rand, text string) string { return strings.ReplaceAll(text, "-", "%2d") },
	// The parameters of a tracker are appended.
	func(r *rand.Rand, text string) string {
		return text + []string{"&utm_source=mail&utm_medium=x", "?utm_source=chat", "&fbclid=a_b"}[r.IntN(3)]
	},
}

// startsWithASCII reports whether the first byte of a text is ASCII. It returns true for an empty text.
func startsWithASCII(text string) bool { return text == "" || text[0] < 0x80 }

// The function mended repairs 400 links to runs, after up to four random damages each. It also repairs names of views and graphs with
// something appended. It does not change an undamaged link or name.
func TestLinksAreMended(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 0))
	var want, sent []string
	names := []string{"#dial", "#edge", "#scene=3", "#graph=karate", "#graph=my%20graph", "#graph=sbm(3)", "#graph=texas&model=gat",
		"#url=https://example.org/a_b.", ""}
	for _, name := range names { // undamaged
		want, sent = append(want, name), append(sent, name)
	}
	for _, name := range names[:7] { // with one damage at the end; not the URL, whose full stop belongs to it, and not the empty link
		for _, end := range []string{".", ")", ">.", "\u200b", "&utm_source=x", "%0A"} {
			want, sent = append(want, name), append(sent, name+end)
		}
	}

	// 400 links to runs, with 0 to 4 damages each.
	for k := range 400 {
		text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: r.Uint64() >> 12, Position: r.IntN(1 << 20)}})
		if err != nil {
			t.Fatal(err)
		}
		text = "#" + text
		want = append(want, text)
		for range k % 5 {
			text = damage[r.IntN(len(damage))](r, text)
		}
		sent = append(sent, text)
	}

	// One call of node repairs all links. The script reads a JSON list of texts from its input. Its last line is the JSON list of the
	// repaired texts, for example ["#dial","#edge"]. Warnings of node may stand before this line.
	in, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "--input-type=module", "-e", `import { mended } from "../../assets/src/mended.js";
		console.log(JSON.stringify(JSON.parse((await import("node:fs")).readFileSync(0, "utf8")).map(mended)))`)
	node.Stdin = bytes.NewReader(in)
	out, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v: %s", err, out)
	}
	lastLine := out[bytes.LastIndex(bytes.TrimSpace(out), []byte("\n"))+1:]
	var got []string
	if err := json.Unmarshal(lastLine, &got); err != nil {
		t.Fatalf("the last line of the script is no list: %v: %.300s", err, out)
	}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("%q is repaired to %q, want %q", sent[k], got[k], want[k])
		}
	}
}
