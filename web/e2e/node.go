// This file measures the speed of the machine. The time limits of the tests grow with the measured time.

package e2e

import (
	"os/exec"
	"time"
)

// NodeStart starts node three times and returns the least duration, which depends least on other work of the machine. It returns 0 if node
// does not start.
func NodeStart() time.Duration {
	least := time.Duration(0) // 0 before the first measurement
	for range 3 {
		start := time.Now()
		err := exec.Command("node", "-e", "0").Run()
		duration := time.Since(start)
		if err != nil {
			return 0
		}
		if least == 0 || duration < least {
			least = duration
		}
	}
	return least
}
