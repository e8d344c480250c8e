package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// This file detects texts that users give in place of a graph: error answers of servers, logs, settings, source code, and files of other
// programs. refuse.go gives the errors. A text is not empty and has no surrounding space.

// errorPhrases are the first words of error answers, in lower case.
// The list has names of HTTP status codes (RFC 9110), and phrases of programs and gateways.
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

// isErrorPage reports whether a text is an error answer. A text of more than 5000 bytes is none. An error answer is
//   - a JSON object with a message (isErrorObject), if the text begins with a brace;
//   - a status number from 300 to 599 before a phrase of errorPhrases, in less than eight lines or in a whole response of HTTP;
//   - a traceback of Python, in any number of lines;
//   - a phrase of errorPhrases, in less than four lines, if the first line has no separator of a table.
//
// Only lines that are not blank count.
func isErrorPage(d []byte) bool {
	const maxAnswer = 5000 // leaves room for advice to the user
	if len(d) > maxAnswer {
		return false
	}
	if d[0] == '{' {
		return isErrorObject(d)
	}
	lineCount := 0
	for range contentLines(d, "") {
		lineCount++
	}
	// The error is in the first line. Marks of Markdown and HTML may enclose the error.
	line, _ := firstLine(d)
	text := strings.ToLower(strings.Trim(strings.TrimSpace(string(line)), `"'*=#[]<>! `))
	// A protocol and labels may precede the status, as in HTTP/1.1 404 and Error code: 404. Each is removed once, in this order.
	for _, prefix := range []string{"http/1.1", "http/1.0", "http/2", "http/3", "http", "status", "error", "code", ":", "-"} {
		text = strings.TrimSpace(strings.TrimPrefix(text, prefix))
	}
	beginsWithPhrase := func(s string) bool {
		return slices.ContainsFunc(errorPhrases, func(p string) bool {
			after, ok := strings.CutPrefix(s, p)
			// A name such as Gonesse may begin with a phrase of one word.
			isPartOfWord := !strings.ContainsAny(p, " :") && strings.IndexFunc(after, unicode.IsLetter) == 0
			return ok && !isPartOfWord
		})
	}
	// code is the part before the first separator: the status, if the answer has one.
	code, phrase := cutAny(text, " :;,-–—|.")
	status, why := parseID([]byte(code))
	isStatus := why == "" && len(code) == 3 && status >= 300 && status < 600
	if isStatus {
		isResponse := strings.HasPrefix(strings.ToLower(string(line)), "http/")
		mayBeAnswer := lineCount < 8 || isResponse
		return beginsWithPhrase(strings.TrimLeft(phrase, " :;,-–—|.(")) && mayBeAnswer
	}
	// lowered keeps labels such as error:, which text has lost.
	lowered := strings.ToLower(strings.TrimLeft(string(line), "[<!*#\" "))
	if strings.HasPrefix(lowered, "traceback (most recent") {
		return true
	}
	hasSeparator := strings.ContainsAny(string(line), "\t;|")
	if lineCount >= 4 || hasSeparator {
		return false
	}
	return beginsWithPhrase(text) || beginsWithPhrase(lowered)
}

// errorKeys are members of a JSON object that reports an error.
var errorKeys = strings.Fields("error errors message detail details fault exception error_description error_message errormessage msg " +
	"traceback statuscode error_code errorcode")

// isErrorObject reports whether a JSON object has a member of errorKeys, and in its other members no list or object that may contain edges.
// It returns false for a text that is no JSON object, and for an object with a member of a graph, such as nodes.
func isErrorObject(d []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(d, &members) != nil {
		return false
	}
	// containers is the number of lists and objects that may contain edges.
	hasErrorKey, containers := false, 0
	for key, v := range members {
		if slices.Contains([]string{"nodes", "edges", "vertices", "elements"}, key) {
			return false
		}
		// An empty list or object has two bytes.
		isContainer := len(v) > 2 && (v[0] == '[' || v[0] == '{')
		// Error answers also have these members. A graph in links or data has lists or objects inside.
		isFlat := !bytes.ContainsAny(v[1:], "[{")
		isMetadata := slices.Contains([]string{"meta", "request"}, key) || isFlat && slices.Contains([]string{"links", "data"}, key)
		if slices.Contains(errorKeys, strings.ToLower(key)) {
			hasErrorKey = true
		} else if isContainer && !isMetadata {
			containers++
		}
	}
	return hasErrorKey && containers == 0
}

