package build

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// packed compresses data with gzip and writes the result in base85. The decoder of assets/boot/single.js, run by Node, restores the
// compressed bytes. It also restores texts of 0 to 9 bytes that base85 writes.
func TestPackedRoundTrip(t *testing.T) {
	// The bound of a fiftieth shows that the data are compressed.
	data := bytes.Repeat([]byte("sheaf\x00"), 9999)
	text, err := portion{"a", data}.packed()
	if err != nil || len(text) > len(data)/50 {
		t.Fatalf("%d bytes become %d characters, error %v; want at most a fiftieth", len(data), len(text), err)
	}
	// base85 encodes groups of four bytes. The lengths 0 to 9 leave each remainder.
	const sample = "\xff\x00\xfe\xff\xff\xff\x00\x00\x00\xff"
	list := []string{text}
	for n := range 10 {
		list = append(list, base85([]byte(sample)[:n]))
	}
	input, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	// The script reads a JSON list of texts in base85. It prints a JSON list of the decoded bytes in base64, such as ["H4sI", "", "/w=="].
	cmd := exec.Command("node", "-e", `const source = require("fs").readFileSync("../../../assets/boot/single.js", "utf8");
		const bytes85 = eval(source.slice(source.indexOf("const digit"), source.indexOf("const unpack")) + "; bytes85");
		const list = JSON.parse(require("fs").readFileSync(0)).map((text) => Buffer.from(bytes85(text)).toString("base64"));
		console.log(JSON.stringify(list));`)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	var back [][]byte
	if err == nil {
		err = json.Unmarshal(out, &back)
	}
	if err != nil || len(back) != len(list) {
		t.Fatalf("Node prints %s, error %v; want a list of %d texts", out, err, len(list))
	}
	r, err := gzip.NewReader(bytes.NewReader(back[0]))
	if err != nil {
		t.Fatal(err)
	}
	if expanded, err := io.ReadAll(r); err != nil || !bytes.Equal(expanded, data) {
		t.Fatalf("%d bytes came back, error %v; want the %d bytes of the data", len(expanded), err, len(data))
	}
	for n, part := range back[1:] {
		if want := sample[:n]; string(part) != want {
			t.Errorf("of %d bytes %x came back, want %x", n, part, want)
		}
	}
}

// The policy of a single file has the hashes of its scripts and its style. It permits workers from blobs, and requests to https and to
// blobs. The body comes before the packed program, which comes before the second and third script. No src or href is an absolute address.
// A script that would end its own element is refused.
func TestSingleFileNamesItsHashes(t *testing.T) {
	f := single{style: "p{}", body: "BODY\n", scripts: []string{"let c = 3", "let b = 2", "let a = 1"},
		portions: []portion{{"program", []byte("aaa")}}}
	html, err := f.html()
	if err != nil {
		t.Fatal(err)
	}
	// The packed program begins with the first four bytes of a gzip stream.
	for _, want := range []string{hashSource("let c = 3", "let b = 2", "let a = 1"), hashSource("p{}"), "worker-src blob:",
		"connect-src https: blob:",
		"BODY\n<script type=\"text/plain\" id=\"single-program\">" + base85([]byte("\x1f\x8b\b\x00")),
		"</script>\n<script>let b = 2</script>\n<script>let a = 1</script>"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("the file does not have %s:\n%s", want, html)
		}
	}
	if rootedLink.Match(html) {
		t.Errorf("the file has the absolute address %s", rootedLink.Find(html))
	}
	f.scripts[2] = `"</script>"`
	if _, err := f.html(); err == nil {
		t.Error("a script that ends its own element is accepted, want an error")
	}
}
