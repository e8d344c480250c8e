// Package e2e tests the finished page in dist/ with real browsers. All tests run in Chromium, and some run in Firefox, too. The tests have
// the build tag e2e, and ./build.sh test runs them. The environment variables CHROME and FIREFOX name browsers in place of the installed
// ones. Screenshots are written to .build/screens. The files without the tag have the parts that web/tool needs: the search for programs,
// the lists of tests, and the film.
package e2e
