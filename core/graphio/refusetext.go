package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Detectors of text formats and archives without a reader. Each receives the text without surrounding space.

// isTar detects a tar archive by its mark ustar, or by the checksum of its first header (512 bytes).
func isTar(d []byte) bool {
	if len(d) < 512 {
		return false
	}
	// The mark of POSIX archives.
	if bytes.HasPrefix(d[257:], []byte("ustar")) {
		return true
	}
	// The checksum is the sum of all bytes of the header. The eight bytes of the field itself, from byte 148, count as spaces.
	sum, want := 8*int(' '), 0
	for k, c := range d[:512] {
		switch {
		case k < 148 || k >= 156:
			sum += int(c)
		case c >= '0' && c <= '7':
			want = 8*want + int(c-'0')
		}
	}
	// The header begins with a file name of less than 100 bytes, padded with zeros.
	return want == sum && d[0] != 0 && bytes.IndexByte(d[:100], 0) > 0
}

// isNewick detects a tree in the format Newick: balanced brackets before a semicolon. Another tree may follow.
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
		// A semicolon ends the tree, outside all brackets.
		case ';':
			return depth == 0 && k > 1 && (k == len(d)-1 || bytes.HasPrefix(bytes.TrimSpace(d[k+1:]), []byte{'('}))
		}
	}
	return false
}

// isSQL detects SQL by a statement among its first 20,000 bytes that creates a table or copies rows.
func isSQL(d []byte) bool {
	head := " " + strings.Join(strings.Fields(strings.ToLower(string(d[:min(len(d), 20_000)]))), " ")
	return slices.ContainsFunc([]string{" create table ", " insert into ", " copy "}, func(statement string) bool {
		k := strings.Index(head, statement)
		return k >= 0 && strings.IndexByte(head[k:], '(') > 0 && bytes.IndexByte(d, ';') > 0
	})
}

// isYAML detects YAML by its first line, or by keys with lists. A list is in brackets or has a dash before each item.
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
		// A list in brackets behind its key.
		case ok && len(value) > 1 && !bytes.ContainsAny(key, ",;\"{[") && value[0] == '[' && value[len(value)-1] == ']':
			keys, lists = keys+1, lists+1
		// A scalar behind its key is no evidence.
		case ok && !bytes.ContainsAny(key, " \t,;\"{[") && len(value) > 0:
		default:
			return false
		}
	}
	return keys > 0 && lists > 0
}

// isTGF detects TGF, the Trivial Graph Format: lines of nodes with labels, a line with # alone, and lines with pairs of nodes.
func isTGF(d []byte) bool {
	ids, afterNodes, edges := map[string]bool{}, false, 0
	for _, s := range contentLines(d, "") {
		words := strings.Fields(string(s[:min(len(s), 4*MaxName)]))
		switch {
		// The line between the nodes and the edges.
		case len(words) == 1 && words[0] == "#":
			if afterNodes || len(ids) == 0 {
				return false
			}
			afterNodes = true
		case !afterNodes:
			if len(ids) > MaxNodes || strings.HasPrefix(words[0], "#") {
				return false
			}
			ids[words[0]] = true
		// After the mark, both ends must be nodes.
		case len(words) < 2 || !ids[words[0]] || !ids[words[1]]:
			return false
		default:
			edges++
		}
	}
	return afterNodes && edges > 0
}

// isHMETIS detects a hypergraph of hMETIS. Its first line holds the number of further lines and the largest number in these lines.
func isHMETIS(d []byte) bool {
	var head, first []int64
	rows, top, repeated := int64(0), int64(0), false
	for _, s := range contentLines(d, "%") {
		var ids []int64
		for _, w := range bytes.Fields(s) {
			v, why := parseID(w)
			if why != "" || v < 1 {
				return false
			}
			ids = append(ids, v)
		}
		// The first line has two different numbers.
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
		repeated = repeated || slices.Equal(ids, first)
		top = max(top, slices.Max(ids))
	}
	return head != nil && rows == head[0] && top == head[1] && (rows > 3 || repeated)
}

// isSVMLight detects the format svmlight: lines with a number and features column:value. Fifty lines suffice.
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
		// qid is the query of a ranking.
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

