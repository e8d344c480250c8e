package graphio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// pairWords are the words by which the names of two columns differ where they hold the two ends of an edge: src_ip and dst_ip, nameOrig and
// nameDest, home team and away team.
var pairWords = [][2]string{{"source", "target"}, {"src", "dst"}, {"src", "dest"}, {"src", "tgt"}, {"source", "destination"}, {"source",
	"dest"},
	{"from", "to"}, {"origin", "destination"}, {"origin", "dest"}, {"orig", "dest"}, {"start", "end"}, {"home", "away"}, {"host", "guest"},
	{"home", "visitor"}, {"home", "visiting"}, {"sender", "receiver"}, {"sender", "recipient"}, {"winner", "loser"}, {"caller", "callee"},
	{"citing", "cited"}, {"buyer", "seller"}, {"payer", "payee"}, {"follower", "followee"}, {"follower", "following"}, {"follower",
		"followed"},
	{"ego", "alter"}, {"giver", "receiver"}, {"giver", "taker"}, {"lender", "borrower"}, {"donor", "recipient"}, {"exporter", "importer"},
	{"reporter", "partner"}, {"mentor", "mentee"}, {"tail", "head"}, {"departure", "arrival"}, {"pickup", "dropoff"}, {"debtor", "creditor"},
	{"nominator", "nominee"}, {"chooser", "chosen"}, {"rater", "ratee"}, {"predator", "prey"}, {"1", "2"}, {"one", "two"}, {"a", "b"},
	{"von", "nach"}, {"quelle", "ziel"}, {"von", "an"}, {"origen", "destino"}, {"origine", "destination"}, {"origem", "destino"}}

// The words of what two such columns have in common: of entities, those used first first, and of quantities, which are no ends.
var (
	entityWords = strings.Fields(`name id label title ip addr address account acct user username node vertex person player team student
		member author actor character city airport iata station country state org company item entity code page word gene protein number`)
	quantityWords = strings.Fields(`type kind group class category dept department role port date time datetime timestamp ts year month ` +
		`day hour
		lat lng lon latitude longitude x y z balance amount rank score goals points odds elo rating seed entry age sex gender ht hand ioc shots
		form value weight count size zip terminal gate delay currency organism taxid taxon alias aliases synonym synonyms received paid`)
)

// namedEnds returns the columns of the two ends of an edge by the names of the columns, -1, -1 for none.
func namedEnds(header []string) [2]int {
	if s, d := headerIndex(header, sourceKeys), headerIndex(header, targetKeys); s >= 0 && d >= 0 {
		return [2]int{s, d}
	}
	if cols := wordColumns(header); cols[0] >= 0 {
		return cols
	}
	return pairColumns(header)
}

// headerIndex returns the first column whose name is one of keys, or -1.
func headerIndex(header, keys []string) int {
	for _, k := range keys {
		if c := slices.IndexFunc(header, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), k) }); c >= 0 {
			return c
		}
	}
	return -1
}

// pairColumns returns two columns whose names differ by a pair of words; of several pairs that of the most likely entity.
func pairColumns(header []string) [2]int {
	best, least := [2]int{-1, -1}, 0
	for _, p := range pairsNamed(header) {
		if best[0] < 0 || p.rank < least {
			best, least = p.cols, p.rank
		}
	}
	return best
}

// namedPair is two columns whose names say that they are two ends, and how likely the entity is, by its place in entityWords.
type namedPair struct {
	cols [2]int
	rank int
}

// pairsNamed returns the pairs of columns whose names differ by a pair of words, or are equal and follow such a pair: From Bank, Account,
// To
// Bank, Account. Names of quantities make no pair.
func pairsNamed(header []string) (out []namedPair) {
	if len(header) > content.MaxColumns*4 {
		return nil
	}
	parts := make([][]string, len(header))
	for c, s := range header {
		parts[c] = nameParts(s)
	}
	for i := range parts {
		for j := range parts {
			if i == j {
				continue
			}
			rest, ok := pairRest(parts[i], parts[j])
			if again := withoutNumber(parts[j]); !ok && i < j && i > 0 && slices.Equal(parts[i], again) {
				_, ok = pairRest(parts[i-1], parts[j-1])
				rest = parts[i]
			}
			if !ok || slices.ContainsFunc(rest, func(s string) bool { return slices.Contains(quantityWords, s) }) {
				continue
			}
			rank := 0
			for _, s := range rest {
				if k := slices.Index(entityWords, s); k >= 0 {
					rank = max(rank, k+1)
				} else {
					rank = max(rank, len(entityWords)+1)
				}
			}
			out = append(out, namedPair{[2]int{i, j}, rank})
		}
	}
	return out
}

