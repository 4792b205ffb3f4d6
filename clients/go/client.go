// Package fairway calls the Fairway routing service.
package fairway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	defaultTimeout = 30 * time.Second
	defaultRetries = 2
	firstDelay     = 250 * time.Millisecond
	maxDelay       = 30 * time.Second
)

// Client calls a service. It is safe for concurrent use.
type Client struct {
	base    string
	apiKey  string
	timeout time.Duration
	retries int
	http    *http.Client
}

// Option changes a setting of a client.
type Option func(*Client)

// WithAPIKey sets the key that is sent with every request.
func WithAPIKey(key string) Option {
	return func(c *Client) { c.apiKey = key }
}

// WithTimeout limits the time of a call, including its retries. The default is 30 seconds. A context can set an
// earlier deadline.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) { c.timeout = timeout }
}

// WithRetries sets the maximum number of retries. The default is 2.
func WithRetries(retries int) Option {
	return func(c *Client) { c.retries = retries }
}

// WithHTTPClient replaces the HTTP client, for example to use a proxy.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = client }
}

// New returns a client of the service at baseURL, such as http://localhost:8080.
func New(baseURL string, options ...Option) (*Client, error) {
	parsed, err := url.Parse(baseURL)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return nil, fmt.Errorf("baseURL must be an http or https URL, such as http://localhost:8080, not %q", baseURL)
	}
	c := &Client{
		base:    strings.TrimRight(baseURL, "/"),
		timeout: defaultTimeout,
		retries: defaultRetries,
		http:    &http.Client{},
	}
	for _, option := range options {
		option(c)
	}
	return c, nil
}

// request is a call before it is sent.
type request struct {
	method string
	path   string
	query  url.Values
	body   any
	// format is added to the body.
	format     string
	idempotent bool
}

func (r request) payload() ([]byte, error) {
	if r.body == nil {
		return nil, nil
	}
	data, err := json.Marshal(r.body)
	if err != nil || r.format == "" {
		return data, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	fields["format"] = json.RawMessage(strconv.Quote(r.format))
	return json.Marshal(fields)
}

func (c *Client) call(ctx context.Context, r request, reply any) error {
	data, err := c.file(ctx, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, reply); err != nil {
		detail := fmt.Sprintf("%s %s returned a reply that cannot be decoded (%v); check that baseURL is the URL of the service", r.method, r.path, err)
		return &Error{Status: http.StatusOK, Detail: detail, Attempts: 1, cause: err}
	}
	return nil
}

// file returns the content of a reply.
func (c *Client) file(ctx context.Context, r request) ([]byte, error) {
	payload, err := r.payload()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", r.method, r.path, err)
	}
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	for attempts := 1; ; attempts++ {
		data, failure := c.attempt(limited, r, payload, attempts)
		if failure == nil {
			return data, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if limited.Err() != nil {
			detail := fmt.Sprintf("%s %s got no reply within %v; increase the timeout", r.method, r.path, c.timeout)
			return nil, &Error{Detail: detail, Busy: true, Attempts: attempts, cause: limited.Err()}
		}
		pause := delay(attempts, failure.RetryAfter)
		deadline, _ := limited.Deadline()
		if attempts > c.retries || !canRetry(failure, r.idempotent) || time.Now().Add(pause).After(deadline) {
			return nil, failure
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func (c *Client) newRequest(ctx context.Context, r request, payload []byte, accept string) (*http.Request, error) {
	target := c.base + r.path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	var body io.Reader
	if payload != nil {
		body = bytes.NewReader(payload)
	}
	message, err := http.NewRequestWithContext(ctx, r.method, target, body)
	if err != nil {
		return nil, err
	}
	message.Header.Set("Accept", accept)
	message.Header.Set("User-Agent", "fairway-go")
	if payload != nil {
		message.Header.Set("Content-Type", "application/json")
	}
	if c.apiKey != "" {
		message.Header.Set("X-API-Key", c.apiKey)
	}
	return message, nil
}

func (c *Client) attempt(ctx context.Context, r request, payload []byte, attempts int) ([]byte, *Error) {
	message, err := c.newRequest(ctx, r, payload, "*/*")
	if err != nil {
		return nil, networkError(r, err, attempts)
	}
	reply, err := c.http.Do(message)
	if err != nil {
		return nil, networkError(r, err, attempts)
	}
	defer reply.Body.Close()
	data, err := io.ReadAll(reply.Body)
	if err != nil {
		return nil, networkError(r, err, attempts)
	}
	if reply.StatusCode < 200 || reply.StatusCode > 299 {
		return nil, replyError(r, reply, data, attempts)
	}
	return data, nil
}

func networkError(r request, cause error, attempts int) *Error {
	// The URL of the error repeats the path and may contain values of the query.
	var inner *url.Error
	if errors.As(cause, &inner) {
		cause = inner.Err
	}
	detail := fmt.Sprintf("%s %s could not be reached (%v); check that the service is running and that baseURL is correct", r.method, r.path, cause)
	return &Error{Detail: detail, Busy: true, Attempts: attempts, cause: cause}
}

func replyError(r request, reply *http.Response, data []byte, attempts int) *Error {
	failure := &Error{
		Status:     reply.StatusCode,
		Code:       reply.Header.Get("X-Error-Code"),
		Detail:     fmt.Sprintf("%s %s answered %s", r.method, r.path, reply.Status),
		Busy:       isTemporary(reply.StatusCode),
		RetryAfter: retryAfter(reply.Header),
		RequestID:  reply.Header.Get("X-Request-Id"),
		Attempts:   attempts,
	}
	var problem struct {
		Busy   *bool
		Detail *string
	}
	// Replies of proxies have no error object.
	if json.Unmarshal(data, &problem) == nil && problem.Busy != nil && problem.Detail != nil {
		failure.Busy, failure.Detail = *problem.Busy, *problem.Detail
	}
	return failure
}

func isTemporary(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusBadGateway || status == http.StatusServiceUnavailable
}

// canRetry reports whether a call may be sent again. A request that gets a 429 is rejected before any work is done.
// After 502, 503 or a broken connection, the outcome is unknown, so only idempotent requests are repeated.
func canRetry(failure *Error, idempotent bool) bool {
	if failure.Status == http.StatusTooManyRequests {
		return true
	}
	return idempotent && (failure.Status == 0 || isTemporary(failure.Status))
}

// delay adds jitter, so that clients that were rejected at the same time do not retry at the same time.
func delay(failures int, requested time.Duration) time.Duration {
	if requested > 0 {
		jitter := requested / 10
		if jitter > time.Second {
			jitter = time.Second
		}
		return requested + time.Duration(rand.Float64()*float64(jitter))
	}
	longest := maxDelay
	if failures < 8 {
		longest = firstDelay << (failures - 1)
	}
	return longest/2 + time.Duration(rand.Float64()*float64(longest/2))
}

func retryAfter(headers http.Header) time.Duration {
	header := strings.TrimSpace(headers.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(header, 64); err == nil && seconds >= 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	retryAt, err := http.ParseTime(header)
	if err != nil {
		return 0
	}
	// The Date header of the reply is used, so a wrong local clock does not matter.
	sentAt, err := http.ParseTime(headers.Get("Date"))
	if err != nil || retryAt.Before(sentAt) {
		return 0
	}
	return retryAt.Sub(sentAt)
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
