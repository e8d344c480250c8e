package web

import "github.com/vugu/vugu"

// This file has the functions that the generated code of the components calls in place of longer literals (web/tool/build/nodes.go).

// newElement returns an element with the given tag. attributes are pairs: a name, then its value.
func newElement(tag string, attributes ...string) *vugu.VGNode {
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: tag}
	for k := 0; k < len(attributes); k += 2 {
		n.Attr = append(n.Attr, vugu.VGAttribute{Key: attributes[k], Val: attributes[k+1]})
	}
	return n
}

// addElement appends a new element to parent, and returns the element. See newElement for the arguments.
func addElement(parent *vugu.VGNode, tag string, attributes ...string) *vugu.VGNode {
	n := newElement(tag, attributes...)
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
