//go:build nopeers

package peer

// Networks is as in networks.go.
const Networks = false
