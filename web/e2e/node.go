package e2e

import (
	"os/exec"
	"time"
)

// NodeStart returns the least of three times in which node starts. The limits of the tests grow with this time. If node cannot start, it
// returns 0.
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
