package sgpc_test

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/view"
)

// The caller steps a run. Seek moves it to any position, here back from epoch 2 to epoch 1.
func ExampleRun() {
	g, _ := graph.Builtin("karate")
	split, _ := graph.ParseSplit(g, method.DefaultSplit, 0)
	cfg, _ := method.Configure(g, split, "sgpc", "paper", 0)
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	r.StepInner()
	fmt.Println(r.Position(), stage.Names[view.Frame(r, frame.Focus{}).Stage])
	r.StepEpoch()
	end := r.Position()
	r.StepEpoch()
	fmt.Println(r.Epoch(), r.Seek(end, nil), r.Epoch())
	// Output:
	// 1 Features
	// 2 true 1
}

// Settings have names; a wrong value is refused and changes nothing.
func ExampleConfig_Set() {
	c := settings.Default()
	fmt.Println(c.Set("d", "3"), c.D)
	fmt.Println(c.Set("d", "9"), c.D)
	// Output:
	// <nil> 3
	// setting d=9: want a whole number from 1 to 8 3
}
