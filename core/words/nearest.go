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
	// row[j] is the distance between the first i letters of a and the first j letters of b. The loop over a increases i from 0 to len(a).
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0] // the distance for i−1 and j−1 letters
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
