package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Detectors of texts in place of a graph: error answers of servers, logs, settings, source code and expressions of other programs.

// errorPhrases are the first words of error answers, in lower case.
// The list has the names of HTTP status codes from 400 on (RFC 9110), and phrases of programs and gateways.
var errorPhrases = strings.Split("bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|"+
	"proxy authentication required|request timeout|request time-out|conflict|gone|length required|precondition failed|content too large|"+
	"payload too large|request entity too large|uri too long|unsupported media type|range not satisfiable|expectation failed|"+
	"unprocessable|locked|upgrade required|too many requests|unavailable for legal reasons|internal server error|not implemented|"+
	"bad gateway|service unavailable|service temporarily unavailable|gateway timeout|gateway time-out|http version not supported|"+
	"moved permanently|access denied|access is denied|access forbidden|permission denied|page not found|file not found|resource not found|"+
	"repository not found|no such file|no such key|bad credentials|invalid api key|invalid token|invalid request|api rate limit|rate limit|"+
	"rate exceeded|you have exceeded|quota exceeded|too many connections|just a moment|attention required|please enable|please log in|"+
	"please login|please sign in|login required|authentication required|authentication failed|session expired|upstream connect error|"+
	"upstream request timeout|no healthy upstream|error code|error:|an error occurred|an unexpected error|something went wrong|"+
	"the requested url|the requested resource|the page you|the file you|the specified key|could not resolve host|could not connect|"+
	"connection refused|connection timed out|connection reset|network error|command not found|traceback (most recent|"+
	"exception in thread|exception:|fatal:|curl: (|wget: |failed to fetch|failed to load|request blocked|request throttled|"+
	"request failed|server error|under maintenance|temporarily unavailable|no data available|no data found|no results found|"+
	"redirecting|you need to enable javascript|not authorized|unexpected error|host not found|timeout|timed out", "|")

// isErrorPage reports whether a text is an error answer: a status number with its name, a phrase of a server, or
// a JSON object with a message.
func isErrorPage(d []byte) bool {
	// Error answers are short; 5000 bytes suffice for a page with advice.
	if len(d) > 5000 {
		return false
	}
	if d[0] == '{' {
		return isErrorObject(d)
	}
	lineCount := 0
	for range contentLines(d, "") {
		lineCount++
	}
	// The first line has the error; marks of Markdown and HTML may enclose it.
	line, _ := firstLine(d)
	text := strings.ToLower(strings.Trim(strings.TrimSpace(string(line)), `"'*=#[]<>! `))
	// A protocol and labels may precede the status, as in HTTP/1.1 404 and Error code: 404.
	for _, prefix := range []string{"http/1.1", "http/1.0", "http/2", "http/3", "http", "status", "error", "code", ":", "-"} {
		text = strings.TrimSpace(strings.TrimPrefix(text, prefix))
	}
	beginsWithPhrase := func(text string) bool {
		return slices.ContainsFunc(errorPhrases, func(p string) bool { return strings.HasPrefix(text, p) })
	}
	code, rest := cutAny(text, " :;,-–—|.")
	if v, why := parseID([]byte(code)); why == "" && v >= 300 && v < 600 && len(code) == 3 {
		isResponse := strings.HasPrefix(strings.ToLower(string(line)), "http/")
		return beginsWithPhrase(strings.TrimLeft(rest, " :;,-–—|.(")) && (lineCount < 8 || isResponse)
	}
	// An answer without a status is shorter, and its first line has no separator of a table. Only a traceback of Python may be long.
	lowered := strings.ToLower(strings.TrimLeft(string(line), "[<!*#\" "))
	isShort := lineCount < 4 && !strings.ContainsAny(string(line), "\t;|")
	isTraceback := beginsWithPhrase(lowered) && strings.HasPrefix(lowered, "traceback (most")
	return isShort && (beginsWithPhrase(text) || beginsWithPhrase(lowered)) || isTraceback
}

// errorKeys are members of a JSON object that reports an error.
var errorKeys = strings.Fields("error errors message detail details fault exception error_description error_message errormessage msg " +
	"traceback statuscode error_code errorcode")

// isErrorObject reports whether a JSON object has a member of errorKeys, and neither a list nor an object that may hold edges.
func isErrorObject(d []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(d, &members) != nil {
		return false
	}
	hasErrorKey, containers := false, 0
	for key, v := range members {
		// Members with metadata are no containers of edges.
		if slices.Contains(errorKeys, strings.ToLower(key)) {
			hasErrorKey = true
		} else if len(v) > 2 && (v[0] == '[' || v[0] == '{') && !slices.Contains([]string{"meta", "request", "links", "data"}, key) {
			containers++
		}
		// The members of a graph decide, whatever the other members are.
		if key == "nodes" || key == "edges" || key == "vertices" || key == "elements" {
			return false
		}
	}
	return hasErrorKey && containers == 0
}

