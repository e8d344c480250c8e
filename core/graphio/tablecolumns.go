package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file finds the roles of columns by the user's choice and by the header: ends of edges, ids, weights and directions.
// It also decides whether the first row is a header.

// resolveColumns sets the roles that the user has chosen (t.userRoles) and, in an edge list, the columns of the two ends (t.cols).
// It also sets the columns of further ends and of names, and the lists in cells (t.more, t.endNames, t.cells), possibly with doubts.
// kind is content.Edges or the name of a node table. present states whether the graph has a node table.
// A choice of the user that does not fit the table, and fewer than two columns for the ends, are errors.
func (t *table) resolveColumns(kind string, c *Correction, present kindsOfTables) (err error) {
	t.kind = kind
	t.userRoles, err = userRolesOf(c, t.Name, kind, present, t.header, t.width)
	if err != nil || kind != content.Edges {
		return err
	}
	// If the header does not name the ends, they are the first columns or the columns of a proposal.
	t.cols = t.edgeColumns()
	if t.cols[0] < 0 {
		t.cols = t.firstColumns()
		t.applyProposal(t.propose())
	} else if len(t.userRoles.byColumn) == 0 {
		// Without a choice of the user, the cells of the second ends may be lists.
		t.findCellLists()
	}
	// The user's choice has priority.
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		if col := t.userRoles.columnOf(role); col >= 0 {
			t.cols[k] = col
		}
	}
	isFree := func(c int) bool {
		_, chosen := t.userRoles.byColumn[c]
		return !chosen && c != t.cols[0] && c != t.cols[1]
	}
	hasEnds := true
	for k, role := range []content.Role{content.RoleSource, content.RoleTarget} {
		// An end moves to the first free column if the user has chosen the other end for its column, or if a correction by hand gives the
		// column another role. If both ends have the same column, the second end moves.
		userRole, chosen := t.userRoles.byColumn[t.cols[k]]
		hasOtherRole := chosen && userRole != role
		// A column that the user takes from the ends has no successor.
		isEnd := userRole == content.RoleSource || userRole == content.RoleTarget
		hasEnds = hasEnds && !(hasOtherRole && !isEnd && t.userRoles.excluded[role])
		isSameColumn := k == 1 && t.cols[0] == t.cols[1]
		if hasOtherRole || isSameColumn {
			column := 0
			for column < t.width && !isFree(column) {
				column++
			}
			t.cols[k] = column
			hasEnds = hasEnds && column < t.width
		}
	}
	// Without node tables and without a choice of the user, other columns may have the names of the ends.
	if len(t.userRoles.byColumn) == 0 && present == onlyEdges {
		t.endNames = t.endNameColumns()
	}
	if !hasEnds {
		return fault(t.Name, 0, "say which columns are source and target", "an edge needs two columns with node ids")
	}
	return nil
}

// edgeRole returns the role of column c in an edge list.
func (t *table) edgeRole(c int) content.Role {
	// The ends have priority over the roles that the user has chosen for their columns.
	role, chosen := t.userRoles.byColumn[c]
	switch {
	case c == t.cols[0]:
		return content.RoleSource
	case c == t.cols[1] || slices.Contains(t.more, c):
		return content.RoleTarget
	case chosen:
		return role
	case c == t.directionColumn():
		return content.RoleDirection
	case t.hasEndNames() && slices.Contains(t.endNames[:], c):
		return content.RoleName
	case t.isWeightColumn(c):
		return content.RoleWeight
	}
	return content.RoleIgnored
}

// isWeightColumn reports whether column c of an edge list certainly has weights, by its name or by its values.
// The name must be one of weightKeys. For the values, the header must not name the ends, and all values must be numbers, at least one
// with a fraction or a sign.
func (t *table) isWeightColumn(c int) bool {
	if t.header != nil && slices.Contains(weightKeys, strings.ToLower(t.columnName(c))) {
		return true
	}
	// If the header names the ends, a column with another name is an attribute.
	namesEnds := t.header != nil && t.edgeColumns()[0] >= 0
	if namesEnds {
		return false
	}
	// Integers without a sign may be ids, other numbers are no ids. s counts the values of the column.
	s := t.seen.column(c)
	onlyNumbers := s.filled > 0 && s.numbers == s.filled
	return onlyNumbers && s.integers < s.filled
}

// directionColumn returns the column that distinguishes directed and undirected edges.
// It returns -1 if the table has no such column with directions, or if the user has excluded it or given it another role.
func (t *table) directionColumn() int {
	userColumn := t.userRoles.columnOf(content.RoleDirection)
	if userColumn >= 0 || t.userRoles.excluded[content.RoleDirection] {
		return userColumn
	}
	// Gephi writes Directed or Undirected in a column Type. In other files, such a column has the kinds of edges.
	for _, key := range []string{typeKey, "directed"} {
		c := t.headerColumn([]string{key})
		if _, chosen := t.userRoles.byColumn[c]; c >= 0 && !chosen && t.everyCell(c, isDirection) {
			return c
		}
	}
	return -1
}

