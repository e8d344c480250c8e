package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/e2e"
)

// longForms has the functions of tests with a long form. function is the folder and the name of a function. sample is the form in the usual
// run, and long is the form with LONG=1. `./build.sh test --long` sets LONG=0.2: then tests of web/e2e run a fifth of the repetitions and
// times in long.
//
// `./build.sh test --long` has three further parts: fuzz (a search for new inputs; known inputs always run), twice (two builds are equal;
// TestShrunkProgramPrintsTheSame is its sample) and savings (the savings of web/tool/shrink; TestEveryPartShrinks is its sample).
// e2e.Whole has the tests that only the long run has.
var longForms = []struct{ function, sample, long string }{
	{"core/cmd/sgpc TestSlurmArrayEqualsOneMachine", "a stand-in for Slurm", "Slurm itself, too"},
	{"core/cmd/sgpc TestKilledCommandsResume", "one kill of each of two commands", "fifteen kills of all commands"},
	{"core/cmd/sgpc TestLostOutput", "a full disk for each command, a broken pipe for one", "both for each"},
	{"core/cmd/sgpc TestNativeAndWasmAgree", "four short runs, and one of each command that trains few networks",
		"longer ones, a spectrum, all rows of printed"},
	{"core/cmd/sgpc TestNetworksOfPyTorch", "each network in one container, on a graph", "in each, on karate and Texas, too"},
	{"core/cmd/sgpc TestPuzzlePays", "the peers on one graph of the course", "all four models on ten graphs"},
	{"core/json TestSameAsStandard", "600 random values", "3 000"},
	{"core/sgpc TestMemoryAgainstTheHeap", "half of the settings of SGPC, half of the peers on one of two graphs; in wasm a fourth of them",
		"every setting of SGPC, each peer on both graphs, all graphs twice as large; in wasm, too"},
	{"core/sgpc TestOneNetwork", "100 random runs", "2 000"},
	{"core/sgpc TestSettingsMatterOnlyIfRead", "every setting of SGPC by default and of its code, a third of them in other kinds",
		"every setting of all"},
	{"core/sgpc/trace TestNearestOfRandomSettings", "60 random settings", "200"},
	{"core/sgpc/view TestTheorem1OnTwelveGraphs", "two graphs", "all twelve"},
	{"core/spectral TestLanczosAgainstDense", "20 random sheaves", "50"},
	{"core/spectral maxDimension", "multiple eigenvalues at n·d up to 96, an ascent to 48", "up to 400, an ascent to 150"},
	{"core/study TestEveryModelOnEveryDataset", "all models on Cornell and Cora", "on all public sets"},
	{"core/study TestReproduceResumesAndShards", "a run that was killed", "two shards, too"},
	{"core/study TestFullDiskLosesNoRun", "one full disk a command", "five full disks"},
	{"wasm/proto TestDamagedMessagesAreErrors", "every third place of a message", "every place"},
	{"web/state TestNothingIsOvertaken", "8 lists of what is opened while something loads", "500 lists"},
	{"web/state TestSurvivesAReload", "3 short walks with faults of the storage", "400 walks"},
	{"web TestSharedMomentsShowTheSame", "20 moments", "300 moments"},
	{"web TestPageIsDrawnDuringLoad", "40 loads", "500 loads"},
	{"web TestPageIsDrawnAtAnyMoment", "4 walks with late answers", "60 walks"},
	{"web TestRefusedLoadKeepsTheMoment", "60 moments", "600 moments"},
	{"web/tool TestNothingIsFused", "eight packages of core", "all packages of core"},
	{"web/tool TestToAdd", "the additions are found on the command line and in the page", "all native tests pass with them"},
	{"web/tool TestReleaseSteps", "TestReleaseStepsAreInOrder reads the steps", "the steps make a release with its film, and its site"},
	{"web/tool TestDocumentsPrintTheirNumbers", "the cheap commands of the documents", "the costly ones, too"},
	{"web/tool/shrink TestEveryPartShrinks", "a program without one of four parts, on which others rest", "without each part"},
	{"web/opening/train TestLookSeeds", "one seed of Look", "all sixteen"},
	{"web/opening/train TestStoredRunEqualsTrained", "the run of the last scene to its position", "to its end, too, where validation chooses"},
	{"web/e2e axeEverywhere", "axe where tests call it", "axe in each state that a test comes to rest in"},
	{"web/e2e TestAccessibility", "on the desk", "on a phone, too"},
	{"web/e2e casesOnTheScreen", "three counterexamples", "all"},
	{"web/e2e TestCodeBesideTheEquation", "notebooks as Python runs them", "one in Jupyter, too"},
	{"web/e2e TestDamagedLinks", "one in a new page, three in one that is open", "four and seven"},
	{"web/e2e TestEveryModelInEveryStage", "four models of different kinds, one of them on Texas", "all models, three of them on Texas"},
	{"web/e2e TestFailedStarts", "each way in which a part can fail, with one part or two", "every part in every way"},
	{"web/e2e TestThreadPictures", "scenes as PDF and TikZ are read", "LaTeX sets the scenes, and a reader of PDF finds a word, too"},
	{"web/e2e vectorFile", "pictures as PDF and TikZ are read", "LaTeX sets them, and a reader of PDF finds their words"},
	{"web/e2e examplePagesShowFigures", "two of the examples", "all six"},
	{"web/e2e TestFindingsStayInTheLink", "in the light", "in the dark and on a phone, too"},
	{"web/e2e TestNothingOverlaps", "karate and Texas at two sizes", "both at seven sizes, Texas in dark, too"},
	{"web/e2e TestLinksOfRandomRecipes", "2 recipes", "100 recipes"},
	{"web/e2e TestMainThread", "Texas", "Cora, too"},
	{"web/e2e TestNothingMoves", "forty moves on the desk", "five hundred at five sizes"},
	{"web/e2e TestPicturesOfSmallGraphs", "a graph without labels", "four graphs, one of them without room"},
	{"web/e2e TestNumberFields", "a decimal comma and an ambiguous number in each field", "nine ways to write a number in each field"},
	{"web/e2e TestPreferencesKeepControlsUsable", "five preferences in Look and in the laboratory",
		"every preference and low windows, in One edge, a chapter, a slide and an embed, too"},
	{"web/e2e TestPreferencesFromStart", "nothing: TestPreferencesKeepControlsUsable tries a few",
		"a coarse pointer and inverted colours, in each room at four sizes"},
	{"web/e2e TestPreferencesInFirefox", "nothing: TestPreferencesKeepControlsUsable tries a few in Chromium",
		"what Firefox can emulate, in each room"},
	{"web/e2e TestNothingIsCut", "on a phone", "on a desk and a tablet, too"},
	{"web/e2e TestSingleFile", "the file of the page", "the course's, too, and files that are cut"},
	{"web/e2e notebook", "the tests of the Python package", "a notebook that uses the package"},
	{"web/e2e inBoth", "three tests run in Firefox (e2e.InFirefox)", "all tests of both browsers"},
	{"web/e2e TestSharedMoments", "4 moments", "60 moments"},
	{"web/e2e survives", "10 seconds of a random walk with faults of the storage", "ten minutes of it"},
	{"web/e2e sharedMoments", "two links in new windows, the other two in the same windows", "each link in a new window"},
	{"web/e2e linksAtAnyMoment", "2 links", "500 links in each browser"},
	{"web/e2e lessonsRestoreState", "the tour, the sheaf and the epoch", "comparisons and the paper, too"},
	{"web/e2e deadWorkersAreReplaced", "2 kills", "100 kills in each browser"},
	{"web/e2e monkey", "a random walk of 4 s", "fifty minutes in each browser"},
	{"web/e2e TestEveryChapterWorks", "each chapter on the desk", "on the phone, too"},
	{"web/e2e TestLearnExercises",
		"a wrong and the right answer, one of each kind read in both themes; the puzzle begins; exercises that train are asked",
		"all answers, each read; the puzzle trains meanwhile to its end; exercises that train are trained and answered"},
	{"web/e2e TestCourseLinks", "a training for the teachers' table begins and stops", "the training ends, and the answers are judged"},
	{"web/e2e TestLearnTimes", "the course is opened by TestEveryChapterWorks",
		"the time until the course can be read, the time to check a class's codes, and the memory of the course"},
	{"web/e2e TestHeapsDoNotGrow", "the heap of TestMonkey before and after", "its slope over ten minutes in each browser"},
	{"web/e2e memorySlope", "the heap of TestMonkey before and after", "its slope over ten minutes in each browser"},
	{"web/e2e TestLargeGraphs", "1 200 nodes in TestLargeGraphLineLeadsToItsList", "a million edges, and 200 000 nodes"},
	{"web/view TestStripIsRecomputed", "SGPC and peers as built-in graphs have them", "the head of graph attention, too"},
	{"web/view TestExtremesHaveNoBadNumbers", "each number of a frame as one extreme", "as each of eleven"},
	{"web/view TestExtremesOfDetails", "each number of an explanation, a cycle, iterates and claims as one extreme", "as each of eleven"},
	{"web/view TestExtremesOfTheLab", "each number of the laboratory as one extreme", "as each of eleven"},
}

