package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"sheafscope/web/tool/shell"
)

// Serve serves dist/ until ctx ends. The environment variable PORT is the port, by default the first free port of 8080 to 8099. HOST is the
// address, by default localAddress. With HOST=0.0.0.0 other machines can reach the server.
func Serve(ctx context.Context, readers Readers) error {
	host := os.Getenv("HOST")
	listener, err := listen(host, os.Getenv("PORT"))
	if err != nil {
		return err
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	fmt.Printf("Sheafscope: http://%s/  (stop with Ctrl-C)\n", net.JoinHostPort(cmp.Or(host, "localhost"), port))
	return serveUntil(ctx, listener, allowHosts(handlerFor(shell.Dist, readers), hostNames(host)...))
}

// hostNames returns the names of this server in requests, for allowHosts: host, and the names of the machine. If the machine has no name,
// it returns host alone.
func hostNames(host string) []string {
	name, err := os.Hostname()
	if err != nil {
		return []string{host}
	}
	return []string{host, name, name + ".local"}
}

// localAddress is the address that only this machine reaches.
const localAddress = "127.0.0.1"

// First and last of the ports that listen tries.
const firstPort, lastPort = 8080, 8099

// listen opens a port at the address of a host. An empty host means localAddress. An empty port means the first free port from firstPort to
// lastPort.
func listen(host, port string) (net.Listener, error) {
	address := cmp.Or(host, localAddress)
	if port != "" {
		l, err := net.Listen("tcp", net.JoinHostPort(address, port))
		if err != nil {
			return nil, fmt.Errorf("HOST=%s PORT=%s: %w", address, port, err)
		}
		return l, nil
	}
	var lastErr error
	for p := firstPort; p <= lastPort; p++ {
		l, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(p)))
		if err == nil {
			return l, nil
		}
		lastErr = err
	}
	return nil, fmt.Errorf("no free port from 8080 to 8099 at %s; choose one with PORT: %w", address, lastErr)
}

// shutdownGrace is the time that an interrupted server gives to running responses.
const shutdownGrace = time.Second

// serveUntil serves requests until ctx ends. It then waits shutdownGrace for running responses, and cuts longer responses, such as
// downloads, without an error.
func serveUntil(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.Background(), shutdownGrace)
		defer cancel()
		if err := server.Shutdown(stop); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		return server.Close()
	}
}
