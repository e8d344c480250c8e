// Package e2e tests the finished page in dist/ with real browsers. All tests run in Chromium, some of them also in Firefox. The tests have
// the build tag e2e, and ./build.sh test runs them. The environment variables CHROME and FIREFOX name other browsers than the installed
// ones. Screenshots are written to .build/screens.
package e2e
