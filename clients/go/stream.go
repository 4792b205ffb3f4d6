package fairway

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// Event is an event of a stream.
type Event struct {
	// Type is live, removed or reset.
	Type string
	ID   string
	Data json.RawMessage
}

// EventStream reads events. A broken stream continues after its last event.
//
//	stream := client.StreamAssets(ctx, fairway.StreamAssetsQuery{})
//	defer stream.Close()
//	for stream.Next() {
//		event := stream.Event()
//	}
//	err := stream.Err()
type EventStream struct {
	client   *Client
	ctx      context.Context
	request  request
	isSingle bool
	cancel   context.CancelFunc
	body     io.ReadCloser
	lines    *bufio.Reader
	event    Event
	lastID   string
	failures int
	isDone   bool
	err      error
}

func (c *Client) stream(ctx context.Context, r request, isSingle bool) *EventStream {
	inner, cancel := context.WithCancel(ctx)
	return &EventStream{client: c, ctx: inner, cancel: cancel, request: r, isSingle: isSingle}
}

// Next waits for the next event. It returns false when the stream has ended or failed.
func (s *EventStream) Next() bool {
	for !s.isDone && s.err == nil {
		if s.lines == nil && !s.connect() {
			continue
		}
		event, err := s.read()
		if err == nil {
			s.event, s.failures = event, 0
			if event.ID != "" {
				s.lastID = event.ID
			}
			s.isDone = event.Type == "removed" && s.isSingle
			return true
		}
		s.disconnect()
		// The service ends streams from time to time, which is not a failure.
		if err == io.EOF && s.request.query.Has("seconds") {
			s.isDone = true
		} else if err != io.EOF {
			s.fail(networkError(s.request, err, s.failures+1))
		} else {
			s.pause(nil)
		}
	}
	return false
}

// Event returns the event that Next has read.
func (s *EventStream) Event() Event {
	return s.event
}

// Err returns the error that ended the stream, or nil.
func (s *EventStream) Err() error {
	return s.err
}

// Close ends the stream.
func (s *EventStream) Close() {
	s.cancel()
	s.disconnect()
	s.isDone = true
}

func (s *EventStream) disconnect() {
	if s.body != nil {
		s.body.Close()
	}
	s.body, s.lines = nil, nil
}

func (s *EventStream) connect() bool {
	reply, err := s.client.sendStream(s.ctx, s.request, s.lastID)
	if err != nil {
		s.fail(networkError(s.request, err, s.failures+1))
		return false
	}
	if reply.StatusCode == http.StatusOK {
		s.body, s.lines = reply.Body, bufio.NewReader(reply.Body)
		return true
	}
	defer reply.Body.Close()
	if reply.StatusCode == http.StatusNoContent {
		s.isDone = true
		return false
	}
	data, _ := io.ReadAll(reply.Body)
	s.fail(replyError(s.request, reply, data, s.failures+1))
	return false
}

// fail waits before the next attempt, or ends the stream.
func (s *EventStream) fail(failure *Error) {
	if s.ctx.Err() != nil {
		s.err = s.ctx.Err()
		return
	}
	if s.failures >= s.client.retries || (failure.Status != 0 && !isTemporary(failure.Status)) {
		s.err = failure
		return
	}
	s.pause(failure)
}

func (s *EventStream) pause(failure *Error) {
	s.failures++
	wait := delay(s.failures, 0)
	if failure != nil {
		wait = delay(s.failures, failure.RetryAfter)
	}
	if err := sleep(s.ctx, wait); err != nil {
		s.err = err
	}
}

func (s *EventStream) read() (Event, error) {
	event := Event{Type: "message"}
	var data []string
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return Event{}, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			if len(data) > 0 {
				event.Data = json.RawMessage(strings.Join(data, "\n"))
				return event, nil
			}
			event = Event{Type: "message"}
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			event.Type = value
		case "id":
			event.ID = value
		case "data":
			data = append(data, value)
		}
	}
}

func (c *Client) sendStream(ctx context.Context, r request, lastID string) (*http.Response, error) {
	message, err := c.newRequest(ctx, r, nil, "text/event-stream")
	if err != nil {
		return nil, err
	}
	if lastID != "" {
		message.Header.Set("Last-Event-ID", lastID)
	}
	return c.http.Do(message)
}
