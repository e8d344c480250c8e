package content

import (
	"slices"
	"strings"
	"unicode"

	"sheafscope/core/words"
)

// NameRule is the rule by which readers recognise the meaning of an attribute of the nodes, or of a value, by its name.
type NameRule struct {
	What string // the meaning of the names, for the help
	// Names are the names, the preferred ones first. Names of attributes have the form of [Word]. Words in place of a value are in lower
	// case, except in NameNoEnd, which has the spelling of the files.
	Names     []string
	Condition string // the condition on the values, for the help
}

// NameRules are the rules, with the indices NameClass to NameNoEnd.
var NameRules = []NameRule{
	{"class", strings.Fields(`class classes label labels y target targets mltarget groundtruth gt category categories subject group groups
		community communities communitynumber club faction party modularityclass statinfclass cluster clusters block blocks pagetype mature
		partition partitions louvain leiden infomap membership department departments dept team division outcome
		klasse gruppe abteilung bereich mannschaft kategorie klassen gruppen classe groupe departement service equipe categorie clase grupo
		departamento equipo categoria area seccion turma gruppo dipartimento reparto squadra sezione klas groep afdeling ploeg klass grupp
		avdelning lag hold ryhmä luokka osasto klasa grupa dział zespół oddział třída skupina oddělení osztály csoport
		класс группа отдел отделение подразделение команда категория клас група відділ відділення підрозділ категорія разред одељење
		τάξη ομάδα τμήμα κατηγορία grup bölüm departman kategori lớp nhóm phòng kelas kelompok departemen
		班级 组 小组 部门 类别 分组 分类 班 部署 所属 グループ クラス 部門 分類 組 チーム 부서 반 그룹 분류 팀 קבוצה כיתה מחלקה صف مجموعة قسم فئة گروه कक्षा समूह विभाग กลุ่ม แผนก ห้อง`),
		"texts, or repeated integers; one value for all if no other column fits"},
	{"kind", strings.Fields(`type types kind topic role roles species field conference venue genre sector`),
		"as for a class, without a name above; two nodes per value on average, not one value for all"},
	{"train mask", strings.Fields(`trainmask trainmasks train istrain trainingmask training`), "true and false, 1 and 0, or lists of them"},
	{"validation mask", strings.Fields(`valmask valmasks val isval validmask valid validationmask validation devmask dev`), "as above"},
	{"test mask", strings.Fields(`testmask testmasks test istest testingmask testing`), "as above"},
	{"set of the node", strings.Fields(`set split splits mask fold partofsplit`), "train, val, test or no value"},
	{"bookkeeping of programs", strings.Fields(`unnamed0 unnamed index level0 rowid rownames rownumber suid selected sharedname selectable
		locked grabbable pannable removed grabbed visited highlighted hidden fixed timeset interval uuid guid hash url
		uri graphid componentid`), "any"},
	{"drawing", strings.Fields(`size color colour symbolsize px py vx vy fx fy pos position posx posy lat lng lon long latitude
		longitude nodesize fontsize shape forcelabel zindex rgb rgba xcoord ycoord`), "any"},
	{"drawing beside a place", strings.Fields(`x y z r g b a w h width height radius alpha opacity fill`),
		"x and y are numbers, y no class; or r, g and b together"},
	{"no value", []string{"", "na", "n/a", "nan", "null", "none", "#n/a", "inf", "+inf", "-inf", "infinity", "+infinity",
		"-infinity"}, "in a feature or a class"},
	{"no label", []string{"?", "unknown", "unk", "unlabeled", "unlabelled", "unclassified", "unassigned", "undefined", "not available",
		"missing", "-", "9999998", "99999998", "999999998", "9999999998"}, "in a class"},
	{"no end", []string{"", "NA", "NaN", "null", "None", "NULL", "N/A", "n/a", "#N/A", "none", "nan", "nil", "\\N", "-", "--", "–", "—",
		"(none)", "(null)", "<NA>", "undefined"}, "as an end, so spelled, unless a node has that id"},
}

