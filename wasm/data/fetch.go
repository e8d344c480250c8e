package data

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/graphio/content"
)

// Response is an HTTP response, read piece by piece.
type Response interface {
	// Status returns the HTTP status.
	Status() int
	// Start returns the offset of the first byte in a partial response (status 206), −1 for an unknown one.
	Start() int64
	// Rest returns the delay that the server requests before another attempt (Retry-After), 0 without a request.
	Rest() time.Duration
	// Next returns the next piece, or io.EOF after the last one.
	Next() ([]byte, error)
	// Close cancels the rest of the response.
	Close()
}

// Transport sends requests.
type Transport interface {
	// Get requests a file from an offset on. It fails without a response.
	Get(url string, from int64) (Response, error)
}

// Store is a persistent store of files.
type Store interface {
	// Get returns a stored file; ok is false for an absent one.
	Get(key string) (data []byte, ok bool)
	// Put stores a file. It fails if storage is full or not allowed.
	Put(key string, data []byte) error
	Delete(key string)
}

// ErrStopped is the error of a cancelled fetch.
var ErrStopped = errors.New("loading was cancelled")

// ElsewhereError is the error of a local fetch for a file that only another host has. No request was sent to the host.
type ElsewhereError struct{ Host string }

func (e *ElsewhereError) Error() string {
	return "it lies on " + e.Host + ", which is asked only if the user of the page agrees"
}

// attempts is the number of requests for a file before its failure is reported.
const attempts = 4

// pauses has the delay before each attempt.
var pauses = [attempts]time.Duration{0, 300 * time.Millisecond, time.Second, 3 * time.Second}

// Fetcher fetches and verifies files. Store, Progress, Stopped and Sleep may be nil.
type Fetcher struct {
	Transport Transport
	Store     Store
	// Mirror is the address of a folder with copies of the data sets on the page's own host, with a final slash, or "".
	Mirror string
	// Local restricts the fetcher to the store and the mirror. Files elsewhere are an ElsewhereError.
	Local bool
	// Sums returns the checksums of the data sets.
	Sums func() (Sums, error)
	// Hash returns a SHA-256 in hexadecimal, "" if it cannot be computed.
	Hash func([]byte) string
	// Progress receives the number of fetched bytes; total is 0 for an unknown size.
	Progress func(what string, done, total int64)
	// Stopped reports whether the fetch is cancelled. It is called between two pieces.
	Stopped func() bool
	Sleep   func(time.Duration)
}

// Set fetches the files of a data set, with the file of public split k unless k is negative. Notes inform the user of minor problems.
func (f *Fetcher) Set(s *Set, k int) (files []content.File, notes []string, err error) {
	sums, err := f.Sums()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.Title, err)
	}
	list := All().plan(s.with(sums), k, f.Mirror)
	var done, total int64
	for _, it := range list {
		total += it.urls[0].Bytes
		for _, a := range it.urls {
			if a.SHA256 == "" {
				return nil, nil, fmt.Errorf("%s: there is no checksum of %s", s.Title, it.name)
			}
		}
	}
	for _, it := range list {
		tell := func(n int64) { f.progress("Fetching "+s.Title, min(done+n, total), total) }
		data, kept, err := f.file(it, tell)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Title, err)
		}
		if !kept && len(notes) == 0 {
			notes = append(notes, "The browser did not keep all files of this set (its storage is full or closed), so it will not be there offline.")
		}
		files = append(files, content.File{Name: it.name, Data: data})
		done += it.urls[0].Bytes
	}
	return files, notes, nil
}

