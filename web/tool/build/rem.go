package build

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The sources of style sheets have lengths in pixels, for a text size of 16 pixels. The build converts lengths to rem, and in media queries
// to em. A larger text size in the browser then enlarges the whole page like zoom. Two kinds of lengths stay in pixels: widths of lines, at
// most three pixels, and text inside an SVG, whose unit is that of the viewBox.

// rootPixels is the default text size of browsers in pixels, 1 rem.
const rootPixels = 16

// lineWidth is the largest width of a line in pixels. Lengths up to lineWidth stay in pixels.
const lineWidth = 3

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
	plain := comments.ReplaceAllString(css, "")
	withQueries := queries.ReplaceAllStringFunc(plain, func(q string) string {
		if strings.HasPrefix(q, "@container") {
			return inUnits(q, "rem", 0) // em would be the text size of the container
		}
		return inUnits(q, "em", 0)
	})
	// In rules for text inside an SVG the drawn properties keep their pixels. All other properties are converted.
	return rules.ReplaceAllStringFunc(withQueries, func(rule string) string {
		brace := strings.LastIndexByte(rule, '{')
		selector, body := rule[:brace], rule[brace:]
		isPicture := inPicture.MatchString(selector) || ofPicture.MatchString(body)
		if !isPicture {
			return selector + inUnits(body, "rem", lineWidth)
		}
		var converted strings.Builder
		end := 0 // end of the last drawn property
		for _, d := range drawn.FindAllStringIndex(body, -1) {
			converted.WriteString(inUnits(body[end:d[0]], "rem", lineWidth) + body[d[0]:d[1]])
			end = d[1]
		}
		return selector + converted.String() + inUnits(body[end:], "rem", lineWidth)
	})
}

// inUnits converts lengths in pixels to a unit of rootPixels pixels, such as "rem". Lengths whose absolute value is at most kept pixels
// stay unchanged.
func inUnits(css, unit string, kept float64) string {
	return pixels.ReplaceAllStringFunc(css, func(length string) string {
		parts := pixels.FindStringSubmatch(length)
		before, number := parts[1], parts[2]
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || math.Abs(v) <= kept {
			return length
		}
		size := strconv.FormatFloat(v/rootPixels, 'f', -1, 64)
		short := strings.Replace(strings.TrimPrefix(size, "0"), "-0.", "-.", 1) // without the zero before the point
		return before + short + unit
	})
}
