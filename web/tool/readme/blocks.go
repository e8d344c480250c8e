package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
	"sheafscope/web/e2e"
	"sheafscope/web/state"
)

// blocks has the computed parts of the documents. In a document a block begins with "<!-- NAME: … -->" and ends with "<!-- end -->".
type blocks struct {
	parts     map[string]string // text of each block by name
	addresses []address
	// home and repository are the addresses of page and repository in package.json. An address is "" if package.json does not have it.
	home, repository string
}

// address is a link of the documents into the page.
type address struct {
	label string
	path  string // part of the URL after the home page
}

// withoutHome is the target of an address if package.json does not name the site of the address.
const withoutHome = "README.md#two-commands"

// filmLabel is the label of the film's address, a file of the newest release.
const filmLabel = "film"

// unpublished is the note below the links of README.md if package.json names no home page.
const unpublished = "The page has no public address yet: links into it lead to [the two commands](#two-commands), which build it.\n"

// verdicts are the rows of the table in README.md. In a verdict LHS and RHS are placeholders for the sides of the claim in its run or, if
// no run decides the claim, in its smallest case.
var verdicts = []struct{ id, statement, verdict string }{
	{"thm1-error", "Theorem 1 bounds the test error", "False: the error is LHS, the bound RHS"},
	{"thm2", "Theorem 2: the solve has κ ≤ 2 + ε", "True for Δt ≤ 1/λmax and a (1 ± ε) sparsifier"},
	{"thm3", "Theorem 3: an ascent step gains c_w/4", "False: it gains LHS, not RHS"},
	{"lemma1-60", "Lemma 1: an edge’s variance falls to 60 %", "False: it can grow, here LHS times"},
	{"thm4", "Theorem 4: the bound shrinks geometrically", "False: it has a floor; here it grows LHS times"},
	{"lemma2", "Lemma 2: changed maps move the output little", "False: it moves by LHS; RHS is allowed"},
	{"thm5", "Theorem 5 bounds the population risk", "False: memorised labels risk LHS, not RHS"},
}

// holding is the run that the page opens for Theorem 2. No run refutes this theorem.
var holding = claims.Case{Claim: "thm2", Title: "the karate club, Δt = 0.4", Graph: "karate", Epochs: 1,
	Settings: map[string]string{"dt": "0.4"}}

// readAddresses reads the addresses of page and repository from package.json.
func (b *blocks) readAddresses(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var pack struct{ Homepage, Repository string }
	if err := json.Unmarshal(text, &pack); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	b.home, b.repository = pack.Homepage, pack.Repository
	return nil
}

// newBlocks trains every case of the claims and returns the blocks that need no file.
func newBlocks(f *film) (*blocks, error) {
	// Every run has an address that opens the panel of the claims.
	b := &blocks{parts: map[string]string{"formats": formats(), "exports": exports()}}
	b.addresses = []address{{"laboratory", ""}, {"course", "learn.html"}, {filmLabel, ""}}
	tried := map[string]claims.Claim{} // evaluated claims by identifier
	for _, c := range append(claims.Cases(), holding) {
		r, v, err := view.TrainCase(c)
		if err != nil {
			return nil, err
		}
		tried[c.Claim] = v
		if err := b.addAddress(c.Claim, recipe.Setup{Graph: c.Graph, Split: c.Split, Seed: c.Seed, Settings: c.Settings, Position: r.Position()},
			recipe.View{Panel: state.PanelClaims}); err != nil {
			return nil, err
		}
	}
	small, err := claims.Counterexamples()
	if err == nil {
		err = b.filmAddresses(f)
	}
	b.verdicts(tried, small)
	b.cases(tried, small)
	b.answers()
	slices.SortFunc(b.addresses, func(x, y address) int { return strings.Compare(x.label, y.label) })
	return b, err
}

// addAddress adds the address that opens a run with a view.
func (b *blocks) addAddress(label string, run recipe.Setup, view recipe.View) error {
	link, err := recipe.Format(recipe.Recipe{Setup: run, View: view})
	b.addresses = append(b.addresses, address{label, "#" + link})
	return err
}

