import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

const BUSY = [429, 502, 503]

/** Requires the error object and nothing else, `busy` according to the status, and Retry-After exactly when busy. */
export function expectProblem(
  reply: LightMyRequestResponse,
  status: number,
  detail: string | RegExp = /\w{3}/,
): LightMyRequestResponse {
  expect([reply.statusCode, reply.payload]).toEqual([status, expect.any(String)])
  const body = reply.json()
  expect(body).toEqual({
    busy: BUSY.includes(status),
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
  })
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[\w.:-]{1,64}$/),
  })
  if (BUSY.includes(status)) expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  else expect(reply.headers).not.toHaveProperty('retry-after')
  return reply
}

export function expectServed(reply: LightMyRequestResponse): LightMyRequestResponse {
  expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
  return reply
}
