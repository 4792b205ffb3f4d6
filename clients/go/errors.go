package fairway

import (
	"fmt"
	"time"
)

// Error is the error of every failed call, except that a canceled context returns the error of the context.
// Use errors.As to read its fields.
type Error struct {
	// Status is the status of the last reply, or 0 if there was none.
	Status int
	// Code identifies the error, such as "not-snapped". It is empty if the reply is not from the service.
	Code string
	// Detail says what is wrong and how to fix it.
	Detail string
	// Busy reports whether the same request may succeed later.
	Busy bool
	// RetryAfter is the time to wait, as requested by the service, or 0.
	RetryAfter time.Duration
	// RequestID helps operators find the request in their log.
	RequestID string
	// Attempts is the number of requests sent.
	Attempts int

	cause error
}

// Error returns the status and the detail.
func (e *Error) Error() string {
	if e.Status == 0 {
		return e.Detail
	}
	return fmt.Sprintf("%d: %s", e.Status, e.Detail)
}

// Unwrap returns the cause of a network error.
func (e *Error) Unwrap() error {
	return e.cause
}
