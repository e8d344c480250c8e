package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// resolveColumns resolves the roles from the user for the columns of an edge list or a node table, and the two ends of an edge.
// alone reports that there is no node table.
func (t *table) resolveColumns(kind string, c *Correction, alone bool) (err error) {
	t.kind = kind
	if t.userRoles, err = userRolesOf(c, t.Name, kind, alone, t.header, t.width); err != nil || kind != content.Edges {
		return err
	}
	if t.cols = t.edgeColumns(); t.cols[0] < 0 {
		t.cols = t.firstColumns()
		t.applyProposal(t.propose())
	} else if len(t.userRoles.byColumn) == 0 {
		t.findCellLists()
	}
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		if col := t.userRoles.columnOf(role); col >= 0 {
			t.cols[k] = col
		}
	}
	free := func(c int) bool {
		_, fixed := t.userRoles.byColumn[c]
		return !fixed && c != t.cols[0] && c != t.cols[1]
	}
	ends := true
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		// An end whose column has another role from the user moves to the first free column.
		if now, fixed := t.userRoles.byColumn[t.cols[k]]; fixed && now != role || k == 1 && t.cols[0] == t.cols[1] {
			c := 0
			for c < t.width && !free(c) {
				c++
			}
			t.cols[k], ends = c, ends && c < t.width
		}
	}
	if len(t.userRoles.byColumn) == 0 && alone {
		t.endNames = t.endNameColumns()
	}
	if !ends {
		return fault(t.Name, 0, "say which columns are source and target", "an edge needs two columns with node ids")
	}
	return nil
}

// edgeRole returns the role of a column of an edge list.
func (t *table) edgeRole(c int) content.Role {
	switch role, fixed := t.userRoles.byColumn[c]; {
	case c == t.cols[0]:
		return content.RoleSource
	case c == t.cols[1] || slices.Contains(t.more, c):
		return content.RoleTarget
	case fixed:
		return role
	case c == t.directionColumn():
		return content.RoleDirection
	case t.isWeightColumn(c):
		return content.RoleWeight
	}
	return content.RoleIgnored
}

// isWeightColumn reports whether a column of an edge list is certainly a weight: by its name, or without a header by fractions.
func (t *table) isWeightColumn(c int) bool {
	if t.header != nil && slices.Contains(weightKeys, strings.ToLower(t.columnName(c))) {
		return true
	}
	s := t.seen.column(c)
	return (t.header == nil || t.edgeColumns()[0] < 0) && s.set > 0 && s.numbers == s.set && s.integers < s.set
}

// directionColumn returns the column that distinguishes directed edges, -1 for none.
func (t *table) directionColumn() int {
	if c := t.userRoles.columnOf(content.RoleDirection); c >= 0 || t.userRoles.excluded[content.RoleDirection] {
		return c
	}
	c := t.headerColumn([]string{typeKey, "directed"})
	if _, fixed := t.userRoles.byColumn[c]; fixed {
		return -1
	}
	return c
}

// idColumn returns the column of a node table with the ids, -1 where the user excluded it.
func (t *table) idColumn() int {
	if c := t.userRoles.columnOf(content.RoleID); c >= 0 || t.userRoles.excluded[content.RoleID] {
		return c
	}
	if c := t.headerColumn(idKeys); c >= 0 {
		if _, fixed := t.userRoles.byColumn[c]; !fixed {
			return c
		}
	}
	for c := range t.width {
		if _, fixed := t.userRoles.byColumn[c]; fixed || t.header != nil && c == 0 && t.header[0] == "" && t.hasRowNumbers() {
			continue
		}
		return c
	}
	return -1
}

// hasRowNumbers reports whether the first column of a node table, which has no name, counts the rows.
// The next column then has its own text in every row.
func (t *table) hasRowNumbers() bool {
	seen := map[string]bool{}
	for _, row := range t.rows[1:] {
		if len(row) < 2 || seen[row[1]] || isNumber(strings.TrimSpace(row[1])) {
			return false
		}
		seen[row[1]] = true
	}
	return t.isCounter(0)
}

