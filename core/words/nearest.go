package words

// Nearest returns the word of a list with the smallest Levenshtein distance to word. Of several words with this distance it returns the
// first. It returns "" for an empty list.
func Nearest(word string, list []string) (nearest string) {
	least := -1 // smallest distance so far, −1 before the first word
	for _, w := range list {
		d := distance([]rune(word), []rune(w))
		if least < 0 || d < least {
			nearest, least = w, d
		}
	}
	return nearest
}

// distance returns the Levenshtein distance: the least number of letters to insert, delete or replace that turns a into b.
func distance(a, b []rune) int {
	// Before the pass for the letter a[i], row[j] is the distance between a[:i] and b[:j]. The pass replaces a[:i] by a[:i+1].
	row := make([]int, len(b)+1)
	for j := range row { // a[:0] is empty, so j letters are inserted
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0] // the distance between a[:i] and b[:j] for the next j; row[j] itself is already replaced then
		row[0] = i + 1
		for j, y := range b {
			replace := diagonal
			if x != y {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, replace)
		}
	}
	return row[len(b)]
}
