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

// hostNames returns the names of this server in requests: host, and the names of the machine. allowHosts always allows localhost and
// addresses.
func hostNames(host string) []string {
	name, err := os.Hostname()
	if err != nil {
		return []string{host}
	}
	return []string{host, name, name + ".local"}
}

// localAddress is the address that only this machine reaches.
const localAddress = "127.0.0.1"

// listen opens a port at the address of a host. An empty host means localAddress, an empty port the first free port of 8080 to 8099.
func listen(host, port string) (net.Listener, error) {
	host = cmp.Or(host, localAddress)
	if port != "" {
		l, err := net.Listen("tcp", net.JoinHostPort(host, port))
		if err != nil {
			return nil, fmt.Errorf("HOST=%s PORT=%s: %w", host, port, err)
		}
		return l, nil
	}
	var err error
	for p := 8080; p < 8100; p++ {
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(p))); err == nil {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no free port from 8080 to 8099 at %s; choose one with PORT: %w", host, err)
}

// shutdownGrace is the time that an interrupted server gives to running responses.
const shutdownGrace = time.Second

// serveUntil serves until ctx ends. Then it cuts responses that last longer than shutdownGrace, such as downloads, without an error.
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
