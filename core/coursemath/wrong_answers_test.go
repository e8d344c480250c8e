// This file has typical wrong answers to the exercises of the course. exercise_test.go checks their reasons.

package coursemath

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// slips returns typical wrong answers to an exercise, each with phrases, joined by |, of which its reason must contain one.
// It leaves out the answers that happen to be right for this seed.
func slips(e Exercise, seed uint64) map[string]string {
	v := e.Variant(seed)
	right, _ := solve(e, seed)
	out := map[string]string{}
	switch v.ID {
	case "1.1": // too few or too many layers, from 0 to BlurDepth = 24
		k := depth(v)
		out[strconv.Itoa(k-1)], out[strconv.Itoa(k+1)], out["0"], out["24"] = "Try more", "already", "still 100 %", "one layer earlier"
		out[strconv.Itoa(max(1, k/2))], out[strconv.Itoa((k+24)/2)] = "still", "one layer earlier"
		delete(out, strconv.Itoa(k))
	case "2.1": // a wrong turn of the first map, or a map that is no turn
		s, _ := ParseSheaf(right)
		turn, _ := strconv.ParseFloat(strings.TrimPrefix(s.Edges[0].Maps[0], "turn "), 64)
		for text, words := range map[string]string{decimal(-turn, 2): "the other way", decimal(turn+180, 2): "still disagree",
			decimal(turn+6, 2): "Nearly"} {
			// If 2·turn is nearly 180, turn + 180 is also the turn the other way, and gets its reason.
			isOtherWay := math.Abs(math.Mod(2*turn, 360)-180) <= 6
			if words != "still disagree" || !isOtherWay {
				out[withMaps(s, 0, "turn "+text, "1").Text()] = words
			}
		}
		out[withMaps(s, 0, "0", "0").Text()], out[withMaps(s, 0, "turn 10 times 0.1", "1").Text()] = "stays the identity", "only turn"
	case "2.2": // the given maps, or a map that also scales
		out[v.Sheaf.Text()] = "still comes to"
		out[withMaps(v.Sheaf, 0, "turn 0 times 5", "1").Text()] = "only turn"
	case "3.1": // the right block is −AᵀB for the maps A and B of the edge
		var entries [2][]float64
		for side := range entries {
			f, _ := ParseMap(v.Sheaf.Edges[int(v.Params["i"])].Maps[side], 2, 2)
			entries[side] = f.Entries
		}
		a, b := mat.NewDense(2, 2, entries[0]), mat.NewDense(2, 2, entries[1])
		// addProduct adds the wrong answer c·x·y.
		var p mat.Dense
		addProduct := func(c float64, x, y mat.Matrix, phrases string) {
			p.Mul(x, y)
			out[numbersAsAnswer(c*p.At(0, 0), c*p.At(0, 1), c*p.At(1, 0), c*p.At(1, 1))] = phrases
		}
		addProduct(1, a.T(), b, "minus")
		addProduct(-1, b.T(), a, "transpose")
		addProduct(-1, a, b, "come back")
		addProduct(1, a.T(), a, "diagonal")
		out["17 0 0 17"] = "column by column"
		out["0 17 0 0"] = "not yet right"
	case "3.2": // wrong signals, and the right one with a ~, which marks rounded numbers
		out["0 0 0"], out["1 1 1"], out["2 2 2"] = "cost nothing", "constant", "constant"
		out["~"+strings.ReplaceAll(right, " ", " ~")] = "exactly 0"
		out["1 0 5"] = "seen as"
		out["0 1 0"], out["0 0 1"] = "seen as", "seen as"
	case "4.1", "4.2", "4.3":
		for _, o := range v.Options {
			if o.Key != right {
				out[o.Key] = "Walk round|Which ones|which ones|do they come|does it come|do the maps do|add up"
			}
		}
	case "4.4": // a graph without its cycle, in pieces, or of another dimension
		tree := v.Sheaf.Clone()
		_ = tree.RemoveEdge(0)
		apart := tree.Clone()
		_ = apart.RemoveEdge(0)
		plain := v.Sheaf.Clone()
		_ = plain.SetD(1)
		out[v.Sheaf.Text()], out[withMaps(v.Sheaf, 0, "turn 5", "1").Text()] = "still 2", "no signal"
		out[tree.Text()], out[apart.Text()], out[plain.Text()] = "cycle", "pieces", "back to 2"
	case "5.1": // each other signal
		out["constant"], out["alternating"], out["spike"] = "plain graph", "every edge", "spreads"
	case "5.2": // a factor 2 or ln 2 is missing or too much
		x, _ := strconv.ParseFloat(right, 64)
		out[numbersAsAnswer(2*x)], out[numbersAsAnswer(x/math.Ln2)], out[numbersAsAnswer(2*x/math.Ln2)] = "quadratic", "37 %", "1/λ"
		out["0"], out[numbersAsAnswer(x/3)], out[numbersAsAnswer(9*x)] = "Nothing|nothing", "longer", "shorter"
	case "6.1": // the given maps, equal maps, and three other changes
		out[v.Sheaf.Text()] = "wanted"
		for _, size := range []string{"1", "3"} { // all maps equal, also at the largest size of a handle, are no answer
			alike := v.Sheaf.Clone()
			for k := range alike.Edges {
				alike.Edges[k].Maps = [2]string{size, size}
			}
			out[alike.Text()] = "alike"
		}
		// All maps three times as large, all maps zero, and one map of the first triangle changed.
		scaled, zero, changed := v.Sheaf.Clone(), v.Sheaf.Clone(), v.Sheaf.Clone()
		for k := range scaled.Edges {
			scaled.Edges[k].Maps, zero.Edges[k].Maps = [2]string{"3", "3"}, [2]string{"0", "0"}
		}
		scaled.Edges[6].Maps = [2]string{decimal(3*entryOf(v.Sheaf, 6), 2), decimal(3*entryOf(v.Sheaf, 6), 2)}
		changed.Edges[0].Maps = [2]string{"2", "1"}
		out[scaled.Text()], out[zero.Text()], out[changed.Text()] = "every eigenvalue alike|wanted", "no gap", "another eigenvalue"
	case "6.2": // a graph with too few nodes, with another map, or in pieces
		n := len(v.Sheaf.Nodes)
		out[v.Sheaf.Text()], out[Ring(3, 1).Text()] = "above λ₂", "fewer nodes"
		out[withMaps(Ring(n, 1), 0, "2", "2").Text()] = "identity"
		pieces := Ring(n, 1)
		_ = pieces.RemoveEdge(0)
		_ = pieces.RemoveEdge(0)
		out[pieces.Text()] = "fell apart"
	case "7a.1": // the right entry is −f_u·f_v, rounded to four decimals
		p := v.Params
		fu, fv := math.Tanh(p["own"]*p["tu"]+p["other"]*p["tv"]), math.Tanh(p["own"]*p["tv"]+p["other"]*p["tu"])
		rounded := func(x float64) string { return numbersAsAnswer(math.Round(1e4*x) / 1e4) }
		out[rounded(fu*fv)], out[rounded(fu*fu)], out["5"] = "its sign", "on the diagonal|its sign", "three steps"
		out[rounded(-(p["own"]*p["tu"]+p["other"]*p["tv"])*(p["own"]*p["tv"]+p["other"]*p["tu"]))] = "not squeezed|one end|diagonal"
		out[rounded(-math.Tanh(p["own"]*p["tu"])*math.Tanh(p["own"]*p["tv"]))] = "far end|one end|diagonal|squeezed|its sign"
		out[rounded(fu)], out[rounded(-fv)] = "one end", "one end"
	case "10.1":
		// The right answer is x − Lx/4 at the node. flow is (Lx) there, plain the sum over the neighbours with the signs dropped.
		_, l := denseMatrices(v.Sheaf)
		x, node := signalOf(v.Sheaf), int(v.Params["node"])
		flow, plain := 0.0, 0.0
		for j := range x {
			flow += l.At(node, j) * x[j]
			if j != node {
				plain += math.Abs(l.At(node, j)) * x[j]
			}
		}
		phrases := "plain average|before the step|flows away|all of|downhill|alone|Read the row"
		own := x[node]
		for _, y := range []float64{own/2 + plain/4, own, flow, own - flow, own + flow/4, (2*own - flow) / 4, 9, -9} {
			out[numbersAsAnswer(math.Round(1e4*y)/1e4)] = phrases
		}
		for text := range out { // remove answers that happen to be right, within the tolerance of the check
			y, _ := strconv.ParseFloat(text, 64)
			if math.Abs(y-(own-flow/4)) <= 0.006 {
				delete(out, text)
			}
		}
	case "8.1": // weights of T_0 to T_3 that do not fit the question
		out["0 0 0 0"], out["0.25 0.25 0.25 0.25"], out["1 0 0 0"] = "nothing passes", "negative", "negative"
		out["1 -0.6 0.5 0"], out["0 -1 0 1"] = "upper end", "largest at"
		out["-1 0 0 -1"] = "sum of the weights"
	case "8.2":
		out["order"], out["sign"], out["gradient"] = "order 1", "negative above", "Look at λ = 0"
	case "9.1":
		out["chosen"], out["paper"], out["ece"] = "simulation", "assumes nothing", "measurement"
	case "9.2":
		n := v.Params["n"]
		out["0"], out["90"] = "best single guess", "smaller rate"
		out[numbersAsAnswer(math.Round(1e4/n)/100)] = "more than a third|not the rate itself"
		out[numbersAsAnswer(2.2*100/n)] = "larger rate|not the rate itself"
		// The right answer is 100·(1 − 0.05^(1/n)) %. If it is near 5, the text 5 is no wrong answer.
		if math.Abs(100*(1-math.Pow(0.05, 1/n))-5) > 1 {
			out["5"] = "may fail|more than a third"
		}
	case "2.3":
		out["turn"], out["scale"] = "how many numbers", "how many numbers"
	}
	delete(out, right)
	return out
}

// entryOf returns the first entry of the first map of edge e.
func entryOf(s *SheafText, e int) float64 {
	m, _ := ParseMap(s.Edges[e].Maps[0], s.D, s.D)
	return m.Entries[0]
}