// List returns the names of a rule, separated by commas. The empty name is printed last, as "nothing".
func (r NameRule) List() string {
	names := slices.DeleteFunc(slices.Clone(r.Names), func(s string) bool { return s == "" })
	return strings.Join(names, ", ") + words.Either(len(names) < len(r.Names), ", nothing", "")
}

// The indices of NameRules.
const (
	// Names of attributes: a class, masks and sets of a split, and attributes that are left out.
	NameClass = iota
	NameKind  // a class, if no attribute has a name of NameClass
	NameTrain
	NameVal
	NameTest
	NameSet
	NameBookkeeping
	NameDrawing
	NamePlaced // drawing, if x and y are the place of the node
	// Words in place of a feature, of a class, and of an end of an edge.
	NameNoValue
	NameNoLabel
	NameNoEnd
)

// fillers are parts of a name that have no meaning for a class: id in label_id, true in true_label, code in type.code.
var fillers = strings.Fields("id ids idx code num no nr number index name value enc encoded true ml real actual ground the of")

// Rank returns the index of a name among the names of a rule. It returns -1 if the rule has no such name.
// Case, the accents of [Word] and the characters of marks make no difference.
func Rank(rule int, name string) int { return slices.Index(NameRules[rule].Names, Word(name)) }

// ClassRank is [Rank] for names of classes. If the rule does not have the whole name, ClassRank returns the index of the last word of the
// name, without digits at its end. Fillers such as id, and numbers, do not count as the last word.
// The result is -1 if the rule does not have this word, and in two more cases:
//   - The name begins like the name of a count or of a truth value, such as num_groups and is_member.
//   - The word has fewer than three bytes without its digits, and has digits at its end (y1) or other words before it (max_gt).
//     A single filler may precede the word (true_gt).
func ClassRank(rule int, name string) int {
	const digits = "0123456789"
	if rank := Rank(rule, name); rank >= 0 {
		return rank
	}
	parts := Parts(name)
	isFiller := func(part string) bool {
		return slices.Contains(fillers, part) || strings.Trim(part, digits) == ""
	}
	for len(parts) > 1 && isFiller(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	// A name of marks only has no part.
	if len(parts) == 0 || slices.Contains([]string{"n", "num", "number", "count", "is", "has", "size"}, parts[0]) {
		return -1
	}
	lastPart := parts[len(parts)-1]
	class := strings.TrimRight(lastPart, digits)
	// longName is a length in bytes. A Chinese character has three bytes, so the class 组 is a long name.
	const longName = 3
	if len(class) < longName {
		isAlone := len(parts) == 1
		followsFiller := len(parts) == 2 && slices.Contains(fillers, parts[0])
		// y1 and y2 are coordinates or a series.
		hasDigits := class != lastPart
		hasOtherWord := !isAlone && !followsFiller
		if hasOtherWord || hasDigits {
			return -1
		}
	}
	return Rank(rule, class)
}

// MatchesName reports whether a value is one of the names of a rule, without regard to case. The names of the rule must be in lower case.
func MatchesName(rule int, value string) bool {
	return slices.Contains(NameRules[rule].Names, strings.ToLower(value))
}

// Parts splits a name at the characters of marks, and before a capital letter that follows a small letter. The parts are in lower case:
// the parts of trueLabel_id are true, label and id.
func Parts(name string) []string {
	// spaced is the name with a space at each boundary between a small and a capital letter.
	var spaced []rune
	previous := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(previous) {
			spaced = append(spaced, ' ')
		}
		spaced = append(spaced, r)
		previous = r
	}
	isMark := func(r rune) bool { return strings.ContainsRune(marks, r) }
	return strings.FieldsFunc(strings.ToLower(string(spaced)), isMark)
}

// marks are the characters that separate words of a name.
const marks = " \t_-.:\"'()[]/#"

// Word returns the normal form of a name for comparisons: lower case, without the characters of marks, and with e, a, c and o in place of
// é, è, ê, à, ã, ç and õ.
func Word(s string) string {
	// Letter k of plain replaces letter k of accented.
	const accented, plain = "éèêàçõã", "eeeacoa"
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(accented, r) {
			return []rune(plain)[slices.Index([]rune(accented), r)]
		}
		// A negative value removes the character.
		if strings.ContainsRune(marks, r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
