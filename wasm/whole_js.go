//go:build whole

package main

import "sheafscope/wasm/files/jobs"

// A single file has one program for all roles. In its build, init adds the role "files", which reads and writes files.
func init() { roles["files"] = jobs.Run }
