package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"sheafscope/web/tool/site"
)

// serve serves dist/ until it is interrupted. PORT chooses the port; without
// it the first free one from 8080 on is taken.
func serve(ctx context.Context) error {
	listener, err := listen(os.Getenv("PORT"))
	if err != nil {
		return err
	}
	fmt.Printf("Sheafscope: http://localhost:%d/  (stop with Ctrl-C)\n", listener.Addr().(*net.TCPAddr).Port)
	return serveOn(ctx, listener)
}

func listen(port string) (net.Listener, error) {
	if port != "" {
		l, err := net.Listen("tcp", ":"+port)
		if err != nil {
			return nil, fmt.Errorf("PORT=%s: %w", port, err)
		}
		return l, nil
	}
	for p := 8080; p < 8100; p++ {
		if l, err := net.Listen("tcp", fmt.Sprintf(":%d", p)); err == nil {
			return l, nil
		}
	}
	return nil, errors.New("no free port from 8080 to 8099; choose one with PORT")
}

func serveOn(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: site.Handler(distDir), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return server.Shutdown(stop)
	}
}
