package e2e

import (
	"os/exec"
	"time"
)

// NodeStart measures how long node takes to start, the least of three. The limits of the tests grow with it.
// It returns 0 where there is no node.
func NodeStart() time.Duration {
	least := time.Duration(0)
	for range 3 {
		start := time.Now()
		if exec.Command("node", "-e", "0").Run() != nil {
			return 0
		}
		if d := time.Since(start); least == 0 || d < least {
			least = d
		}
	}
	return least
}
