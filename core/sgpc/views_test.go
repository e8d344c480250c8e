package sgpc_test

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// This file sets the functions of hooks_test.go.
func init() { sgpc.Frame, sgpc.Claims, sgpc.TraceText = view.Frame, view.Claims, trace.Text }
