package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file detects texts and archives for refuse.go, which refuses them. A text is not empty and has no surrounding space.

// isTar detects a tar archive by the mark ustar in the first header, or by the checksum and the name in this header.
func isTar(d []byte) bool {
	// headerSize and nameSize are sizes in bytes. The header begins with the name. All other constants are offsets in the header.
	const headerSize, checksumStart, checksumEnd, markStart, nameSize = 512, 148, 156, 257, 100
	if len(d) < headerSize {
		return false
	}
	if bytes.HasPrefix(d[markStart:], []byte("ustar")) { // the mark of POSIX archives
		return true
	}
	// The checksum is the sum of all bytes of the header. The eight bytes of the checksum itself count as spaces.
	sum, recorded := (checksumEnd-checksumStart)*int(' '), 0
	for k, c := range d[:headerSize] {
		isChecksum := k >= checksumStart && k < checksumEnd
		if !isChecksum {
			sum += int(c)
		} else if c >= '0' && c <= '7' {
			// The checksum is written in octal digits.
			recorded = 8*recorded + int(c-'0')
		}
	}
	// The name of the file is padded with zeros.
	hasName := d[0] != 0 && bytes.IndexByte(d[:nameSize], 0) > 0
	return recorded == sum && hasName
}

// isNewick detects a tree in the format Newick: balanced brackets before a semicolon. Another tree may follow the semicolon.
func isNewick(d []byte) bool {
	if d[0] != '(' || d[len(d)-1] != ';' {
		return false
	}
	depth := 0 // the number of open brackets
	for k, c := range d {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			if depth < 0 {
				return false
			}
		case ';': // the first semicolon ends the tree
			endsText := k == len(d)-1
			isValidEnd := endsText || bytes.HasPrefix(bytes.TrimSpace(d[k+1:]), []byte{'('})
			// A tree has at least its two brackets before the semicolon.
			return depth == 0 && k > 1 && isValidEnd
		}
	}
	return false
}

// isYAML detects YAML by a first line --- or %YAML. Without such a line, each of the first 100 lines must be a key or an item with a dash,
// and a key and a list must occur.
func isYAML(d []byte) bool {
	if bytes.HasPrefix(d, []byte("---\n")) || bytes.HasPrefix(d, []byte("%YAML")) {
		return true
	}
	// keys counts the keys without a scalar. lists counts the lists in brackets and the items with a dash.
	keys, lists, rows := 0, 0, 0
	const maxRows = 100
	for _, s := range contentLines(d, "#") {
		rows++
		if rows > maxRows {
			break
		}
		if bytes.HasPrefix(s, []byte("- ")) {
			lists++
			continue
		}
		key, after, hasKey := bytes.Cut(s, []byte{':'})
		if !hasKey {
			return false
		}
		value := bytes.TrimSpace(after)
		hasListInBrackets := len(value) > 1 && value[0] == '[' && value[len(value)-1] == ']'
		switch {
		// The value of the key follows in the next lines.
		case len(value) == 0 && !bytes.ContainsAny(key, " \t,;"):
			keys++
		case hasListInBrackets && !bytes.ContainsAny(key, ",;\"{["):
			keys++
			lists++
		// A scalar behind its key is no evidence.
		case len(value) > 0 && !bytes.ContainsAny(key, " \t,;\"{["):
		default:
			return false
		}
	}
	return keys > 0 && lists > 0
}

// isTGF detects the Trivial Graph Format: lines of nodes with labels, a line with # alone, and lines with pairs of nodes.
func isTGF(d []byte) bool {
	ids, afterNodes, edges := map[string]bool{}, false, 0
	for _, s := range contentLines(d, "") {
		// The first 4*MaxName bytes of a line have room for the two ids.
		words := strings.Fields(string(s[:min(len(s), 4*MaxName)]))
		switch {
		// The line between the nodes and the edges.
		case len(words) == 1 && words[0] == "#":
			if afterNodes || len(ids) == 0 {
				return false
			}
			afterNodes = true
		case !afterNodes: // the line of a node, whose id does not begin with #
			if len(ids) > MaxNodes || strings.HasPrefix(words[0], "#") {
				return false
			}
			ids[words[0]] = true
		// After the line with # alone, both ends must be nodes.
		case len(words) < 2 || !ids[words[0]] || !ids[words[1]]:
			return false
		default:
			edges++
		}
	}
	return afterNodes && edges > 0
}

