import { expect, test } from 'vitest'
import type { TestService } from '../../../../../tests/support/servers/service.ts'

/** Request in another provider's format, and its reply. */
export interface FormatCase {
  /** Path after /v1/compat/. */
  readonly url: string
  readonly payload?: object
  readonly status: number
  /** Expected body, or a part of it. */
  readonly body: object
}

export type ServiceSource = () => TestService

export interface FormatReply {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
}

/** Sends a request to the service of the suite. */
export async function ask(
  service: TestService,
  url: string,
  options: { readonly payload?: object; readonly headers?: Record<string, string> } = {},
): Promise<FormatReply> {
  const { payload, headers = {} } = options
  const reply = await service.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/v1/compat/${url}`,
    headers,
    ...(payload && { payload }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, body: isJson ? reply.json() : reply.payload }
}

/** Runs one test per case. */
export function testCases(title: string, getService: ServiceSource, cases: readonly FormatCase[]): void {
  test.each(cases)(`${title}: $url`, async ({ url, payload, status, body }) => {
    const reply = await ask(getService(), url, payload ? { payload } : {})
    expect(reply).toMatchObject({ status, body })
  })
}
