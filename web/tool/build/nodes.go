// This file shortens the generated Go code of the components.

package build

import (
	"fmt"
	"regexp"
	"strings"
)

// Parts of the code that vugugen generates for a template.
var (
	elementCode   = regexp.MustCompile(`&vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: ("\w+"), Attr: (.*)\}\n`)
	attributeCode = regexp.MustCompile(`Key: "(.*?)", Val: ("(?:[^"\\]|\\.)*")`)
	appendCode    = regexp.MustCompile(`newElement\((.*)\)\n\s*vgparent\.AppendChild\(vgn\)`)
	textCode      = regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: (".*")\}\n\s*vgparent\.AppendChild\(vgn\)`)
	htmlCode      = regexp.MustCompile(`vgn\.SetInnerHTML\(vugu\.HTML\((".*")\)\)`)
	handlerCode   = regexp.MustCompile(`vgn\.DOMEventHandlerSpecList = append\(.*\n` +
		`\s*EventType:\s*("\w+"),\n\s*Func:\s*(func.*\}),\n.*\n\s*\}\)`)
)

// methodCalls replaces calls of methods of Vugu that accept a value of any type. A conversion to an interface is longer than the call.
var methodCalls = strings.NewReplacer("vgn.AddAttrInterface(", "addAttribute(vgn, ", "vgn.SetInnerHTML(", "setContent(vgn, ")

// shortenNodes replaces parts of generated code by calls of the functions in web/nodes.go: the composite literals of elements, texts and
// handlers, and the calls in methodCalls.
// The compiler expands each literal to several hundred bytes. Elements with a namespace keep their literal.
func shortenNodes(code string) string {
	code = elementCode.ReplaceAllStringFunc(code, func(literal string) string {
		parts := elementCode.FindStringSubmatch(literal)
		var lines []string // one for each attribute
		for _, a := range attributeCode.FindAllStringSubmatch(parts[2], -1) {
			lines = append(lines, a[1]+"="+a[2][1:len(a[2])-1])
		}
		return fmt.Sprintf("newElement(%s, \"%s\")\n", parts[1], strings.Join(lines, `\n`))
	})
	code = appendCode.ReplaceAllString(code, "addElement(vgparent, $1)")
	code = textCode.ReplaceAllString(code, "addText(vgparent, $1)")
	code = htmlCode.ReplaceAllString(code, "setHTML(vgn, $1)")
	code = methodCalls.Replace(code)
	return handlerCode.ReplaceAllString(code, "addHandler(vgn, $1, $2)")
}
