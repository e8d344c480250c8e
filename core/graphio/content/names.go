package content

import (
	"slices"
	"strings"
	"unicode"

	"sheafscope/core/words"
)

// NameRule gives a meaning to attributes of nodes, or to values, by their names. Readers, help and tests use these rows alone.
type NameRule struct {
	// What is the meaning, in a few words.
	What string
	// Names are the names in the form of [Word], the preferred ones first.
	Names []string
	// Condition is a condition on the values, in a few words.
	Condition string
}

// NameRules are the rules, indexed by the constants below.
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
		"texts, or whole numbers that repeat; a column with one value for all nodes where no other may be the class"},
	{"kind", strings.Fields(`type types kind topic role roles species field conference venue genre sector`),
		"as for a class, where no name above is there; every value twice, and not the same for all nodes"},
	{"train mask", strings.Fields(`trainmask trainmasks train istrain trainingmask training`), "true and false, 1 and 0, or lists of them"},
	{"validation mask", strings.Fields(`valmask valmasks val isval validmask valid validationmask validation devmask dev`), "as above"},
	{"test mask", strings.Fields(`testmask testmasks test istest testingmask testing`), "as above"},
	{"set of the node", strings.Fields(`set split splits mask fold partofsplit`), "train, val or test; other values are left out"},
	{"bookkeeping of programs", strings.Fields(`unnamed0 unnamed index level0 rowid rownames rownumber suid selected sharedname selectable
		locked grabbable pannable removed grabbed visited highlighted hidden fixed timeset interval uuid guid hash url
		uri graphid componentid`), "any"},
	{"drawing", strings.Fields(`size color colour symbolsize px py vx vy fx fy pos position posx posy lat lng lon long latitude
		longitude nodesize fontsize shape forcelabel zindex rgb rgba xcoord ycoord`), "any"},
	{"drawing beside a place", strings.Fields(`x y z r g b a w h width height radius alpha opacity fill`),
		"x and y are numbers, and y is no class"},
	{"no value", []string{"", "na", "n/a", "nan", "null", "none", "#n/a", "inf", "+inf", "-inf", "infinity", "+infinity",
		"-infinity"}, "in a feature; in a class, too"},
	{"no label", []string{"?", "unknown", "unk", "unlabeled", "unlabelled", "unclassified", "unassigned", "undefined", "not available",
		"missing", "-", "9999998", "99999998", "999999998", "9999999998"}, "in a class"},
	{"no end", []string{"", "NA", "NaN", "null", "None", "NULL", "N/A", "n/a", "#N/A", "none", "nan", "nil", "\\N", "-", "--", "–", "—",
		"(none)", "(null)", "<NA>", "undefined"}, "in a column of ends, so spelled, unless the table of nodes has that id"},
}

// List returns the names of a rule separated by commas, for the help and the README. The empty name is "nothing".
func (r NameRule) List() string {
	names := slices.DeleteFunc(slices.Clone(r.Names), func(s string) bool { return s == "" })
	return strings.Join(names, ", ") + words.Either(len(names) < len(r.Names), ", nothing", "")
}

// The indices of NameRules.
const (
	NameClass = iota
	NameKind
	NameTrain
	NameVal
	NameTest
	NameSet
	NameBookkeeping
	NameDrawing
	NamePlaced
	NameNoValue
	NameNoLabel
	NameNoEnd
)

// fillers are parts of a name without meaning for a class: id of label_id, true of true_label, code of type.code.
var fillers = strings.Fields("id ids idx code num no nr number index name value enc encoded true ml real actual ground the of")

// Rank returns the index of a name among the names of a rule, -1 for no match. Case and marks are ignored.
func Rank(rule int, name string) int { return slices.Index(NameRules[rule].Names, Word(name)) }

// ClassRank is [Rank] for names of classes. It also ignores leading words, fillers such as true_ and _id, and numbers at the end.
func ClassRank(rule int, name string) int {
	if k := Rank(rule, name); k >= 0 {
		return k
	}
	parts := Parts(name)
	for len(parts) > 1 && (slices.Contains(fillers, parts[len(parts)-1]) || strings.Trim(parts[len(parts)-1], "0123456789") == "") {
		parts = parts[:len(parts)-1]
	}
	// num_groups and is_member are no classes.
	if len(parts) == 0 || slices.Contains([]string{"n", "num", "number", "count", "is", "has", "size"}, parts[0]) {
		return -1
	}
	last := strings.TrimRight(parts[len(parts)-1], "0123456789")
	// Short names match only alone or behind a filler: "gt" is a class, "max_gt" is not.
	if len(last) < 3 && (len(parts) > 2 || len(parts) == 2 && !slices.Contains(fillers, parts[0])) {
		return -1
	}
	if len(last) < 3 && last != parts[len(parts)-1] {
		return -1 // y1, y2
	}
	return slices.Index(NameRules[rule].Names, last)
}

// MatchesName reports whether a value equals one of the names of a rule, in any case.
func MatchesName(rule int, value string) bool {
	return slices.Contains(NameRules[rule].Names, strings.ToLower(value))
}

// Parts splits a name at its marks and before a capital that follows a small letter. The parts are in lower case.
func Parts(name string) []string {
	var b []rune
	last := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			b = append(b, ' ')
		}
		b, last = append(b, r), r
	}
	return strings.FieldsFunc(strings.ToLower(string(b)), func(r rune) bool { return strings.ContainsRune(marks, r) })
}

// marks are the characters that separate words of a name.
const marks = " \t_-.:\"'()[]/#"

// Word returns the normal form of a name for comparison: lower case, without accents and marks.
func Word(s string) string {
	return strings.Map(func(r rune) rune {
		if k := strings.IndexRune("éèêàçõã", r); k >= 0 {
			return []rune("eeeacoa")[slices.Index([]rune("éèêàçõã"), r)]
		}
		if strings.ContainsRune(marks, r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
