package e2e

// Timed lists the tests that measure time. They run at the end, one after the other, and each has three tries.
var Timed = []string{"TestMainThread", "TestStepThread", "TestPauseIsQuick", "TestAddressKeepsUp", "TestLearnTimes",
	"TestLargeGraphs", "TestMemory", "TestTurnAFrame"}

// Whole lists the tests that only the long run has. Of what each tests the usual run has a sample, in the test beside it.
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
	{"TestCopyWaits", "TestOffline"},
	{"TestDoubtIsShown", "TestBrokenFiles"},
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

// InFirefox lists the tests that the usual run repeats in Firefox. The long run repeats every test of both browsers.
var InFirefox = []string{"TestFirstLoad", "TestControls", "TestWorkerCrash"}
