package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file reads triples: an end, the kind of the edge, and the other end (SIF, RDF, knowledge graphs, results of Cypher).
// An assembly collects the graph (assemble.go).
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// predicateWords are names of columns with the kinds of edges, in the form of content.Word (lower case, without spaces).
var predicateWords = wordSet(`p r rel rels relation relations relationship relationtype predicate property verb edge edgetype type kind link
	linktype label interaction interactiontype effect role relstype relationshiptype typer prädikat praedikat beziehung beziehungstyp relacion
	relación relacao relazione predicado predicat predicato relatie relasjon predikat predykat relacja vztah отношение связь
	предикат 关系 關係 谓词 関係 述語 관계 kinds`)

// cypherWords are functions of Cypher, the query language of Neo4j, that name the columns of a result.
var cypherWords = strings.Fields("type id elementid labels startnode endnode properties")

// isCypher reports whether a cell is the name of a column in a result of Cypher, such as type(r) or startNode(r).name.
func isCypher(s string) bool {
	function, after, hasBracket := strings.Cut(strings.TrimSpace(s), "(")
	argument, property, isClosed := strings.Cut(after, ")")
	isCall := hasBracket && isClosed && argument != "" && isWord(argument)
	hasProperty := property == "" || property[0] == '.'
	return isCall && hasProperty && slices.Contains(cypherWords, strings.ToLower(function))
}

// namesKinds reports whether the first row has at least three cells, and the second cell is a known name of a column of kinds.
func (t *table) namesKinds() bool {
	first := trimmed(t.rows[0])
	return len(first) >= 3 && (predicateWords[content.Word(first[1])] || isCypher(first[1]))
}

// isTripleHeader reports whether the first row is the header of triples. kinds has the values of the second column in the other rows, and
// ends has the other values of these rows. A known header must have at least three cells. Any other first row must have exactly three
// cells, and at least three rows below it. Its middle cell is none of kinds. Its outer cells are none of ends and differ.
func (t *table) isTripleHeader(kinds, ends map[string]bool) bool {
	first := trimmed(t.rows[0])
	if len(first) < 3 {
		return false
	}
	if t.header != nil && !t.guessedHeader {
		return true
	}
	occursBelow := kinds[first[1]] || ends[first[0]] || ends[first[2]]
	// Without a known name of the column of kinds, kinds must have less than half as many values as the table has rows.
	hasEvidence := t.namesKinds() || 2*len(kinds) < t.size.rows
	return hasEvidence && !occursBelow && len(first) == 3 && first[0] != first[2] && t.size.rows > 3
}

