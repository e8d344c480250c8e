package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// A large graph takes five calls of all: one computes the topology, the next passes it; one computes the colours (attributes), the next
// passes them; the last passes all other pictures, as the inspector. A small graph takes one call. Without a change nothing is passed
// again.
func TestLargeGraphIsPassedInParts(t *testing.T) {
	for _, row := range []struct {
		edges int
		parts string // for each call of all, the passed pictures among topology, attributes and inspector
	}{{300, "[[topology attributes inspector]]"}, {120_000, "[[] [topology] [] [attributes] [inspector]]"}} {
		screen := opened(t, recipe.Setup{Graph: "ring:n=9"})
		s := &screen.s
		// A graph of 500 nodes with the given number of edges.
		s.Graph = &proto.GraphInfo{N: 500, Name: "large", Labels: slices.Repeat([]int{-1}, 500), Layout: make([]float64, 1000)}
		for e := range row.edges {
			s.Graph.Edges = append(s.Graph.Edges, int32(e%499), 499)
		}
		s.Frame, s.GraphKey = nil, s.GraphKey+1
		var parts [][]string
		p := pusher{receive: func(name, _ string, _ ...[]byte) {
			if name == "topology" || name == "attributes" || name == "inspector" {
				parts[len(parts)-1] = append(parts[len(parts)-1], name)
			}
		}}
		// Each call of all passes the next part.
		for more := true; more; {
			parts = append(parts, nil)
			more = p.all(&App{State: *s})
		}
		if got := fmt.Sprint(parts); got != row.parts {
			t.Errorf("with %d edges the calls pass %s, want %s", row.edges, got, row.parts)
		}
		parts = append(parts, nil)
		if p.all(&App{State: *s}) || parts[len(parts)-1] != nil {
			t.Errorf("with %d edges %s is passed again", row.edges, parts[len(parts)-1])
		}
	}
}

// In each layout with coordinates, the key of the coordinates changes exactly if the coordinates change: also at an equal position of a run
// with another seed, and back at the start. The island moves the nodes only for another key.
func TestOtherCoordinatesHaveAnotherKey(t *testing.T) {
	for _, layout := range []string{"fibre", state.LayoutSpectral, state.LayoutApart} {
		screen := opened(t, recipe.Setup{Graph: "ring:n=9"})
		type placing struct {
			key    int
			coords string
		}
		var passed []placing
		p := pusher{receive: func(name, text string, bytes ...[]byte) {
			var style struct{ CoordsKey int }
			if name != "style" {
				return
			}
			if err := json.Unmarshal([]byte(text), &style); err != nil {
				t.Fatal(err)
			}
			passed = append(passed, placing{style.CoordsKey, string(bytes[0])})
		}}
		differ := 0
		for _, m := range []state.Msg{state.SetLayout{Layout: layout}, state.Seek{Position: 9}, state.Seed{Text: "2"}, state.Seek{Position: 9},
			state.Seek{Position: 0}, state.Seek{Position: 5}, state.Seed{Text: "3"}, state.Seek{Position: 5}, state.Seek{Position: 0},
			state.Seed{Text: "4"}, state.Seed{Text: "5"}, state.Model{Name: "gcn"}, state.Seed{Text: "6"}} {
			screen.do(m)
			for p.all(&App{State: screen.s}) {
			}
		}
		for i, next := range passed[1:] {
			last := passed[i]
			if next.coords != last.coords {
				differ++
			}
			if (next.key == 0) != (next.coords == "") {
				t.Errorf("%s: style %d has the key %d and %d bytes of coordinates", layout, i+1, next.key, len(next.coords))
			}
			if (next.key == last.key) != (next.coords == last.coords) {
				t.Errorf("%s: the styles %d and %d have the keys %d and %d; equal coordinates: %v", layout, i, i+1, last.key, next.key,
					next.coords == last.coords)
			}
		}
		if layout != state.LayoutApart && differ < 3 {
			t.Errorf("%s: the coordinates changed %d times", layout, differ)
		}
	}
}
