package state_test

import (
	"fmt"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// Update returns the next state, the commands, and the parts of the screen that change. After the message Start, the first command sends
// the worker a goal: load the graph of the recipe.
func ExampleUpdate() {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s, commands, _ := state.Update(s, state.Start{})
	goal := commands[0].(state.Send).Goal
	fmt.Println(s.Loading(), goal.Load, goal.Run.Graph)
	// Output: true true karate
}
