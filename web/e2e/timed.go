package e2e

// Timed lists the tests that measure time. They run at the end, one after the other, and each has three tries.
var Timed = []string{"TestMainThread", "TestPauseIsQuick", "TestAddressKeepsUp", "TestLearnTimes", "TestLargeGraphs", "TestMemory"}

// Whole lists the tests that only the long run has. Of what each tests the usual run has a sample, in the test beside it.
var Whole = []struct{ Test, Sample string }{
	{"TestAccessibilityOfData", "TestAccessibility"},
	{"TestEdgeContrast", "TestAccessibility"},
	{"TestEditorAccessibility", "TestAccessibility"},
	{"TestCertificateOnTheScreen", "TestCasesOnTheScreen"},
	{"TestDrawByTouch", "TestDrawFromBlank"},
	{"TestGeneratorSliders", "TestDrawFromBlank"},
	{"TestFilesProgramIsBroken", "TestFailedStarts"},
	{"TestWorkerScriptIsGone", "TestFailedStarts"},
	{"TestHalfUpdatedHost", "TestOffline"},
	{"TestUpdate", "TestOffline"},
	{"TestKernel", "TestSameNumbersAsCommandLine"},
	{"TestLearnedSheaf", "TestWhatAndWhy"},
	{"TestSixClicks", "TestWhatAndWhy"},
	{"TestUnrolled", "TestWhatAndWhy"},
	{"TestLessonsInSmallWindows", "TestLessonOnAPhone"},
	{"TestLicences", "TestLicencesOfEveryFile"},
	{"TestLineSearchIsReadable", "TestControls"},
	{"TestNothingIsZeroBeforeItIsKnown", "TestPictureAgreesWithState"},
	{"TestPlacesBelongToTheirGraph", "TestPicturesOfSmallGraphs"},
	{"TestPublicDataFromMirror", "TestPublicDataFromSource"},
	{"TestResultsOverSplits", "TestResultsCancel"},
	{"TestSilentDeathWithoutLocks", "TestSilentDeath"},
	{"TestWebGLLost", "TestWithoutWebGL"},
	{"TestWholePaperOnTexas", "TestMethodOnAPhone"},
}

// InFirefox lists the tests that the usual run repeats in Firefox. The long run repeats every test of both browsers.
var InFirefox = []string{"TestFirstLoad", "TestControls", "TestWorkerCrash"}