// columnName returns the name of a column, "" without a header.
func (t *table) columnName(c int) string {
	return strings.TrimSpace(cellAt(t.header, c))
}

// labelKey is the attribute of classes from an edge list.
const labelKey = "label"

// setFromEdge sets the class or name of a source from its line. It reports whether an earlier line gave another value.
func (a *assembly) setFromEdge(id, key string, role content.Role, value string) (other bool) {
	i, ok := a.index[id]
	if !ok || value == "" {
		return false
	}
	if a.userRoles == nil {
		a.userRoles = map[string]content.Role{}
	}
	a.userRoles[key] = role
	if before := a.byKey[key].value(int(i)); before != "" {
		return before != value
	}
	a.setAttribute(int(i), key, strings.Clone(value))
	return false
}

// sourceWords, targetWords and idWords are words of headers in many languages, in the form of content.Word.
// A source and its target have the same index.
var (
	sourceWords = strings.Fields(`source src from u
		node1 id1 start sourceid fromid tail startid sourcenode fromnode fromnodeid startnode citing
		citingpaper citer follower parent sender caller subject person1 user1 user author1 protein1 gene1 vertex1 v1
		n1 actor1 city1 country1 company1 character1 paper1 word1 entity1 nodea interactora proteina genea persona
		usera quelle von startknoten knoten1 origine de depart noeud1 origen desde nodo1 da sorgente partenza origem
		no1 van bron fra från källa kilde lähde kaynak źródło z zdroj od forrás откуда от источник из 源 源节点 起点 来源 始点
		出発 出発点 送信元 출발 출발지 소스
		المصدر مصدر من מקור מאת πηγή από स्रोत से джерело від звідки извор източник от izvor sumber dari nguồn từ ต้นทาง จาก منبع از
		auftraggeber zahler ordonnateur ordenante ordinante
		sursa sursă absender emisor remitente expediteur mittente remetente verzender avsändare nadawca odesílatel отправитель відправник
		发件人 发送者 送信者 差出人 보낸사람 发送方 مرسل المرسل שולח gönderen pengirim đầu`)
	targetWords = strings.Fields(`target dst to v
		node2 id2 end targetid toid head endid targetnode tonode tonodeid endnode cited citedpaper
		citee followee child receiver callee object person2 user2 item author2 protein2 gene2 vertex2 v2 n2 actor2
		city2 country2 company2 character2 paper2 word2 entity2 nodeb interactorb proteinb geneb personb userb ziel
		nach zielknoten knoten2 destination a arrivee noeud2 destino hasta nodo2 a destinazione arrivo destino no2
		naar doel til till mål mål kohde hedef cel do cíl do cél куда до цель в 目标 目标节点 终点 去向 終点 到着 到着点 送信先 도착 도착지 타겟
		الهدف هدف إلى יעד אל στόχος προς लक्ष्य को ціль до куди циљ цел до cilj tujuan ke đích đến ปลายทาง ถึง مقصد به
		empfänger zahlungsempfänger beneficiaire beneficiario beneficiario
		ținta țintă empfänger receptor destinatario destinataire destinatario destinatário
		ontvanger mottagare odbiorca příjemce получатель одержувач
		收件人 接收者 受信者 宛先 받는사람 接收方 مستقبل المستقبل נמען alıcı penerima cuối`)
	idWords = strings.Fields(`id node nodeid vertex key name newid kennung knoten identifiant noeud identificador nodo узел вузол чвор ` +
		`възел κόμβος düğüm węzeł uzel čvor nút simpul
		عقدة צומת नोड โหนด 节点 節點 结点 ノード 노드 名前 编号 番号 번호 код kod código codigo code identifier uniqueidentifier`)
	// rowWords are names of a column that only counts the rows.
	rowWords = []string{"", "id", "index", "row", "nr", "no", "edge", "edgeid", "rowid", "rownames", "unnamed0"}
)

