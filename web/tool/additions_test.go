package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// CONTRIBUTING.md names every file that an addition changes, and ARCHITECTURE.md every such file except those of tests. Afterwards the
// addition is on the command line or in the page: in its menus, results, rail or inspector. The test makes all additions at once in an
// overlay, a list of replaced files for the Go command. With LONG set, suiteWith also runs the other native tests with the additions.
func TestToAdd(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files := additions(t, root)
	dir := t.TempDir()
	// replace has, by the path of a file in the tree, the path of the file that replaces it.
	replace := map[string]string{}
	overlayFile := func(name, text string) {
		replacement := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(replacement, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, name)] = replacement
	}
	for name, text := range files {
		overlayFile(name, text)
	}
	overlayFile("web/tool/added/main.go", addedPage)
	// The documents write NAME for the name of an addition, here echo.
	_, table, _ := strings.Cut(document(t, "ARCHITECTURE.md"), "| To add | Touch |")
	contributing := document(t, "CONTRIBUTING.md")
	for name := range files {
		ofTests := strings.Contains(name, "_test.go") || strings.Contains(name, "/testdata/") || name == "CLAIMS.md"
		name = strings.ReplaceAll(name, "echo", "NAME")
		name, _, _ = strings.Cut(name, "/document/") // the documents name the corpus without its folders
		if !ofTests && !strings.Contains(table, name) {
			t.Errorf("ARCHITECTURE.md does not name %s", name)
		}
		if !strings.Contains(contributing, name) {
			t.Errorf("CONTRIBUTING.md does not name %s", name)
		}
	}
	// A copy of figures.js as a module, whose syntax Node checks.
	scripts := filepath.Join(dir, "figures.mjs")
	text, err := os.ReadFile(replace[filepath.Join(root, "assets/src/figures.js")])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(scripts, text, 0o644); err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	// output runs a program in the tree and returns its output, with its messages.
	output := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	output("node", "--check", scripts)
	if os.Getenv("LONG") != "" {
		suiteWith(t, root, files)
	}
	// The command line: sgpc with a file of the format, and with a network of the family whose tensors are 0.
	output("go", "build", "-overlay", list, "-o", dir+"/", "./core/cmd/sgpc", "./web/tool/added")
	sgpc := filepath.Join(dir, "sgpc")
	echo := filepath.Join(dir, "x.echo")
	if err := os.WriteFile(echo, []byte("echo of 5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	net := filepath.Join(dir, "net.safetensors")
	// A file of safetensors is the length of the header, the header and the numbers: 35·2 and 2 numbers of eight bytes.
	header := `{"a.theta":{"dtype":"F64","shape":[35,2],"data_offsets":[0,560]},"a.bias":{"dtype":"F64","shape":[2],"data_offsets":[560,576]}}`
	layer := append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...), make([]byte, 576)...)
	if err := os.WriteFile(net, layer, 0o644); err != nil {
		t.Fatal(err)
	}
	// edges returns the CSV file that sgpc convert writes for a graph. Notes of the program begin with "sgpc: "; the first line that is no
	// note is the name of the file.
	edges := func(graph string) string {
		lines := strings.Split(strings.TrimSpace(output(sgpc, "convert", "-graph", graph, "-to", "csv", "-o", dir)), "\n")
		k := slices.IndexFunc(lines, func(s string) bool { return !strings.HasPrefix(s, "sgpc: ") })
		text, err := os.ReadFile(lines[k])
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	// Each row has a name, the output of a command, and a text that the output must contain.
	for _, q := range []struct{ what, output, want string }{
		{"help", output(sgpc, "train", "-h"), ", echo, "},
		{"list", output(sgpc, "list", "-model", "echo"), "zeal             16             Zeal: a whole number from 1 to 64"},
		{"list of models", output(sgpc, "list"), "Echo             Nobody, No title, 2000"},
		{"list as JSON", output(sgpc, "list", "-json"), `{"name":"zeal","label":"Zeal","default":"1"`},
		{"run", output(sgpc, "train", "-model", "echo", "-set", "zeal=4", "-epochs", "2", "-json"), `"zeal":4,`},
		{"format", edges(echo), "3,4"},
		{"built-in graph", edges("e7"), "5,6"},
		{"family", output(sgpc, "train", "-weights", net, "-epochs", "0"),
			"net.safetensors is a network of Echo of PyTorch; it does not say act=0"},
		{"claim", output(sgpc, "claims", "-id", "echo"), "case  2 <= 1 is false: any echo. It is heard twice."},
	} {
		if !strings.Contains(q.output, q.want) {
			t.Errorf("%s: no %q in\n%s", q.what, q.want, q.output)
		}
	}
	// The page: the program addedPage prints its menus, its results, its rail, and two panels of the inspector as JSON.
	type inspector struct {
		Why  string
		Body struct {
			Figures []struct {
				Kind, ID string
				Data     json.RawMessage
			}
		}
	}
	var page struct {
		Menu, Graphs     string
		Results          []struct{ Key, Label string }
		Formats          []struct{ Name, Holds string }
		Rail             []struct{ Name, Value string }
		Sparks           []struct{ Y []float64 }
		Inspector, Stage inspector
	}
	shown := output(filepath.Join(dir, "added"))
	if err := json.Unmarshal([]byte(shown), &page); err != nil {
		t.Fatal(err, shown)
	}
	if !strings.Contains(page.Menu, `"v":"echo","l":"Echo"`) {
		t.Errorf("the menu is %s, want Echo in it", page.Menu)
	}
	if !strings.Contains(page.Graphs, `"v":"e7","l":"E7, an echo of seven","g":"Counterexamples"`) {
		t.Errorf("the graphs are %s, want e7 among them", page.Graphs)
	}
	if !slices.ContainsFunc(page.Formats, func(f struct{ Name, Holds string }) bool {
		return f.Name == "Echo" && f.Holds == "a path of so many nodes"
	}) {
		t.Errorf("the formats are %v, want Echo among them", page.Formats)
	}
	// The new stage is the eleventh of the rail, with its value, its small picture, its reason for the peer and its figure.
	if len(page.Rail) != 11 || page.Rail[10].Name != "Echo" || page.Rail[10].Value != "11 times" {
		t.Errorf("the rail is %v, want Echo with 11 times as its eleventh row", page.Rail)
	}
	if len(page.Sparks) != 11 || len(page.Sparks[10].Y) != 2 {
		t.Errorf("the small pictures are %v, want eleven and two points in the last", page.Sparks)
	}
	if page.Stage.Why != "To echo it repeats the stage before." {
		t.Errorf("the reason of the stage for the peer is %q, want the text of addedStage", page.Stage.Why)
	}
	if f := page.Stage.Body.Figures; len(f) == 0 || f[0].Kind != "echo" || f[0].ID != "echoes" {
		t.Errorf("the figures of the stage are %+v, want echoes of the kind echo first", f)
	}
	// The peer is in the results. Its panel has its reason, its equation, and its setting with the value that the peer chooses.
	if !slices.ContainsFunc(page.Results, func(m struct{ Key, Label string }) bool { return m.Key == "echo" && m.Label == "Echo" }) {
		t.Errorf("the models of the results are %v, want Echo among them", page.Results)
	}
	hasSetting := false
	for _, f := range page.Inspector.Body.Figures {
		if f.ID == "settings" && strings.Contains(string(f.Data), `"name":"zeal","label":"Zeal","kind":"whole","value":"24"`) {
			hasSetting = true
		}
	}
	if !hasSetting {
		t.Errorf("the panel of the peer does not have the setting zeal with the value 24: %s", shown)
	}
	if page.Inspector.Why != "It says what it hears. Nobody, No title, 2000." {
		t.Errorf("the reason of the peer is %q, want the texts of addedPeer", page.Inspector.Why)
	}
	if !strings.Contains(shown, `\\hat{Y}=X W`) {
		t.Errorf("the page does not have the equation of the peer: %s", shown)
	}
}

