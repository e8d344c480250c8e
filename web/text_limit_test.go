package web

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/vugu/vugu"

	"sheafscope/core/json"
)

// fit shortens each text of a tree so that it fits into an instruction of Vugu: a text, an attribute, a property, a list in a property, and
// HTML. Shortened texts are valid UTF-8. A shortened text and shortened HTML end with "…", in HTML outside tags and entities. A shortened
// string property stays a JSON string. Short texts are unchanged.
func TestTextsFitInstructions(t *testing.T) {
	long := strings.Repeat("é", 40_000)
	// JSON writes these two characters as escapes of six bytes.
	value, err := json.Marshal(strings.Repeat("\x01\u2028", 30_000))
	if err != nil {
		t.Fatal(err)
	}
	html := strings.Repeat("<option value=\"&amp;\">x</option>", 2000)
	inner := &vugu.VGNode{Type: vugu.TextNode, Data: long}
	// The root has two children with long texts, list and inner, and the child short.
	root := &vugu.VGNode{Type: vugu.ElementNode, Data: "div", Attr: []vugu.VGAttribute{{Key: "title", Val: long}, {Key: "id", Val: "a"}},
		Prop: []vugu.VGProperty{{Key: "value", JSONVal: value}, {Key: "checked", JSONVal: []byte("true")},
			{Key: "list", JSONVal: []byte("[" + strings.Repeat("1,", 20_000) + "1]")}}}
	list := &vugu.VGNode{Type: vugu.ElementNode, Data: "select", InnerHTML: &html}
	short := &vugu.VGNode{Type: vugu.TextNode, Data: "short"}
	root.FirstChild, list.NextSibling, inner.NextSibling = list, inner, short
	fit(root)
	// The mark "…" and the quotes of a JSON text are extra; 20 bytes are enough for them.
	texts := map[string]string{"text": inner.Data, "attribute": root.Attr[0].Val, "property": string(root.Prop[0].JSONVal),
		"list": string(root.Prop[2].JSONVal), "html": *list.InnerHTML}
	for name, text := range texts {
		if len(text) > maxText+20 || !utf8.ValidString(text) {
			t.Errorf("%s has %d bytes, or is no UTF-8; at most %d are allowed", name, len(text), maxText+20)
		}
	}
	if !strings.HasSuffix(inner.Data, "é…") || !strings.HasSuffix(*list.InnerHTML, "…") || strings.Contains(*list.InnerHTML, "&…") ||
		strings.Contains(*list.InnerHTML, "<o…") {
		t.Errorf("the texts end with %.20q and %q", inner.Data[len(inner.Data)-9:], (*list.InnerHTML)[len(*list.InnerHTML)-30:])
	}
	var back string
	if err := json.Unmarshal(root.Prop[0].JSONVal, &back); err != nil || back == "" {
		t.Errorf("the shortened property is no JSON text: %v", err)
	}
	if root.Data != "div" || root.Attr[1].Val != "a" || string(root.Prop[1].JSONVal) != "true" || short.Data != "short" {
		t.Error("short texts are changed")
	}
}

// Every cut of an HTML text leaves only whole tags and whole character references.
func TestShortenedHTMLIsComplete(t *testing.T) {
	whole := regexp.MustCompile(`<[^<>]*>|&[a-z]+;`)
	options := strings.Repeat(`<option value="a;b&amp;c">x &lt; y</option>`, 400)
	for k := range 50 {
		html := strings.Repeat(".", k) + options
		short, found := strings.CutSuffix(cutHTML(html), "…")
		if !found || !strings.HasPrefix(html, short) || strings.ContainsAny(whole.ReplaceAllString(short, ""), "<&") {
			t.Errorf("after %d characters the shortened text ends with %q", k, short[len(short)-40:])
		}
	}
}

// A shortened property is a beginning of its text with an ellipsis, also if its characters are long in JSON.
func TestShortenedPropertiesEndWithAnEllipsis(t *testing.T) {
	for _, part := range []string{"é", "\n", "\"é\n", "a\x01é", "€", "😀\t"} {
		for more := range 4 {
			text := strings.Repeat("a", more) + strings.Repeat(part, maxText)
			value, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			var short string
			shortened := cutProperty(value)
			if err := json.Unmarshal(shortened, &short); err != nil {
				t.Fatal(err)
			}
			begin, found := strings.CutSuffix(short, "…")
			if !found || !strings.HasPrefix(text, begin) || len(shortened) > maxText+5 || len(begin) < maxText/16 {
				t.Errorf("%q: the property of %d bytes ends with %q", part, len(shortened), short[max(0, len(short)-10):])
			}
		}
	}
}
