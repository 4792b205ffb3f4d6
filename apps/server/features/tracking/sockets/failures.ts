import type { ProblemTable } from '../../../platform/http/problem.ts'

/** Failures of messages on a WebSocket. Except for `message-invalid`, they end the connection. */
export type MessageFailure =
  | { readonly kind: 'message-invalid'; readonly why: string }
  | { readonly kind: 'message-too-large'; readonly limitBytes: number }
  | { readonly kind: 'message-in-pieces'; readonly max: number }
  | { readonly kind: 'message-too-slow'; readonly limitMs: number }

/** Details of failures that end the connection fit into a close frame, which holds 123 bytes. */
export const messageProblems: ProblemTable<MessageFailure> = {
  'message-invalid': {
    code: 'message-invalid',
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'message-invalid', why: 'The message is binary; send JSON as text' },
  },
  'message-too-large': {
    code: 'message-too-large',
    status: 413,
    detail: (f) => `The message exceeds the limit of ${f.limitBytes} bytes; split it, or use POST /v1/assets/positions`,
    example: { kind: 'message-too-large', limitBytes: 262_144 },
  },
  'message-in-pieces': {
    code: 'message-in-pieces',
    status: 413,
    detail: (f) => `The message arrived in more than ${f.max} pieces; send each message as one frame`,
    example: { kind: 'message-in-pieces', max: 4096 },
  },
  'message-too-slow': {
    code: 'message-timeout',
    status: 408,
    detail: (f) => `The complete message did not arrive within ${f.limitMs / 1000} s; connect and send it again`,
    example: { kind: 'message-too-slow', limitMs: 60_000 },
  },
}
