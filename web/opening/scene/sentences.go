package scene

// This file writes the sentence that a scene shows about the selected person u and the neighbour v. The sentences call class 0 blue and
// class 1 amber.

import (
	"fmt"
	"strings"

	"sheafscope/core/sgpc/settings"
)

// words has the numbers from 0 to 12 as words.
var words = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// word returns a number as a word. A number above twelve is written in digits.
func word(n int) string {
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// count returns a number with a noun, for example "one friend" or "three rivals".
func count(n int, noun string) string {
	plural := "s"
	if n == 1 {
		plural = ""
	}
	return word(n) + " " + noun + plural
}

// upper capitalises the first letter of a text, which is an ASCII letter.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// sayNeighbours returns the number of neighbours, in words and as a number: "Five friends and three rivals" and 8. Of the neighbours
// that pull to camp c, counts[c][0] are friends and counts[c][1] are rivals.
func sayNeighbours(counts [2][2]int) (text string, number int) {
	friends, rivals := counts[0][0]+counts[1][0], counts[0][1]+counts[1][1]
	switch {
	case rivals == 0:
		text = count(friends, "friend")
	case friends == 0:
		text = count(rivals, "rival")
	default:
		text = count(friends, "friend") + " and " + count(rivals, "rival")
	}
	return upper(text), friends + rivals
}

// say returns the sentence of the selected scene. t is the tie of the selected person and neighbour. Scene 5, on the origin of the maps,
// has a sentence for each stop of the dial: blend (no maps), keep (identities), and flip (learned maps).
func (m *Model) say(n *Network, r *Evaluation, sel Selection, t Tie) string {
	switch sel.Scene {
	case 1:
		return sayEdge(n, r, sel, t)
	case 2:
		return sayPulls(n, r, sel)
	case 3:
		return m.saySum(n, r, sel)
	case 4:
		return "Everybody does what u did, all at once."
	}

	// Scene 5.
	switch {
	case n.Plain():
		return "Blend has no maps: friends and rivals are mixed alike."
	case n.config.Maps == "identity":
		return "At this stop every map is the identity, whoever stands at its ends. Turn the dial on: flip learns them."
	}
	return "The map is read off the two ends. No one gave it the rule."
}

// sayEdge returns the sentence about the distance of both arrows on the edge. If the maps of the tie change the arrows, it also has their
// distance without maps.
func sayEdge(n *Network, r *Evaluation, sel Selection, t Tie) string {
	disagree := " The arrows disagree by " + fix(r.apart(sel.U, sel.V, t.Ru, t.Rv), 2)
	withoutMaps := fix(r.apart(sel.U, sel.V, 1, 1), 2)
	switch {
	case n.Plain():
		return "Blend has no maps: v’s arrow counts as it is." + disagree + "."
	case t.Ru == 1 && t.Rv == 1:
		return "Each keeps an arrow, and the maps change nothing." + disagree + "."
	default: // maps that are learned, or set to 0
		return "v’s arrow is read through both maps." + disagree + ", without maps by " + withoutMaps + "."
	}
}

// sayPulls returns the sentence about the camp to which most neighbours pull, and their number. If the
// network has maps and they are zero, the sentence says that no arrow arrives.
func sayPulls(n *Network, r *Evaluation, sel Selection) string {
	counts := r.neighbours(sel.U)
	neighbours, number := sayNeighbours(counts)
	send := " send their arrows"
	if number == 1 {
		send = " sends an arrow"
	}

	if sel.Maps == settings.MapsZero && !n.Plain() {
		return neighbours + send + ". Without maps no arrow arrives."
	}

	// The camp to which most neighbours pull, and the number of these neighbours. If both camps have the same number, the camp is blue.
	blue := counts[0][0] + counts[0][1]
	camp, pulling := Camps[0], blue
	if 2*blue < number { // fewer than half pull to blue
		camp, pulling = Camps[1], number-blue
	}
	turned := "Turned into u’s frame, "
	if n.Plain() {
		turned = "As they are, "
	}
	share := word(pulling) + " of " + word(number) + " pull"
	switch {
	case number == 1:
		share = "it pulls"
	case pulling == number:
		share = "all pull"
	case pulling == 1: // of two
		share += "s"
	}
	return neighbours + send + ". " + turned + share + " to " + camp + "."
}

// saySum returns the sentence about the score with the selected kind of maps, "" for learned maps. With zero maps the sentence names only
// the person's own part. A network without maps ignores the kind.
func (m *Model) saySum(n *Network, r *Evaluation, sel Selection) string {
	right := "right"
	if m.U.Wrong {
		right = "wrong"
	}
	neighbours, number := sayNeighbours(r.neighbours(sel.U))
	clause := ", read through their maps, add"
	switch {
	case n.Plain():
		clause = ", taken as they are, add"
	case sel.Maps == settings.MapsIdentity:
		clause = ", read through identities, add"
	case sel.Maps == settings.MapsZero:
		return "Without maps nobody is heard. u’s own part and the bias come to " + m.Total + ": " + m.Camp + ", " + right + "."
	}
	if number == 1 {
		clause += "s"
	}
	// The bias may decide the camp against all others.
	total := " and the bias to " + m.Total
	if people := r.Score[sel.U] - r.Bias(); campOf(people) != r.Pred[sel.U] {
		total = " to " + plus(people, r.writer(sel.U).digits) + "; the bias turns it to " + m.Total
	}
	return neighbours + clause + " up with u’s own part" + total + ": " + m.Camp + ", " + right + "."
}