// additions returns the texts of the new and changed files of the additions, by their names in the tree.
func additions(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	write := func(name, text string) { files[name] = text }
	// insert changes a file. Of each pair of the arguments, the second text is inserted before the first one, which must occur exactly once.
	insert := func(name string, beforeAndText ...string) {
		data, err := os.ReadFile(filepath.Join(root, name))
		source := string(data)
		for k := 0; k < len(beforeAndText); k += 2 {
			before, text := beforeAndText[k], beforeAndText[k+1]
			if strings.Count(source, before) != 1 {
				t.Fatalf("%s: %v, %q occurs %d times", name, err, before, strings.Count(source, before))
			}
			source = strings.Replace(source, before, text+before, 1)
		}
		write(name, source)
	}
	// A peer with its setting, a format, a family of networks, a built-in graph.
	write("core/peer/echo.go", addedPeer)
	insert("core/peer/peer.go", "&mlp, ", addedPeerName)
	insert("core/sgpc/settings/config.go", "\t// Heads, K, Alpha", addedConfigField)
	insert("core/sgpc/settings/settings.go", "\t\tnum(\"heads\", ", addedSettingRow)
	write("core/graphio/echo.go", addedFormat)
	insert("core/graphio/read.go", "\t{isGML, ", addedFormatRow)
	insert("core/graphio/content/formats.go", "\t{\"GML\", ", addedFormatText)
	insert("core/weights/families.go", "\t{Name: \"neural-sheaf-diffusion, diagonal\"", addedFamilyRow)
	insert("core/graph/builtin.go", "\t{Offer{\"p5\", ", addedGraphRow)
	// A stage with its lesson, its colours and its kind of figure.
	write("web/view/stages/echo.go", addedStage)
	insert("web/view/stages/stages.go", "}\n}\n\n// Missing ", ", &echoStage")
	insert("core/sgpc/stage/stage.go", ")\n\n// Names", "\tEcho\n", "}", ", \"Echo\"")
	insert("web/view/inspector/learn.go", "}\n\n// sentence ", addedLesson)
	insert("web/state/colours.go", "}\n\n// SetColours ", addedColours)
	insert("web/view/inspector/kinds.go", "{\"papertable\", ", addedFigureKind)
	insert("assets/src/figures.js", "  papertable: ", addedRenderer)
	// A claim. Then the parts that tests demand of a peer and of a format.
	write("core/claims/echo.go", addedClaim)
	insert("core/claims/claims.go", "theorem5, cost}", addedClaimName)
	write("assets/code/peer-echo.py", addedPeerCode)
	insert("core/peer/examples_test.go", "func ExampleBuild_mlp() {", addedPeerExample)
	insert("core/graphio/fuzz_test.go", "\tf.Add([]byte(\"DQc\"))", addedFuzzSeed)
	write("core/graphio/testdata/corpus/document/echo.txt", addedCorpusFile)
	write("core/graphio/testdata/corpus/document/echo.want.json", addedCorpusNote)
	// CLAIMS.md counts the claims that a run refutes, and all claims. Three tests have the sides of each claim by hand.
	claims, err := os.ReadFile(filepath.Join(root, "CLAIMS.md"))
	counted := regexp.MustCompile(`For (\d+) of the (\d+) there`).FindStringSubmatch(string(claims))
	if err != nil || counted == nil {
		t.Fatalf("CLAIMS.md does not count the refuting runs: %v", err)
	}
	more := fmt.Sprintf("For %s of the %s there", next(counted[1]), next(counted[2]))
	write("CLAIMS.md", strings.Replace(string(claims), counted[0], more, 1))
	insert("core/claims/claims_test.go", "\t\t\"appendix-a\": {{", addedClaimSides)
	insert("core/claims/byhand_test.go", "\tcheck(\"appendix-a\", ", addedClaimByHand)
	insert("core/sgpc/trace/retrace_claims_test.go", "\tvalues[\"appendix-a\"]", addedClaimOfRun)
	return files
}

