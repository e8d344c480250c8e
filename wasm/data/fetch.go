package data

// This file fetches and verifies files: from the store, from a mirror, or from their source.

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/graphio/content"
)

// Response is an HTTP response, read piece by piece.
type Response interface {
	// Status returns the HTTP status.
	Status() int
	// Start returns the offset of the first byte in a partial response (status 206), −1 for an unknown offset.
	Start() int64
	// Rest returns the delay that the server requests before another attempt (Retry-After), 0 if the server requests no delay.
	Rest() time.Duration
	// Next returns the next piece, or io.EOF after the last piece.
	Next() ([]byte, error)
	// Close cancels the remaining response.
	Close()
}

// Transport sends requests.
type Transport interface {
	// Get requests the bytes of a file from an offset on, 0 for the whole file. An error means that no response came.
	Get(url string, from int64) (Response, error)
}

// Store is a persistent store of files.
type Store interface {
	// Get returns a stored file. If the store has no file of the key, ok is false.
	Get(key string) (data []byte, ok bool)
	// Put stores a file. It fails if storage is full or not allowed.
	Put(key string, data []byte) error
	// Delete removes a file, if the store has it.
	Delete(key string)
}

// ErrStopped is the error of a cancelled fetch.
var ErrStopped = errors.New("loading was cancelled")

// ElsewhereError is the error of a fetch with Fetcher.Local for a file that the page's own host does not have. Host has the file, and has
// received no request.
type ElsewhereError struct{ Host string }

// Error returns a clause with the host.
func (e *ElsewhereError) Error() string {
	return "it lies on " + e.Host + ", which is asked only if the user of the page agrees"
}

// attempts is the number of requests for a file before its failure is reported.
const attempts = 4

// pauses has the delay before each attempt. A server can request a longer delay.
var pauses = [attempts]time.Duration{0, 300 * time.Millisecond, time.Second, 3 * time.Second}

// Fetcher fetches and verifies files. Store, Progress, Stopped and Sleep may be nil.
type Fetcher struct {
	Transport Transport
	Store     Store
	// Mirror is the address of a folder with copies of the data sets on the page's own host, with a final slash. It is "" if the host has
	// no such folder.
	Mirror string
	// Local restricts the fetcher to the store and the mirror. For a file that neither of them has, the error is an ElsewhereError.
	Local bool
	// Sums returns the checksums of the data sets.
	Sums func() (Sums, error)
	// Hash returns a SHA-256 in hexadecimal, "" if it cannot be computed.
	Hash func([]byte) string
	// Progress receives the number of fetched bytes and of all bytes, with the name of the operation for the user. total is 0 for an unknown
	// size.
	Progress func(operation string, done, total int64)
	// Stopped reports whether the fetch is cancelled. It is called between two pieces.
	Stopped func() bool
	// Sleep waits before another attempt.
	Sleep func(time.Duration)
}

// Set fetches the files of a data set. The file of public split k is the last, unless k is negative or the files contain the splits. The
// notes name problems that do not prevent the load. A file without a checksum is an error.
func (f *Fetcher) Set(s *Set, k int) (files []content.File, notes []string, err error) {
	sums, err := f.Sums()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.Title, err)
	}
	list := All().plan(s.with(sums), k, f.Mirror)
	// done and total are the fetched bytes and all bytes: estimates from the size of each file at its first address.
	var done, total int64
	for _, wanted := range list {
		total += wanted.addresses[0].Bytes
		lacksSum := func(a address) bool { return a.SHA256 == "" }
		if slices.ContainsFunc(wanted.addresses, lacksSum) {
			return nil, nil, fmt.Errorf("%s: there is no checksum of %s", s.Title, wanted.name)
		}
	}
	for _, wanted := range list {
		report := func(n int64) { f.progress("Fetching "+s.Title, min(done+n, total), total) }
		data, isStored, err := f.file(wanted, report)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Title, err)
		}
		if !isStored && len(notes) == 0 { // one note for all files
			notes = append(notes, "The browser did not keep all files of this set (its storage is full or closed), so it will not be there offline.")
		}
		files = append(files, content.File{Name: wanted.name, Data: data})
		done += wanted.addresses[0].Bytes
	}
	return files, notes, nil
}

