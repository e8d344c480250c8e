//go:build whole

package main

import "sheafscope/wasm/files/jobs"

// init adds the role "files", which reads and writes files. A page that is a single file has one program for all roles (tag whole).
func init() { roles["files"] = jobs.Run }
