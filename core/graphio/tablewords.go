package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// The two ends of an edge by the names of columns.

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

// Words that the names of two columns share. entityWords are words for nodes, the more probable ones first.
// quantityWords are words for properties: such columns are no ends.
var (
	entityWords = strings.Fields(`name id label title ip addr address account acct user username node vertex person player team student
		member author actor character city airport iata station country state org company item entity code page word gene protein number
		device host server switch router machine computer`)
	quantityWords = strings.Fields(`type kind group class category dept department role port date time datetime timestamp ts year month ` +
		`day hour
		lat lng lon latitude longitude x y z balance amount rank score goals points odds elo rating seed entry age sex gender ht hand ioc shots
		form value weight count size zip terminal gate delay currency organism taxid taxon alias aliases synonym synonyms received paid`)
)

// namedEnds returns the columns of the two ends by their names, -1, -1 without such names.
func namedEnds(header []string) [2]int {
	if s, d := headerIndex(header, sourceKeys), headerIndex(header, targetKeys); s >= 0 && d >= 0 {
		return [2]int{s, d}
	}
	if cols := wordColumns(header); cols[0] >= 0 {
		return cols
	}
	return pairColumns(header)
}

// headerIndex returns the column with the first of the names keys that the header has, -1 without one. Case is ignored.
func headerIndex(header, keys []string) int {
	for _, k := range keys {
		if c := slices.IndexFunc(header, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), k) }); c >= 0 {
			return c
		}
	}
	return -1
}

// pairColumns returns two columns whose names differ by a pair of words, -1, -1 without such columns.
// Of several pairs it returns the pair with the most probable entity.
func pairColumns(header []string) [2]int {
	best, bestRank := [2]int{-1, -1}, 0
	for _, p := range pairsNamed(header) {
		if best[0] < 0 || p.rank < bestRank {
			best, bestRank = p.cols, p.rank
		}
	}
	return best
}

// namedPair is a pair of columns with the names of two ends. rank is lower for a more probable entity; 0 means no further word.
type namedPair struct {
	cols [2]int
	rank int
}

// pairsNamed returns the pairs of columns whose names differ by a pair of words, except columns of quantities.
// Columns with equal names count if such a pair precedes them, as in From Bank, Account, To Bank, Account.
func pairsNamed(header []string) (out []namedPair) {
	if len(header) > content.MaxColumns*4 {
		return nil
	}
	// The words of all names.
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
			// Equal names: the columns before them decide.
			if name := withoutNumber(parts[j]); !ok && i < j && i > 0 && slices.Equal(parts[i], name) {
				_, ok = pairRest(parts[i-1], parts[j-1])
				rest = parts[i]
			}
			if !ok || slices.ContainsFunc(rest, func(s string) bool { return slices.Contains(quantityWords, s) }) {
				continue
			}
			// The least probable word decides. Other words are less probable than all entities.
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

// withoutNumber returns the words of a name without a final number. pandas appends numbers to equal names.
func withoutNumber(parts []string) []string {
	if n := len(parts); n > 1 && isInteger(parts[n-1]) {
		return parts[:n-1]
	}
	return parts
}

// nameParts splits the name of a column into words. A number at the end of a word is a word of its own.
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

// pairRest returns the words that two names share if the names differ by one pair of pairWords. ok is false for other names.
// Numbers and single letters are evidence only with a word for an entity.
func pairRest(a, b []string) (rest []string, ok bool) {
	if len(a) != len(b) {
		return nil, false
	}
	// pairAt is the position of the different words.
	pairAt := -1
	for k := range a {
		if a[k] == b[k] {
			rest = append(rest, a[k])
		} else if pairAt >= 0 {
			return nil, false
		} else {
			pairAt = k
		}
	}
	if pairAt < 0 || !slices.Contains(pairWords, [2]string{a[pairAt], b[pairAt]}) {
		return nil, false
	}
	isWeak := len(a[pairAt]) == 1 || a[pairAt] == "one"
	isEntity := func(s string) bool { return slices.Contains(entityWords, s) }
	// The letters a and b must end the names.
	hasLetters := a[pairAt] == "a" && pairAt == len(a)-1 && (slices.ContainsFunc(rest, isEntity) || slices.Contains(rest, "interactor"))
	return rest, !isWeak || len(rest) == 1 && isEntity(rest[0]) || hasLetters
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

// hasWordOf reports whether list contains the name of a column, its first word or its last word.
// A final id, name or number is ignored.
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

// nameWords are names of columns with the names of nodes.
var nameWords = wordSet(`name names fullname nodename displayname label title etiqueta nombre nombres nom nome denominación bezeichnung
	beschriftung benennung libelle étiquette etiquette rótulo etikett naam navn namn nimi isim ad adı imię nazwa etykieta jméno název név
	имя название наименование метка фио ім'я імя назва име назив ime naziv nume όνομα ετικέτα שם اسم الاسم نام नाम ชื่อ tên nama
	姓名 名字 名称 名稱 标签 標籤 名前 氏名 名 ラベル 이름 성명 명칭`)