// withoutNumber cuts the number behind a name, by which pandas separates equal ones.
func withoutNumber(parts []string) []string {
	if n := len(parts); n > 1 && isWhole(parts[n-1]) {
		return parts[:n-1]
	}
	return parts
}

// nameParts divides the name of a column into words, the number behind a word being one, too.
func nameParts(s string) (out []string) {
	for _, p := range content.Parts(s) {
		word := strings.TrimRight(p, "0123456789")
		if word != "" {
			out = append(out, word)
		}
		if word != p {
			out = append(out, p[len(word):])
		}
	}
	return out
}

// pairRest returns the words that two names have in common when they differ by one pair of words; ok is false for other names. Numbers and
// single letters need an entity beside them.
func pairRest(a, b []string) (rest []string, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	at := -1
	for k := range a {
		if a[k] == b[k] {
			rest = append(rest, a[k])
		} else if at >= 0 {
			return nil, false
		} else {
			at = k
		}
	}
	if at < 0 || !slices.Contains(pairWords, [2]string{a[at], b[at]}) {
		return nil, false
	}
	weak := len(a[at]) == 1 || a[at] == "one"
	entity := func(s string) bool { return slices.Contains(entityWords, s) }
	lettered := a[at] == "a" && at == len(a)-1 && (slices.ContainsFunc(rest, entity) || slices.Contains(rest, "interactor"))
	return rest, !weak || len(rest) == 1 && entity(rest[0]) || lettered
}

// The words for a person or a thing, for another that it is related with, and for the one above it in a tree.
var (
	personWords = strings.Fields(`person student pupil schüler schülerin member who ego respondent participant employee actor user ` +
		`player people
		child kid vorname nombre nom nome имя ученик 姓名 名字 学生 이름 mitarbeiter mitarbeiterin angestellter
		employé empleado empleada dipendente funcionário colaborador medewerker werknemer anställd pracownik zaměstnanec çalışan сотрудник
		работник працівник співробітник 员工 職員 社員 직원
		עובד موظف élève alumno alumna studente aluno leerling elev uczeń žák öğrenci учень item employeeid userid studentid memberid nameid
		personid`)
	relationWords = strings.Fields(`friend friends bestfriend freund freundin freunde amigo amiga amigos ami amie amis amico amica amici vriend
		vän kamrat przyjaciel друг друзья 友人 友達 朋友 친구 contact contacts kontakt contacto neighbor neighbors neighbour neighbours nachbar
		vecino voisin alter alters nominee nomination tie partner spouse colleague coworker collaborator coauthor knows likes kennt trusts
		advisor connection connections connected connectedto linkedto linksto linkto links link peer peers follows following mentions replyto
		cites references buddy mate ally allies enemy rival met choice wahl
		arkadaş přítel přátelé ystävä vänner venn ven barát φίλος חבר صديق दोस्त เพื่อน bạn teman kawan prieten prijatelj приятел`)
	parentWords = strings.Fields(`parent parentid parentname manager managerid managername managedby reportsto reportingto supervisor
		supervisorid boss bossid superior vorgesetzter vorgesetzte chef jefe capo father belongsto partof руководитель 上级 领导 上司 responsable
		responsabile gerente gestor encargado directeur leiter leiterin führungskraft przełożony kierownik nadřízený leder esimies yönetici amir
		προϊστάμενος מנהל المدير مدير керівник начальник 主管 经理 直属上级 マネージャー 관리자 상사 padre mutter vater übergeordnet`)
)

