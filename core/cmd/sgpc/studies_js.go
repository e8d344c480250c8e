package main

import "errors"

// The studies keep ledgers in files and run for hours: not a browser's work.
var errNative = errors.New("this command runs natively only; build without GOOS=js")

// reportClosedPipes does nothing: there are no signals.
func reportClosedPipes() {}

func tableCommand([]string) int     { return fail(errNative) }
func ablateCommand([]string) int    { return fail(errNative) }
func depthCommand([]string) int     { return fail(errNative) }
func autoCommand([]string) int      { return fail(errNative) }
func accuracyCommand([]string) int  { return fail(errNative) }
func reproduceCommand([]string) int { return fail(errNative) }
