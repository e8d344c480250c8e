//go:build !unix

package shell

import "context"

// Alone runs a function; nothing keeps another program from doing so at once.
func Alone(_ context.Context, do func() error) error { return do() }
