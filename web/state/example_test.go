package state_test

import (
	"fmt"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// Update returns the next state and the commands. The first message makes the page load its graph with a goal for the worker.
func ExampleUpdate() {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s, commands, _ := state.Update(s, state.Start{})
	goal := commands[0].(state.Send).Goal
	fmt.Println(s.Loading(), goal.Load, goal.Run.Graph)
	// Output: true true karate
}
