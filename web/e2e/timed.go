package e2e

// Timed lists the tests that measure time. They run at the end, one after the other, and each has three tries.
var Timed = []string{"TestMainThread", "TestPauseIsQuick", "TestAddressKeepsUp", "TestLearnTimes", "TestLargeGraphs", "TestMemory"}
