package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Triples: a node, the kind of an edge, and its other end (SIF, RDF, knowledge graphs, Cypher).

// predicateWords are names of the column of kinds of edges, in the form of content.Word.
var predicateWords = wordSet(`p r rel rels relation relations relationship relationtype predicate property verb edge edgetype type kind link
	linktype label interaction interactiontype effect role relstype relationshiptype typer prädikat praedikat beziehung beziehungstyp relacion
	relación relação relacao relazione predicado predicat prédicat predicato relatie relasjon predikat predykat relacja vztah отношение связь
	предикат 关系 關係 谓词 関係 述語 관계 kinds`)

// cypherWords are functions of Cypher in the header of a result.
var cypherWords = strings.Fields("type id elementid labels startnode endnode properties")

// isCypher reports whether a cell is a column of a result of Cypher: type(r), startNode(r).name.
func isCypher(s string) bool {
	name, rest, ok := strings.Cut(strings.TrimSpace(s), "(")
	of, behind, closed := strings.Cut(rest, ")")
	return ok && closed && of != "" && isWord(of) && (behind == "" || behind[0] == '.') && slices.Contains(cypherWords, strings.ToLower(name))
}

// tripleHead reports whether the first row is the header of triples: its kind and its ends occur in no other row.
// sure reports that the word for the kind is known.
func (t *table) tripleHead(kinds, ends map[string]bool) (is, sure bool) {
	first := trimmed(t.rows[0])
	if len(first) < 3 {
		return false, false
	}
	sure = predicateWords[content.Word(first[1])] || isCypher(first[1])
	if t.header != nil && !t.guessedHeader {
		return true, sure
	}
	is = len(first) == 3 && !kinds[first[1]] && !ends[first[0]] && !ends[first[2]] && first[0] != first[2] && t.size.rows > 3
	return is && (sure || 2*len(kinds) < t.size.rows), sure
}

// isTriples reports whether rows are a node, the kind of its edges and their other ends, or in SIF a node alone.
// Outside SIF the kinds are few texts and no ids. isTriples also decides whether the first row is a header.
func (t *table) isTriples() bool {
	if t.size.most < 3 || t.size.least == 2 || t.size.rows < 2 && !t.isSIF() || t.header != nil && !t.guessedHeader && t.width != 3 {
		return false
	}
	kinds, ends, owners, k := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
	triples, numbers := 0, 0
	take := func(cells []string) bool {
		for k, s := range cells {
			if s = strings.Clone(strings.TrimSpace(s)); isNumber(s) && (k == 1 || !isInteger(s)) || s == "" {
				return false
			}
			numbers += oneIf(isNumber(s))
			words.Either(k == 1, kinds, ends)[s] = true
		}
		owners[strings.TrimSpace(strings.Clone(cells[0]))] = true
		triples += oneIf(len(cells) > 2)
		return numbers == 0 || len(cells) == 3 && numbers == 2*triples
	}
	for _, cells := range t.allRows() {
		if len(cells) == 2 || len(ends) > MaxNodes {
			return false
		}
		if k++; k > 1 && !t.isSIF() && !take(cells) {
			return false
		}
	}
	if t.isSIF() {
		return true
	}
	head, sure := t.tripleHead(kinds, ends)
	if !head && !take(t.rows[0]) || t.header != nil && !t.guessedHeader && !sure {
		return false
	}
	shared := false
	// A kind that is also an end would be a node.
	for kind := range kinds {
		if ends[kind] {
			return false
		}
	}
	for _, cells := range t.allRows() {
		for _, s := range cells[min(2, len(cells)):] {
			shared = shared || owners[strings.TrimSpace(s)]
		}
	}
	few := 2*len(kinds) <= triples || len(kinds) == 1
	coded := func(set map[string]bool) bool {
		for s := range set {
			if strings.ContainsAny(s, "_/") {
				return true
			}
		}
		return false
	}
	// Kinds and ends are distinguishable without a common value, too.
	apart := few && numbers == 0 && t.headerColumn(idKeys) < 0 && (sure || coded(kinds) && !coded(ends))
	if !shared && !apart || !few && t.size.most > 3 || len(kinds) > MaxClasses || t.size.rows < 2 {
		return false
	}
	if !few || !shared {
		t.doubts = append(t.doubts, Doubt{Rule: "triples", Text: "The second column was taken as the kind of the edges and not as their end: " +
			"its values stand in no other column."})
	}
	t.header, t.guessedHeader = words.Either(head, t.rows[0], nil), false
	if head && !sure {
		t.doubts = append(t.doubts, Doubt{Rule: "header", Text: fmt.Sprintf("The cells of the first row, %s, stand nowhere else and were "+
			"taken as the names of the columns: they may be an edge.", quote(strings.Join(trimmed(t.header), ", ")))})
	}
	return true
}

// readTriples reads the rows of isTriples.
func (t *table) readTriples(a *assembly) {
	for line, cells := range t.bodyRows() {
		if len(cells) > 0 && cells[len(cells)-1] == "" {
			// A final tab begins no cell.
			cells = cells[:len(cells)-1]
		}
		if len(cells) == 0 {
			continue
		}
		t.seen.addRow(line, cells)
		i := a.tableNode(strings.TrimSpace(cells[0]), line)
		for _, id := range cells[min(2, len(cells)):] {
			a.connect(i, a.tableNode(strings.TrimSpace(id), line), line)
		}
		if a.err != nil {
			return
		}
	}
}
