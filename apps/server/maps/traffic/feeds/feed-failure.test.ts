import { expect, test } from 'vitest'
import { describeFeedFailure, type FeedFailure } from './feed-failure.ts'

type Kind = FeedFailure['kind']
/** Cases by failure kind. The test does not compile if a kind is missing. */
type MessageCases = { readonly [K in Kind]: readonly (readonly [Extract<FeedFailure, { readonly kind: K }>, string])[] }

const formats = 'a segment-speed CSV, a WZDx work zone feed or incidents as JSON'

const expected: MessageCases = {
  'bad-address': [
    [
      { kind: 'bad-address', what: 'the source is empty' },
      'the source is empty; give a file path or a URL that starts with http:// or https://',
    ],
  ],
  gone: [
    [{ kind: 'gone' }, 'there is no such file; check the path'],
    [{ kind: 'gone', status: 410 }, 'the server has no such feed (410); check the URL'],
  ],
  'bad-status': [
    [{ kind: 'bad-status', status: 403 }, 'the server returned 403; check the key or the password in the URL'],
    [{ kind: 'bad-status', status: 503 }, 'the server returned 503; it will be retried at the next refresh'],
    [{ kind: 'bad-status', status: 429 }, 'the server returned 429; it will be retried at the next refresh'],
    [{ kind: 'bad-status', status: 400 }, 'the server returned 400; check the URL'],
  ],
  'bad-redirect': [
    [
      { kind: 'bad-redirect', what: 'the server redirects more than 5 times' },
      'the server redirects more than 5 times; give the final URL of the feed',
    ],
  ],
  unreachable: [
    [
      { kind: 'unreachable', code: 'ECONNREFUSED' },
      'the connection failed (ECONNREFUSED); check the URL, and check that the server is running',
    ],
  ],
  'unreadable-file': [
    [
      { kind: 'unreadable-file', code: 'EACCES' },
      'the file cannot be read (EACCES); give a regular file that the server can read',
    ],
  ],
  'too-slow': [
    [
      { kind: 'too-slow', timeoutMs: 1500 },
      'the feed was not read completely within 1.5 s; use a smaller feed, or one on a faster server',
    ],
  ],
  stopped: [[{ kind: 'stopped' }, 'the feed was not read completely because the server is stopping']],
  'too-large': [
    [{ kind: 'too-large', maxBytes: 268_435_456 }, 'the feed is larger than 256 MB; split it into several feeds'],
  ],
  'cut-off': [[{ kind: 'cut-off' }, 'the feed is truncated; it will be retried at the next refresh']],
  'damaged-gzip': [
    [{ kind: 'damaged-gzip' }, 'the compressed feed is damaged or truncated; it will be retried at the next refresh'],
  ],
  empty: [[{ kind: 'empty' }, `the feed is empty; it must be ${formats}`]],
  'web-page': [
    [
      { kind: 'web-page' },
      'the reply is a web page, not a feed; give the URL of the data itself, with a key if it requires one',
    ],
  ],
  'unknown-format': [[{ kind: 'unknown-format', found: 'the feed is XML' }, `the feed is XML; it must be ${formats}`]],
  'broken-json': [
    [
      { kind: 'broken-json', atByte: 12, what: '":" was expected' },
      'the feed is not valid JSON: at byte 12 ":" was expected; correct it and publish it again',
    ],
  ],
  'device-feed': [
    [
      { kind: 'device-feed' },
      "the feed lists devices such as arrow boards and cameras, not work zones; give the URL of the publisher's work zone feed",
    ],
  ],
  'too-much-content': [
    [
      { kind: 'too-much-content', of: 'points', max: 10 },
      'the feed has more than 10 points; split it into several feeds',
    ],
  ],
  'nothing-readable': [
    [
      { kind: 'nothing-readable', skipped: { count: 1, first: ['line 1: x'] } },
      'no part of the feed can be read: 1 record is invalid. First error: line 1: x',
    ],
    [
      { kind: 'nothing-readable', skipped: { count: 2, first: ['line 1: x', 'line 2: y'] } },
      'no part of the feed can be read: 2 records are invalid. First error: line 1: x',
    ],
  ],
}

test.each(Object.values(expected).flat())('describes %o with a cause and a remedy', (failure, text) => {
  expect(describeFeedFailure<Kind>(failure)).toBe(text)
})
