package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file finds the two ends of an edge by the names of columns.

// pairWords are pairs of words that distinguish the names of two ends, as in src_ip and dst_ip, or home team and away team.
var pairWords = [][2]string{{"source", "target"}, {"src", "dst"}, {"src", "dest"}, {"src", "tgt"}, {"source", "destination"}, {"source",
	"dest"},
	{"from", "to"}, {"origin", "destination"}, {"origin", "dest"}, {"orig", "dest"}, {"start", "end"}, {"home", "away"}, {"host", "guest"},
	{"home", "visitor"}, {"home", "visiting"}, {"sender", "receiver"}, {"sender", "recipient"}, {"winner", "loser"}, {"caller", "callee"},
	{"local", "remote"},
	{"citing", "cited"}, {"buyer", "seller"}, {"payer", "payee"}, {"follower", "followee"}, {"follower", "following"}, {"follower",
		"followed"},
	{"ego", "alter"}, {"giver", "receiver"}, {"giver", "taker"}, {"lender", "borrower"}, {"donor", "recipient"}, {"exporter", "importer"},
	{"reporter", "partner"}, {"mentor", "mentee"}, {"tail", "head"}, {"departure", "arrival"}, {"pickup", "dropoff"}, {"debtor", "creditor"},
	{"nominator", "nominee"}, {"chooser", "chosen"}, {"rater", "ratee"}, {"predator", "prey"}, {"1", "2"}, {"one", "two"}, {"a", "b"},
	{"von", "nach"}, {"quelle", "ziel"}, {"von", "an"}, {"origen", "destino"}, {"origine", "destination"}, {"origem", "destino"}}

// Words that the names of two columns may share. entityWords are words for nodes, in the order of their probability.
// quantityWords are words for properties. Columns that share one of quantityWords are no ends.
var (
	entityWords = strings.Fields(`name id label title ip addr address account acct user username node vertex person player team student
		member author actor character city airport iata station country state org company item entity code page word gene protein number
		device host server switch router machine computer`)
	quantityWords = strings.Fields(`type kind group class category dept department role port date time datetime timestamp ts year month ` +
		`day hour
		lat lng lon latitude longitude x y z balance amount rank score goals points odds elo rating seed entry age sex gender ht hand ioc shots
		form value weight count size zip terminal gate delay currency organism taxid taxon alias aliases synonym synonyms received paid`)
)

// namedEnds returns the columns of the two ends by their names: sourceKeys and targetKeys, then words of other languages, then pairs of
// words such as home and away. It returns -1, -1 if the header has no such names.
func namedEnds(header []string) [2]int {
	source, target := headerIndex(header, sourceKeys), headerIndex(header, targetKeys)
	if source >= 0 && target >= 0 {
		return [2]int{source, target}
	}
	if cols := wordColumns(header); cols[0] >= 0 {
		return cols
	}
	return pairColumns(header)
}

// headerIndex returns the column whose name is in keys. Earlier keys have priority, and upper and lower case are equal.
// headerIndex returns -1 if no column has such a name.
func headerIndex(header, keys []string) int {
	for _, key := range keys {
		isKey := func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), key) }
		if c := slices.IndexFunc(header, isKey); c >= 0 {
			return c
		}
	}
	return -1
}

// pairColumns returns two columns whose names differ by a pair of words, of several pairs the pair with the most probable entity.
// It returns -1, -1 if the header has no such pair.
func pairColumns(header []string) [2]int {
	best, bestRank := [2]int{-1, -1}, 0
	for _, p := range pairsNamed(header) {
		if best[0] < 0 || p.rank < bestRank {
			best, bestRank = p.cols, p.rank
		}
	}
	return best
}

// namedPair is a pair of columns with the names of two ends.
type namedPair struct {
	cols [2]int
	// rank is lower for a more probable entity. It is 0 if the names have no other words than the words of the pair.
	rank int
}

