// This file converts lengths in style sheets from pixels to rem.

package build

import (
	"regexp"
	"strconv"
	"strings"
)

// The sources of style sheets have lengths in pixels, for a text size of 16 pixels. The build converts lengths in media queries to em, and
// all other lengths to rem. A larger text size in the browser then enlarges the whole page like zoom. Two kinds of lengths stay in pixels:
// widths of lines, at most three pixels, and sizes of text and shapes inside an SVG, whose unit is the unit of the viewBox.

// rootPixels is the default text size of browsers in pixels, 1 rem.
const rootPixels = 16

// thinLine is the largest length, in pixels, that counts as the width of a line and stays in pixels.
const thinLine = 3

// Patterns of a style sheet.
var (
	pixels   = regexp.MustCompile(`(^|[^\w.#-])(-?(?:\d+\.?\d*|\.\d+))px\b`) // groups: character before, number
	queries  = regexp.MustCompile(`@(?:media|container)[^{]*\{`)             // a media query or container query
	rules    = regexp.MustCompile(`[^{}]*\{[^{}]*\}`)                        // a rule: selector and body
	comments = regexp.MustCompile(`(?s)/\*.*?\*/`)
	// inPicture matches a selector of text inside an SVG: the element text, or a class of such texts. ofPicture matches a property that only
	// elements of an SVG have.
	inPicture = regexp.MustCompile(`(?:^|[\s,>+~(])text\b|\.(?:lab|camp|mx|lbl|tag)\b`)
	ofPicture = regexp.MustCompile(`[{;](?:fill|stroke|stroke-width|text-anchor|paint-order):`)
	// drawn matches a property whose lengths are in units of the viewBox, if its rule is for an element of an SVG.
	drawn = regexp.MustCompile(`(?:^|[{;])\s*(?:font|font-size|line-height|letter-spacing|stroke[a-z-]*|transform|r|rx|x|y|cx|cy):[^;}]*`)
)

// pixelsToRem returns a style sheet with lengths relative to the text size of the browser. It removes the comments, since the patterns
// would match in comments, too.
func pixelsToRem(css string) string {
	plain := comments.ReplaceAllString(css, "")
	converted := queries.ReplaceAllStringFunc(plain, func(query string) string {
		if strings.HasPrefix(query, "@container") {
			return inUnits(query, "rem", 0) // em would be the text size of the container
		}
		return inUnits(query, "em", 0) // in a media query em is the text size of the browser
	})
	// In rules for elements of an SVG the properties that match drawn keep their pixels.
	return rules.ReplaceAllStringFunc(converted, func(rule string) string {
		brace := strings.LastIndexByte(rule, '{')
		selector, body := rule[:brace], rule[brace:]
		isForPicture := inPicture.MatchString(selector) || ofPicture.MatchString(body)
		if !isForPicture {
			return selector + inUnits(body, "rem", thinLine)
		}
		var out strings.Builder
		end := 0 // body[:end] is already in out
		for _, span := range drawn.FindAllStringIndex(body, -1) {
			out.WriteString(inUnits(body[end:span[0]], "rem", thinLine))
			out.WriteString(body[span[0]:span[1]])
			end = span[1]
		}
		return selector + out.String() + inUnits(body[end:], "rem", thinLine)
	})
}

// inUnits converts lengths from pixels to rem or em, which unit names. Lengths from -limit to limit pixels stay unchanged. With the limit 0
// only the length 0 stays.
func inUnits(css, unit string, limit float64) string {
	return pixels.ReplaceAllStringFunc(css, func(match string) string {
		parts := pixels.FindStringSubmatch(match)
		length, err := strconv.ParseFloat(parts[2], 64)
		isSmall := -limit <= length && length <= limit
		if err != nil || isSmall { // the pattern matches numbers only: err is nil
			return match
		}
		// CSS permits .5 for 0.5, and -.5 for -0.5.
		size := strconv.FormatFloat(length/rootPixels, 'f', -1, 64)
		size = strings.Replace(strings.TrimPrefix(size, "0"), "-0.", "-.", 1)
		return parts[1] + size + unit
	})
}