// idColumn returns the column of the ids in a node table:
//   - the user's choice, or -1 if the user has excluded ids;
//   - otherwise the column with a name of ids, unless the user has given this column another role;
//   - otherwise the first column to which the user has given no role. A first column without a name is skipped if it has row numbers;
//   - otherwise -1.
func (t *table) idColumn() int {
	userColumn := t.userRoles.columnOf(content.RoleID)
	if userColumn >= 0 || t.userRoles.excluded[content.RoleID] {
		return userColumn
	}
	if c := t.headerColumn(idKeys); c >= 0 {
		if _, chosen := t.userRoles.byColumn[c]; !chosen {
			return c
		}
	}
	for c := range t.width {
		_, chosen := t.userRoles.byColumn[c]
		countsRows := t.header != nil && c == 0 && t.columnName(0) == "" && t.hasRowNumbers()
		if !chosen && !countsRows {
			return c
		}
	}
	return -1
}

// hasRowNumbers reports whether, in the first rows, the first column of a node table counts the rows, and the second column has the ids:
// different texts that are no numbers. The table has a header.
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

// setFromEdge sets the attribute key of the node id to value, from a line of an edge list. It also gives the attribute role, the role of a
// class or of a name. An earlier value of the node is kept, and setFromEdge reports whether this value differs.
func (a *assembly) setFromEdge(id, key string, role content.Role, value string) (contradicts bool) {
	i, ok := a.index[id]
	if !ok || value == "" {
		return false
	}
	if a.userRoles == nil {
		a.userRoles = map[string]content.Role{}
	}
	a.userRoles[key] = role
	if earlier := a.byKey[key].value(int(i)); earlier != "" {
		return earlier != value
	}
	a.setAttribute(int(i), key, strings.Clone(value)) // the cell is valid only until the next row
	return false
}

// Words of headers in many languages: names of first ends, of second ends, and of ids. They have the form of content.Word: lower case,
// without spaces, marks and the accents of é, è, ê, à, ç, õ and ã.
// A source word and its target word have the same index in their lists.
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
	// rowWords are the names of columns that count the rows.
	rowWords = []string{"", "id", "index", "row", "nr", "no", "edge", "edgeid", "rowid", "rownames", "unnamed0"}
)

// wordColumns returns the columns of the two ends of an edge by the words of the header.
// It returns -1, -1 if no two columns have such words.
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
	// The words may also be of different pairs, such as from and target. Single Latin letters, such as u and a, are no evidence.
	isIn := func(list []string) func(w string) bool {
		return func(w string) bool { return len(w) > 1 && slices.Contains(list, w) }
	}
	i, j := slices.IndexFunc(words, isIn(sourceWords)), slices.IndexFunc(words, isIn(targetWords))
	if i >= 0 && j >= 0 && i != j {
		return [2]int{i, j}
	}
	return [2]int{-1, -1}
}

// knownWord reports whether a cell is a word that headers contain.
func knownWord(s string) bool {
	w := content.Word(s)
	// Single Latin letters are no evidence.
	for _, keys := range [][]string{sourceWords, targetWords, idWords} {
		if len(w) > 1 && slices.Contains(keys, w) {
			return true
		}
	}
	if slices.ContainsFunc([][]string{relationWords, personWords, parentWords}, func(list []string) bool { return hasWordOf(s, list) }) {
		return true
	}
	// Names of ends and ids, of classes, and of features. In neo4j, :LABEL is the class.
	name := strings.ToLower(strings.TrimSpace(s))
	isKey := slices.Contains(slices.Concat(sourceKeys, targetKeys, idKeys, nameKeys, featureKeys), name) || name == ":label"
	isClass := len(w) > 1 && slices.Contains(content.NameRules[content.NameClass].Names, w)
	isFeature := strings.HasPrefix(name, featurePrefix) || strings.HasPrefix(name, "features(")
	return isKey || isClass || isFeature
}

// hasWord reports whether a cell of a row is a word in the form of content.Word.
func hasWord(row []string, word string) bool {
	return slices.ContainsFunc(row, func(s string) bool { return content.Word(s) == word })
}

