package sgpc_test

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

func init() { sgpc.Look, sgpc.Claims, sgpc.TraceText = view.Look, view.Claims, trace.Text }
