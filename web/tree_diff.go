package web

import (
	"slices"

	"github.com/vugu/vugu"
)

// This file computes the difference of two trees of the page, so that a render writes only the changed part. A tree has Vugu's nodes:
// elements and texts. The old tree is on the page, and the new tree replaces it.

// keptMark is the name of an attribute that stands in place of an element's attributes. The renderer then leaves the attributes of the
// element unchanged. No element of the page has an attribute of this name.
const keptMark = "="

// flatten returns the nodes of a tree n in which each component is replaced by its root node, and each template by its children. It changes
// the links of the nodes. A component without exactly one root stays. The result has one node, unless n, or the root in its place, is a
// template. rootsOf returns the root nodes of a component.
func flatten(n *vugu.VGNode, rootsOf func(component any) []*vugu.VGNode) []*vugu.VGNode {
	if n.Component != nil {
		roots := rootsOf(n.Component)
		if len(roots) == 1 {
			return flatten(roots[0], rootsOf)
		}
		return []*vugu.VGNode{n} // a component must have one root: Vugu reports the error
	}
	var children []*vugu.VGNode
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		children = append(children, flatten(child, rootsOf)...)
	}
	if n.IsTemplate() {
		return children
	}

	// The flattened children become the linked list of the children of n.
	n.FirstChild = nil
	end := &n.FirstChild // the pointer at the end of the list
	for _, child := range children {
		*end, child.NextSibling = child, nil
		end = &child.NextSibling
	}
	return []*vugu.VGNode{n}
}

// moveHandlers moves the handlers of a new node into the list of the old node, from which Vugu calls them. The new handlers can capture
// other values than the old handlers. moveHandlers returns false, and moves nothing, if the lists have different events.
func moveHandlers(now, old *vugu.VGNode) bool {
	newList, oldList := now.DOMEventHandlerSpecList, old.DOMEventHandlerSpecList
	if !slices.EqualFunc(newList, oldList, func(a, b vugu.DOMEventHandlerSpec) bool {
		return a.EventType == b.EventType && a.Capture == b.Capture && a.Passive == b.Passive
	}) {
		return false
	}
	copy(oldList, newList)
	now.DOMEventHandlerSpecList = oldList
	return true
}

// kept returns a copy of a node that makes Vugu leave the node and its content unchanged. In the copy of an element with a namespace, such
// as SVG, the attributes remain, and Vugu writes the same attributes again.
func kept(node *vugu.VGNode) *vugu.VGNode {
	n := *node
	n.NextSibling, n.FirstChild, n.InnerHTML = nil, nil, nil
	if n.Type == vugu.ElementNode && n.Namespace == "" { // Vugu writes the attributes of other elements by another instruction
		n.Attr = []vugu.VGAttribute{{Key: keptMark}}
	}
	return &n
}

// treeDiff compares a flattened tree with the old tree on the page, and moves the handlers of equal elements (moveHandlers). It returns
//   - the whole new tree if there is no old node, if flatten has left a component, if the element or the text is another one, if HTML
//     replaces children or children replace HTML, or if the element loses all its content;
//   - nil for equal trees;
//   - otherwise a kept copy of the node. It has the attributes, the HTML or the children only if they have changed.
//
// Elements outside the result stay as they are; Vugu would write all of them with every render.
func treeDiff(now, old *vugu.VGNode) *vugu.VGNode {
	whole := func() *vugu.VGNode { // the new tree in place of the old tree
		n := *now
		n.NextSibling = nil
		return &n
	}
	if old == nil || now.Component != nil {
		return whole()
	}
	sameElement := now.Type == old.Type && now.Data == old.Data && now.Namespace == old.Namespace
	if !sameElement {
		return whole()
	}
	// Vugu writes nothing for an element without children and HTML, and its old content would stay: empty HTML removes the content.
	hadContent := old.FirstChild != nil || old.InnerHTML != nil
	if now.FirstChild == nil && now.InnerHTML == nil && hadContent {
		now.InnerHTML = new(string)
	}
	if (now.InnerHTML == nil) != (old.InnerHTML == nil) {
		return whole()
	}

	// An element with scripts or properties is never equal: Vugu must write these with every render. In sameNode, moveHandlers comes first,
	// because the handlers must move even if the attributes or the HTML have changed.
	sameAttributes := slices.Equal(now.Attr, old.Attr)
	sameHTML := now.InnerHTML == nil || *now.InnerHTML == *old.InnerHTML
	hasScript := now.JSCreateHandler != nil || now.JSPopulateHandler != nil || len(now.Prop) > 0
	sameNode := moveHandlers(now, old) && sameAttributes && sameHTML && !hasScript
	first := childrenDiff(now, old)
	if sameNode && first == nil {
		return nil
	}

	// Attributes, HTML and children are written only if they have changed.
	n := kept(now)
	n.FirstChild = first
	if !sameAttributes {
		n.Attr = now.Attr
	}
	if !sameHTML {
		n.InnerHTML = now.InnerHTML
	}
	return n
}

// childrenDiff compares the children of two nodes by their index. It returns nil if all children are equal. Otherwise it returns the first
// node of a linked list of all new children, in which kept nodes stand for equal children. The new node has children if the old node has.
func childrenDiff(now, old *vugu.VGNode) (first *vugu.VGNode) {
	var parts []*vugu.VGNode // the difference of each new child, nil for an equal child
	isEqual := true
	oldChild := old.FirstChild // nil for a new child without an old child
	for child := now.FirstChild; child != nil; child = child.NextSibling {
		part := treeDiff(child, oldChild)
		parts = append(parts, part)
		isEqual = isEqual && part == nil
		if oldChild != nil {
			oldChild = oldChild.NextSibling
		}
	}
	if isEqual && oldChild == nil {
		return nil
	}

	end := &first // the pointer at the end of the list
	child := now.FirstChild
	for _, part := range parts {
		if part == nil {
			part = kept(child)
		}
		*end, end = part, &part.NextSibling
		child = child.NextSibling
	}
	return first
}
