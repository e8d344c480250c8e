package build

import (
	"regexp"
	"strconv"
	"strings"
)

// The sources of style sheets have lengths in pixels, for a text size of 16 pixels. The build converts lengths to rem, and in media queries
// to em. A larger text size in the browser then enlarges the whole page like zoom. Two kinds of lengths stay in pixels: widths of lines, at
// most three pixels, and text inside an SVG, whose unit is that of the viewBox.

// rootPixels is the default text size of browsers in pixels, 1 rem.
const rootPixels = 16

// Patterns of a style sheet: lengths, queries, rules and comments, and the selectors and properties of text inside an SVG.
var (
	pixels    = regexp.MustCompile(`(^|[^\w.#-])(-?(?:\d+\.?\d*|\.\d+))px\b`)
	queries   = regexp.MustCompile(`@(?:media|container)[^{]*\{`)
	rules     = regexp.MustCompile(`[^{}]*\{[^{}]*\}`)
	comments  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	inPicture = regexp.MustCompile(`(?:^|[\s,>+~(])text\b|\.(?:lab|camp|mx|lbl|tag)\b`)
	ofPicture = regexp.MustCompile(`[{;](?:fill|stroke|stroke-width|text-anchor|paint-order):`)
	drawn     = regexp.MustCompile(`(?:^|[{;])\s*(?:font|font-size|line-height|letter-spacing|stroke[a-z-]*|transform|r|rx|x|y|cx|cy):[^;}]*`)
)

// pixelsToRem returns a style sheet with lengths relative to the text size of the browser, without comments.
func pixelsToRem(css string) string {
	css = queries.ReplaceAllStringFunc(comments.ReplaceAllString(css, ""), func(q string) string {
		if strings.HasPrefix(q, "@container") {
			return inUnits(q, "rem", 0) // em would be the text size of the container
		}
		return inUnits(q, "em", 0)
	})
	// In rules for text inside an SVG the drawn properties keep their pixels.
	return rules.ReplaceAllStringFunc(css, func(rule string) string {
		at := strings.LastIndexByte(rule, '{')
		selector, body := rule[:at], rule[at:]
		if !inPicture.MatchString(selector) && !ofPicture.MatchString(body) {
			return selector + inUnits(body, "rem", 3)
		}
		var out strings.Builder
		end := 0
		for _, d := range drawn.FindAllStringIndex(body, -1) {
			out.WriteString(inUnits(body[end:d[0]], "rem", 3) + body[d[0]:d[1]])
			end = d[1]
		}
		return selector + out.String() + inUnits(body[end:], "rem", 3)
	})
}

// inUnits converts lengths to a unit of rootPixels. Lengths of at most least pixels, positive or negative, stay unchanged.
func inUnits(css, unit string, least float64) string {
	return pixels.ReplaceAllStringFunc(css, func(m string) string {
		parts := pixels.FindStringSubmatch(m)
		v, err := strconv.ParseFloat(parts[2], 64)
		if err != nil || v <= least && v >= -least {
			return m
		}
		size := strconv.FormatFloat(v/rootPixels, 'f', -1, 64)
		size = strings.Replace(strings.TrimPrefix(size, "0"), "-0.", "-.", 1)
		return parts[1] + size + unit
	})
}
