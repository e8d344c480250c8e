package main

import (
	"context"
	"errors"
)

func test(ctx context.Context) error    { return errors.New("not yet") }
func screens(ctx context.Context) error { return errors.New("not yet") }
