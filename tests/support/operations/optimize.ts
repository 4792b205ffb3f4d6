import type { OptimizeReply } from '@fairway/client'
import { type AskMatrix, type OptimizeRequest, verifyReceipt } from '@fairway/client'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestService } from '../servers/service.ts'

export interface Optimized extends OptimizeReply {
  readonly duration_min: number
  readonly solve_ms: number
  readonly matrix_ms: number
  readonly unassigned: readonly { readonly stop: number; readonly why: string }[]
  readonly receipt: OptimizeReply['receipt'] & {
    readonly kept_given: boolean
    readonly iterations: number
  }
  readonly notes?: readonly string[]
}

export function ask(
  service: TestService,
  body: object | string,
  headers: Record<string, string> = {},
  url = '/v1/optimize',
): Promise<LightMyRequestResponse> {
  return service.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Verifies a receipt using only HTTP. */
export async function expectVerified(
  service: TestService,
  request: object,
  reply: Optimized,
  headers: Record<string, string> = {},
): Promise<void> {
  const askMatrix: AskMatrix = async (body) => {
    const answer = await service.app.inject({ method: 'POST', url: '/v1/matrix', headers, payload: body })
    expect([answer.statusCode, answer.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
    return answer.json()
  }
  expect(await verifyReceipt(request as OptimizeRequest, reply, askMatrix)).toEqual({
    ok: true,
    dataChanged: false,
    faults: [],
  })
}