// logLevels are the words of logs for the severity of a line.
var logLevels = strings.Fields("info warn warning error debug trace fatal notice critical severe verbose err crit emerg alert panic")

// isLog reports whether at least four of five lines are lines of a log. The first line must be one; fifty lines suffice.
func isLog(d []byte) bool {
	rows, logged := 0, 0
	for _, s := range contentLines(d, "") {
		isLine := isLogLine(string(s[:min(len(s), 400)]))
		// The first line decides quickly for tables.
		if rows == 0 && !isLine {
			return false
		}
		if rows++; rows > 50 {
			break
		}
		logged += oneIf(isLine)
	}
	return rows > 0 && 5*logged >= 4*rows
}

// isLogLine reports whether a line is an HTTP request, has a time and a severity, or has the form of syslog.
func isLogLine(s string) bool {
	if strings.Contains(s, " HTTP/1.") || strings.Contains(s, " HTTP/2") {
		return strings.Contains(s, `"`)
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t[]()|", r) })
	if len(words) < 3 {
		return false
	}
	// The time is among the first four words, the severity among the first eight.
	hasTime, hasLevel := false, false
	for k, w := range words[:min(len(words), 8)] {
		hasTime = hasTime || k < 4 && (isDate(w) || isClock(w))
		hasLevel = hasLevel || slices.Contains(logLevels, strings.ToLower(strings.Trim(w, ":,-<>=")))
	}
	// Syslog begins a line with Jan 31 10:00:00.
	months := "jan feb mar apr may jun jul aug sep oct nov dec"
	hasMonth := len(words) > 4 && len(words[0]) == 3 && strings.Contains(months, strings.ToLower(words[0]))
	isSyslog := hasMonth && isInteger(words[1]) && isClock(words[2])
	return hasTime && hasLevel || isSyslog
}

// isSubtitles reports whether a text begins as WebVTT, or a line has two times with an arrow between them, as in SubRip.
func isSubtitles(d []byte) bool {
	isTime := func(s string) bool {
		s, _, _ = strings.Cut(strings.TrimSpace(s), " ")
		return strings.Count(s, ":") > 0 && strings.ContainsAny(s, ",.") && strings.Trim(s, "0123456789:,.") == ""
	}
	for _, s := range textLines(d, "", 20) {
		if from, to, ok := strings.Cut(s, "-->"); ok && isTime(from) && isTime(to) {
			return true
		}
	}
	return startsWithFold("webvtt")(d)
}

// codeWords are the first words of lines of source code, in many languages.
var codeWords = strings.Fields("if for while return int void def class function public private static fn func let var const import elif " +
	"else try catch except print printf switch case struct using namespace foreach elseif local fun val double float string " +
	"bool char auto long #include #define package require")

// isCode reports whether a text is source code. Two lines must begin with a word of a language and contain marks of code.
// Two thirds of the lines must be such lines or end as code does. Sixty lines suffice.
func isCode(d []byte) bool {
	rows, statements, otherCode := 0, 0, 0
	for _, s := range textLines(d, "", 60) {
		word, _ := cutAny(strings.TrimLeft(s, "} "), " \t(:{")
		text := strings.TrimSpace(s)
		last := text[len(text)-1]
		hasMark := strings.ContainsAny(text, "(){};=<") || last == ':'
		// An arrow may join the two nodes of an edge.
		isStatement := slices.Contains(codeWords, word) && hasMark && !strings.Contains(text, "->")
		rows, statements = rows+1, statements+oneIf(isStatement)
		otherCode += oneIf(!isStatement && strings.IndexByte(";{}):", last) >= 0)
	}
	return statements > 1 && 3*(statements+otherCode) >= 2*rows
}

// isDate reports whether a text is a date in numbers, 2024-01-31, 31.1.2024 or 1/31/24, possibly followed by a time.
func isDate(s string) bool {
	s, clock, hasTime := strings.Cut(strings.Replace(strings.TrimSpace(s), "T", " ", 1), " ")
	if hasTime && !isClock(clock) {
		first, _, _ := strings.Cut(clock, " ")
		if !isClock(first) {
			return false
		}
	}
	for _, mark := range []string{"-", "/", "."} {
		parts := strings.Split(s, mark)
		if len(parts) != 3 {
			continue
		}
		// One part must be a year of four digits, at the begin or the end.
		years := 0
		for k, p := range parts {
			v, why := parseID([]byte(p))
			if why != "" || len(p) > 4 || len(p) == 3 {
				return false
			}
			// The first two parts are days or months, unless they have four digits.
			if len(p) < 4 && k < 2 && (v < 1 || v > 31) {
				return false
			}
			if len(p) == 4 && k != 1 && v > 1000 && v < 3000 {
				years++
			}
		}
		// A year of two digits ends the date. With points, the text may be a version number.
		hasShortYear := mark != "." && len(parts[2]) == 2
		return years == 1 || years == 0 && hasShortYear
	}
	return false
}

// isClock reports whether a text is a time of day, 10:00 or 10:00:00.123+02:00.
func isClock(s string) bool {
	// The time zone and the fraction of the second are removed.
	s, _, _ = strings.Cut(strings.TrimRight(strings.ToUpper(s), "Z,;"), "+")
	s, _ = cutAny(s, ".,")
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return false
	}
	return !slices.ContainsFunc(parts, func(p string) bool {
		v, why := parseID([]byte(p))
		return why != "" || len(p) > 2 || v > 60
	})
}