// hasWordOf reports whether the name of a column is one of some words, or its first or last word is, or all but an id or a name behind it.
func hasWordOf(name string, list []string) bool {
	parts := nameParts(name)
	for len(parts) > 1 && (slices.Contains([]string{"id", "name", "no", "nr"}, parts[len(parts)-1]) || isWhole(parts[len(parts)-1])) {
		parts = parts[:len(parts)-1]
	}
	return len(parts) > 0 && (slices.Contains(list, content.Word(name)) || slices.Contains(list, strings.Join(parts, "")) ||
		slices.Contains(list, parts[0]) || slices.Contains(list, parts[len(parts)-1]))
}

// proposal is what the columns of a table of edges are taken as when no known pair of words names the two ends.
type proposal struct {
	source  int
	targets []int // targets are several for a person and further columns of others.
	label   int   // label is the column of the class of the source, -1 without one; name is that of its name, 0 for none.
	name    int
	tree    bool   // tree reports whether an empty end, or the own id, marks the root of a tree.
	root    string // root is the number that stands for no parent, "" for none.
	sure    bool   // sure reports whether names and values of the columns leave nothing to ask.
}

// columnSet holds what the first rows of a column hold.
type columnSet struct {
	values                    map[string]bool
	set, numbers, fraction, n int
}

// proposedRows limits the rows and proposedColumns the columns that are compared.
const (
	proposedRows    = 5000
	proposedColumns = content.MaxColumns
)

// columnSets collects the values of the first columns.
func (t *table) columnSets() []columnSet {
	sets := make([]columnSet, min(t.width, proposedColumns))
	for c := range sets {
		sets[c].values = map[string]bool{}
	}
	k := 0
	for _, cells := range t.body() {
		if k++; k > proposedRows {
			break
		}
		for c := range sets {
			v := strings.TrimSpace(at(cells, c))
			if slices.Contains(content.NameRules[content.NameNoEnd].Names, v) {
				continue
			}
			s := &sets[c]
			s.set++
			s.numbers += oneIf(isNumber(v))
			s.fraction += oneIf(isNumber(v) && !isWhole(v))
			s.values[strings.Clone(v)] = true
		}
	}
	for c := range sets {
		sets[c].n = min(k, proposedRows)
	}
	return sets
}

// share returns the part of the values of a that b has, too.
func share(a, b columnSet) float64 {
	n := 0
	for v := range a.values {
		n += oneIf(b.values[v])
	}
	return float64(n) / float64(max(1, len(a.values)))
}

// propose returns what the columns of a table are most likely: by the words of their names, by what they share, then by position; nil where
// nothing speaks for two ends.
func (t *table) propose() *proposal {
	if t.proposed == nil {
		p := proposal{source: -1}
		if t.header != nil && t.edgeColumns()[0] < 0 && !t.sif() && !t.neo4j && t.width > 1 {
			p = t.findEnds()
		}
		t.proposed = &p
	}
	if t.proposed.source < 0 {
		return nil
	}
	return t.proposed
}

func (t *table) findEnds() proposal {
	sets, none := t.columnSets(), proposal{source: -1}
	free := func(c int) bool { return sets[c].set > 0 && sets[c].fraction == 0 }
	person := slices.IndexFunc(t.header[:len(sets)], func(s string) bool {
		w := content.Word(s)
		return slices.Contains(idWords, w) || slices.Contains(personWords, w)
	})
	first := person
	if first < 0 {
		if first = slices.IndexFunc(t.header[:len(sets)], func(s string) bool { return s != "" }); first < 0 {
			return none
		}
	}
	if wide := t.wideColumns(sets, first); wide != nil {
		return t.withLabel(*wide, sets)
	}
	for c := range sets {
		// A tree: every row has the id of another one, or none.
		if c != first && hasWordOf(t.name(c), parentWords) && sets[c].set > 0 && len(sets[first].values) == sets[first].set {
			p := proposal{source: first, targets: []int{c}, tree: true, sure: sets[c].set > 1}
			if !t.isTree(&p, sets) {
				continue
			}
			return t.withLabel(p, sets)
		}
	}
	best, most := none, 0.0
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			relation := hasWordOf(t.name(j), relationWords) || hasWordOf(t.name(j), parentWords)
			texts := sets[i].numbers == 0 && sets[j].numbers == 0
			if !free(i) || !free(j) || !relation && (!texts || content.ClassRank(content.NameClass, t.name(j)) >= 0) {
				continue
			}
			shared := max(share(sets[i], sets[j]), share(sets[j], sets[i]))
			score := shared + float64(oneIf(relation && (i == first || i == person)))
			if links := texts && isLinks(sets[i]) && isLinks(sets[j]); links {
				score += 0.5
			}
			if score >= 0.3 && score > most {
				best, most = proposal{source: i, targets: []int{j}}, score
			}
		}
	}
	if best.source < 0 {
		return none
	}
	return t.withLabel(best, sets)
}

