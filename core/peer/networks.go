//go:build !nopeers

package peer

// Networks reports whether this program has the networks of the peers, or,
// compiled with the tag nopeers, what is said of them alone. Package sgpc goes by it, too.
const Networks = true
