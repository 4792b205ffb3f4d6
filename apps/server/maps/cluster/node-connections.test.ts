import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../../../../tests/support/servers/backends.ts'
import { createTempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { jsonReply } from '../../operations/reply.ts'
import { type EntryNode, positionInEast, startEntryNode, startNode, toClusterNode } from './testing/local-cluster.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Creates the operation of a node, which replies with the node's name. */
function defineNamed(node: string, wait: () => Promise<void> = async () => {}): Operation {
  const operation = defineOperation({
    name: 'name',
    method: 'POST',
    path: '/name',
    access: 'public',
    async handle() {
      await wait()
      return jsonReply({ node })
    },
  })
  return { ...operation, regional: { positions: () => [positionInEast] } }
}

async function startEntry(): Promise<EntryNode> {
  const entry = await startEntryNode(defineNamed('entry'))
  stops.push(() => entry.stop())
  return entry
}

async function ask({ url }: EntryNode): Promise<{ status: number; code: string | null; text: string }> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/operation`, { method: 'POST', headers, body: '{}' })
  return { status: reply.status, code: reply.headers.get('x-error-code'), text: await reply.text() }
}

describe.skipIf(!requireOrSkip('openssl'))('a node behind HTTPS', () => {
  /** Starts a proxy that terminates TLS in front of a node, and returns its URL and its certificate. */
  async function startProxy(nodeUrl: string): Promise<{ url: string; certificate: string }> {
    const folder = await createTempDir()
    stops.push(() => folder.dispose())
    const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
    const files = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', certificate]
    execFileSync('openssl', ['req', '-x509', '-nodes', ...files, ...subject], { stdio: 'ignore' })
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (incoming, outgoing) => {
      const { method, url: path, headers } = incoming
      const forwarded = request(`${nodeUrl}${path}`, { method: method ?? 'GET', headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
      })
      incoming.pipe(forwarded)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    stops.push(async () => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    return { url: `https://127.0.0.1:${port}`, certificate: readFileSync(certificate, 'utf8') }
  }

  test('answers if this server trusts its certificate, and counts as unavailable otherwise', async () => {
    const node = await startNode([defineNamed('secure')])
    const proxy = await startProxy(node.url)
    const entry = await startEntry()
    stops.push(() => node.stop())
    entry.use([toClusterNode(proxy.url)])
    expect(await ask(entry)).toMatchObject({ status: 503, code: 'region-unavailable' })
    const usual = getCACertificates()
    setDefaultCACertificates([...usual, proxy.certificate])
    try {
      expect(await ask(entry)).toEqual({ status: 200, code: null, text: '{"node":"secure"}' })
    } finally {
      setDefaultCACertificates(usual)
    }
  })
})

describe('a node that stops', () => {
  test('is asked only if no other node has the region', async () => {
    const entry = await startEntry()
    const [first, second] = [await startNode([defineNamed('first')]), await startNode([defineNamed('second')])]
    stops.push(first.stop, second.stop)
    const drainingFirst = toClusterNode(first.url, { isDraining: true })
    entry.use([drainingFirst, toClusterNode(second.url)])
    for (let count = 0; count < 4; count++) expect((await ask(entry)).text).toBe('{"node":"second"}')
    entry.use([drainingFirst, toClusterNode(second.url, { isReachable: false })])
    for (let count = 0; count < 4; count++) expect((await ask(entry)).text).toBe('{"node":"first"}')
    entry.use([drainingFirst])
    expect(await ask(entry)).toEqual({ status: 200, code: null, text: '{"node":"first"}' })
  })

  test('completes its requests, and no request is lost until it is back at the same URL', async () => {
    const entry = await startEntry()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const wait = () => {
      begin()
      return released
    }
    const stopping = await startNode([defineNamed('stopping', wait)])
    const other = await startNode([defineNamed('other')])
    stops.push(other.stop)
    const nodes = [stopping.url, other.url].map((url) => toClusterNode(url))
    entry.use([toClusterNode(stopping.url)])
    const inProgress = ask(entry)
    await begun
    const stopped = stopping.stop()
    // The entry node does not know yet that the first node is stopping, and the open connections to that node still
    // look usable.
    entry.use(nodes)
    for (let count = 0; count < 20; count++) expect((await ask(entry)).text).toBe('{"node":"other"}')
    release()
    expect((await inProgress).text).toBe('{"node":"stopping"}')
    await stopped
    for (let count = 0; count < 20; count++) expect((await ask(entry)).text).toBe('{"node":"other"}')

    const restarted = await startNode([defineNamed('restarted')], Number(new URL(stopping.url).port))
    stops.push(restarted.stop)
    // A restarted server has a new id, so it is used at once.
    entry.use([toClusterNode(restarted.url, { id: 'restarted' }), toClusterNode(other.url)])
    const names = new Set<string>()
    for (let count = 0; count < 4; count++) names.add((await ask(entry)).text)
    expect([...names].sort()).toEqual(['{"node":"other"}', '{"node":"restarted"}'])
  })
})
