package web

import (
	"strings"
	"unicode/utf8"

	"github.com/vugu/vugu"

	"sheafscope/core/json"
)

// longest is how many bytes a text of the page may have. Vugu writes an element's name, attribute or text as one
// instruction, which must fit into 16 KiB, and ends the program at one that does not.
const longest = 12 << 10

// fit cuts every text of a tree that would not fit into an instruction.
func fit(n *vugu.VGNode) {
	for ; n != nil; n = n.NextSibling {
		n.Data = cut(n.Data)
		for k := range n.Attr {
			if len(n.Attr[k].Val) > longest { // most are not
				n.Attr[k].Val = cut(n.Attr[k].Val)
			}
		}
		for k := range n.Prop {
			n.Prop[k].JSONVal = cutProperty(n.Prop[k].JSONVal)
		}
		if n.InnerHTML != nil && len(*n.InnerHTML) > longest {
			html := cutHTML(*n.InnerHTML)
			n.InnerHTML = &html
		}
		fit(n.FirstChild)
	}
}

// cut returns the first characters of a text that is too long, with a mark.
func cut(text string) string {
	if len(text) <= longest {
		return text
	}
	k := longest
	for !utf8.RuneStart(text[k]) {
		k--
	}
	return text[:k] + "…"
}

// cutHTML is cut for HTML: no element and no character reference is cut in two.
func cutHTML(text string) string {
	text = strings.TrimSuffix(cut(text), "…")
	if k := strings.LastIndexAny(text, "<&"); k >= 0 && !strings.ContainsAny(text[k:], ">;") {
		text = text[:k]
	}
	return text + "…"
}

// cutProperty is cut for the JSON of a property, which is a text where it is long.
func cutProperty(value []byte) []byte {
	if len(value) <= longest {
		return value
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		return []byte("null")
	}
	text = cut(text)
	for {
		short, err := json.Marshal(text)
		if err != nil || len(short) <= longest+len(`"…"`) {
			return short
		}
		text = text[:len(text)/2] // escapes made it longer
	}
}
