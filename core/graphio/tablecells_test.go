package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// cells writes a row for each person and checks the reading: the name, perhaps a number and a group, and one cell with all friends.
// An edge stands at one of its ends or at both.
func (v *village) cells(t *testing.T) {
	friends := map[string][]string{}
	for _, e := range v.edges {
		friends[e[0]] = append(friends[e[0]], e[1])
		if v.r.IntN(2) == 0 {
			friends[e[1]] = append(friends[e[1]], e[0])
		}
	}
	mark := pick(v, ", ", "; ", ";", " / ", "、", " ", " and ", "|", " + ")
	and := pick(v, mark, " and ", " und ")
	// In some files, the friends are named by their numbers.
	byNumber := v.r.IntN(4) == 0 && !isNumber(v.names[0])
	number := map[string]string{}
	for i, n := range v.names {
		number[n] = fmt.Sprint(i + 1)
	}
	header := pick(v, []string{"Name", "Group", "Friends"}, []string{"Schüler", "Klasse", "Freunde"}, []string{"имя", "группа", "друзья"},
		[]string{"姓名", "班级", "好友"}, []string{"uno", "due", "tre"}, []string{"id", "class", "neighbors"}, nil)
	if byNumber {
		header = []string{"Name", "Sex", "Friends (No)"}
	}
	var rows [][]string
	for _, n := range v.names {
		list := slices.Clone(friends[n])
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
	// order lists the columns of the sheet. The group may be missing. With byNumber, a column No stands before them.
	order := pick(v, []int{0, 1, 2}, []int{0, 2}, []int{1, 0, 2}, []int{0, 2, 1})
	sep := pick(v, ",", ";", "\t")
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

// FuzzCells changes the random numbers from which cells writes a village.
func FuzzCells(f *testing.F) { fuzzNeighbours(f, (*village).cells) }

// TestListCellsLeaveNoDoubt: five ordinary sheets with lists of friends in one cell are read as the graph want without a doubt.
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
		const want = "4 nodes; Ann-Bob Ann-Cid Ann-Dan Bob-Cid Bob-Dan Cid-Dan; classes red blue red blue"
		if summary(r) != want || len(r.Recognition.Doubts) > 0 {
			t.Errorf("read as %s with the doubts %v, want %s without a doubt, for\n%s", summary(r), r.Recognition.Doubts, want, text)
		}
	}
}