// rootNumbers stand for no parent where nodes have numbers above them.
var rootNumbers = []string{"0", "-1"}

// isTree reports whether nearly all parents are rows of their own. It finds the column by whose values the parents go, which may be that of
// the names, that of the names where parents are ids, and the number that stands for none.
func (t *table) isTree(p *proposal, sets []columnSet) bool {
	parent := sets[p.targets[0]]
	for _, s := range rootNumbers {
		if !parent.values[s] || sets[p.source].values[s] || sets[p.source].numbers < sets[p.source].set {
			continue
		}
		without := columnSet{values: maps.Clone(parent.values)}
		if delete(without.values, s); share(without, sets[p.source]) == 1 && len(without.values) > 0 {
			parent, p.root = without, s
		}
	}
	names := -1
	for c := range sets {
		if c != p.source && c != p.targets[0] && sets[c].set == len(sets[c].values) && sets[c].numbers == 0 &&
			(nameWords[content.Word(t.name(c))] || hasWordOf(t.name(c), personWords)) && sets[c].set == sets[p.source].set && names < 0 {
			names = c
		}
	}
	if share(parent, sets[p.source]) >= 0.9 {
		p.name = max(0, names)
		return true
	}
	if names >= 0 && share(parent, sets[names]) >= 0.9 {
		p.source = names
		return true
	}
	return false
}

// nameWords are the names of columns that hold the names of nodes.
var nameWords = wordSet(`name names fullname nodename displayname label title etiqueta nombre nombres nom nome denominación bezeichnung
	beschriftung benennung libelle étiquette etiquette rótulo etikett naam navn namn nimi isim ad adı imię nazwa etykieta jméno název név
	имя название наименование метка фио ім'я імя назва име назив ime naziv nume όνομα ετικέτα שם اسم الاسم نام नाम ชื่อ tên nama
	姓名 名字 名称 名稱 标签 標籤 名前 氏名 名 ラベル 이름 성명 명칭`)

