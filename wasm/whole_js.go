//go:build whole

package main

import "sheafscope/wasm/files/work"

// A single file has one program for all roles.
func init() { roles["files"] = work.Run }
