package sgpc_test

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

func init() { sgpc.Frame, sgpc.Claims, sgpc.TraceText = view.Frame, view.Claims, trace.Text }