// isLinks reports whether a column holds addresses, as SPARQL calls the things of a graph.
func isLinks(s columnSet) bool {
	n := 0
	for v := range s.values {
		n += oneIf(strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://"))
	}
	return n > 0 && n == len(s.values)
}

// ordinals count the columns of others by words: best friend, second friend.
var ordinals = wordSet(`first second third fourth fifth best closest 1st 2nd 3rd 4th 5th erste erster zweite zweiter dritte dritter ` +
	`vierte beste
	bester premier première deuxième troisième meilleur meilleure primer primera segundo segunda tercer tercera mejor primo prima seconda terzo
	terza migliore primeiro primeira terceiro terceira melhor eerste tweede derde лучший первый второй третий`)

// stemOf returns what the name of a column has besides a number behind it, or besides words that count; "" for a name without either.
func stemOf(name string) string {
	parts := nameParts(name)
	if n := len(parts); n > 1 && isWhole(parts[n-1]) {
		return strings.Join(parts[:n-1], " ")
	}
	rest := slices.DeleteFunc(slices.Clone(content.Parts(name)), func(s string) bool { return ordinals[s] })
	if len(rest) == 0 || len(rest) == len(content.Parts(name)) {
		return ""
	}
	return strings.Join(rest, " ")
}

// wideColumns returns the proposal for a person and several columns of others, whose names differ by a number alone; nil without them.
func (t *table) wideColumns(sets []columnSet, first int) *proposal {
	groups := map[string][]int{}
	for c := range sets {
		if stem := stemOf(t.name(c)); stem != "" && c != first {
			groups[stem] = append(groups[stem], c)
		}
	}
	for c := range sets {
		stem := stemOf(t.name(c))
		cols := groups[stem]
		if len(cols) < 2 || cols[0] != c || slices.ContainsFunc(cols, func(c int) bool { return sets[c].fraction > 0 }) {
			continue
		}
		all := columnSet{values: map[string]bool{}}
		numbers := 0
		for _, c := range cols {
			numbers += sets[c].numbers
			for v := range sets[c].values {
				all.values[v] = true
			}
		}
		relation, shared := hasWordOf(stem, relationWords), share(all, sets[first])
		if relation && (shared > 0 || numbers == 0) || numbers == 0 && shared >= 0.5 && len(all.values) > 1 {
			return &proposal{source: first, targets: cols, label: -1, sure: relation && shared >= 0.5}
		}
	}
	return nil
}

// withLabel adds the column of the class of the source: the one with the name of a class that says the same in all rows of a source.
func (t *table) withLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	least := 0
	for c := range sets {
		rank := content.ClassRank(content.NameClass, t.name(c))
		if c == p.source || slices.Contains(p.targets, c) || rank < 0 || sets[c].fraction > 0 || p.label >= 0 && rank >= least {
			continue
		}
		if n := len(sets[c].values); n < 2 || 2*n > sets[c].set && sets[c].set > 2 || !t.says(p.source, c) {
			continue
		}
		p.label, least = c, rank
	}
	return p
}

// says reports whether a column says one thing of every value of another one.
func (t *table) says(of, c int) bool {
	said, k := map[string]string{}, 0
	for _, cells := range t.body() {
		if k++; k > proposedRows {
			break
		}
		id, v := strings.TrimSpace(at(cells, of)), strings.TrimSpace(at(cells, c))
		if before, ok := said[id]; ok && before != v {
			return false
		}
		said[strings.Clone(id)] = strings.Clone(v)
	}
	return true
}

// apply takes what a proposal says of the columns where the user says nothing. Without a class the first two columns need no doubt: they
// are the ends where nothing is known.
func (t *table) apply(p *proposal) {
	if p == nil || t.fixes.column(content.RoleSource) >= 0 || t.fixes.column(content.RoleTarget) >= 0 {
		return
	}
	t.cols, t.tree, t.root = [2]int{p.source, p.targets[0]}, p.tree, p.root
	if p.root != "" {
		t.doubts = append(t.doubts, Doubt{Rule: "root", Text: "The number " + quote(p.root) + " in column " + quote(t.name(p.targets[0])) +
			" was taken as that of no node, since no row has it."})
	}
	if _, fixed := t.fixes.role[p.name]; p.name > 0 && t.alone && !fixed && !t.fixes.none[content.RoleName] &&
		t.fixes.column(content.RoleName) < 0 {
		t.fixes.role[p.name] = content.RoleName
	}
	for _, c := range p.targets[1:] {
		if _, fixed := t.fixes.role[c]; !fixed {
			t.more = append(t.more, c)
		}
	}
	label := ""
	if _, fixed := t.fixes.role[p.label]; p.label >= 0 && !fixed && !t.fixes.none[content.RoleLabel] && t.fixes.column(content.RoleLabel) < 0 {
		t.fixes.role[p.label] = content.RoleLabel
		label = fmt.Sprintf(", and %s as the class of the first", quote(t.name(p.label)))
	}
	if !p.sure && (label != "" || t.more != nil || t.cols != t.firstColumns()) {
		names := make([]string, len(p.targets))
		for k, c := range p.targets {
			names[k] = quote(t.name(c))
		}
		t.doubts = append(t.doubts, Doubt{Rule: "proposed", Text: fmt.Sprintf("The columns %s and %s were taken as the two ends of an "+
			"edge%s: no name "+
			"of a column says so.", quote(t.name(p.source)), strings.Join(names, ", "), label)})
	}
}
