// This file makes the blocks, the computed parts of README.md and other documents: their texts, and the addresses of the links into the
// page.

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

// blocks has the texts of the blocks. In a document a block begins with "<!-- NAME: … -->" and ends with "<!-- end -->".
type blocks struct {
	parts     map[string]string // text of each block by name
	addresses []address         // sorted by label
	// home and repository are the addresses of the page and of the repository in package.json. A field is "" if package.json has no address.
	home, repository string
}

// address is a link of the documents into the page.
type address struct {
	label string // the text by which a document refers to the link
	path  string // part of the URL after the home page
}

// withoutHome is the target of a link whose base package.json does not name. The base is the repository for the film, and the home page for
// other links.
const withoutHome = "README.md#two-commands"

// filmLabel is the label of the film's address, a file of the newest release.
const filmLabel = "film"

// unpublished is the note below the links of README.md if package.json names no home page.
const unpublished = "The page has no public address yet: links into it lead to [the two commands](#two-commands), which build it.\n"

// verdictRows are the rows of the table in README.md. In a verdict LHS and RHS are placeholders for the sides of the claim. The sides come
// from the run that tests the claim or, if there is no run, from the smallest counterexample.
var verdictRows = []struct{ id, statement, verdict string }{
	{"thm1-error", "Theorem 1 bounds the test error", "False: the error is LHS, the bound RHS"},
	{"thm2", "Theorem 2: the solve has κ ≤ 2 + ε", "True for Δt ≤ 1/λmax and a (1 ± ε) sparsifier"},
	{"thm3", "Theorem 3: an ascent step gains c_w/4", "False: it gains LHS, not RHS"},
	{"lemma1-60", "Lemma 1: an edge’s variance falls to 60 %", "False: it can grow, here LHS times"},
	{"thm4", "Theorem 4: the bound shrinks geometrically", "False: it has a floor; here it grows LHS times"},
	{"lemma2", "Lemma 2: changed maps move the output little", "False: it moves by LHS; RHS is allowed"},
	{"thm5", "Theorem 5 bounds the population risk", "False: memorised labels risk LHS, not RHS"},
}

// thm2Case is the run that the page opens for Theorem 2. Package claims has no run for it, because no run refutes this theorem.
var thm2Case = claims.Case{Claim: "thm2", Title: "the karate club, Δt = 0.4", Graph: "karate", Epochs: 1,
	Settings: map[string]string{"dt": "0.4"}}

// readAddresses reads the addresses of the page and of the repository from package.json.
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

// newBlocks trains the runs that test claims. It returns the addresses, and the blocks that do not depend on files of the repository. f is
// the film, the runs of the animated picture.
func newBlocks(f *film) (*blocks, error) {
	b := &blocks{parts: map[string]string{"formats": formats(), "exports": exports()}}
	b.addresses = []address{{"laboratory", ""}, {"course", "learn.html"}, {filmLabel, ""}}
	// The address of a run opens the panel of the claims. The label of the address is the identifier of the claim that the run tests.
	tried := map[string]claims.Claim{} // evaluated claims by identifier
	for _, c := range append(claims.Cases(), thm2Case) {
		r, claim, err := view.TrainCase(c)
		if err != nil {
			return nil, err
		}
		tried[c.Claim] = claim
		run := recipe.Setup{Graph: c.Graph, Split: c.Split, Seed: c.Seed, Settings: c.Settings, Position: r.Position()}
		if err := b.addAddress(c.Claim, run, recipe.View{Panel: state.PanelClaims}); err != nil {
			return nil, err
		}
	}
	counterexamples, err := claims.Counterexamples()
	if err != nil {
		return nil, err
	}
	if err := b.filmAddresses(f); err != nil {
		return nil, err
	}
	b.verdicts(tried, counterexamples)
	b.cases(tried, counterexamples)
	b.answers()
	slices.SortFunc(b.addresses, func(x, y address) int { return strings.Compare(x.label, y.label) })
	return b, nil
}

