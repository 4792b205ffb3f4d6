import { expect, test } from 'vitest'
import { isLocalRequest } from './local-request.ts'

const request = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  isLocalRequest({ headers: { host: 'localhost:8080', ...headers }, socket: { remoteAddress } })

test.each([
  ['a program on this machine', request()],
  ['a program over IPv6', request({ host: '[::1]:8080' }, '::1')],
  ['a program over mapped IPv4', request({}, '::ffff:127.0.0.1')],
  ['the page of the service', request({ origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' })],
])('accepts %s', (_, isLocal) => expect(isLocal).toBe(true))

test.each([
  ['another machine', request({}, '192.168.1.7')],
  ['a proxy on this machine', request({ 'x-forwarded-for': '203.0.113.9' })],
  ['a proxy that names itself', request({ via: '1.1 proxy' })],
  ['a foreign name that leads to this machine', request({ host: 'evil.example:8080' })],
  ['a page of another site', request({ origin: 'https://evil.example' })],
  ['a page of another port', request({ origin: 'http://localhost:9090' })],
  ['an image of another site', request({ 'sec-fetch-site': 'cross-site' })],
  ['a request without a host', isLocalRequest({ headers: {}, socket: { remoteAddress: '127.0.0.1' } })],
  ['an unknown sender', isLocalRequest({ headers: { host: 'localhost' }, socket: {} })],
])('rejects %s', (_, isLocal) => expect(isLocal).toBe(false))