// file returns a file from the store, or from the first address that has it. kept reports whether the store has it now.
func (f *Fetcher) file(it item, tell func(int64)) (data []byte, kept bool, err error) {
	for _, a := range it.urls {
		if data, ok := f.stored(it, a); ok {
			return data, true, nil
		}
	}
	// If the mirror fails, lacks the file or has another one, the source is next.
	var failed error
	for _, a := range it.urls {
		if f.Local && (f.Mirror == "" || !strings.HasPrefix(a.url, f.Mirror)) {
			return nil, false, &ElsewhereError{Host(a.url)}
		}
		data, err = f.download(it, a, tell)
		switch {
		case err == nil:
			return data, f.Store != nil && f.Store.Put(key(it, a), data) == nil, nil
		case errors.Is(err, ErrStopped):
			return nil, false, err
		case failed == nil || errors.As(failed, new(*statusError)):
			failed = err
		case !errors.As(err, new(*statusError)):
			failed = fmt.Errorf("%w. From its source: %w", failed, err)
		}
	}
	return nil, false, failed
}

// key returns the key of a file in the store: its checksum, or its name without one.
func key(it item, a address) string {
	if a.SHA256 != "" {
		return a.SHA256
	}
	return it.name
}

// stored returns a file from the store. It deletes a damaged one; ok is then false.
func (f *Fetcher) stored(it item, a address) ([]byte, bool) {
	if f.Store == nil {
		return nil, false
	}
	data, ok := f.Store.Get(key(it, a))
	if !ok {
		return nil, false
	}
	if f.check(it, a, data) != nil {
		f.Store.Delete(key(it, a))
		return nil, false
	}
	return data, true
}

// check returns an error for a file with another length or checksum than that of its address. Without a checksum every file passes.
func (f *Fetcher) check(it item, a address, data []byte) error {
	if a.SHA256 != "" {
		if int64(len(data)) != a.Bytes {
			return fmt.Errorf("%s has %d bytes and should have %d; it was not used", it.name, len(data), a.Bytes)
		}
		if got := f.Hash(data); got != a.SHA256 {
			return fmt.Errorf("%s is not the file it should be: its checksum (SHA-256) begins with %.8s, that of the published file with %.8s; "+
				"it was not used", it.name, got, a.SHA256)
		}
	}
	return nil
}

// statusError is the error of a response without the file.
type statusError struct {
	name   string
	status int
}

func (e *statusError) Error() string {
	return fmt.Sprintf("%s could not be fetched: the server answered %d", e.name, e.status)
}

