import { fail, ok, type Result } from '../../../platform/result.ts'
import type { FeedFailure } from './feed-failure.ts'

export type FeedFormat = 'csv' | 'json'

/** Enough to detect an HTML page after its comments. */
export const HEAD_BYTES = 1024

/** Detects the format from the first bytes, because file names and content types are wrong too often. */
export function toFormat(head: Buffer): Result<FeedFormat, FeedFailure> {
  // latin1, because a character cut at the end of the head would be invalid UTF-8.
  const text = head.toString('latin1').trimStart()
  const failure = findRefusal(text)
  return failure ? fail(failure) : ok(text.startsWith('{') ? 'json' : 'csv')
}

function findRefusal(text: string): FeedFailure | undefined {
  if (text === '') return { kind: 'empty' }
  if (text.includes('\0')) return { kind: 'unknown-format', found: 'the feed is not UTF-8 text' }
  if (text.startsWith('[')) return { kind: 'unknown-format', found: 'the feed is a bare JSON array' }
  if (!text.startsWith('<')) return undefined
  if (/<(!doctype\s+html|html|head|body|title)\b/i.test(text)) return { kind: 'web-page' }
  return { kind: 'unknown-format', found: 'the feed is XML' }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

export function countMarkBytes(head: Buffer): number {
  return head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
}
