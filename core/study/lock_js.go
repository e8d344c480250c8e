package study

import "os"

// openLocked opens a file for reading and writing, and makes it where it is not there. In wasm there is no lock.
func openLocked(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
}