// isHeader reports whether the first of some rows has the names of the columns.
func isHeader(rows [][]string) bool {
	first := rows[0]
	// The column of row numbers often has no name. Only the first row then begins with an empty cell.
	isUnnamed := func(row []string) bool { return strings.TrimSpace(row[0]) == "" }
	if len(first) > 1 && len(rows) > 1 && isUnnamed(first) && !slices.ContainsFunc(rows[1:], isUnnamed) {
		return true
	}
	// A known word that rows below repeat is an id, such as n1.
	occursBelow := func(cell string) bool {
		return slices.ContainsFunc(rows[1:], func(r []string) bool { return hasWord(r, content.Word(cell)) })
	}
	// A number of a sheet may have a decimal comma.
	isValue := func(s string) bool { return isNumber(decimalPoint(strings.TrimSpace(s))) }
	known, repeated, numbers := 0, 0, 0
	for _, s := range first {
		if isValue(s) {
			numbers++
		} else if knownWord(s) {
			known++
			repeated += oneIf(occursBelow(s))
		}
	}
	// Numbers in the first row are data. Only features after the word id may have numbers as names.
	if numbers > 0 {
		return len(first) > 2 && slices.Contains(idWords, content.Word(first[0])) && known+numbers == len(first)
	}
	// Two cells, or the only cell, must be known words, and at least one of the known words must not occur below.
	// One name of neo4j or Cypher suffices.
	hasKnownWords := known >= min(2, len(first)) && repeated < known
	if hasKnownWords || slices.ContainsFunc(first, isNeo4j) || slices.ContainsFunc(first, isCypher) {
		return true
	}
	// Two ends may have names that differ by a word of a pair, such as person a and person b. Names of up to two bytes are no evidence.
	if pair := pairColumns(first); pair[0] >= 0 {
		name, otherName := first[pair[0]], first[pair[1]]
		if len(content.Word(name)) > 2 && !occursBelow(name) && !occursBelow(otherName) {
			return true
		}
	}
	// A cell that is no number, above a column of numbers, dates or times, is a name. A missing value is no name.
	for c := range first {
		if isMissing(first[c]) {
			continue
		}
		values := 0
		for _, row := range rows[1:] {
			s := strings.TrimSpace(cellAt(row, c))
			isTime := isTimeText(s) && !isTimeText(first[c])
			values += oneIf(isValue(s) || isTime)
		}
		hasValuesOnly := len(rows) > 1 && values == len(rows)-1
		if hasValuesOnly {
			return true
		}
	}
	return false
}

// isNeo4j reports whether a cell is the name of a column of ids, or of a column of ends, in the CSV of neo4j.
func isNeo4j(s string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(s), "(")
	return strings.HasSuffix(name, ":ID") || name == ":START_ID" || name == ":END_ID"
}

// neo4jHeader rewrites a header of neo4j in place. The names have the form `name:type(group)`.
// The columns of ids and ends become id, source and target. The names of attributes lose their types.
func neo4jHeader(header []string) {
	for c, s := range header {
		withoutGroup, _, _ := strings.Cut(strings.TrimSpace(s), "(")
		name, kind, hasType := strings.Cut(withoutGroup, ":")
		switch {
		// Names without a type are unchanged. So are names with the class of a node (LABEL) or the kind of an edge (TYPE).
		case !hasType || kind == "LABEL" || kind == "TYPE":
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

// hasUnknownHeader reports whether the first of some rows is a header of unknown words. Its first two cells must be unique in the first two
// columns, and fewer than a twentieth of all rows may begin with two unique cells.
func (t *table) hasUnknownHeader(rows [][]string) bool {
	// Few rows are no evidence. A table of more than four columns is often no list of pairs.
	if len(rows) < 3 || len(rows[0]) < 2 || len(rows[0]) > 4 {
		return false
	}
	// Lists of neighbours after a colon have no header.
	if t.hasColons() {
		return false
	}
	first, second := strings.TrimSpace(rows[0][0]), strings.TrimSpace(rows[0][1])
	// Numbers, empty cells and equal cells are no names of columns.
	for _, s := range []string{first, second} {
		if s == "" || isNumber(s) {
			return false
		}
	}
	if first == second {
		return false
	}
	// counts has the number of occurrences of each text in the first two columns, below the first row.
	rowCount, counts := 0, map[string]int{}
	for _, cells := range t.allRows() {
		rowCount++
		if rowCount == 1 || len(cells) < 2 {
			continue
		}
		for _, cell := range cells[:2] {
			s := strings.TrimSpace(cell)
			// A table with more texts than a graph has nodes is not tested further.
			if s == first || s == second || len(counts) > MaxNodes {
				return false
			}
			counts[strings.Clone(s)]++
		}
	}
	// The share of rows with unique cells estimates the probability that a first row of data has unique cells, too.
	uniqueRows := 0
	for _, cells := range t.allRows() {
		isUnique := len(cells) > 1 && counts[strings.TrimSpace(cells[0])] == 1 && counts[strings.TrimSpace(cells[1])] == 1
		uniqueRows += oneIf(isUnique)
	}
	return 20*uniqueRows < rowCount
}
