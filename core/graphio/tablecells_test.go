package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// cells writes a person, perhaps a number and a group, and one cell with all friends. Some friends may have no row.
func (v *village) cells(t *testing.T) {
	of := map[string][]string{}
	for _, e := range v.edges {
		of[e[0]] = append(of[e[0]], e[1])
		if v.r.IntN(2) == 0 {
			of[e[1]] = append(of[e[1]], e[0])
		}
	}
	mark := one(v, ", ", "; ", ";", " / ", "、", " ", " and ", "|", " + ")
	and := one(v, mark, " and ", " und ")
	byNumber := v.r.IntN(4) == 0 && !isNumber(v.names[0])
	number := map[string]string{}
	for i, n := range v.names {
		number[n] = fmt.Sprint(i + 1)
	}
	header := one(v, []string{"Name", "Group", "Friends"}, []string{"Schüler", "Klasse", "Freunde"}, []string{"имя", "группа", "друзья"},
		[]string{"姓名", "班级", "好友"}, []string{"uno", "due", "tre"}, []string{"id", "class", "neighbors"}, nil)
	if byNumber {
		header = []string{"Name", "Sex", "Friends (No)"}
	}
	var rows [][]string
	for _, n := range v.names {
		list := slices.Clone(of[n])
		for k, s := range list {
			if byNumber {
				list[k] = number[s]
			}
		}
		text := strings.Join(list, mark)
		if len(list) > 1 {
			text = strings.Join(list[:len(list)-1], mark) + and + list[len(list)-1]
		}
		rows = append(rows, []string{n, v.class[n], text})
	}
	if header != nil {
		rows = append([][]string{header}, rows...)
	}
	order := one(v, []int{0, 1, 2}, []int{0, 2}, []int{1, 0, 2}, []int{0, 2, 1})
	sep := one(v, ",", ";", "\t")
	var b strings.Builder
	for k, row := range rows {
		var out []string
		if byNumber {
			out = append(out, fmt.Sprint(k))
			if k == 0 {
				out[0] = "No"
			}
		}
		for _, c := range order {
			cell := row[c]
			if strings.ContainsAny(cell, ",;|") {
				cell = `"` + cell + `"`
			}
			out = append(out, cell)
		}
		b.WriteString(strings.Join(out, sep) + "\n")
	}
	v.check(t, []File{{Name: "survey.csv", Data: v.encoded(b.String())}}, true)
}

func FuzzCells(f *testing.F) { fuzzNeighbours(f, (*village).cells) }

// TestListCellsLeaveNoDoubt: ordinary sheets with lists of friends are read without a doubt.
func TestListCellsLeaveNoDoubt(t *testing.T) {
	for _, text := range []string{
		"Name,Group,Friends\nAnn,red,\"Bob, Cid\"\nBob,blue,\"Ann, Cid\"\nCid,red,Ann\nDan,blue,\"Ann, Bob and Cid\"\n",
		"Name;Klasse;Freunde\nAnn;red;Bob / Cid\nBob;blue;Ann / Cid\nCid;red;Ann\nDan;blue;Ann / Bob / Cid\n",
		"No,Name,Group,Friends (No)\n1,Ann,red,2 3\n2,Bob,blue,1 3\n3,Cid,red,1\n4,Dan,blue,1 2 3\n",
		"| Name | Team | Friends |\n|---|---|---|\n| Ann | red | Bob, Cid |\n| Bob | blue | Ann, Cid |\n| Cid | red | Ann |\n" +
			"| Dan | blue | Ann, Bob, Cid |\n",
		"姓名,班级,好友\nAnn,red,Bob、Cid\nBob,blue,Ann、Cid\nCid,red,Ann\nDan,blue,Ann、Bob、Cid\n",
	} {
		r, err := Read([]File{{Name: "friends.csv", Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		if want := "4 nodes; Ann-Bob Ann-Cid Ann-Dan Bob-Cid Bob-Dan Cid-Dan; classes red blue red blue"; summary(r) != want ||
			len(r.Recognition.Doubts) > 0 {
			t.Errorf("read %s with %v, want %s of\n%s", summary(r), r.Recognition.Doubts, want, text)
		}
	}
}