// file returns a file from the store or, if the store does not have it, from the first address that delivers the file. isStored reports
// whether the store has the file afterwards. report receives the number of fetched bytes. With Local any failure except a
// cancellation gives an ElsewhereError, even a failure of the mirror, because the user can allow the source.
func (f *Fetcher) file(wanted item, report func(int64)) (data []byte, isStored bool, err error) {
	for _, a := range wanted.addresses { // a mirror can have a compressed file, which the store has under another key
		if data, ok := f.stored(wanted, a); ok {
			return data, true, nil
		}
	}
	// The source is requested if the mirror cannot be reached, lacks the file or has another file.
	var failure error // for the user
	for _, a := range wanted.addresses {
		inMirror := f.Mirror != "" && strings.HasPrefix(a.url, f.Mirror)
		if f.Local && !inMirror {
			return nil, false, &ElsewhereError{Host(a.url)}
		}
		data, err = f.download(wanted, a, report)
		// An HTTP status is a weaker reason than any other error: a mirror may lack the file. Two errors without a status are both reported.
		switch {
		case err == nil:
			isStored = f.Store != nil && f.Store.Put(a.SHA256, data) == nil
			return data, isStored, nil
		case errors.Is(err, ErrStopped):
			return nil, false, err
		case failure == nil || errors.As(failure, new(*statusError)):
			failure = err
		case !errors.As(err, new(*statusError)):
			failure = fmt.Errorf("%w. From its source: %w", failure, err)
		} // if only err is a status, failure stays the error of the mirror
	}
	return nil, false, failure
}

// stored returns a file from the store, whose keys are the checksums of the addresses. ok is false for an absent file, and for a damaged
// file, which stored deletes.
func (f *Fetcher) stored(wanted item, a address) (data []byte, ok bool) {
	if f.Store == nil {
		return nil, false
	}
	data, ok = f.Store.Get(a.SHA256)
	if !ok {
		return nil, false
	}
	if f.check(wanted, a, data) != nil {
		f.Store.Delete(a.SHA256)
		return nil, false
	}
	return data, true
}

// check returns an error if data has another length or another checksum than the address a. It accepts all data from an address without a
// checksum.
func (f *Fetcher) check(wanted item, a address, data []byte) error {
	if a.SHA256 == "" {
		return nil
	}
	if int64(len(data)) != a.Bytes {
		return fmt.Errorf("%s has %d bytes and should have %d; it was not used", wanted.name, len(data), a.Bytes)
	}
	got := f.Hash(data)
	if got != a.SHA256 {
		return fmt.Errorf("%s is not the file it should be: its checksum (SHA-256) begins with %.8s, that of the published file with %.8s; "+
			"it was not used", wanted.name, got, a.SHA256)
	}
	return nil
}

// statusError is the error of a response whose HTTP status means that another request would fail, too.
type statusError struct {
	name   string // of the file
	status int
}

// Error returns a sentence with the file and the status.
func (e *statusError) Error() string {
	return fmt.Sprintf("%s could not be fetched: the server answered %d", e.name, e.status)
}

