// Lists of browser tests that ./build.sh test treats in a special way.

package e2e

// Timed lists the tests that measure time. These tests run after all other tests, one after the other. Each test has three attempts.
var Timed = []string{"TestMainThread", "TestStepThread", "TestPauseIsQuick", "TestAddressKeepsUp", "TestLearnTimes",
	"TestLargeGraphs", "TestLargeMatrix", "TestMemory", "TestOpenWeightsTime", "TestTurnAFrame", "TestZoomFrames"}

// Whole lists the tests that only the long form of ./build.sh test runs. In the usual form the test Sample tests a sample
// of the same behaviour.
var Whole = []struct{ Test, Sample string }{
	{"TestAccessibilityOfData", "TestAccessibility"},
	{"TestEdgeContrast", "TestAccessibility"},
	{"TestEditorAccessibility", "TestAccessibility"},
	{"TestAllSettings", "TestControls"},
	{"TestCertificateOnTheScreen", "TestCasesOnTheScreen"},
	{"TestCodeBesideTheEquation", "TestWhatAndWhy"},
	{"TestExamples", "TestEmbedExample"},
	{"TestFriendsDroppedAndPasted", "TestFriends"},
	{"TestHeat", "TestResultsCancel"},
	{"TestLargeStateSurvives", "TestSurvives"},
	{"TestMorphDial", "TestResultsCancel"},
	{"TestRoundACycle", "TestEveryModelInEveryStage"},
	{"TestSilentDeath", "TestWorkerCrash"},
	{"TestSingleFile", "TestFirstLoad"},
	{"TestThreadOnPaper", "TestThreadWalks"},
	{"TestThreadPictures", "TestThreadWalks"},
	{"TestZoomFrames", "TestThreadWalks"},
	{"TestForms", "TestLearn"},
	{"TestGraphOvertakesAFigure", "TestComesInSlices"},
	{"TestLearnAround", "TestLearn"},
	{"TestLearnPaper", "TestPrint"},
	{"TestPagesDoNotScroll", "TestLayout"},
	{"TestCopyWaits", "TestOffline"},
	{"TestDoubtIsShown", "TestBrokenFiles"},
	{"TestEditKarate", "TestDrawFromBlank"},
	{"TestSharedMoments", "TestSharePanelAndPins"},
	{"TestDrawByTouch", "TestDrawFromBlank"},
	{"TestGeneratorSliders", "TestDrawFromBlank"},
	{"TestFeaturesFlow", "TestEveryModelInEveryStage"},
	{"TestFilesProgramIsBroken", "TestFailedStarts"},
	{"TestFirstLoadThatFails", "TestFailedStarts"},
	{"TestWorkerScriptIsGone", "TestFailedStarts"},
	{"TestHalfUpdatedHost", "TestOffline"},
	{"TestUpdate", "TestOffline"},
	{"TestKernel", "TestSameNumbersAsCommandLine"},
	{"TestLearnedSheaf", "TestWhatAndWhy"},
	{"TestPageOfTexas", "TestWhatAndWhy"},
	{"TestSixClicks", "TestWhatAndWhy"},
	{"TestUnrolled", "TestWhatAndWhy"},
	{"TestLessonOnAPhone", "TestLessons"},
	{"TestLessonsInSmallWindows", "TestLessons"},
	{"TestLicences", "TestLicencesOfEveryFile"},
	{"TestLineSearchIsReadable", "TestControls"},
	{"TestMapsSwitch", "TestEveryModelInEveryStage"},
	{"TestLongLink", "TestDamagedLinks"},
	{"TestMotion", "TestPresent"},
	{"TestNothingIsZeroBeforeItIsKnown", "TestPictureAgreesWithState"},
	{"TestNoticesCoverNoControl", "TestLayout"},
	{"TestOddMessages", "TestOddValues"},
	{"TestPicturesOfSmallGraphs", "TestPictureAgreesWithState"},
	{"TestPlacesBelongToTheirGraph", "TestPictureAgreesWithState"},
	{"TestPublicDataFromMirror", "TestPublicDataFromSource"},
	{"TestResultsOverSplits", "TestResultsCancel"},
	{"TestSilentDeathWithoutLocks", "TestWorkerCrash"},
	{"TestWebGLLost", "TestWithoutWebGL"},
	{"TestWholePaperOnTexas", "TestMethodOnAPhone"},
}

// InFirefox lists the tests that the usual form repeats in Firefox. The long form repeats every test that both browsers can run.
var InFirefox = []string{"TestFirstLoad", "TestControls", "TestWorkerCrash"}
