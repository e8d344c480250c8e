package web

import (
	"strings"
	"unicode/utf8"

	"github.com/vugu/vugu"

	"sheafscope/core/json"
)

// This file shortens texts that are too long for an instruction of Vugu.

// maxText is the largest length in bytes of a text that fit leaves unchanged, 12 KiB. Vugu writes a name, an attribute or a text as one
// instruction of at most 16 KiB, and panics at a longer one. The difference leaves room for the other parts of the instruction.
const maxText = 12 << 10

// fit shortens every text longer than maxText in a node, its descendants and its later siblings.
func fit(n *vugu.VGNode) {
	for ; n != nil; n = n.NextSibling {
		n.Data = cut(n.Data, maxText)
		for k := range n.Attr {
			if len(n.Attr[k].Val) > maxText { // a short attribute needs no write
				n.Attr[k].Val = cut(n.Attr[k].Val, maxText)
			}
		}
		for k := range n.Prop {
			n.Prop[k].JSONVal = cutProperty(n.Prop[k].JSONVal)
		}
		if n.InnerHTML != nil && len(*n.InnerHTML) > maxText {
			html := cutHTML(*n.InnerHTML)
			n.InnerHTML = &html
		}
		fit(n.FirstChild)
	}
}

// cut shortens a text of more than limit bytes to at most limit bytes, and then appends an ellipsis. It does not divide a character. It
// returns any other text unchanged.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	k := limit
	for !utf8.RuneStart(text[k]) {
		k--
	}
	return text[:k] + "…"
}

// cutHTML shortens an HTML text of more than maxText bytes like cut. It also removes an incomplete tag or character reference at the end.
func cutHTML(text string) string {
	short := strings.TrimSuffix(cut(text, maxText), "…")
	for _, ends := range [...]string{"<>", "&;"} { // first and last character of a tag, then of a character reference
		begin := strings.LastIndexByte(short, ends[0])
		if begin > strings.LastIndexByte(short, ends[1]) {
			short = short[:begin]
		}
	}
	return short + "…"
}

// cutProperty shortens a JSON value of more than maxText bytes. It shortens a string like cut. Any other value becomes null.
func cutProperty(value []byte) []byte {
	if len(value) <= maxText {
		return value
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		return []byte("null")
	}

	// The escapes of JSON can make the shortened text longer again: then limit is halved until the text fits. The largest length has room
	// for the quotation marks and the ellipsis.
	for limit := maxText; ; limit /= 2 {
		short, err := json.Marshal(cut(text, limit))
		if err != nil || len(short) <= maxText+len(`"…"`) { // a string is always valid: err is nil
			return short
		}
	}
}