// isHMETIS detects a hypergraph of hMETIS. The first line has the numbers of hyperedges and of nodes. Each further line is a hyperedge:
// its nodes, from 1. The last node must occur. Of at most three hyperedges, one must be equal to the first line.
func isHMETIS(d []byte) bool {
	// head is the first line. rows is the number of further lines. largest is the largest number in the further lines.
	var head []int64
	rows, largest, repeatsHead := int64(0), int64(0), false
	for _, s := range contentLines(d, "%") {
		var ids []int64
		for _, w := range bytes.Fields(s) {
			v, why := parseID(w)
			if why != "" || v < 1 {
				return false
			}
			ids = append(ids, v)
		}
		// The first line must have two different numbers, the first at least 2.
		if head == nil {
			if len(ids) != 2 || ids[0] < 2 || ids[0] == ids[1] {
				return false
			}
			head = ids
			continue
		}
		rows++
		if rows > head[0] {
			return false
		}
		repeatsHead = repeatsHead || slices.Equal(ids, head)
		largest = max(largest, slices.Max(ids))
	}
	if head == nil {
		return false
	}
	// A short list of edges may have these numbers by chance, but does not repeat its first edge.
	hasEvidence := rows > 3 || repeatsHead
	return hasEvidence && rows == head[0] && largest == head[1]
}

// isSVMLight detects the format svmlight: lines with a number and features column:value. Only the first fifty lines are tested.
func isSVMLight(d []byte) bool {
	const maxRows, maxBytes = 50, 100_000
	rows, pairs := 0, 0
	for _, s := range contentLines(d, "#") {
		rows++
		if rows > maxRows {
			break
		}
		// The first word is the class, the other words are features.
		words := strings.Fields(string(s[:min(len(s), maxBytes)]))
		if !isNumber(words[0]) {
			return false
		}
		for _, w := range words[1:] {
			column, value, hasColon := strings.Cut(w, ":")
			// qid is the query of a ranking.
			isColumn := isInteger(column) || column == "qid"
			if !hasColon || !isColumn || !isNumber(value) {
				return false
			}
			pairs++
		}
	}
	return pairs > 0 && rows > 0
}

// isProgram detects a program. The program begins with a word of a language, or its first line assigns a value or calls a function.
// A literal that this package reads is not a program.
func isProgram(d []byte) bool {
	head := d[:min(len(d), 5000)] // a sufficient sample
	// Prose may also begin with a word such as import, but has no brackets and no equals sign.
	if bytes.ContainsAny(head, "(={") && startsWith("#!/", "import ", "from __future__", "library(", "const ", "var ",
		"let ", "export ", "module.exports", "window.", "<?php", "#include", "using ", "package ", "public class ", "function ", "def ")(d) {
		return !isReadableLiteral(d)
	}
	// The first line that is neither blank nor a comment decides.
	for _, s := range contentLines(head, "#%") {
		text := string(s)
		p := literal{d: s} // the parser of Python literals, which reads the first word
		word := p.readWord()
		// A line without a word at its start is data. "sep" begins a line that gives the separator of a table.
		if word == "" || strings.EqualFold(word, "sep") {
			return false
		}
		afterWord := strings.TrimSpace(text[len(word):])
		// The value of an assignment: R writes <-, Pascal and Go write :=.
		value := ""
		for _, mark := range []string{"<-", ":=", "="} {
			if after, ok := strings.CutPrefix(afterWord, mark); ok && value == "" {
				value = strings.TrimSpace(after)
			}
		}
		// An assignment such as "x = [" or "x = f(": its value begins with a bracket, a quote or a call. readWord moves pos behind the word.
		valueParser := literal{d: []byte(value)}
		callsFunction := valueParser.readWord() != "" && strings.HasPrefix(value[valueParser.pos:], "(")
		beginsAsLiteral := value != "" && strings.IndexByte("[({\"'", value[0]) >= 0
		assigns := beginsAsLiteral || callsFunction
		// A call such as "plot(a,": the line ends with a bracket or a separator, and no text follows the call.
		hasArguments := len(text) > len(word)+1 && text[len(word)] == '('
		endsAsCall := strings.IndexByte("(,;.)[{", text[len(text)-1]) >= 0
		calls := hasArguments && endsAsCall && !hasTextAfterCall(text[len(word):])
		isStatement := assigns || calls
		return isStatement && !isReadableLiteral(d)
	}
	return false
}

