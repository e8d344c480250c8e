package web

import (
	"strings"

	"github.com/vugu/vugu"
)

// element makes an element the last child of a node, unless that is nil. The text is its name, behind its
// namespace and a space where it has one, then the names and values of its attributes, each behind a zero byte.
// Vugu's code for the components calls this and what follows, by the edits in web/tool/vugu/standin.go: written out it is twice as large.
func element(parent *vugu.VGNode, text string) *vugu.VGNode {
	name, rest, more := strings.Cut(text, "\x00")
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: name}
	if space, name, ok := strings.Cut(name, " "); ok {
		n.Namespace, n.Data = space, name
	}
	if more {
		n.Attr = make([]vugu.VGAttribute, 0, 1+strings.Count(rest, "\x00")/2)
	}
	for more {
		var a vugu.VGAttribute
		a.Key, rest, _ = strings.Cut(rest, "\x00")
		a.Val, rest, more = strings.Cut(rest, "\x00")
		n.Attr = append(n.Attr, a)
	}
	return child(parent, n)
}

// textNode makes a text the last child of a node.
func textNode(parent *vugu.VGNode, text string) {
	child(parent, &vugu.VGNode{Type: vugu.TextNode, Data: text})
}

// child makes a node the last child of another, unless that is nil.
func child(parent, n *vugu.VGNode) *vugu.VGNode {
	if parent != nil {
		parent.AppendChild(n)
	}
	return n
}

// listen adds a listener to a node.
func listen(n *vugu.VGNode, spec vugu.DOMEventHandlerSpec) {
	n.DOMEventHandlerSpecList = append(n.DOMEventHandlerSpecList, spec)
}