// longForms lists exactly the functions of tests that read the environment variable LONG.
func TestLongFormsAreListed(t *testing.T) {
	listed := map[string]bool{}
	for _, row := range longForms {
		if listed[row.function] || row.sample == "" || row.long == "" {
			t.Errorf("longForms lists %s twice or without its forms", row.function)
		}
		listed[row.function] = true
	}
	found := functionsWithLong(t, "../..")
	for _, name := range found {
		if !listed[name] {
			t.Errorf("%s reads LONG, but has no row in longForms", name)
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("longForms lists %s, which does not read LONG", name)
	}
}

// Every test of e2e.Whole exists and is listed once. The sample of each of these tests, and every test of e2e.InFirefox, runs in the usual
// form.
func TestWholeFormsHaveSamples(t *testing.T) {
	tests := map[string]bool{}
	files, err := filepath.Glob("../e2e/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				tests[f.Name.Name] = true
			}
		}
	}
	// usual has the tests of the usual form: all tests without those of e2e.Whole.
	usual := maps.Clone(tests)
	for _, row := range e2e.Whole {
		if !usual[row.Test] {
			t.Errorf("e2e.Whole lists %s twice, or it is no test", row.Test)
		}
		delete(usual, row.Test)
	}
	for _, row := range e2e.Whole {
		if !usual[row.Sample] {
			t.Errorf("the sample of %s, %s, is no test of the usual run", row.Test, row.Sample)
		}
	}
	for _, name := range e2e.InFirefox {
		if !usual[name] {
			t.Errorf("%s of e2e.InFirefox is no test of the usual run", name)
		}
	}
}

