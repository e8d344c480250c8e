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

// Serve serves dist/ until it is interrupted. PORT chooses the port; without
// it the first free one from 8080 on is taken. HOST chooses the address, so
// that other machines reach the server; without it only this one does.
func Serve(ctx context.Context, cors bool) error {
	host := os.Getenv("HOST")
	listener, err := listen(host, os.Getenv("PORT"))
	if err != nil {
		return err
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	fmt.Printf("Sheafscope: http://%s/  (stop with Ctrl-C)\n", net.JoinHostPort(cmp.Or(host, "localhost"), port))
	return until(ctx, listener, forHosts(handlerFor(shell.Dist, cors), hosts(host)...))
}

// hosts are the names by which this machine is requested: those of HOST and of the machine, beside localhost and addresses.
func hosts(host string) []string {
	name, err := os.Hostname()
	if err != nil {
		return []string{host}
	}
	return []string{host, name, name + ".local"}
}

// localAddress is that of this machine alone.
const localAddress = "127.0.0.1"

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

// patience is how long an interrupted server lets answers under way end.
const patience = time.Second

// until serves until ctx ends. Answers that are under way then, such as a
// long download, are cut after a moment: that is no error.
func until(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := server.Shutdown(stop); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		return server.Close()
	}
}
