package graphio

import (
	"slices"
	"strings"
	"testing"
)

// TestDoubtsNameTheFault: the text of a doubt has the right number, with its noun in the right form, and the right column or cell.
func TestDoubtsNameTheFault(t *testing.T) {
	// ages returns a table of eleven nodes with an age each. The first ages are given.
	ages := func(first ...string) string {
		rows := []string{"id,age"}
		for k := range 11 {
			age := append(slices.Clone(first), strings.Split("20 21 22 23 24 25 26 27 28 29 30", " ")...)[k]
			rows = append(rows, strings.Repeat("1", k+1)+","+age)
		}
		return strings.Join(rows, "\n") + "\n"
	}
	const links = "source,target\n1,11\n11,111\n111,1\n"
	for _, c := range []struct {
		tables     []string
		rule, want string
	}{
		{[]string{"Source,Target\n1,ab\n2,ab\n3,cd\n1,cd\n"}, "ends-differ", `Column "Source" holds numbers and column "Target" names`},
		{[]string{"Source,Target\nab,1\nab,2\ncd,3\ncd,1\n"}, "ends-differ", `Column "Target" holds numbers and column "Source" names`},
		{[]string{links, ages("NA", "old")}, "mixed-column", `but for 1 cell, such as "old"`},
		{[]string{links, ages("NA", "old", "null", "young", "NA")}, "", ""},
		{[]string{links, ages("NA")}, "", ""},
		{[]string{"anna,bert\n"}, "all-distinct", "No id occurs twice in the only edge"},
		{[]string{"anna,bert\ncarl,dora\nemil,fred\n"}, "all-distinct", "No id occurs twice in the 3 edges"},
		{[]string{`{"nodes":[{"id":"a"},{"id":"b"}],"links":[{"source":"a","target":"a"}]}`}, "no-edges", "every edge of the file joins"},
		{[]string{"0 1 -1\n1 2 1\n2 0 1\n"}, "negative-weights", "1 edge weight is below zero. "},
		{[]string{"0 1 -1\n1 2 -1\n2 0 1\n"}, "negative-weights", "2 edge weights are below zero. "},
	} {
		doubts := readText(t, "", c.tables...).Recognition.Doubts
		hasWanted := slices.ContainsFunc(doubts, func(d Doubt) bool { return d.Rule == c.rule && strings.Contains(d.Text, c.want) })
		isMixed := slices.ContainsFunc(doubts, func(d Doubt) bool { return d.Rule == "mixed-column" })
		if c.rule != "" && !hasWanted || c.rule == "" && isMixed {
			t.Errorf("%q has the doubts %v, want one of %q with %q", c.tables, doubts, c.rule, c.want)
		}
	}
}

// TestChoicesOfTheUserAreNotDoubted: a class or two ends that the user has chosen raise no doubt of the rules about them.
func TestChoicesOfTheUserAreNotDoubted(t *testing.T) {
	nodes := "id,age,group\n"
	for k := range 9 {
		nodes += strings.ReplaceAll("#,1#,x\n", "#", string(rune('1'+k)))
	}
	links := "source,target\n1,2\n2,3\n3,1\n"
	for _, c := range []struct {
		correction, rule string
		tables           []string
	}{
		{"label=age", "many-classes", []string{links, nodes}},
		{"label=group", "one-class", []string{links, nodes}},
		{"source=1,target=2", "ends-differ", []string{"1,ab\n2,ab\n3,cd\n1,cd\n"}},
	} {
		if rules := ruleNames(readText(t, c.correction, c.tables...)); slices.Contains(rules, c.rule) {
			t.Errorf("%q with %s is doubted by %q", c.tables, c.correction, rules)
		}
	}
	// One chosen end leaves the other one open.
	if rules := ruleNames(readText(t, "source=1", "1,ab\n2,ab\n3,cd\n1,cd\n")); !slices.Contains(rules, "ends-differ") {
		t.Errorf("with one chosen end the doubts are %q, want ends-differ", rules)
	}
}

// TestListsOfFeaturesAreSeparatedByWhiteSpace: any white space, commas and brackets separate the features of a list.
func TestListsOfFeaturesAreSeparatedByWhiteSpace(t *testing.T) {
	for _, list := range []string{`1 0 2`, `1\t0\t2`, `[1\t0\n2]`, `1\n0\r\n2`, `0:1\t2:2`, "1\u00a00 2", `1, 0; 2`} {
		text := `{"nodes":[{"id":"a","features":"` + list + `"},{"id":"b","features":"0 1 0"}],"links":[{"source":"a","target":"b"}]}`
		x := readText(t, "", text).Graph.X
		if x.Cols != 3 || !slices.Equal(x.Val, []float64{1, 2, 1}) || !slices.Equal(x.Col, []int32{0, 2, 1}) {
			t.Errorf("the list %s gives the features %+v, want 1 0 2 and 0 1 0", list, x)
		}
	}
}

// TestFaultsOfFeaturesHaveTheirRemedy: a fault of a column names the form column:value, and a fault of a number names finite numbers.
func TestFaultsOfFeaturesHaveTheirRemedy(t *testing.T) {
	for list, want := range map[string]string{
		"x:1 0:2": "column:value", "200000:1 0:2": "column:value", "-1:1 0:2": "column:value", "0:1 1:x": "finite", "1 inf": "finite",
	} {
		text := `{"nodes":[{"id":"a","features":"` + list + `"},{"id":"b"}],"links":[]}`
		_, err := Read([]File{{Name: "g.json", Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the list %s gives the error %v, want the remedy %s", list, err, want)
		}
	}
}
