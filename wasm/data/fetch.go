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

// Response is a response to a request, read piece by piece.
type Response interface {
	// Status is the HTTP status; Start the first byte of a partial answer
	// (status 206), -1 when it does not say.
	Status() int
	Start() int64
	// Rest is how long the server asks to be left alone (Retry-After), 0 when it does not say.
	Rest() time.Duration
	// Next returns the next piece, or io.EOF after the last one.
	Next() ([]byte, error)
	// Close gives up the rest.
	Close()
}

// Transport asks for a file from a byte on; an error means that no answer came.
type Transport interface {
	Get(url string, from int64) (Response, error)
}

// Store keeps files between two visits.
type Store interface {
	// Get returns a kept file, false when there is none.
	Get(key string) ([]byte, bool)
	// Put keeps a file; it fails when storage is full or not allowed.
	Put(key string, data []byte) error
	Delete(key string)
}

// ErrStopped is the error of a fetch that Stopped ended.
var ErrStopped = errors.New("loading was cancelled")

// ElsewhereError reports that a file lies on another host, which was not asked.
type ElsewhereError struct{ Host string }

func (e *ElsewhereError) Error() string {
	return "it lies on " + e.Host + ", which is asked only if the user of the page agrees"
}

// attempts is how often a file is requested before its failure is reported;
// waits are the pauses between them.
const attempts = 4

var pauses = [attempts]time.Duration{0, 300 * time.Millisecond, time.Second, 3 * time.Second}

// Fetcher loads files. Progress, Stopped and Sleep may be nil.
type Fetcher struct {
	Transport Transport
	Store     Store
	// Mirror is the address of a folder of the same layout, ending in "/", or "".
	// It lies on the page's own host.
	Mirror string
	// Local means: take nothing but what the store and the mirror have: what
	// is elsewhere is an ElsewhereError.
	Local bool
	// Sums returns what the files of the sets are checked against.
	Sums func() (Sums, error)
	// Hash is the hexadecimal SHA-256, "" where it cannot be had.
	Hash func([]byte) string
	// Progress gets how many of total bytes are there (total 0: not known).
	Progress func(what string, done, total int64)
	// Stopped is called between two pieces.
	Stopped func() bool
	Sleep   func(time.Duration)
}

// Set fetches the files of a public set, with the file of split k unless k is
// negative. Notes tell the user what was not as it should be.
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

// file takes a file from the store or from the first address that has it.
// kept reports whether it is in the store now.
func (f *Fetcher) file(it item, tell func(int64)) (data []byte, kept bool, err error) {
	for _, a := range it.urls {
		if data, ok := f.stored(it, a); ok {
			return data, true, nil
		}
	}
	// A mirror that lacks the file, breaks or has another is no reason to go without.
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

// key is the sum of a file, or its name where there is none.
func key(it item, a address) string {
	if a.SHA256 != "" {
		return a.SHA256
	}
	return it.name
}

// stored takes a file from the store; a damaged one is deleted there.
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

// check verifies a whole file.
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

// statusError is an answer that is no file.
type statusError struct {
	name   string
	status int
}

func (e *statusError) Error() string {
	return fmt.Sprintf("%s could not be fetched: the server answered %d", e.name, e.status)
}

// download fetches a file. A break half way is resumed where the server can
// do that; a file that was put together from pieces and is wrong is fetched
// once more as a whole.
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

// longestRest is the longest rest that a server is given before the next attempt; one that asks for more is not asked again.
const longestRest = time.Minute

// ParseRest reads how long a server asks to be left alone: whole seconds, or a date, which lies left milliseconds ahead. What is
// neither, and what has passed, says nothing.
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

// rest waits before an attempt.
func (f *Fetcher) rest(it item, long time.Duration) error {
	if long > longestRest {
		return fmt.Errorf("%s could not be fetched: the server is busy and asks to be left alone for %.0f minutes. Try again then", it.name,
			math.Ceil(long.Minutes()))
	}
	for ; long > 0 && f.Sleep != nil; long -= time.Second { // a long rest can be cancelled
		if f.stopped() {
			return ErrStopped
		}
		f.Sleep(min(long, time.Second))
	}
	return nil
}

// breakError is a failure that another attempt may mend, after a rest.
type breakError struct {
	text string
	rest time.Duration
}

func (e *breakError) Error() string { return e.text }

// attempt appends to data what one request brings. After an error data is
// what can be resumed from.
func (f *Fetcher) attempt(it item, a address, data []byte, tell func(int64)) ([]byte, error) {
	from := int64(len(data))
	answer, err := f.Transport.Get(a.url, from)
	if err != nil {
		if from > 0 {
			data = nil // it may be the request for a part that is refused: ask for the whole next time
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

func (f *Fetcher) stopped() bool { return f.Stopped != nil && f.Stopped() }

func (f *Fetcher) progress(what string, done, total int64) {
	if f.Progress != nil {
		f.Progress(what, done, total)
	}
}

// [URLPrefix] stands before an address in a recipe; MaxURLBytes limits what is
// taken from there.
const (
	URLPrefix   = "url:"
	MaxURLBytes = 64 << 20
)

// URL fetches the file at an address that the user agreed to. It is kept nowhere.
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
		// To a page, a host that does not let it read looks like a broken connection.
		err = fmt.Errorf("%w. A host must allow other pages to read its files (CORS); if it does not, download the file and open it here", err)
	}
	if err != nil {
		return nil, err
	}
	return []content.File{{Name: name, Data: data}}, nil
}

func addressOf(url string) address { return address{url, Sum{Bytes: MaxURLBytes}} }
