//go:build whole

package main

import "sheafscope/wasm/files/jobs"

// A single file has one program for all roles.
func init() { roles["files"] = jobs.Run }
