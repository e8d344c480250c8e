//go:build whole

package main

import "sheafscope/wasm/files/work"

func init() { roles["files"] = work.Run }
