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

// damage has the ways in which mails and chats damage the text of a link.
var damage = []func(r *rand.Rand, text string) string{
	func(r *rand.Rand, text string) string {
		return text + []string{".", ")", ">", ",", "”", "*", "!", "%3E", ").", "%20"}[r.IntN(10)]
	},
	func(r *rand.Rand, text string) string {
		signs := []string{"\r\n", "\n", "\u00ad", "\u200b", "\u2060", "\ufeff", "%C2%AD", "%E2%80%8B", "=\r\n", "%0A", "=%0D%0A"}
		at := min(4+r.IntN(len(text)), len(text)) // behind the mark, and before no code
		if strings.Contains(text[max(0, at-3):at], "%") || !printable(text[max(0, at-1):]) {
			return text
		}
		return text[:at] + signs[r.IntN(len(signs))] + text[at:]
	},
	func(_ *rand.Rand, text string) string { return strings.ReplaceAll(text, "_", "%5F") },
	func(_ *rand.Rand, text string) string { return strings.ReplaceAll(text, "-", "%2d") },
	func(r *rand.Rand, text string) string {
		return text + []string{"&utm_source=mail&utm_medium=x", "?utm_source=chat", "&fbclid=a_b"}[r.IntN(3)]
	},
}

func printable(text string) bool { return text == "" || text[0] < 0x80 }

// The page repairs a link after any sequence of damages, and does not change an undamaged link.
func TestLinksAreMended(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 0))
	var want, sent []string
	names := []string{"#dial", "#edge", "#scene=3", "#graph=karate", "#graph=my%20graph", "#graph=sbm(3)", "#graph=texas&model=gat",
		"#url=https://example.org/a_b.", ""}
	for _, n := range names {
		want, sent = append(want, n), append(sent, n)
	}
	for _, n := range names[:7] {
		for _, s := range []string{".", ")", ">.", "\u200b", "&utm_source=x", "%0A"} {
			want, sent = append(want, n), append(sent, n+s)
		}
	}
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
	in, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "--input-type=module", "-e", `import { mended } from "../../assets/src/mended.js";
		console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(mended)))`)
	node.Args[3] = strings.ReplaceAll(node.Args[3], `require("fs")`, `(await import("node:fs"))`)
	node.Stdin = bytes.NewReader(in)
	out, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, line, _ := strings.Cut("\n"+string(out[bytes.LastIndex(bytes.TrimSpace(out), []byte("\n"))+1:]), "\n")
	var got []string
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		t.Fatalf("%v: %.300s", err, out)
	}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("%q became %q, not %q", sent[k], got[k], want[k])
		}
	}
}
