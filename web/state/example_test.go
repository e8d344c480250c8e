package state_test

import (
	"fmt"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// A message gives the next state and what must be done.
func ExampleUpdate() {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s, commands, _ := state.Update(s, state.Start{})
	goal := commands[0].(state.Send).Goal
	fmt.Println(s.Loading(), goal.Load, goal.Run.Graph)
	// Output: true true karate
}