// isSettings reports whether all lines are settings, name = value, possibly below [sections]. Two hundred lines suffice.
func isSettings(d []byte) bool {
	rows := 0
	for _, s := range contentLines(d, "#;") {
		// The name of a section.
		if s[0] == '[' && s[len(s)-1] == ']' && !bytes.ContainsAny(s, ",\"'") {
			continue
		}
		p := literal{d: s}
		key := p.readWord()
		rest := bytes.TrimLeft(s[len(key):], " \t")
		if key == "" || len(rest) < 2 || rest[0] != '=' || strings.IndexByte("=>[{(\"'", rest[1]) >= 0 || bytes.IndexByte(s, '\t') >= 0 {
			return false
		}
		// A value in brackets or quotes may be a literal with edges.
		if value := bytes.TrimLeft(rest[1:], " \t"); len(value) == 0 || strings.IndexByte("[{(\"'", value[0]) >= 0 {
			return false
		}
		if rows++; rows > 200 {
			break
		}
	}
	return rows > 1
}

// isWolfram detects a graph of the Wolfram Language: Graph[{1 <-> 2}], or only its list of edges.
func isWolfram(d []byte) bool {
	head := d[:min(len(d), 200)]
	if bytes.Contains(head, []byte("Graph[{")) || bytes.Contains(head, []byte("AdjacencyGraph[")) {
		return true
	}
	hasEdge := bytes.Contains(head, []byte("->")) || bytes.Contains(head, []byte(`\[`)) || bytes.Contains(head, []byte("DirectedEdge["))
	return d[0] == '{' && hasEdge && !json.Valid(d) && !isLiteral(d)
}

// isJSONP detects JSON that is the only argument of a function call.
func isJSONP(d []byte) bool {
	p := literal{d: d}
	if p.readWord() == "" || p.peek() != '(' {
		return false
	}
	inner, closed := bytes.CutSuffix(bytes.TrimRight(d[p.pos+1:], "; \t\n"), []byte{')'})
	inner = bytes.TrimSpace(inner)
	return closed && len(inner) > 1 && (inner[0] == '{' || inner[0] == '[') && json.Valid(inner) && !isLiteral(d)
}

// isOBJ detects the format OBJ of Wavefront. All lines begin with a word of the format, and some lines are points.
func isOBJ(d []byte) bool {
	points := 0
	for _, s := range contentLines(d, "#") {
		words := strings.Fields(string(s[:min(len(s), 200)]))
		if !slices.Contains([]string{"v", "vn", "vt", "vp", "f", "l", "o", "g", "s", "usemtl", "mtllib"}, words[0]) {
			return false
		}
		points += oneIf(words[0] == "v" && len(words) > 3 && isNumber(words[1]) && isNumber(words[2]) && isNumber(words[3]))
	}
	return points > 0
}

// isCSS detects a style sheet. Every rule has the form name { property: value; }.
func isCSS(d []byte) bool {
	properties := 0
	for rest := d; len(bytes.TrimSpace(rest)) > 0; {
		block, behind, ok := bytes.Cut(rest, []byte{'}'})
		name, inner, opened := bytes.Cut(block, []byte{'{'})
		if !ok || !opened || len(bytes.TrimSpace(name)) == 0 || bytes.ContainsAny(name, "\"=[") {
			return false
		}
		// Every declaration has the name of a property.
		for _, p := range bytes.Split(inner, []byte{';'}) {
			key, _, ok := bytes.Cut(bytes.TrimSpace(p), []byte{':'})
			if len(key) > 0 && (!ok || !isWord(strings.ReplaceAll(string(key), "-", ""))) {
				return false
			}
			properties += oneIf(ok)
		}
		rest = behind
	}
	return properties > 0
}

// isListing detects the output of ls -l. At least half of the lines begin with the permissions of a file.
func isListing(d []byte) bool {
	rows, listed := 0, 0
	for _, s := range contentLines(d, "") {
		rows++
		listed += oneIf(len(s) > 10 && strings.IndexByte("-dl", s[0]) >= 0 && len(bytes.Trim(s[1:10], "rwxsStT-")) == 0)
	}
	return listed > 0 && 2*listed >= rows
}