// pairsNamed returns the pairs of columns whose names differ by a pair of words, except columns of quantities.
// Columns with equal names count if the columns directly before them are such a pair, as in From Bank, Account, To Bank, Account.
// A header of more than maxHeader columns has no pairs.
func pairsNamed(header []string) (out []namedPair) {
	// Every column is compared with every other column, so that many columns would take long.
	const maxHeader = 4 * content.MaxColumns
	if len(header) > maxHeader {
		return nil
	}
	// names has the words of the name of each column.
	names := make([][]string, len(header))
	for c, s := range header {
		names[c] = nameParts(s)
	}
	isQuantityWord := func(s string) bool { return slices.Contains(quantityWords, s) }
	for i := range names {
		for j := range names {
			if i == j {
				continue
			}
			shared, isPair := sharedWords(names[i], names[j])
			// If the names are equal up to a final number of pandas, the columns before them decide.
			// The column of the first end must precede the column of the second end.
			// Columns without names are not equal.
			areEqual := i > 0 && i < j && len(names[i]) > 0 && slices.Equal(names[i], withoutNumber(names[j]))
			if !isPair && areEqual {
				_, isPair = sharedWords(names[i-1], names[j-1])
				shared = names[i]
			}
			if !isPair || slices.ContainsFunc(shared, isQuantityWord) {
				continue
			}
			// The least probable word decides. A word that is no entity is less probable than all entities.
			rank := 0
			for _, s := range shared {
				k := slices.Index(entityWords, s)
				if k < 0 {
					k = len(entityWords)
				}
				rank = max(rank, k+1)
			}
			out = append(out, namedPair{[2]int{i, j}, rank})
		}
	}
	return out
}

// withoutNumber returns the words of a name without a final number. pandas appends numbers to equal names.
func withoutNumber(parts []string) []string {
	if n := len(parts); n > 1 && isInteger(parts[n-1]) {
		return parts[:n-1]
	}
	return parts
}

// nameParts splits the name of a column into words. A number at the end of a word becomes a separate word.
func nameParts(s string) (out []string) {
	for _, p := range content.Parts(s) {
		// node2 becomes node and 2.
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

// sharedWords returns the words that two names share, in their order. ok reports whether the names may be the names of two ends.
// If ok is false, shared has no meaning.
// The names must differ in a single word, and the two different words must be a pair of pairWords. In addition, ok requires one of these:
//   - the pair has neither numbers nor single letters, as in home team and away team;
//   - the only shared word is an entity, as in person 1 and person 2;
//   - the names end with the letters a and b and share an entity, possibly with further words, as in player name a and player name b.
func sharedWords(a, b []string) (shared []string, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	// place is the index of the different words, -1 if all words are equal.
	place := -1
	for k := range a {
		if a[k] == b[k] {
			shared = append(shared, a[k])
			continue
		}
		// A second difference.
		if place >= 0 {
			return nil, false
		}
		place = k
	}
	if place < 0 || !slices.Contains(pairWords, [2]string{a[place], b[place]}) {
		return nil, false
	}
	// Columns of all kinds have names with numbers or letters: 1 and 2, one and two, a and b.
	isWeak := len(a[place]) == 1 || a[place] == "one"
	if !isWeak {
		return shared, true
	}
	isEntity := func(s string) bool { return slices.Contains(entityWords, s) }
	if len(shared) == 1 && isEntity(shared[0]) {
		return shared, true
	}
	// The word interactor, of databases of proteins, is an entity here only.
	endsWithLetter := a[place] == "a" && place == len(a)-1
	hasEntity := slices.ContainsFunc(shared, isEntity) || slices.Contains(shared, "interactor")
	return shared, endsWithLetter && hasEntity
}

// Words for a person or a thing, for a neighbour, and for a parent in a tree.
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

// hasWordOf reports whether list contains the name of a column, the name without its ending, or the first or last word before the ending.
// The ending is the words id, name, no and nr, and the numbers, at the end of the name, but never its first word.
// For a name without words hasWordOf returns false.
func hasWordOf(name string, list []string) bool {
	parts := nameParts(name)
	isEnding := func(s string) bool { return slices.Contains([]string{"id", "name", "no", "nr"}, s) || isInteger(s) }
	for len(parts) > 1 && isEnding(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return false
	}
	candidates := []string{content.Word(name), strings.Join(parts, ""), parts[0], parts[len(parts)-1]}
	return slices.ContainsFunc(candidates, func(s string) bool { return slices.Contains(list, s) })
}

// nameWords are headers of columns that have the names of nodes.
var nameWords = wordSet(`name names fullname nodename displayname label title etiqueta nombre nombres nom nome denominación bezeichnung
	beschriftung benennung libelle etiquette rótulo etikett naam navn namn nimi isim ad adı imię nazwa etykieta jmeno název nev
	имя название наименование метка фио імя назва име назив ime naziv nume όνομα ετικέτα שם اسم الاسم نام नाम ชื่อ ten nama
	姓名 名字 名称 名稱 标签 標籤 名前 氏名 名 ラベル 이름 성명 명칭`)