// download fetches a file in up to attempts requests. An interrupted response is resumed if the server supports that. A resumed file with a
// wrong checksum is fetched again as a whole.
func (f *Fetcher) download(it item, a address, tell func(int64)) ([]byte, error) {
	var data []byte
	var broken error
	var again *breakError
	resumed, rest := false, time.Duration(0)
	for try := 0; try < attempts; try++ {
		if f.stopped() {
			return nil, ErrStopped
		}
		if err := f.rest(it, max(pauses[try], rest)); err != nil {
			return nil, err
		}
		rest = 0
		from := int64(len(data))
		var err error
		data, err = f.attempt(it, a, data, tell)
		switch {
		case err == nil:
			err = f.check(it, a, data)
			if err == nil {
				return data, nil
			}
			if !resumed && from == 0 {
				return nil, err
			}
			broken, data, resumed = err, nil, false
		case errors.As(err, &again):
			broken, rest = err, again.rest
			resumed = resumed || len(data) > 0
		default:
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w. Check the connection and try again", broken)
}

// longestRest is the longest accepted delay by Retry-After. A server that requests a longer one is not requested again.
const longestRest = time.Minute

// ParseRest returns the delay of a Retry-After header: whole seconds, or a date that is left() milliseconds ahead. It returns 0 for other
// texts, for which left must return NaN, and for past dates.
func ParseRest(text string, left func() (ms float64)) time.Duration {
	const most = 1 << 31 // seconds
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil {
		return time.Duration(min(seconds, most)) * time.Second
	}
	if ms := left(); ms > 0 { // not for NaN
		return time.Duration(min(math.Ceil(ms/1000), most)) * time.Second
	}
	return 0
}

// rest waits before an attempt. It fails for a delay above longestRest, and if the fetch is cancelled meanwhile.
func (f *Fetcher) rest(it item, long time.Duration) error {
	if long > longestRest {
		return fmt.Errorf("%s could not be fetched: the server is busy and asks to be left alone for %.0f minutes. Try again then", it.name,
			math.Ceil(long.Minutes()))
	}
	for ; long > 0 && f.Sleep != nil; long -= time.Second { // second by second, so that it can be cancelled
		if f.stopped() {
			return ErrStopped
		}
		f.Sleep(min(long, time.Second))
	}
	return nil
}

// breakError is the error of an attempt that can succeed when repeated after a rest.
type breakError struct {
	text string
	rest time.Duration
}

func (e *breakError) Error() string { return e.text }

// attempt sends one request and appends the response to data. After an error the returned data can be resumed; nil means a new start.
func (f *Fetcher) attempt(it item, a address, data []byte, tell func(int64)) ([]byte, error) {
	from := int64(len(data))
	answer, err := f.Transport.Get(a.url, from)
	if err != nil {
		if from > 0 {
			data = nil // the host may refuse requests for a part: the next attempt requests the whole
		}
		return data, &breakError{text: it.name + " could not be fetched. The server could not be reached"}
	}
	defer answer.Close()
	switch status := answer.Status(); {
	case status == 200:
		data = data[:0]
	case status == 206 && from > 0 && (answer.Start() == from || answer.Start() < 0):
	case status == 206 || status == 416:
		return nil, &breakError{text: fmt.Sprintf("%s could not be resumed", it.name)}
	case status >= 500 || status == 429 || status == 408:
		return data, &breakError{fmt.Sprintf("%s could not be fetched: the server answered %d", it.name, status), answer.Rest()}
	default:
		return nil, &statusError{it.name, status}
	}
	for {
		if f.stopped() {
			return nil, ErrStopped
		}
		piece, err := answer.Next()
		if int64(len(data)+len(piece)) > a.Bytes {
			return nil, fmt.Errorf("%s is longer than the %d bytes it may have; it was not used", it.name, a.Bytes)
		}
		data = append(data, piece...)
		tell(int64(len(data)))
		if err == io.EOF {
			if a.SHA256 != "" && int64(len(data)) < a.Bytes {
				return data, &breakError{text: fmt.Sprintf("%s ended after %d of %d bytes", it.name, len(data), a.Bytes)}
			}
			return data, nil
		}
		if err != nil {
			return data, &breakError{text: fmt.Sprintf("%s broke off after %d of %d bytes", it.name, len(data), a.Bytes)}
		}
	}
}

// stopped calls Stopped unless it is nil.
func (f *Fetcher) stopped() bool { return f.Stopped != nil && f.Stopped() }

// progress calls Progress unless it is nil.
func (f *Fetcher) progress(what string, done, total int64) {
	if f.Progress != nil {
		f.Progress(what, done, total)
	}
}

const (
	URLPrefix   = "url:"   // of an address as the graph of a recipe
	MaxURLBytes = 64 << 20 // largest size of a file from an address
)

// URL fetches the file at an address to which the user has agreed. The file is not stored.
func (f *Fetcher) URL(address string) ([]content.File, error) {
	clean, err := CheckURL(address)
	if err != nil {
		return nil, err
	}
	if f.Local {
		return nil, &ElsewhereError{Host(clean)}
	}
	path, _, _ := strings.Cut(clean, "?")
	name := cmp.Or(last(path), "graph")
	it := item{name: name}
	data, err := f.download(it, addressOf(clean), func(n int64) { f.progress("Fetching "+name, n, 0) })
	if errors.As(err, new(*breakError)) {
		// A page cannot distinguish a host that forbids reading from a broken connection.
		err = fmt.Errorf("%w. A host must allow other pages to read its files (CORS); if it does not, download the file and open it here", err)
	}
	if err != nil {
		return nil, err
	}
	return []content.File{{Name: name, Data: data}}, nil
}

// addressOf returns an address without a checksum.
func addressOf(url string) address { return address{url, Sum{Bytes: MaxURLBytes}} }