// wordColumns returns the columns of the two ends of an edge by the words of the header, -1, -1 for none.
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
	if slices.ContainsFunc([][]string{relationWords, personWords, parentWords}, func(list []string) bool { return hasWordOf(s, list) }) {
		return true
	}
	s = strings.ToLower(strings.TrimSpace(s))
	return slices.Contains(slices.Concat(sourceKeys, targetKeys, idKeys, nameKeys, featureKeys), s) || s == ":label" ||
		len(w) > 1 && slices.Contains(content.NameRules[content.NameClass].Names, w) || strings.HasPrefix(s, featurePrefix) ||
		strings.HasPrefix(s, "features(")
}

// hasWord reports whether a row contains a word. A word that rows below repeat is an id, such as n1.
func hasWord(row []string, word string) bool {
	return slices.ContainsFunc(row, func(s string) bool { return content.Word(s) == word })
}

// isHeader reports whether the first of some rows names the columns.
func isHeader(rows [][]string) bool {
	first := rows[0]
	// Programs that number the rows leave the name of the first column empty.
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
	// Numbers in the first row are data, with one exception.
	if numbers > 0 {
		// Features may have numbers as names, beside the word id.
		return len(first) > 2 && slices.Contains(idWords, content.Word(first[0])) && hits+numbers == len(first)
	}
	if hits >= min(2, len(first)) && again < hits || slices.ContainsFunc(first, isNeo4j) || slices.ContainsFunc(first, isCypher) {
		return true
	}
	if cols := pairColumns(first); cols[0] >= 0 && len(content.Word(first[cols[0]])) > 2 && !slices.ContainsFunc(rows[1:],
		func(r []string) bool {
			return hasWord(r, content.Word(first[cols[0]])) || hasWord(r, content.Word(first[cols[1]]))
		}) {
		return true
	}
	// A column of numbers, dates or times with text on top has a header.
	for c := range first {
		numbers := 0
		for _, row := range rows[1:] {
			s := strings.TrimSpace(cellAt(row, c))
			numbers += oneIf(isNumber(s) || !isTimeText(first[c]) && isTimeText(s))
		}
		if len(rows) > 1 && numbers == len(rows)-1 {
			return true
		}
	}
	return false
}

// isNeo4j reports whether a cell is the header of an id in the CSV of neo4j.
func isNeo4j(s string) bool {
	s, _, _ = strings.Cut(s, "(")
	return strings.HasSuffix(s, ":ID") || s == ":START_ID" || s == ":END_ID"
}

// neo4jHeader rewrites a header of neo4j in place, `name:type(group)`.
// Ids and ends get the names used here, and attributes lose their types.
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

// hasUnknownHeader reports whether the first row is a header in unknown words.
// Its cells occur nowhere else, while hardly any other row has only such cells.
func (t *table) hasUnknownHeader(rows [][]string) bool {
	if len(rows) < 3 || len(rows[0]) < 2 || len(rows[0]) > 4 {
		return false
	}
	if t.hasColons() {
		return false
	}
	first := [2]string{strings.TrimSpace(rows[0][0]), strings.TrimSpace(rows[0][1])}
	if isNumber(first[0]) || isNumber(first[1]) || first[0] == first[1] || first[0] == "" || first[1] == "" {
		return false
	}
	k, seen := 0, map[string]int{}
	for _, cells := range t.allRows() {
		if k++; k == 1 || len(cells) < 2 {
			continue
		}
		for _, s := range cells[:2] {
			if s = strings.TrimSpace(s); s == first[0] || s == first[1] || len(seen) > MaxNodes {
				return false
			}
			seen[strings.Clone(s)]++
		}
	}
	// A row of unique cells is no evidence where other rows are like it.
	// The share of unique rows estimates the chance of a unique first row.
	lone := 0
	for _, cells := range t.allRows() {
		lone += oneIf(len(cells) > 1 && seen[strings.TrimSpace(cells[0])] == 1 && seen[strings.TrimSpace(cells[1])] == 1)
	}
	return 20*lone < k
}