// isProgram detects a program. The program begins with a word of a language, or its first line assigns a value or calls a function.
// A literal with a reader in this package is not a program.
func isProgram(d []byte) bool {
	if bytes.ContainsAny(d[:min(len(d), 5000)], "(={") && startsWith("#!/", "import ", "from __future__", "library(", "const ", "var ",
		"let ", "export ", "module.exports", "window.", "<?php", "#include", "using ", "package ", "public class ", "function ", "def ")(d) {
		return !isReadableLiteral(d)
	}
	for _, s := range contentLines(d[:min(len(d), 5000)], "#%") {
		text := string(s)
		p := literal{d: s}
		// The first line with content decides. "sep" begins a line that names the separator of a table.
		word := p.readWord()
		rest := strings.TrimSpace(text[len(word):])
		if word == "" || strings.EqualFold(word, "sep") {
			return false
		}
		// The value of an assignment: R writes <-, Pascal and Go write :=.
		value := ""
		for _, mark := range []string{"<-", ":=", "="} {
			if after, ok := strings.CutPrefix(rest, mark); ok && value == "" {
				value = strings.TrimSpace(after)
			}
		}
		// An assignment such as "x = [" or "x = f(": its value begins with a bracket, a quote or a call.
		first := literal{d: []byte(value)}
		callsFunction := first.readWord() != "" && strings.HasPrefix(value[first.pos:], "(")
		assigns := value != "" && (strings.IndexByte("[({\"'", value[0]) >= 0 || callsFunction)
		// A call such as "plot(a,": the line ends with a bracket or a separator, and its brackets enclose all further text.
		hasArguments := len(text) > len(word)+1 && text[len(word)] == '('
		calls := hasArguments && strings.IndexByte("(,;.)[{", text[len(text)-1]) >= 0 && !closesWithin(text[len(word):])
		return (assigns || calls) && !isReadableLiteral(d)
	}
	return false
}

// closesWithin reports whether the first bracket of a text closes before a space or a separator: the text goes on behind the call.
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

// isReadableLiteral reports whether a text is a literal of a programming language that this package reads.
func isReadableLiteral(d []byte) bool {
	return isBracketed(d) || isLiteral(d) || isFormula(d) || isCallList(d)
}

// isCNF detects a Boolean formula in DIMACS: the first line that is no comment is a line p with the problem cnf.
func isCNF(d []byte) bool {
	for _, s := range contentLines(d, "") {
		if words := strings.Fields(string(s[:min(len(s), 200)])); words[0] != "c" {
			return len(words) > 1 && words[0] == "p" && strings.HasSuffix(words[1], "cnf")
		}
	}
	return false
}

// isLGL detects LGL: lines "# node", each followed by lines of one neighbour and possibly a number.
func isLGL(d []byte) bool {
	if d[0] != '#' {
		return false
	}
	// nodeAfterData reports that a line "# node" follows a neighbour. The comments of a table precede all data.
	nodeAfterData, data := false, 0
	for _, s := range contentLines(d, "") {
		words := bytes.Fields(s)
		switch {
		// A node: the mark # and one word.
		case words[0][0] == '#':
			if len(words) != 2 || len(words[0]) != 1 {
				return false
			}
			nodeAfterData = nodeAfterData || data > 0
		// A neighbour, with a weight or without.
		case len(words) == 1 || len(words) == 2 && isNumber(string(words[1])):
			data++
		default:
			return false
		}
	}
	return nodeAfterData && data > 0
}

// isMETIS detects METIS. The first line has the numbers of nodes and edges, and possibly three digits about sizes and weights.
// Each further line lists the neighbours of one node. Every edge therefore occurs twice.
func isMETIS(d []byte) bool {
	// head is the first line, ids the current line. count is the number of ids in all lines of nodes.
	var head, ids []int64
	var rows, count int64
	// asymmetry is a sum over all pairs of a node and a neighbour. It is 0 if each pair occurs in both orders.
	var asymmetry int64
	for _, s := range lines(d) {
		if s = bytes.TrimSpace(s); len(s) > 0 && s[0] == '%' {
			continue
		}
		// The numbers of the line are parsed in place: the files are large.
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
		// One empty line may follow the lines of the nodes.
		if rows++; rows > head[0]+1 || rows > head[0] && len(ids) > 0 {
			return false
		}
		if len(head) == 2 {
			// Each summand changes its sign if the two ids change places. Other lists hardly ever give the sum 0.
			for _, v := range ids {
				if v < 1 || v > head[0] || v == rows {
					return false
				}
				asymmetry += (v - rows) * (v + 3*rows) * (rows + 3*v)
			}
		}
		count += int64(len(ids))
	}
	if bytes.HasSuffix(d, []byte{'\n'}) {
		rows++ // The empty line of a last node without neighbours.
	}
	if head == nil || rows < head[0]-1 || rows > head[0]+1 {
		return false
	}
	n, m := head[0], head[1]
	if len(head) == 2 {
		return count == 2*m && asymmetry == 0
	}
	// The three digits of head[2] announce vertex sizes, vertex weights and edge weights. head[3] is the number of weights per vertex.
	hasSizes, hasVertexWeights, hasEdgeWeights := head[2]/100 == 1, head[2]/10%10 == 1, head[2]%10 == 1
	vertexNumbers := int64(0)
	if hasVertexWeights {
		vertexNumbers = n
		if len(head) == 4 {
			vertexNumbers = n * head[3]
		}
	}
	if hasSizes {
		vertexNumbers += n
	}
	// With edge weights, a weight follows every neighbour.
	if hasEdgeWeights {
		return count == 4*m+vertexNumbers
	}
	return count == 2*m+vertexNumbers && (vertexNumbers > 0 || head[2] == 0)
}
