//go:build !js

package main

import (
	"os"

	"sheafscope/core/study"
)

func ablateCommand(args []string) int {
	return study.AblateCommand(args, loaderFor, os.Stdout, os.Stderr)
}

func autoCommand(args []string) int {
	return study.AutoCommand(args, loaderFor, os.Stdout, os.Stderr)
}