// calls reports whether a call in a function has a property.
func calls(f *ast.FuncDecl, hasProperty func(*ast.CallExpr) bool) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if call, isCall := n.(*ast.CallExpr); isCall && hasProperty(call) {
			found = true
		}
		return true
	})
	return found
}

// readsLong reports whether a call is os.Getenv("LONG").
func readsLong(call *ast.CallExpr) bool {
	function, isSelector := call.Fun.(*ast.SelectorExpr)
	if !isSelector || function.Sel.Name != "Getenv" || len(call.Args) != 1 {
		return false
	}
	literal, isLiteral := call.Args[0].(*ast.BasicLit)
	return isLiteral && literal.Value == `"LONG"`
}

// functionsWithLong returns the functions of test files below root that call os.Getenv("LONG") or, in web/e2e, one of its helpers. An
// element is a folder and the name of a function, with a space between them. Functions with the name of a helper are omitted.
func functionsWithLong(t *testing.T, root string) (list []string) {
	t.Helper()
	helpers := []string{"share", "times", "lasting", "sample"} // of web/e2e; they read LONG
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		isForeign := name[0] == '.' || name == "node_modules" || name == "dist" // not a source of the project
		if d.IsDir() && path != root && isForeign {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || slices.Contains(helpers, f.Name.Name) {
				continue
			}
			callsHelper := folder == "web/e2e" && calls(f, func(call *ast.CallExpr) bool {
				name, isName := call.Fun.(*ast.Ident)
				return isName && slices.Contains(helpers, name.Name)
			})
			if callsHelper || calls(f, readsLong) {
				list = append(list, filepath.ToSlash(folder)+" "+f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