// filmAddresses adds addresses that open the run of the picture's last stop: its edge, a node of the edge, the stage of the Laplacian, and
// the results.
func (b *blocks) filmAddresses(f *film) error {
	last := f.stops[len(f.stops)-1]
	run := recipe.Setup{Graph: filmGraph, Seed: filmSeed, Model: filmModel, Position: last.position,
		Settings: map[string]string{"maps": last.maps}}
	for _, kv := range filmSettings {
		run.Settings[kv[0]] = kv[1]
	}
	for _, x := range []struct {
		label string
		view  recipe.View
	}{
		{"an edge", recipe.View{Panel: state.PanelEdge, Edge: choice.Of(f.edge)}},
		{"a node", recipe.View{Panel: state.PanelNode, Node: choice.Of(int(f.i))}},
		{"a stage", recipe.View{Panel: state.PanelStage, Stage: stage.Laplacian}},
		{"the dial", recipe.View{Panel: state.PanelResults}},
	} {
		if err := b.addAddress(x.label, run, x.view); err != nil {
			return err
		}
	}
	return nil
}

// verdicts makes the block "verdicts" of README.md.
func (b *blocks) verdicts(tried map[string]claims.Claim, small []claims.Counterexample) {
	var t strings.Builder
	t.WriteString("| Statement | Verdict | Run |\n|---|---|---|\n")
	for _, row := range verdicts {
		lhs, rhs, run := 0.0, 0.0, ""
		claim, hasRun := tried[row.id]
		least, hasSmallest := smallest(small, row.id)
		switch {
		case hasRun:
			lhs, rhs, run = claim.LHS, claim.RHS, fmt.Sprintf("[%s][%s]", caseOf(row.id).Title, row.id)
		case hasSmallest:
			lhs, rhs, run = least.LHS, least.RHS, "smallest case"
		}
		sides := strings.NewReplacer("LHS", short(lhs), "RHS", short(rhs))
		fmt.Fprintf(&t, "| %s | %s | %s |\n", row.statement, sides.Replace(row.verdict), run)
	}
	b.parts["verdicts"] = t.String()
}

// cases makes the block "cases" of CLAIMS.md, which has every claim with its run and its smallest case.
func (b *blocks) cases(tried map[string]claims.Claim, small []claims.Counterexample) {
	var t strings.Builder
	t.WriteString("| Claim | Statement | In a run | In the smallest case |\n|---|---|---|---|\n")
	sides := func(lhs float64, relation string, rhs float64, holds bool) string {
		not := map[bool]string{false: "not "}[holds]
		return not + short(lhs) + " " + map[string]string{"<=": "≤", ">=": "≥", "==": "="}[relation] + " " + short(rhs)
	}
	for _, c := range claims.Check(&claims.Input{}) {
		run, least := "–", "–"
		v, hasRun := tried[c.ID]
		if hasRun {
			run = fmt.Sprintf("[%s, epoch %d][%s]: %s", caseOf(c.ID).Title, caseOf(c.ID).Epochs, c.ID, sides(v.LHS, v.Relation, v.RHS, v.Holds))
		}
		x, hasSmallest := smallest(small, c.ID)
		if hasSmallest {
			least = x.Title + ": " + sides(x.LHS, x.Relation, x.RHS, x.Holds)
		}
		fmt.Fprintf(&t, "| `%s` | %s | %s | %s |\n", c.ID, strings.ReplaceAll(c.Statement, "|", "\\|"), run, strings.TrimSuffix(least, "."))
	}
	b.parts["cases"] = t.String()
}

// smallest returns the first counterexample of a claim. If the claim has none, ok is false.
func smallest(small []claims.Counterexample, id string) (x claims.Counterexample, ok bool) {
	k := slices.IndexFunc(small, func(x claims.Counterexample) bool { return x.Claim == id })
	if k < 0 {
		return claims.Counterexample{}, false
	}
	return small[k], true
}