// download fetches a file from one address in up to attempts requests. It resumes an interrupted response if the server can send a part of
// a file. A resumed file with a wrong checksum is fetched again from its first byte. report receives the number of fetched bytes. An error
// that a further request cannot mend, such as ErrStopped, is returned at once.
func (f *Fetcher) download(wanted item, a address, report func(int64)) ([]byte, error) {
	var data []byte // the file or, after an interrupted response, its beginning
	var lastErr error
	var retryable *retryError
	resumed := false                // whether data comes from several responses
	serverDelay := time.Duration(0) // delay that the server has requested in the last response
	for n := range attempts {
		if f.stopped() {
			return nil, ErrStopped
		}
		if err := f.wait(wanted, max(pauses[n], serverDelay)); err != nil {
			return nil, err
		}
		serverDelay = 0
		from := int64(len(data)) // the attempt continues after data
		var err error
		data, err = f.attempt(wanted, a, data, report)
		switch {
		case err == nil:
			err = f.check(wanted, a, data)
			if err == nil {
				return data, nil
			}
			isWhole := !resumed && from == 0 // data comes from one response
			if isWhole {
				return nil, err // the server has another file, which a new request would not change
			}
			lastErr, data, resumed = err, nil, false // the parts did not fit together
		case f.stopped(): // during the attempt, which may be the last
			return nil, ErrStopped
		case errors.As(err, &retryable):
			lastErr, serverDelay = err, retryable.delay
			resumed = resumed || len(data) > 0
		default:
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w. Check the connection and try again", lastErr)
}

// longestDelay is the longest accepted delay of Retry-After. If the server requests a longer delay, the fetch fails.
const longestDelay = time.Minute

// ParseRest returns the delay of a Retry-After header: a number of seconds, or the time until a date. untilDate reads the text as a date
// and returns the milliseconds until then, or NaN if the text is no date. The delay is 0 for a past date and for any other text.
func ParseRest(text string, untilDate func() (ms float64)) time.Duration {
	const maxSeconds = 1 << 31 // avoids an overflow of time.Duration
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil {
		return time.Duration(min(seconds, maxSeconds)) * time.Second
	}
	ms := untilDate()
	if ms > 0 { // false for NaN
		return time.Duration(min(math.Ceil(ms/1000), maxSeconds)) * time.Second
	}
	return 0
}

// wait waits for a delay before an attempt. It returns an error at once for a delay above longestDelay, and ErrStopped if the fetch is
// cancelled during the delay.
func (f *Fetcher) wait(wanted item, delay time.Duration) error {
	if delay > longestDelay {
		return fmt.Errorf("%s could not be fetched: the server is busy and asks to be left alone for %.0f minutes. Try again then", wanted.name,
			math.Ceil(delay.Minutes()))
	}
	if f.Sleep == nil { // a test without delays
		return nil
	}
	// Second by second, so that the fetch can be cancelled.
	for ; delay > 0; delay -= time.Second {
		if f.stopped() {
			return ErrStopped
		}
		f.Sleep(min(delay, time.Second))
	}
	return nil
}

// retryError is the error of an attempt that can succeed when repeated after a delay.
type retryError struct {
	text       string
	delay      time.Duration // delay that the server requests, 0 if the server requests no delay
	unanswered bool          // no response came
}

// Error returns a clause on the file and the failure.
func (e *retryError) Error() string { return e.text }

// HTTP statuses of a response to a request.
const (
	statusOK              = 200
	statusPartial         = 206
	statusTimeout         = 408
	statusRangeRefused    = 416
	statusTooManyRequests = 429
	statusServerError     = 500 // least status of an error of the server
)

// attempt sends one request for the part of a file after data, the beginning of the file, and appends the response to data. After a
// retryError the next attempt continues from the returned data, or from the first byte if they are nil. Any other error is final.
func (f *Fetcher) attempt(wanted item, a address, data []byte, report func(int64)) ([]byte, error) {
	from := int64(len(data))
	response, err := f.Transport.Get(a.url, from)
	if err != nil {
		if from > 0 {
			data = nil // the host may refuse requests for a part: the next attempt requests the whole file
		}
		return data, &retryError{text: wanted.name + " could not be fetched. The server could not be reached", unanswered: true}
	}
	defer response.Close()
	status := response.Status()
	isRequestedPart := false
	if status == statusPartial && from > 0 {
		start := response.Start()
		isRequestedPart = start == from || start < 0 // a server without a valid Content-Range is trusted; data sets have a checksum
	}
	isTemporary := status >= statusServerError || status == statusTooManyRequests || status == statusTimeout
	switch {
	case status == statusOK: // the whole file, which a server can send although a part was requested
		data = data[:0]
	case isRequestedPart: // the response continues data
	case status == statusPartial || status == statusRangeRefused:
		// Another part, or no part: without data the next attempt requests the whole file.
		return nil, &retryError{text: fmt.Sprintf("%s could not be resumed", wanted.name)}
	case isTemporary:
		text := fmt.Sprintf("%s could not be fetched: the server answered %d", wanted.name, status)
		return data, &retryError{text: text, delay: response.Rest()}
	default:
		return nil, &statusError{wanted.name, status}
	}
	return f.receive(response, wanted, a, data, report)
}

// receive appends the pieces of a response to data. It returns ErrStopped if the fetch is cancelled, and an error if the file becomes
// longer than its address allows. It returns a retryError with the data so far if the response is interrupted, or if a file with a
// checksum ends before its known length.
func (f *Fetcher) receive(response Response, wanted item, a address, data []byte, report func(int64)) ([]byte, error) {
	for {
		if f.stopped() {
			return nil, ErrStopped
		}
		piece, err := response.Next() // an empty piece without an error lets the loop check for cancellation
		if int64(len(data)+len(piece)) > a.Bytes {
			return nil, fmt.Errorf("%s is longer than the %d bytes it may have; it was not used", wanted.name, a.Bytes)
		}
		data = append(data, piece...)
		report(int64(len(data)))
		if err == io.EOF {
			isTooShort := a.SHA256 != "" && int64(len(data)) < a.Bytes
			if isTooShort {
				return data, &retryError{text: fmt.Sprintf("%s ended after %d of %d bytes", wanted.name, len(data), a.Bytes)}
			}
			return data, nil
		}
		if err != nil {
			return data, &retryError{text: fmt.Sprintf("%s broke off after %d bytes", wanted.name, len(data))}
		}
	}
}

// stopped calls Stopped unless it is nil.
func (f *Fetcher) stopped() bool { return f.Stopped != nil && f.Stopped() }

// progress calls Progress unless it is nil.
func (f *Fetcher) progress(operation string, done, total int64) {
	if f.Progress != nil {
		f.Progress(operation, done, total)
	}
}
