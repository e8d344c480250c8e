// This file has the server of the finished page.

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

// Serve serves dist/ until ctx ends. readers are the sites whose scripts may read the files. Serve returns an error if no port can be
// opened or if the server fails. Two environment variables have the address:
//   - PORT is the port; the default is the first free port from firstPort to lastPort.
//   - HOST is the host; the default is localAddress. With HOST=0.0.0.0 other machines can reach the server.
func Serve(ctx context.Context, readers Readers) error {
	host := os.Getenv("HOST")
	listener, err := listen(host, os.Getenv("PORT"))
	if err != nil {
		return err
	}
	fmt.Printf("Sheafscope: http://%s/  (stop with Ctrl-C)\n", address(listener, host))
	return serveUntil(ctx, listener, allowHosts(handlerFor(shell.Dist, readers), hostNames(host)...))
}

// address returns the host and the port at which a browser on this machine reaches the listener of a host. It returns localhost for a host
// without an address of its own, such as "" or 0.0.0.0.
func address(l net.Listener, host string) string {
	if host == "" || net.ParseIP(host).IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
}

// hostNames returns the names that requests can use for this server: host, and the names of the machine if the system has them. It omits
// localhost, because allowHosts always allows localhost and addresses. host may be "", which matches no request.
func hostNames(host string) []string {
	name, err := os.Hostname()
	if err != nil {
		return []string{host}
	}
	return []string{host, name, name + ".local"}
}

// localAddress is the address that only this machine reaches.
const localAddress = "127.0.0.1"

// The ports of a server without PORT.
const firstPort, lastPort = 8080, 8099

// listen opens a port at the address of a host. An empty host means localAddress. An empty port means the first free port from firstPort to
// lastPort. If no port can be opened, the error has the reason of the last attempt.
func listen(host, port string) (net.Listener, error) {
	host = cmp.Or(host, localAddress)
	if port != "" {
		l, err := net.Listen("tcp", net.JoinHostPort(host, port))
		if err != nil {
			return nil, fmt.Errorf("HOST=%s PORT=%s: %w", host, port, err)
		}
		return l, nil
	}
	var lastErr error
	for p := firstPort; p <= lastPort; p++ {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(p)))
		if err == nil {
			return l, nil
		}
		lastErr = err
	}
	return nil, fmt.Errorf("HOST=%s: no port from %d to %d can be opened; PORT chooses another: %w", host, firstPort, lastPort, lastErr)
}

// shutdownGrace is the time that an interrupted server gives to running responses.
const shutdownGrace = time.Second

// serveUntil serves until ctx ends or the server fails, and returns the error of a failure. After the end of ctx, it waits for running
// responses, at most for shutdownGrace. It cuts longer responses, such as downloads, and returns no error for them.
func serveUntil(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second} // limit for the header of a request
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }() // does not wait for a receiver: the channel has room
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.Background(), shutdownGrace)
		defer cancel()
		err := server.Shutdown(stop)
		if errors.Is(err, context.DeadlineExceeded) {
			return server.Close()
		}
		return err
	}
}
