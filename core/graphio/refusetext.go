package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// isTar detects a tar archive by its mark, or by the checksum of the first header.
func isTar(d []byte) bool {
	if len(d) < 512 {
		return false
	}
	if bytes.HasPrefix(d[257:], []byte("ustar")) {
		return true
	}
	// The checksum adds all bytes of the header, with spaces in place of its own eight bytes.
	sum, want := 8*int(' '), 0
	for k, c := range d[:512] {
		switch {
		case k < 148 || k >= 156:
			sum += int(c)
		case c >= '0' && c <= '7':
			want = 8*want + int(c-'0')
		}
	}
	return want == sum && d[0] != 0 && bytes.IndexByte(d[:100], 0) > 0
}

// isNewick detects a tree in Newick: balanced brackets that a semicolon ends.
func isNewick(d []byte) bool {
	if d[0] != '(' || d[len(d)-1] != ';' {
		return false
	}
	depth := 0
	for k, c := range d {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return false
			}
		case ';':
			return depth == 0 && k > 1 && (k == len(d)-1 || bytes.HasPrefix(bytes.TrimSpace(d[k+1:]), []byte{'('}))
		}
	}
	return false
}

// isSQL detects SQL by its first statement.
func isSQL(d []byte) bool {
	head := " " + strings.Join(strings.Fields(strings.ToLower(string(d[:min(len(d), 20_000)]))), " ")
	return slices.ContainsFunc([]string{" create table ", " insert into ", " copy "}, func(s string) bool {
		k := strings.Index(head, s)
		return k >= 0 && strings.IndexByte(head[k:], '(') > 0 && bytes.IndexByte(d, ';') > 0
	})
}

// isYAML detects YAML by its first line, or by keys with lists in brackets or of dashes.
func isYAML(d []byte) bool {
	if bytes.HasPrefix(d, []byte("---\n")) || bytes.HasPrefix(d, []byte("%YAML")) {
		return true
	}
	keys, lists, rows := 0, 0, 0
	for _, s := range contentLines(d, "#") {
		// A hundred lines suffice.
		if rows++; rows > 100 {
			break
		}
		key, value, ok := bytes.Cut(s, []byte{':'})
		value = bytes.TrimSpace(value)
		switch {
		case bytes.HasPrefix(s, []byte("- ")):
			lists++
		case ok && !bytes.ContainsAny(key, " \t,;") && len(value) == 0:
			keys++
		case ok && len(value) > 1 && !bytes.ContainsAny(key, ",;\"{[") && value[0] == '[' && value[len(value)-1] == ']':
			keys, lists = keys+1, lists+1
		case ok && !bytes.ContainsAny(key, " \t,;\"{[") && len(value) > 0:
		default:
			return false
		}
	}
	return keys > 0 && lists > 0
}

// isTGF detects TGF: nodes with labels, a line with # alone, and pairs of nodes.
func isTGF(d []byte) bool {
	ids, behind, edges := map[string]bool{}, false, 0
	for _, s := range contentLines(d, "") {
		words := strings.Fields(string(s[:min(len(s), 4*MaxName)]))
		switch {
		case len(words) == 1 && words[0] == "#":
			if behind || len(ids) == 0 {
				return false
			}
			behind = true
		case !behind:
			if len(ids) > MaxNodes || strings.HasPrefix(words[0], "#") {
				return false
			}
			ids[words[0]] = true
		case len(words) < 2 || !ids[words[0]] || !ids[words[1]]:
			return false
		default:
			edges++
		}
	}
	return behind && edges > 0
}

// isHMETIS detects a hypergraph. Its first line is the number of further lines and the largest number in them.
func isHMETIS(d []byte) bool {
	var head, first []int64
	rows, top, again := int64(0), int64(0), false
	for _, s := range contentLines(d, "%") {
		var ids []int64
		for _, w := range bytes.Fields(s) {
			v, why := parseID(w)
			if why != "" || v < 1 {
				return false
			}
			ids = append(ids, v)
		}
		if head == nil {
			if head, first = ids, ids; len(head) != 2 || head[0] < 2 || head[0] == head[1] {
				return false
			}
			continue
		}
		if rows++; rows > head[0] {
			return false
		}
		// A short file needs the repeated pair as further evidence.
		again = again || slices.Equal(ids, first)
		top = max(top, slices.Max(ids))
	}
	return head != nil && rows == head[0] && top == head[1] && (rows > 3 || again)
}

// isSVMLight detects lines with a number and features column:value.
func isSVMLight(d []byte) bool {
	rows, pairs := 0, 0
	for _, s := range contentLines(d, "#") {
		if rows++; rows > 50 {
			break
		}
		words := strings.Fields(string(s[:min(len(s), 100_000)]))
		if !isNumber(words[0]) {
			return false
		}
		for _, w := range words[1:] {
			column, value, ok := strings.Cut(w, ":")
			if !ok || !isInteger(column) && column != "qid" || !isNumber(value) {
				return false
			}
			pairs++
		}
	}
	return pairs > 0 && rows > 0
}

