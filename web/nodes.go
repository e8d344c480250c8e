package web

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"sheafscope/core/words"
)

// This file has the functions that the generated code of the components calls in place of longer literals (web/tool/build/nodes.go).

// newElement returns an element with the given tag. attributes has a line "name=value" for each attribute. One text for all attributes is
// shorter in WebAssembly than a list of texts.
func newElement(tag, attributes string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: tag}
	n.Attr = make([]vugu.VGAttribute, 0, 2+strings.Count(attributes, "\n")) // with room for one further attribute
	for attributes != "" {
		var line string
		line, attributes, _ = strings.Cut(attributes, "\n")
		name, value, _ := strings.Cut(line, "=")
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: name, Val: value})
	}
	return n
}

// addElement appends a new element to parent, and returns the element. See newElement for the arguments.
func addElement(parent *vugu.VGNode, tag, attributes string) *vugu.VGNode {
	n := newElement(tag, attributes)
	parent.AppendChild(n)
	return n
}

// addText appends a text node to parent.
func addText(parent *vugu.VGNode, text string) {
	parent.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: text})
}

// addHandler makes element n call handler at each event of the given type.
func addHandler(n *vugu.VGNode, eventType string, handler func(vugu.DOMEvent)) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, vugu.DOMEventHandlerSpec{EventType: eventType, Func: handler})
}

// optional is the value of an attribute that the element lacks if the value is "".
type optional string

// addAttribute adds an attribute to element n. The value true gives an attribute with its name as its value. The values false and
// optional("") add no attribute.
func addAttribute[T string | optional | int | bool](n *vugu.VGNode, name string, value T) {
	text := name
	switch v := any(value).(type) {
	case string:
		text = v
	case optional:
		if v == "" {
			return
		}
		text = string(v)
	case int:
		text = strconv.Itoa(v)
	case bool:
		if !v {
			return
		}
	}
	n.Attr = append(n.Attr, vugu.VGAttribute{Key: name, Val: text})
}

// setContent makes a text, a number or HTML the content of element n.
func setContent[T string | int | vugu.HTML](n *vugu.VGNode, content T) {
	switch v := any(content).(type) {
	case string:
		setHTML(n, words.EscapeString(v))
	case int:
		setHTML(n, strconv.Itoa(v))
	case vugu.HTML:
		setHTML(n, string(v))
	}
}

// setHTML makes HTML the content of element n.
func setHTML(n *vugu.VGNode, html string) { n.InnerHTML = &html }
