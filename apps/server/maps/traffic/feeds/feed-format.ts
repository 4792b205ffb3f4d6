import { fail, ok, type Result } from '../../../platform/result.ts'
import type { FeedFailure } from './feed-failure.ts'

export type FeedFormat = 'csv' | 'json'

/** Enough to see a page behind its comments. */
export const HEAD_BYTES = 1024

/** Tells a format by how it begins: names of files and types of contents are wrong too often. */
export function toFormat(head: Buffer): Result<FeedFormat, FeedFailure> {
  // latin1: a character cut in two at the end of the head would be none in UTF-8.
  const text = head.toString('latin1').trimStart()
  const failure = findRefusal(text)
  return failure ? fail(failure) : ok(text.startsWith('{') ? 'json' : 'csv')
}

function findRefusal(text: string): FeedFailure | undefined {
  if (text === '') return { kind: 'empty' }
  if (text.includes('\0')) return { kind: 'unknown-format', found: 'the feed is not a text in UTF-8' }
  if (text.startsWith('[')) return { kind: 'unknown-format', found: 'the feed is a JSON list without a name' }
  if (!text.startsWith('<')) return undefined
  if (/<(!doctype\s+html|html|head|body|title)\b/i.test(text)) return { kind: 'web-page' }
  return { kind: 'unknown-format', found: 'the feed is XML' }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

export function countMarkBytes(head: Buffer): number {
  return head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
}
