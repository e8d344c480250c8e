// This file lists the browser tests that ./build.sh test treats in a special way.

package e2e

// Timed lists the tests that measure time or memory. These tests run after all other tests, one after the other. Most of them repeat a
// measurement above its limit, up to three measurements in all (threeTries).
var Timed = []string{"TestMainThread", "TestStepThread", "TestPauseIsQuick", "TestAddressKeepsUp", "TestLearnTimes",
	"TestLargeGraphs", "TestLargeMatrix", "TestHeapsDoNotGrow", "TestOpenWeightsTime", "TestTurnAFrame", "TestZoomFrames"}

// Whole lists each test Test that only the long form of ./build.sh test runs. In the usual form Sample tests a part of its behaviour. A
// test can be in Timed, too.
var Whole = []struct{ Test, Sample string }{
	{"TestAccessibilityOfData", "TestAccessibility"},
	{"TestEdgeContrast", "TestAccessibility"},
	{"TestEditorAccessibility", "TestAccessibility"},
	{"TestAllSettings", "TestControlsStepRunAndPause"},
	{"TestCertificateOnTheScreen", "TestCasesOnTheScreen"},
	{"TestCodeBesideTheEquation", "TestLargeGraphLineLeadsToItsList"},
	{"TestExamplePagesShowFigures", "TestEmbedExample"},
	{"TestFriendsDroppedAndPasted", "TestFriendsNeedThreeClicks"},
	{"TestHeatMapFills", "TestResultsCancel"},
	{"TestLargeStateSurvives", "TestReloadShowsTheSame"},
	{"TestMorphDial", "TestResultsCancel"},
	{"TestRoundACycle", "TestEveryModelInEveryStage"},
	{"TestSilentDeath", "TestWorkerCrash"},
	{"TestSingleFile", "TestFirstLoad"},
	{"TestThreadOnPaper", "TestThreadWalks"},
	{"TestThreadPictures", "TestThreadWalks"},
	{"TestZoomFrames", "TestThreadWalks"},
	{"TestFormsKeepTheirOrder", "TestEveryChapterWorks"},
	{"TestGraphOvertakesAFigure", "TestLargeGraphAppearsInSlices"},
	{"TestLearnAround", "TestEveryChapterWorks"},
	{"TestLearnPaper", "TestPrintFitsItsPages"},
	{"TestPagesDoNotScroll", "TestNothingOverlaps"},
	{"TestSlidesAreLegible", "TestEveryChapterWorks"},
	{"TestFilmSteps", "TestThreadWalks"},
	{"TestCopyWaits", "TestPageWorksOffline"},
	{"TestDoubtIsShown", "TestBrokenFiles"},
	{"TestEditKarate", "TestDrawFromBlank"},
	{"TestSharedMoments", "TestSharePanelAndPins"},
	{"TestDrawByTouch", "TestDrawFromBlank"},
	{"TestGeneratorSliders", "TestDrawFromBlank"},
	{"TestFeaturesFlow", "TestEveryModelInEveryStage"},
	{"TestFilesProgramIsBroken", "TestFailedStarts"},
	{"TestFirstLoadThatFails", "TestFailedStarts"},
	{"TestWorkerScriptIsGone", "TestFailedStarts"},
	{"TestHalfUpdatedHost", "TestPageWorksOffline"},
	{"TestUpdatesInstallWhole", "TestPageWorksOffline"},
	{"TestReleasesOfferTheNewest", "TestPageWorksOffline"},
	{"TestFooterNamesKernels", "TestSameNumbersAsCommandLine"},
	{"TestLearnedSheaf", "TestLargeGraphLineLeadsToItsList"},
	{"TestPageOfTexas", "TestLargeGraphLineLeadsToItsList"},
	{"TestSixClicks", "TestLargeGraphLineLeadsToItsList"},
	{"TestRowsAddUpToTheScore", "TestLargeGraphLineLeadsToItsList"},
	{"TestLessonOnAPhone", "TestLessonsRestoreState"},
	{"TestLessonsInSmallWindows", "TestLessonsRestoreState"},
	{"TestLicencesAreComplete", "TestLicencesOfEveryFile"},
	{"TestLineSearchIsReadable", "TestControlsStepRunAndPause"},
	{"TestMapsSwitch", "TestEveryModelInEveryStage"},
	{"TestLongLink", "TestDamagedLinks"},
	{"TestReducedMotionMovesNothing", "TestPresentationHasNoControls"},
	{"TestNothingIsZeroBeforeItIsKnown", "TestPictureAgreesWithState"},
	{"TestNoticesCoverNoControl", "TestNothingOverlaps"},
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
var InFirefox = []string{"TestFirstLoad", "TestControlsStepRunAndPause", "TestWorkerCrash"}