// next returns a decimal number plus one. decimal must have only digits.
func next(decimal string) string {
	n, _ := strconv.Atoi(decimal) // a submatch of \d+
	return strconv.Itoa(n + 1)
}

// suiteWith runs all native tests except TestToAdd in a copy of the tree with the given files. Before the tests it runs the commands by
// which CONTRIBUTING.md renews documents and records. The tests run in their short form.
func suiteWith(t *testing.T, root string, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = tree, slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "LONG=") })
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("with the additions, %s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	put := func(name string, data []byte) {
		to := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// The copy has the files of the repository, the additions, and links to the data sets and the packages of npm.
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		put(name, data)
	}
	for name, text := range files {
		put(name, []byte(text))
	}
	for from, to := range map[string]string{"../shared": dir + "/shared", "node_modules": tree + "/node_modules"} {
		if err := os.Symlink(filepath.Join(root, from), to); err != nil {
			t.Fatal(err)
		}
	}
	// Some tests read the list of files from git.
	run("git", "init", "-q")
	run("git", "add", "-A")
	run("go", "run", "./web/tool/readme")
	run("go", "test", "./web/state", "./core/tune", "./web/view", "-run", "RecordedSequences|VersionsOfBefore|TestPrinted", "-update")
	run("go", "test", "-timeout", "1h", "-skip", "^TestToAdd$", "./core/...", "./wasm/...", "./web/...")
}
