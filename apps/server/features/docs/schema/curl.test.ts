import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { OpenApiDocument, Operation } from '../document.ts'
import { listGroups } from '../operations.ts'
import { createAnchorFactory } from '../render/anchors.ts'
import { fixture } from '../testing/fixture.ts'
import { toCurl } from './curl.ts'
import { createSchemaIndex } from './schema-index.ts'

const BASE = 'http://127.0.0.1:8080'

/** Returns the arguments that a shell passes to curl for the command on the page. */
function argumentsOf(path: string, method: 'get' | 'post' | 'delete', operation?: Operation): string[] {
  const item = operation ? { [method]: operation } : fixture.paths[path]
  const document: OpenApiDocument = { ...fixture, paths: { [path]: item } }
  const entry = listGroups(document, createAnchorFactory()).flatMap(({ entries }) => entries)[0]
  if (!entry) throw new Error(`no operation at ${path}`)
  const { head, body, tail } = toCurl(entry, BASE, createSchemaIndex(document))
  const script = `curl() { printf '%s\\0' "$@"; }\n${head}${body}${tail}`
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { FAIRWAY_KEY: 'k', SESSION: 's' } })
  return output.split('\0').slice(0, -1)
}

describe('curl example', () => {
  test('sends the example of the document as the body', () => {
    const [url, , type, , body = ''] = argumentsOf('/v1/route', 'post')
    expect([url, type]).toEqual([`${BASE}/v1/route`, 'Content-Type: application/json'])
    expect(JSON.parse(body)).toEqual({
      from: [52.5163, 13.3777],
      to: [52.5219, 13.4132],
      avoid: ['tolls'],
      steps: false,
    })
  })

  test('sends a key only where one is required', () => {
    expect(argumentsOf('/v1/account/usage', 'get')).toEqual([`${BASE}/v1/account/usage`, '-H', 'X-API-Key: k'])
    expect(argumentsOf('/v1/route', 'post').join()).not.toContain('X-API-Key')
  })

  test('fills in the path and names a non-default method', () => {
    const sent = argumentsOf('/account/keys/{id}', 'delete')
    expect(sent).toEqual([`${BASE}/account/keys/a1b2c3`, '-X', 'DELETE', '-b', 'fairway_session=s'])
  })

  test('encodes the query', () => {
    const [url = ''] = argumentsOf('/v1/geocode', 'get')
    expect(new URL(url).searchParams.get('q')).toBe("Rue de l'Église 1")
  })

  test('keeps quotes of an example inside the argument', () => {
    const example = { name: 'it\'s $HOME `id` "x" \'; id' }
    const sent = argumentsOf('/v1/x', 'post', { requestBody: { content: { 'application/json': { example } } } })
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(example)
  })
})