// answers makes the block "answers" of CLAIMS.md. It has, for every claim, a possible answer of its authors and the reply. Adjacent claims
// with the same answer share an item.
func (b *blocks) answers() {
	var t strings.Builder
	rows := claims.Check(&claims.Input{})
	for k := 0; k < len(rows); k++ {
		c, names := rows[k], "`"+rows[k].ID+"`"
		for k+1 < len(rows) && rows[k+1].Answer == c.Answer {
			k++
			names += ", `" + rows[k].ID + "`"
		}
		fmt.Fprintf(&t, "* %s: *%s* %s\n", names, c.Answer, c.Reply)
	}
	b.parts["answers"] = t.String()
}

// caseOf returns the run of a claim. For Theorem 2 it returns holding.
func caseOf(id string) claims.Case {
	c, exists := claims.CaseOf(id)
	if !exists {
		return holding
	}
	return c
}

// short formats a number with three significant digits.
func short(x float64) string { return fmt.Sprintf("%.3g", x) }

// formats returns the table of the formats that the page reads.
func formats() string {
	t := "| Format | Holds, or comes from |\n|---|---|\n"
	for _, f := range content.Formats {
		t += "| " + f.Name + " | " + f.Holds + " |\n"
	}
	return t
}

// exports returns the table of the files that the page exports.
func exports() string {
	t := "| In the panel | File |\n|---|---|\n"
	for _, f := range state.Exports() {
		t += "| " + f.Label + " | `" + f.End + "` |\n"
	}
	return t
}

// Patterns of a block and of a mention of a label in a document.
var (
	block   = regexp.MustCompile(`(?s)(<!-- ([a-z]+): [^\n]* -->\n).*?<!-- end -->`)
	mention = regexp.MustCompile(`\]\[([^\]]+)\]`) // a link by label
)

// put returns the document name with its blocks filled. It fills the block "addresses" last, with the addresses that the document mentions.
// It returns an error for an unknown block or label.
func (b *blocks) put(name string, text []byte) ([]byte, error) {
	var failure error
	used := map[string]bool{} // labels that the document mentions
	// fill returns a document with the block "addresses" filled if fillsAddresses is true, and with all other blocks filled if it is false.
	fill := func(document []byte, fillsAddresses bool) []byte {
		return block.ReplaceAllFunc(document, func(old []byte) []byte {
			m := block.FindSubmatch(old)
			begin, blockName := m[1], string(m[2])
			part, exists := b.parts[blockName]
			isAddresses := blockName == "addresses"
			switch {
			case isAddresses != fillsAddresses:
				return old
			case isAddresses:
				part, exists = b.resolve(used), true
			case blockName == "published":
				part, exists = words.Either(b.home == "", unpublished, ""), true
			}
			if !exists {
				failure = fmt.Errorf("%s: there is no block %s", name, blockName)
			}
			return fmt.Appendf(nil, "%s\n%s\n<!-- end -->", begin, part)
		})
	}
	withBlocks := fill(text, false)
	for _, m := range mention.FindAllSubmatch(withBlocks, -1) {
		used[string(m[1])] = true
	}
	filled := fill(withBlocks, true)
	for label := range used {
		if !slices.ContainsFunc(b.addresses, func(a address) bool { return a.label == label }) {
			failure = fmt.Errorf("%s: there is no address %s", name, label)
		}
	}
	return filled, failure
}

// resolve returns a Markdown definition for each used address. The URL of the film begins with the repository, and any other URL with the
// home page. Without a home page or repository the URL is withoutHome.
func (b *blocks) resolve(used map[string]bool) string {
	var t strings.Builder
	for _, a := range b.addresses {
		if !used[a.label] {
			continue
		}
		target := withoutHome
		switch {
		case a.label == filmLabel && b.repository != "":
			target = strings.TrimSuffix(b.repository, "/") + "/releases/latest/download/" + e2e.FilmFile("light", "mp4")
		case a.label != filmLabel && b.home != "":
			target = strings.TrimSuffix(b.home, "/") + "/" + a.path
		}
		fmt.Fprintf(&t, "[%s]: %s\n", a.label, target)
	}
	return t.String()
}