// logLevels are the words of logs for the severity of a line.
var logLevels = strings.Fields("info warn warning error debug trace fatal notice critical severe verbose err crit emerg alert panic")

// isLog reports whether the first line, and at least four of five lines, are lines of a log. Only the first fifty lines are tested.
func isLog(d []byte) bool {
	// The first maxBytes of a line have room for a request, or for a time and a severity.
	const maxRows, maxBytes = 50, 400
	rows, logged := 0, 0
	for _, s := range contentLines(d, "") {
		isLogged := isLogLine(string(s[:min(len(s), maxBytes)]))
		// Most tables are rejected by their first line, which saves time.
		if rows == 0 && !isLogged {
			return false
		}
		rows++
		if rows > maxRows {
			break // rows counts this line, but logged does not: one line in 51 hardly changes the share
		}
		logged += oneIf(isLogged)
	}
	return rows > 0 && 5*logged >= 4*rows
}

// isLogLine reports whether a line has an HTTP request in quotes, or a time and a severity, or the form of syslog.
func isLogLine(s string) bool {
	if strings.Contains(s, " HTTP/1.") || strings.Contains(s, " HTTP/2") {
		return strings.Contains(s, `"`)
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t[]()|", r) })
	if len(words) < 3 {
		return false
	}
	// The time is among the first four words, and the severity is among the first eight.
	hasTime, hasLevel := false, false
	for k, w := range words[:min(len(words), 8)] {
		level := strings.ToLower(strings.Trim(w, ":,-<>="))
		if k < 4 {
			hasTime = hasTime || isDate(w) || isClock(w)
		}
		hasLevel = hasLevel || slices.Contains(logLevels, level)
	}
	// Syslog begins a line with Jan 31 10:00:00. The name of the computer and a message follow.
	months := "jan feb mar apr may jun jul aug sep oct nov dec"
	hasMonth := len(words) > 4 && len(words[0]) == 3 && strings.Contains(months, strings.ToLower(words[0]))
	isSyslog := hasMonth && isInteger(words[1]) && isClock(words[2])
	hasTimeAndLevel := hasTime && hasLevel
	return hasTimeAndLevel || isSyslog
}

// isSubtitles reports whether a text begins with WEBVTT, or has a line of two times with an arrow between them, as in SubRip.
// Only the first twenty lines are tested.
func isSubtitles(d []byte) bool {
	// isTime detects a time with a fraction of the second, such as 00:01:02,500. Other words may follow the time.
	isTime := func(s string) bool {
		word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
		return strings.Contains(word, ":") && strings.ContainsAny(word, ",.") && strings.Trim(word, "0123456789:,.") == ""
	}
	for _, s := range textLines(d, "", 20) {
		start, end, hasArrow := strings.Cut(s, "-->")
		if hasArrow && isTime(start) && isTime(end) {
			return true
		}
	}
	return startsWithFold("webvtt")(d)
}

// codeWords are the first words of lines of source code, in many languages.
var codeWords = strings.Fields("if for while return int void def class function public private static fn func let var const import elif " +
	"else try catch except print printf switch case struct using namespace foreach elseif local fun val double float string " +
	"bool char auto long #include #define package require")

// isCode reports whether a text is source code. At least two lines must be statements: they begin with a word of a language and contain
// marks of code. Two thirds of the lines must be statements or end as code does. Only the first sixty lines are tested.
func isCode(d []byte) bool {
	rows, statements, otherCode := 0, 0, 0
	for _, s := range textLines(d, "", 60) {
		rows++
		word, _ := cutAny(strings.TrimLeft(s, "} "), " \t(:{")
		text := strings.TrimSpace(s)
		last := text[len(text)-1]
		hasMark := strings.ContainsAny(text, "(){};=<") || last == ':'
		// An arrow may join the two nodes of an edge.
		isStatement := slices.Contains(codeWords, word) && hasMark && !strings.Contains(text, "->")
		endsAsCode := strings.IndexByte(";{}):", last) >= 0
		statements += oneIf(isStatement)
		otherCode += oneIf(!isStatement && endsAsCode)
	}
	return statements > 1 && 3*(statements+otherCode) >= 2*rows
}

// isDate reports whether a text is a date in numbers, such as 2024-01-31, 31.1.2024 or 1/31/24. A time may follow the date.
func isDate(s string) bool {
	// The letter T or a space precedes the time.
	date, clock, hasTime := strings.Cut(strings.Replace(strings.TrimSpace(s), "T", " ", 1), " ")
	if hasTime && !isClock(clock) {
		// A word such as UTC may follow the time.
		first, _, _ := strings.Cut(clock, " ")
		if !isClock(first) {
			return false
		}
	}
	for _, mark := range []string{"-", "/", "."} {
		parts := strings.Split(date, mark)
		if len(parts) != 3 {
			continue
		}
		// years counts the parts that are years of four digits, at the beginning or at the end of the date.
		years := 0
		for k, p := range parts {
			v, why := parseID([]byte(p))
			// A part has one, two or four digits.
			if why != "" || len(p) > 4 || len(p) == 3 {
				return false
			}
			hasFourDigits := len(p) == 4
			// The first two parts are days or months, unless they have four digits.
			isDayOrMonth := v >= 1 && v <= 31
			if k < 2 && !hasFourDigits && !isDayOrMonth {
				return false
			}
			if k != 1 && hasFourDigits && v > 1000 && v < 3000 {
				years++
			}
		}
		// A date may end with a year of two digits. Three numbers with points between them may be a version.
		hasShortYear := mark != "." && len(parts[2]) == 2
		endsWithShortYear := years == 0 && hasShortYear
		return years == 1 || endsWithShortYear
	}
	return false
}

// isClock reports whether a text is a time of day, such as 10:00, 10:00:00.123+02:00 or 10:00:00-0500.
func isClock(s string) bool {
	withoutZone, _, _ := strings.Cut(strings.TrimRight(strings.ToUpper(s), "Z,;"), "+")
	// Seconds precede a zone with the sign -, and the zone has four digits: other hyphens may join two times or two ids.
	if time, zone, _ := strings.Cut(withoutZone, "-"); strings.Count(time, ":") == 2 && len(strings.ReplaceAll(zone, ":", "")) == 4 {
		withoutZone = time
	}
	withoutFraction, _ := cutAny(withoutZone, ".,")
	parts := strings.Split(withoutFraction, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return false
	}
	// Hours, minutes and seconds have at most two digits. The limit 60, the number of a leap second, serves for all three.
	return !slices.ContainsFunc(parts, func(p string) bool {
		v, why := parseID([]byte(p))
		return why != "" || len(p) > 2 || v > 60
	})
}

// isSettings reports whether all lines are settings, name = value, or names of [sections]. At least two settings are needed.
// Only the first 201 settings are tested.
func isSettings(d []byte) bool {
	const maxSettings = 200
	settings := 0
	for _, s := range contentLines(d, "#;") {
		isSection := s[0] == '[' && s[len(s)-1] == ']' && !bytes.ContainsAny(s, ",\"'")
		if isSection {
			continue
		}
		// literal is the parser of Python literals. key is "" if the line does not begin with a word.
		p := literal{d: s}
		key := p.readWord()
		assignment := bytes.TrimLeft(s[len(key):], " \t")
		if key == "" || len(assignment) < 2 || assignment[0] != '=' {
			return false
		}
		// The marks == and => are no assignments, and a line with a tab may be a row of a table.
		if strings.IndexByte("=>", assignment[1]) >= 0 || bytes.IndexByte(s, '\t') >= 0 {
			return false
		}
		// A value in brackets or quotes may be a literal with edges.
		value := bytes.TrimLeft(assignment[1:], " \t")
		if len(value) == 0 || strings.IndexByte("[{(\"'", value[0]) >= 0 {
			return false
		}
		// So may a call such as torch.tensor(.
		call := literal{d: value}
		if slices.Contains(literalCalls, lastName(call.readWord())) && call.peek() == '(' {
			return false
		}
		settings++
		if settings > maxSettings {
			break
		}
	}
	return settings > 1
}

// isWolfram detects a graph of the Wolfram Language: Graph[{1 <-> 2}], or only its list of edges. The evidence is in the first 200 bytes.
func isWolfram(d []byte) bool {
	head := d[:min(len(d), 200)]
	if bytes.Contains(head, []byte("Graph[{")) || bytes.Contains(head, []byte("AdjacencyGraph[")) {
		return true
	}
	// A list of edges has rules a -> b, or characters such as \[UndirectedEdge]. JSON and Python literals may have them in their texts.
	hasEdge := bytes.Contains(head, []byte("->")) || bytes.Contains(head, []byte(`\[`)) || bytes.Contains(head, []byte("DirectedEdge["))
	return d[0] == '{' && hasEdge && !json.Valid(d) && !isLiteral(d)
}

// isJSONP detects a JSON object or list that is the only argument of a function call. A call that Python literals allow is no JSONP.
func isJSONP(d []byte) bool {
	p := literal{d: d} // the parser of Python literals
	if p.readWord() == "" || p.peek() != '(' {
		return false
	}
	arguments, isClosed := bytes.CutSuffix(bytes.TrimRight(d[p.pos+1:], "; \t\n"), []byte{')'})
	value := bytes.TrimSpace(arguments)
	isContainer := len(value) > 1 && (value[0] == '{' || value[0] == '[')
	return isClosed && isContainer && json.Valid(value) && !isLiteral(d)
}

// isOBJ detects the format OBJ of Wavefront. All lines begin with a word of the format, and at least one line is a point.
func isOBJ(d []byte) bool {
	points := 0
	for _, s := range contentLines(d, "#") {
		words := strings.Fields(string(s[:min(len(s), 200)]))
		if !slices.Contains([]string{"v", "vn", "vt", "vp", "f", "l", "o", "g", "s", "usemtl", "mtllib"}, words[0]) {
			return false
		}
		isPoint := words[0] == "v" && len(words) > 3 && isNumber(words[1]) && isNumber(words[2]) && isNumber(words[3])
		points += oneIf(isPoint)
	}
	return points > 0
}

// isCSS detects a style sheet. Every rule has the form name { property: value; }.
func isCSS(d []byte) bool {
	properties := 0
	for tail := d; len(bytes.TrimSpace(tail)) > 0; {
		rule, after, isClosed := bytes.Cut(tail, []byte{'}'})
		name, body, isOpened := bytes.Cut(rule, []byte{'{'})
		if !isClosed || !isOpened {
			return false
		}
		// A name with quotes, equals signs or square brackets may belong to JSON or DOT.
		if len(bytes.TrimSpace(name)) == 0 || bytes.ContainsAny(name, "\"=[") {
			return false
		}
		for _, declaration := range bytes.Split(body, []byte{';'}) {
			property, _, hasColon := bytes.Cut(bytes.TrimSpace(declaration), []byte{':'})
			isName := isWord(strings.ReplaceAll(string(property), "-", ""))
			isDeclaration := hasColon && isName
			// property is empty after the last semicolon.
			if len(property) > 0 && !isDeclaration {
				return false
			}
			properties += oneIf(hasColon)
		}
		tail = after
	}
	return properties > 0
}

// isListing detects the output of ls -l. At least half of the lines begin with the permissions of a file.
func isListing(d []byte) bool {
	rows, listed := 0, 0
	for _, s := range contentLines(d, "") {
		rows++
		// The permissions are the type (- for a file, d for a folder, l for a link), and nine letters or hyphens such as rwxr-xr-x.
		hasPermissions := len(s) > 10 && strings.IndexByte("-dl", s[0]) >= 0 && len(bytes.Trim(s[1:10], "rwxsStT-")) == 0
		listed += oneIf(hasPermissions)
	}
	return listed > 0 && 2*listed >= rows
}