// isProgram detects a program.
// It begins with a word of a language, or its first line assigns a value or calls a function. Literals with a reader are none.
func isProgram(d []byte) bool {
	if bytes.ContainsAny(d[:min(len(d), 5000)], "(={") && startsWith("#!/", "import ", "from __future__", "library(", "const ", "var ",
		"let ", "export ", "module.exports", "window.", "<?php", "#include", "using ", "package ", "public class ", "function ", "def ")(d) {
		return !isReadableLiteral(d)
	}
	for _, s := range contentLines(d[:min(len(d), 5000)], "#%") {
		text := string(s)
		p := literal{d: s}
		word := p.readWord()
		rest := strings.TrimSpace(text[len(word):])
		if word == "" || strings.EqualFold(word, "sep") {
			return false
		}
		value := ""
		for _, mark := range []string{"<-", ":=", "="} {
			if after, ok := strings.CutPrefix(rest, mark); ok && value == "" {
				value = strings.TrimSpace(after)
			}
		}
		first := literal{d: []byte(value)}
		called := first.readWord() != "" && strings.HasPrefix(value[first.pos:], "(")
		// "x = [" opens a value, "plot(a," a call.
		opens := value != "" && (strings.IndexByte("[({\"'", value[0]) >= 0 || called)
		calls := len(text) > len(word)+1 && text[len(word)] == '(' && strings.IndexByte("(,;.)[{", text[len(text)-1]) >= 0 &&
			!closesWithin(text[len(word):])
		return (opens || calls) && !isReadableLiteral(d)
	}
	return false
}

// closesWithin reports whether the first bracket of a text closes before further text.
func closesWithin(s string) bool {
	depth := 0
	for k, r := range s {
		if r == '(' {
			depth++
		} else if r == ')' {
			if depth--; depth == 0 {
				return len(s) > k+1 && strings.IndexByte(" ,.;\t", s[k+1]) >= 0
			}
		}
	}
	return false
}

// isReadableLiteral reports whether a text is a literal of a program with a reader here.
func isReadableLiteral(d []byte) bool {
	return isBracketed(d) || isLiteral(d) || isFormula(d) || isCallList(d)
}

// isCNF detects a formula in DIMACS by its line p.
func isCNF(d []byte) bool {
	for _, s := range contentLines(d, "") {
		if words := strings.Fields(string(s[:min(len(s), 200)])); words[0] != "c" {
			return len(words) > 1 && words[0] == "p" && strings.HasSuffix(words[1], "cnf")
		}
	}
	return false
}

// isLGL detects LGL: lines "# node", each followed by lines with one neighbour and perhaps a number.
func isLGL(d []byte) bool {
	if d[0] != '#' {
		return false
	}
	heads, after, data := 0, false, 0
	for _, s := range contentLines(d, "") {
		words := bytes.Fields(s)
		switch {
		case words[0][0] == '#':
			if len(words) != 2 || len(words[0]) != 1 {
				return false
			}
			heads++
			after = after || data > 0
		case len(words) == 1 || len(words) == 2 && isNumber(string(words[1])):
			data++
		default:
			return false
		}
	}
	return after && data > 0
}

// isMETIS detects METIS: the first line has the numbers of nodes and edges.
// The lines of the nodes list their neighbours, so every edge occurs twice.
func isMETIS(d []byte) bool {
	var head []int64
	var ids []int64
	rows := int64(0)
	var key, count int64
	for _, s := range lines(d) {
		if s = bytes.TrimSpace(s); len(s) > 0 && s[0] == '%' {
			continue
		}
		ids = ids[:0]
		for len(s) > 0 {
			end := bytes.IndexAny(s, " \t")
			if end < 0 {
				end = len(s)
			}
			v, why := parseID(s[:end])
			if why != "" || len(ids) > MaxNodes {
				return false
			}
			ids, s = append(ids, v), bytes.TrimLeft(s[end:], " \t")
		}
		if head == nil {
			if len(ids) < 2 || len(ids) > 4 || ids[0] < 2 || ids[1] < 1 || ids[0] > MaxNodes {
				return false
			}
			head = slices.Clone(ids)
			continue
		}
		if rows++; rows > head[0]+1 || rows > head[0] && len(ids) > 0 {
			return false
		}
		if len(head) == 2 {
			// A function odd in the order of two ids sums to 0 over a symmetric matrix, and hardly otherwise.
			for _, v := range ids {
				if v < 1 || v > head[0] || v == rows {
					return false
				}
				key += (v - rows) * (v + 3*rows) * (rows + 3*v)
			}
		}
		count += int64(len(ids))
	}
	if bytes.HasSuffix(d, []byte{'\n'}) {
		rows++ // the last node may have no neighbour
	}
	if head == nil || rows < head[0]-1 || rows > head[0]+1 {
		return false
	}
	n, m := head[0], head[1]
	if len(head) == 2 {
		return count == 2*m && key == 0
	}
	// The third number of the first line has three digits: vertex sizes, vertex weights, edge weights.
	weights, vertex := head[2]%10 == 1, int64(0)
	if head[2]/10%10 == 1 {
		if vertex = n; len(head) == 4 {
			vertex = n * head[3]
		}
	}
	if head[2]/100 == 1 {
		vertex += n
	}
	if weights {
		return count == 4*m+vertex
	}
	return count == 2*m+vertex && (vertex > 0 || head[2] == 0)
}
