import { fail, ok, type Result } from '../../../platform/result.ts'
import type { FeedFailure } from './feed-failure.ts'

export type FeedFormat = 'csv' | 'json'

/**
 * Size of the sample that is used to detect the format. The sample is large enough for an HTML page that starts with
 * comments.
 */
export const FORMAT_SAMPLE_BYTES = 1024

/** Detects the format from the first bytes, because file names and content types are often wrong. */
export function detectFormat(head: Buffer): Result<FeedFormat, FeedFailure> {
  // The sample is decoded as latin1, because a character that is cut at the end would be invalid UTF-8.
  const start = head.toString('latin1').trimStart()
  const failure = findFormatFailure(start)
  return failure ? fail(failure) : ok(start.startsWith('{') ? 'json' : 'csv')
}

function findFormatFailure(start: string): FeedFailure | undefined {
  if (start === '') return { kind: 'empty' }
  if (start.includes('\0')) return { kind: 'unknown-format', found: 'the feed is not UTF-8 text' }
  if (start.startsWith('[')) return { kind: 'unknown-format', found: 'the feed is a bare JSON array' }
  if (!start.startsWith('<')) return undefined
  if (/<(!doctype\s+html|html|head|body|title)\b/i.test(start)) return { kind: 'web-page' }
  return { kind: 'unknown-format', found: 'the feed is XML' }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

export function countByteOrderMarkBytes(head: Buffer): number {
  return head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
}
