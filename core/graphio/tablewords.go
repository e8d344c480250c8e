package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// The two ends of an edge by names of columns.

// pairWords are the words that distinguish the names of the two ends of an edge: src_ip and dst_ip, home team and away team.
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

// entityWords and quantityWords are words common to two columns: of entities, the more probable first, and of
// quantities, which are no ends.
var (
	entityWords = strings.Fields(`name id label title ip addr address account acct user username node vertex person player team student
		member author actor character city airport iata station country state org company item entity code page word gene protein number
		device host server switch router machine computer`)
	quantityWords = strings.Fields(`type kind group class category dept department role port date time datetime timestamp ts year month ` +
		`day hour
		lat lng lon latitude longitude x y z balance amount rank score goals points odds elo rating seed entry age sex gender ht hand ioc shots
		form value weight count size zip terminal gate delay currency organism taxid taxon alias aliases synonym synonyms received paid`)
)

// namedEnds returns the columns of the two ends by their names, -1, -1 for none.
func namedEnds(header []string) [2]int {
	if s, d := headerIndex(header, sourceKeys), headerIndex(header, targetKeys); s >= 0 && d >= 0 {
		return [2]int{s, d}
	}
	if cols := wordColumns(header); cols[0] >= 0 {
		return cols
	}
	return pairColumns(header)
}

// headerIndex returns the first column with one of the names, -1 for none.
func headerIndex(header, keys []string) int {
	for _, k := range keys {
		if c := slices.IndexFunc(header, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), k) }); c >= 0 {
			return c
		}
	}
	return -1
}

// pairColumns returns two columns whose names differ by a pair of words, of several pairs the most probable entity; -1, -1 for none.
func pairColumns(header []string) [2]int {
	best, least := [2]int{-1, -1}, 0
	for _, p := range pairsNamed(header) {
		if best[0] < 0 || p.rank < least {
			best, least = p.cols, p.rank
		}
	}
	return best
}

// namedPair is two columns named as two ends. rank is the index of the entity in entityWords, lower for a more probable one.
type namedPair struct {
	cols [2]int
	rank int
}

// pairsNamed returns the pairs of columns whose names differ by a pair of words.
// Columns with equal names count where such a pair precedes them: From Bank, Account, To Bank, Account. Quantities make no pair.
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

// withoutNumber returns a name without the number that pandas appends to equal names.
func withoutNumber(parts []string) []string {
	if n := len(parts); n > 1 && isInteger(parts[n-1]) {
		return parts[:n-1]
	}
	return parts
}

// nameParts splits the name of a column into words. A number behind a word is a word.
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

// pairRest returns the words common to two names that differ by one pair of words; ok is false for other names.
// Numbers and single letters need an entity beside them.
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

// Words for a person or a thing, for a related one, and for the one above it in a tree.
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

// hasWordOf reports whether the name of a column, its first or its last word is in list, ignoring an id, a name or a
// number at its end.
func hasWordOf(name string, list []string) bool {
	parts := nameParts(name)
	for len(parts) > 1 && (slices.Contains([]string{"id", "name", "no", "nr"}, parts[len(parts)-1]) || isInteger(parts[len(parts)-1])) {
		parts = parts[:len(parts)-1]
	}
	return len(parts) > 0 && (slices.Contains(list, content.Word(name)) || slices.Contains(list, strings.Join(parts, "")) ||
		slices.Contains(list, parts[0]) || slices.Contains(list, parts[len(parts)-1]))
}

// nameWords are names of columns with the names of nodes.
var nameWords = wordSet(`name names fullname nodename displayname label title etiqueta nombre nombres nom nome denominación bezeichnung
	beschriftung benennung libelle étiquette etiquette rótulo etikett naam navn namn nimi isim ad adı imię nazwa etykieta jméno název név
	имя название наименование метка фио ім'я імя назва име назив ime naziv nume όνομα ετικέτα שם اسم الاسم نام नाम ชื่อ tên nama
	姓名 名字 名称 名稱 标签 標籤 名前 氏名 名 ラベル 이름 성명 명칭`)
