// Package e2e tests the finished page in dist/ with real browsers: all of it in
// Chromium, a core set also in Firefox. Its tests have the build tag e2e and are
// run by ./build.sh test; CHROME and FIREFOX name other browsers than the
// installed ones. Screenshots go to .build/screens.
package e2e