// addAddress adds an address that opens run in the view opened. The fragment of the address is the text of both, a recipe. addAddress
// returns the error of recipe.Format for a recipe that no link can hold.
func (b *blocks) addAddress(label string, run recipe.Setup, opened recipe.View) error {
	link, err := recipe.Format(recipe.Recipe{Setup: run, View: opened})
	b.addresses = append(b.addresses, address{label, "#" + link})
	return err
}

// filmAddresses adds four addresses that open the run of the film's last stop. They open the panels of the film's edge, of an end of this
// edge, of the stage of the Laplacian, and of the results.
func (b *blocks) filmAddresses(f *film) error {
	last := f.stops[len(f.stops)-1]
	// The settings of the run: the family of maps at the stop, and the settings of all stops.
	run := recipe.Setup{Graph: filmGraph, Seed: filmSeed, Model: filmModel, Position: last.position,
		Settings: map[string]string{"maps": last.maps}}
	for _, setting := range filmSettings {
		run.Settings[setting[0]] = setting[1]
	}
	// choice.Of converts an index from 0 to an index from 1, the form in links.
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

// verdicts makes the block "verdicts" of README.md. tried has the claims that runs have tested, by identifier. counterexamples are the
// smallest counterexamples of the claims. Every row of the table has a run or a counterexample.
func (b *blocks) verdicts(tried map[string]claims.Claim, counterexamples []claims.Counterexample) {
	var t strings.Builder
	t.WriteString("| Statement | Verdict | Run |\n|---|---|---|\n")
	for _, row := range verdictRows {
		// Sides of the claim, and the text about its run, such as [the karate club, Δt = 0.4][thm2].
		// If a claim has both a run and a counterexample, the row has the run.
		lhs, rhs, runText := 0.0, 0.0, ""
		if v, ok := tried[row.id]; ok {
			lhs, rhs, runText = v.LHS, v.RHS, fmt.Sprintf("[%s][%s]", caseOf(row.id).Title, row.id)
		} else if x, ok := smallest(counterexamples, row.id); ok {
			lhs, rhs, runText = x.LHS, x.RHS, "smallest case"
		}
		sides := strings.NewReplacer("LHS", short(lhs), "RHS", short(rhs))
		fmt.Fprintf(&t, "| %s | %s | %s |\n", row.statement, sides.Replace(row.verdict), runText)
	}
	b.parts["verdicts"] = t.String()
}

// cases makes the block "cases" of CLAIMS.md, a table with a row for every claim. A row has the sides of the claim in its run and in its
// smallest counterexample. The cell of an absent run or counterexample is "–".
func (b *blocks) cases(tried map[string]claims.Claim, counterexamples []claims.Counterexample) {
	var t strings.Builder
	t.WriteString("| Claim | Statement | In a run | In the smallest case |\n|---|---|---|---|\n")
	symbols := map[string]string{"<=": "≤", ">=": "≥", "==": "="}
	// sides returns a text such as "not 0.2 ≤ 0.1" for a claim that does not hold.
	sides := func(lhs float64, relation string, rhs float64, holds bool) string {
		not := words.Either(holds, "", "not ")
		return not + short(lhs) + " " + symbols[relation] + " " + short(rhs)
	}
	for _, c := range claims.Check(&claims.Input{}) { // an empty input: only the texts of the claims are used
		runText, leastText := "–", "–"
		if v, ok := tried[c.ID]; ok {
			run := caseOf(c.ID)
			runText = fmt.Sprintf("[%s, epoch %d][%s]: %s", run.Title, run.Epochs, c.ID, sides(v.LHS, v.Relation, v.RHS, v.Holds))
		}
		if x, ok := smallest(counterexamples, c.ID); ok {
			leastText = x.Title + ": " + sides(x.LHS, x.Relation, x.RHS, x.Holds)
		}
		statement := strings.ReplaceAll(c.Statement, "|", "\\|") // | ends a column of the table
		fmt.Fprintf(&t, "| `%s` | %s | %s | %s |\n", c.ID, statement, runText, leastText)
	}
	b.parts["cases"] = t.String()
}

// smallest returns the counterexample of a claim from a list of smallest counterexamples. ok is false if the list has none of the claim.
func smallest(list []claims.Counterexample, id string) (x claims.Counterexample, ok bool) {
	k := slices.IndexFunc(list, func(x claims.Counterexample) bool { return x.Claim == id })
	if k < 0 {
		return claims.Counterexample{}, false
	}
	return list[k], true
}

// answers makes the block "answers" of CLAIMS.md, a list. An item has an answer that the authors of the paper could give, and our reply.
// Adjacent claims with the same answer share an item.
func (b *blocks) answers() {
	var t strings.Builder
	rows := claims.Check(&claims.Input{}) // an empty input: only the texts of the claims are used
	for k := 0; k < len(rows); k++ {
		c := rows[k]
		names := "`" + c.ID + "`"
		for k+1 < len(rows) && rows[k+1].Answer == c.Answer {
			k++
			names += ", `" + rows[k].ID + "`"
		}
		fmt.Fprintf(&t, "* %s: *%s* %s\n", names, c.Answer, c.Reply)
	}
	b.parts["answers"] = t.String()
}

// caseOf returns the run of package claims that tests a claim. For any other claim it returns thm2Case, the run of Theorem 2.
func caseOf(id string) claims.Case {
	if c, ok := claims.CaseOf(id); ok {
		return c
	}
	return thm2Case
}

// short formats a number with three significant digits.
func short(x float64) string { return fmt.Sprintf("%.3g", x) }

// formats returns the table of the formats that the page reads, as Markdown. Holds is the description of a format.
func formats() string {
	t := "| Format | Holds, or comes from |\n|---|---|\n"
	for _, f := range content.Formats {
		t += "| " + f.Name + " | " + f.Holds + " |\n"
	}
	return t
}

// exports returns the table of the files that the page exports, as Markdown. End is the extension of a file.
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

// put returns a document with its blocks filled. name is the name of the document. put fills the block "addresses" last, because this block
// has the addresses that the text and the other blocks mention. put returns an error for an unknown block or label, and only one of several
// such errors.
func (b *blocks) put(name string, text []byte) ([]byte, error) {
	var failure error
	// Two blocks are not in parts: their texts depend on the document or on package.json.
	text = block.ReplaceAllFunc(text, func(old []byte) []byte {
		m := block.FindSubmatch(old)
		blockName := string(m[2])
		part, isKnown := b.parts[blockName]
		switch blockName {
		case "addresses":
			return old // filled below
		case "published":
			part, isKnown = words.Either(b.home == "", unpublished, ""), true
		}
		if !isKnown {
			failure = fmt.Errorf("%s: there is no block %s", name, blockName)
		}
		return fmt.Appendf(nil, "%s\n%s\n<!-- end -->", m[1], part)
	})
	used := map[string]bool{} // labels that the document mentions
	for _, m := range mention.FindAllSubmatch(text, -1) {
		used[string(m[1])] = true
	}
	text = block.ReplaceAllFunc(text, func(old []byte) []byte {
		m := block.FindSubmatch(old)
		if string(m[2]) != "addresses" {
			return old
		}
		return fmt.Appendf(nil, "%s\n%s\n<!-- end -->", m[1], b.resolve(used))
	})
	for label := range used {
		if !slices.ContainsFunc(b.addresses, func(a address) bool { return a.label == label }) {
			failure = fmt.Errorf("%s: there is no address %s", name, label)
		}
	}
	return text, failure
}

// resolve returns Markdown that defines the used labels as links, as in "[thm2]: https://example.org/#RECIPE". A link leads to a URL
// below the home page. The film, a video in light colours, is a file of the newest release, whose URL is below the repository. If
// package.json does not name the needed address, the link leads to withoutHome.
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