// hasTextAfterCall reports whether a space or a separator follows the bracket that closes the first bracket of s. s begins with a bracket.
// The text then continues after the call, as prose and chains of calls do.
func hasTextAfterCall(s string) bool {
	depth := 0 // the number of open brackets
	for k, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
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

// isCNF detects a Boolean formula in DIMACS: the first line that is no comment is a line such as p cnf 5 3 or p wcnf 5 3.
func isCNF(d []byte) bool {
	for _, s := range contentLines(d, "") {
		words := strings.Fields(string(s[:min(len(s), 200)])) // 200 bytes have room for two words
		if isComment := words[0] == "c"; !isComment {
			return len(words) > 1 && words[0] == "p" && strings.HasSuffix(words[1], "cnf")
		}
	}
	return false
}

// isLGL detects LGL: lines "# node", between them and after them lines with one neighbour and possibly a number.
func isLGL(d []byte) bool {
	if d[0] != '#' {
		return false
	}
	// data is the number of lines with a neighbour. nodeAfterData reports that a line "# node" follows such a line:
	// a comment of a table would precede all data.
	nodeAfterData, data := false, 0
	for _, s := range contentLines(d, "") {
		words := bytes.Fields(s)
		hasWeight := len(words) == 2 && isNumber(string(words[1]))
		switch {
		// A node: the mark # and one word.
		case words[0][0] == '#':
			if len(words) != 2 || len(words[0]) != 1 {
				return false
			}
			nodeAfterData = nodeAfterData || data > 0
		// A neighbour, with or without a weight.
		case len(words) == 1 || hasWeight:
			data++
		default:
			return false
		}
	}
	return nodeAfterData && data > 0
}

// isMETIS detects METIS. The first line has two to four numbers: nodes, edges, three digits about sizes and weights, weights per node.
// Further line i lists the neighbours of node i, from 1. If the first line has two numbers, no node may be its own neighbour, and every
// edge must occur twice. If it has three or four, only the number of all ids, sizes and weights is tested.
func isMETIS(d []byte) bool {
	// head has the first line, ids the numbers of the current line. rows is the current node. count counts the numbers in all lines of nodes.
	var head, ids []int64
	var rows, count int64
	// asymmetry is a sum over all pairs of a node and a neighbour. It is 0 if each pair occurs in both orders.
	var asymmetry int64
	for _, line := range lines(d) {
		tail := bytes.TrimSpace(line)
		isComment := len(tail) > 0 && tail[0] == '%'
		if isComment {
			continue
		}
		// The numbers of the line are parsed in place, because the files are large.
		ids = ids[:0]
		for len(tail) > 0 {
			end := bytes.IndexAny(tail, " \t")
			if end < 0 {
				end = len(tail)
			}
			v, why := parseID(tail[:end])
			if why != "" || len(ids) > MaxNodes {
				return false
			}
			ids = append(ids, v)
			tail = bytes.TrimLeft(tail[end:], " \t")
		}
		if head == nil {
			if len(ids) < 2 || len(ids) > 4 {
				return false
			}
			n, m := ids[0], ids[1]
			if n < 2 || n > MaxNodes || m < 1 {
				return false
			}
			head = slices.Clone(ids)
			continue
		}
		rows++
		// One empty line may follow the lines of the nodes.
		isExtraRow := rows > head[0] && len(ids) > 0
		if isExtraRow || rows > head[0]+1 {
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
	// lines does not yield an empty last line: the line of a last node without neighbours.
	if bytes.HasSuffix(d, []byte{'\n'}) {
		rows++
	}
	// If the space around the text was removed, empty last lines are missing. One missing line is accepted.
	if head == nil || rows < head[0]-1 || rows > head[0]+1 {
		return false
	}
	n, m := head[0], head[1]
	if len(head) == 2 {
		return count == 2*m && asymmetry == 0
	}
	// The three digits of head[2] announce node sizes, node weights and edge weights. head[3] is the number of weights per node.
	hasSizes := head[2]/100 == 1
	hasNodeWeights := head[2]/10%10 == 1
	hasEdgeWeights := head[2]%10 == 1
	// nodeValues is the number of sizes and weights of all nodes.
	nodeValues := int64(0)
	if hasNodeWeights {
		nodeValues = n
		if len(head) == 4 {
			nodeValues = n * head[3]
		}
	}
	if hasSizes {
		nodeValues += n
	}
	// An edge occurs in the lines of both its ends: two numbers. With edge weights, a weight follows each of them: four numbers.
	if hasEdgeWeights {
		return count == 4*m+nodeValues
	}
	// Without edge weights, the third number announces sizes or weights of the nodes, or it is 0.
	hasValidDigits := nodeValues > 0 || head[2] == 0
	return hasValidDigits && count == 2*m+nodeValues
}
