import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { listErrors } from '../../scripts/error-tables.ts'

const BUSY_STATUSES = [429, 502, 503]
const documentedErrors = listErrors()

/** Expects a code that the error reference lists for this status. */
export function expectErrorCode(status: number, code: unknown): void {
  const codes = documentedErrors.filter((error) => error.status === status).map((error) => error.code)
  expect(codes).toContain(code)
}

/**
 * Expects exactly the error object, with `busy` according to the status, Retry-After only when busy, and a documented
 * code.
 */
export function expectProblem(
  reply: LightMyRequestResponse,
  status: number,
  detail: string | RegExp = /\w{3}/,
): LightMyRequestResponse {
  expect([reply.statusCode, reply.payload]).toEqual([status, expect.any(String)])
  const body = reply.json()
  expect(body).toEqual({
    busy: BUSY_STATUSES.includes(status),
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
  })
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[\w.:-]{1,64}$/),
  })
  expectErrorCode(status, reply.headers['x-error-code'])
  if (BUSY_STATUSES.includes(status)) expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  else expect(reply.headers).not.toHaveProperty('retry-after')
  return reply
}

export function expectServed(reply: LightMyRequestResponse): LightMyRequestResponse {
  expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
  return reply
}
