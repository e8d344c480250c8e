package heat

import (
	_ "embed"
	"sync"

	"sheafscope/core/json"
)

//go:embed stored.json
var stored []byte

// Shipped is the map that the page carries; its command makes it again, with -heat core/heat/stored.json.
var Shipped = sync.OnceValue(func() *Map {
	var m Map
	if err := json.Unmarshal(stored, &m); err != nil {
		panic("heat: stored.json is damaged: " + err.Error())
	}
	return &m
})