// isTriples reports whether every row is an end, the kind of the edges, and other ends. A row of SIF may also be a single node.
// In a file other than SIF, the kinds must be texts that are no ends, at most MaxClasses of them, and one of two conditions must hold:
//   - some second end is also a first end;
//   - the ends are texts, the kinds are few, and they have the name or the form of kinds.
//
// Further conditions stand at the returns below. For triples outside SIF, isTriples also sets or removes the header, and may add doubts.
func (t *table) isTriples() bool {
	// A triple has at least three cells, a single node has one cell, and no row has two cells. The loop below tests all rows.
	if t.size.most < 3 || t.size.least == 2 {
		return false
	}
	// A table whose columns have names must have exactly the three columns of a triple.
	hasColumnNames := t.header != nil && !t.guessedHeader
	if hasColumnNames && t.width != 3 {
		return false
	}
	if t.size.rows < 2 && !t.isSIF() {
		return false
	}
	// kinds has the cells of the second column, ends has all other cells, and sources has the first ends.
	kinds, ends, sources := map[string]bool{}, map[string]bool{}, map[string]bool{}
	// row is the number of rows so far. In the rows that addRow has recorded, triples counts the rows of three or more cells, and numbers
	// counts the cells with a number.
	row, triples, numbers := 0, 0, 0
	// addRow records the cells of a row. It returns false if the row cannot be a triple.
	// It also returns false if the ends of the rows so far are neither all texts nor all integers.
	addRow := func(cells []string) bool {
		for k, cell := range cells {
			s := strings.Clone(strings.TrimSpace(cell))
			// A kind is a text. An end may also be an integer.
			isKind := k == 1
			canBeInteger := !isKind && isInteger(s)
			isOtherNumber := isNumber(s) && !canBeInteger
			if s == "" || isOtherNumber {
				return false
			}
			numbers += oneIf(isNumber(s))
			words.Either(isKind, kinds, ends)[s] = true
		}
		sources[strings.TrimSpace(strings.Clone(cells[0]))] = true
		triples += oneIf(len(cells) > 2)
		// If the ends are integers, every row has three cells, and two of them are numbers.
		isNumberTriple := len(cells) == 3 && numbers == 2*triples
		return numbers == 0 || isNumberTriple
	}
	for _, cells := range t.allRows() {
		// Two cells are no triple. With more than MaxNodes ends, the kinds need no further test: the graph would be too large.
		if len(cells) == 2 || len(ends) > MaxNodes {
			return false
		}
		row++
		// The first row may be a header.
		if row > 1 && !t.isSIF() && !addRow(cells) {
			return false
		}
	}
	if t.isSIF() {
		return true
	}
	namesKinds, hasHeader := t.namesKinds(), t.isTripleHeader(kinds, ends)
	// A first row that is no header must be a triple, too.
	if !hasHeader && !addRow(t.rows[0]) {
		return false
	}
	// A table with names of columns must have a known name of the column of kinds.
	if hasColumnNames && !namesKinds {
		return false
	}
	for kind := range kinds {
		if ends[kind] {
			return false
		}
	}
	hasSharedEnd := false
	for _, cells := range t.allRows() {
		for _, s := range cells[min(2, len(cells)):] {
			hasSharedEnd = hasSharedEnd || sources[strings.TrimSpace(s)]
		}
	}
	// On average a kind occurs at least twice, or there is a single kind.
	hasFewKinds := 2*len(kinds) <= triples || len(kinds) == 1
	// hasCodes reports a value with an underscore or a slash, as in names of predicates.
	hasCodes := func(set map[string]bool) bool {
		for s := range set {
			if strings.ContainsAny(s, "_/") {
				return true
			}
		}
		return false
	}
	// Without a shared end, the name of the column of kinds or the form of the kinds must be evidence.
	isEvident := namesKinds
	if !namesKinds {
		isEvident = hasCodes(kinds) && !hasCodes(ends)
	}
	// A column of ids would belong to a node table.
	areTextsWithoutIDs := numbers == 0 && t.headerColumn(idKeys) < 0
	hasOtherEvidence := hasFewKinds && areTextsWithoutIDs && isEvident
	if !hasSharedEnd && !hasOtherEvidence {
		return false
	}
	// Rows with several second ends need few kinds: an adjacency list has such rows, too.
	if !hasFewKinds && t.size.most > 3 {
		return false
	}
	if len(kinds) > MaxClasses {
		return false
	}
	if !hasFewKinds || !hasSharedEnd {
		t.doubts = append(t.doubts, Doubt{Rule: "triples", Text: "The second column was taken as the kind of the edges and not as their end: " +
			"its values stand in no other column."})
	}
	t.header = words.Either(hasHeader, t.rows[0], nil)
	t.guessedHeader = false
	if hasHeader && !namesKinds {
		t.doubts = append(t.doubts, Doubt{Rule: "header", Text: fmt.Sprintf("The cells of the first row, %s, stand nowhere else and were "+
			"taken as the names of the columns: they may be an edge.", quote(strings.Join(trimmed(t.header), ", ")))})
	}
	return true
}

// readTriples reads triples into an assembly. The kinds are left out.
func (t *table) readTriples(a *assembly) {
	for line, cells := range t.bodyRows() {
		// A tab at the end of a line begins no cell.
		if len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		if len(cells) == 0 {
			continue
		}
		t.seen.addRow(line, cells)
		// The first cell is one end. All cells after the second are other ends.
		i := a.tableNode(strings.TrimSpace(cells[0]), line)
		for _, id := range cells[min(2, len(cells)):] {
			a.connect(i, a.tableNode(strings.TrimSpace(id), line), line)
		}
		if a.err != nil {
			return
		}
	}
}
