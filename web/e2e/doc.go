// Package e2e tests the finished page in dist/ with a real browser. Its tests
// have the build tag e2e and are run by ./build.sh test; CHROME names another
// browser than the installed Chromium. Screenshots go to .build/screens.
package e2e
