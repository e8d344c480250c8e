package sgpc_test

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// init sets the variables of hooks_test.go. Tests inside package sgpc cannot import view and trace, which import sgpc.
func init() { sgpc.Frame, sgpc.Claims, sgpc.TraceText = view.Frame, view.Claims, trace.Text }
