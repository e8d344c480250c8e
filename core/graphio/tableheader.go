package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// The words by which headers in several languages call the two ends of an edge
// and the ids of nodes, in the form of content.Word. The word for the target
// stands at the same place as that for the source.
var (
	sourceWords = strings.Fields(`source src from u
		node1 id1 start sourceid fromid tail startid sourcenode fromnode fromnodeid startnode citing
		citingpaper citer follower parent sender caller subject person1 user1 user author1 protein1 gene1 vertex1 v1
		n1 actor1 city1 country1 company1 character1 paper1 word1 entity1 nodea interactora proteina genea persona
		usera quelle von startknoten knoten1 origine de depart noeud1 origen desde nodo1 da sorgente partenza origem
		no1 van bron fra från källa kilde lähde kaynak źródło z zdroj od forrás откуда от источник из 源 源节点 起点 来源 始点
		出発 出発点 送信元 출발 출발지 소스`)
	targetWords = strings.Fields(`target dst to v
		node2 id2 end targetid toid head endid targetnode tonode tonodeid endnode cited citedpaper
		citee followee child receiver callee object person2 user2 item author2 protein2 gene2 vertex2 v2 n2 actor2
		city2 country2 company2 character2 paper2 word2 entity2 nodeb interactorb proteinb geneb personb userb ziel
		nach zielknoten knoten2 destination a arrivee noeud2 destino hasta nodo2 a destinazione arrivo destino no2
		naar doel til till mål mål kohde hedef cel do cíl do cél куда до цель в 目标 目标节点 终点 去向 終点 到着 到着点 送信先 도착 도착지 타겟`)
	idWords = strings.Fields(`id node nodeid vertex key name newid kennung knoten identifiant noeud identificador nodo узел 节点 ノード 노드 名前`)
	// rowWords are the names of a column that only counts the rows.
	rowWords = []string{"", "id", "index", "row", "nr", "no", "edge", "edgeid", "rowid", "rownames", "unnamed0"}
)

// wordColumns returns the columns of the two ends of an edge by the words of
// the header, -1, -1 for none.
func wordColumns(header []string) [2]int {
	words := make([]string, len(header))
	for c, s := range header {
		words[c] = content.Word(s)
	}
	for k, s := range sourceWords {
		i := slices.Index(words, s)
		if i < 0 {
			continue
		}
		if j := slices.Index(words, targetWords[k]); j >= 0 && j != i {
			return [2]int{i, j}
		}
	}
	// Words of two languages, or an unusual pair such as from and target.
	i := slices.IndexFunc(words, func(w string) bool { return len(w) > 1 && slices.Contains(sourceWords, w) })
	j := slices.IndexFunc(words, func(w string) bool { return len(w) > 1 && slices.Contains(targetWords, w) })
	if i >= 0 && j >= 0 && i != j {
		return [2]int{i, j}
	}
	return [2]int{-1, -1}
}

// knownWord reports whether a cell is a word of a header.
func knownWord(s string) bool {
	w := content.Word(s)
	for _, keys := range [][]string{sourceWords, targetWords, idWords} {
		if len(w) > 1 && slices.Contains(keys, w) {
			return true
		}
	}
	s = strings.ToLower(strings.TrimSpace(s))
	return slices.Contains(slices.Concat(sourceKeys, targetKeys, idKeys, nameKeys, featureKeys), s) || s == ":label" ||
		len(w) > 1 && slices.Contains(content.NameRules[content.NameClass].Names, w) || strings.HasPrefix(s, featurePrefix) ||
		strings.HasPrefix(s, "features(")
}

// hasWord reports whether a row has a cell of this word. Where that holds of all
// words they are ids, such as n1 and n2.
func hasWord(row []string, word string) bool {
	return slices.ContainsFunc(row, func(s string) bool { return content.Word(s) == word })
}

// isHeader reports whether the first of some rows names the columns.
func isHeader(rows [][]string) bool {
	first := rows[0]
	// Programs that number the rows leave the name of that column empty.
	if len(first) > 1 && len(rows) > 1 && strings.TrimSpace(first[0]) == "" &&
		!slices.ContainsFunc(rows[1:], func(r []string) bool { return strings.TrimSpace(r[0]) == "" }) {
		return true
	}
	hits, again, numbers := 0, 0, 0
	for _, s := range first {
		if isNumber(strings.TrimSpace(s)) {
			numbers++
		} else if knownWord(s) {
			if hits++; slices.ContainsFunc(rows[1:], func(r []string) bool { return hasWord(r, content.Word(s)) }) {
				again++
			}
		}
	}
	if numbers > 0 {
		// Features may be called by numbers beside the word id.
		return len(first) > 2 && slices.Contains(idWords, content.Word(first[0])) && hits+numbers == len(first)
	}
	if hits >= min(2, len(first)) && again < hits || slices.ContainsFunc(first, isNeo4j) {
		return true
	}
	// A column of numbers with text on top has a header.
	for c := range first {
		numbers := 0
		for _, row := range rows[1:] {
			if c < len(row) && isNumber(strings.TrimSpace(row[c])) {
				numbers++
			}
		}
		if len(rows) > 1 && numbers == len(rows)-1 {
			return true
		}
	}
	return false
}

// isNeo4j reports whether a cell is the header of an id in neo4j's CSV.
func isNeo4j(s string) bool {
	s, _, _ = strings.Cut(s, "(")
	return strings.HasSuffix(s, ":ID") || s == ":START_ID" || s == ":END_ID"
}

// neo4jHeader rewrites a header of neo4j's CSV, `name:type(group)`: the ids of a
// node and of the ends of a relationship get the names used here, attributes
// lose their types.
func neo4jHeader(header []string) {
	for c, s := range header {
		s, _, _ = strings.Cut(strings.TrimSpace(s), "(")
		name, kind, typed := strings.Cut(s, ":")
		switch {
		case !typed || kind == "LABEL" || kind == "TYPE":
		case kind == "ID":
			header[c] = "id"
		case kind == "START_ID":
			header[c] = "source"
		case kind == "END_ID":
			header[c] = "target"
		default:
			header[c] = name
		}
	}
}

// supposedHeader reports whether the cells of the first row occur in no other
// one, while the cells of the others do: then they name the columns, though in
// unknown words.
func (t *table) supposedHeader(rows [][]string) bool {
	if len(rows) < 4 || len(rows[0]) < 2 || len(rows[0]) > 4 {
		return false
	}
	first := [2]string{strings.TrimSpace(rows[0][0]), strings.TrimSpace(rows[0][1])}
	if isNumber(first[0]) || isNumber(first[1]) || first[0] == first[1] || first[0] == "" || first[1] == "" {
		return false
	}
	k, again := 0, false
	seen := map[string]int{}
	t.each(func(line int, cells []string) error {
		if k++; k == 1 || len(cells) < 2 {
			return nil
		}
		for _, s := range cells[:2] {
			s = strings.TrimSpace(s)
			if again = again || s == first[0] || s == first[1]; again || len(seen) > MaxNodes {
				again = true
				return errEnough
			}
			seen[strings.Clone(s)]++
		}
		return nil
	})
	if again {
		return false
	}
	// A row whose cells occur nowhere else is no rarity where others are so too.
	k, lone := 0, 0
	t.each(func(line int, cells []string) error {
		if k++; k > 1 && len(cells) > 1 && seen[strings.TrimSpace(cells[0])] == 1 && seen[strings.TrimSpace(cells[1])] == 1 {
			lone++
		}
		return nil
	})
	return 20*lone < k
}
