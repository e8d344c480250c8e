package words

// Nearest returns the word of a list with the smallest Levenshtein distance to word, and the first of equally distant words.
// It returns "" for an empty list.
func Nearest(word string, list []string) (best string) {
	least := -1
	for _, w := range list {
		if d := distance([]rune(word), []rune(w)); least < 0 || d < least {
			best, least = w, d
		}
	}
	return best
}

// distance returns the Levenshtein distance: the least number of letters to insert, delete or replace.
func distance(a, b []rune) int {
	// row[j] is the distance of the first i letters of a and the first j letters of b.
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
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
