import { expect, test } from 'vitest'
import type { HttpReply, HttpRequest } from './body/exchange.ts'
import type { Caller } from './guard/caller.ts'
import { logReply } from './request-log.ts'

const account = { kind: 'account', accountId: 'acc_1' } as Caller
const anonymousCaller: Caller = { kind: 'anonymous', address: '127.0.0.1' }

const cases: [url: string, status: number, caller: Caller][] = [
  ['/v1/route', 200, anonymousCaller],
  ['/v1/route', 422, account],
  ['/v1/route?from=home&key=secret', 404, anonymousCaller],
  ['/v1/"quoted"\\', 404, anonymousCaller],
  ['/v1/account/keys/fw_live_abc123', 404, account],
  ['/v1/route', 503, account],
  ['/v1/route', 500, anonymousCaller],
]

test.each(cases)('logs %s %i identically in both formats', (url, statusCode, caller) => {
  const request = { id: 'abc-1', method: 'POST', url, caller } as HttpRequest
  const reply = { statusCode, elapsedTime: 12.3456 } as HttpReply
  const slow: object[] = []
  const quick: object[] = []
  const line = (into: object[], level: string) => (fields: object, msg: string) => into.push({ level, ...fields, msg })
  logReply({ info: line(slow, 'info'), error: line(slow, 'error') }, request, reply)
  const infoJson = (json: string, msg: string) => quick.push({ level: 'info', ...JSON.parse(`{${json}}`), msg })
  logReply({ info: line(quick, 'info'), error: line(quick, 'error'), infoJson }, request, reply)
  expect(JSON.stringify(quick)).toBe(JSON.stringify(slow))
  expect(JSON.stringify(quick)).not.toMatch(/secret|abc123/)
})
