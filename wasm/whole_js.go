//go:build whole

package main

import "sheafscope/wasm/files/jobs"

// A page that is stored as a single file has one program for all roles. In the build of this program (tag whole), init adds the role
// "files", which reads and writes files.
func init() { roles["files"] = jobs.Run }
