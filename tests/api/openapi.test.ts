import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import {
  findCodeInLog,
  issueKey,
  requestChallenge,
  requestPhoneCode,
  SMS_PROVIDER,
  signIn,
  signUp,
  type TestSession,
} from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { createJobExample } from '../../apps/server/features/jobs/api/examples.ts'
import { servedRoutes } from '../../apps/server/features/road/route/tests/served-routes.ts'
import { attachRequests } from '../../apps/server/features/tracking/api/examples.ts'
import { findUse } from '../../apps/server/platform/http/document/expand-document.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { listErrors } from '../../scripts/error-tables.ts'
import { openMaps } from '../support/maps/maps.ts'
import { openSeas } from '../support/maps/seas.ts'
import { openSky } from '../support/operations/drone.ts'
import type { TestService } from '../support/servers/service.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import {
  type ApiDocument,
  addressOf,
  credentialsFor,
  type Described,
  examplesOf,
  listOperations,
  readDocument,
} from './contract.ts'

/**
 * Matches operations in formats that other providers describe. The Google Directions operation is part of our
 * specification.
 */
const FOREIGN_ROUTE = /^\w+ \/v1\/compat\/(?!google\/directions\/)/
/**
 * Matches operations on solutions, dispatched tours and their links. `assets-trips.test.ts` and `export-tours.test.ts` in
 * features/tracking/tests test these operations.
 */
const NEEDS_TOUR = /\/optimize\/\{id\}|\/stops\/|\/shares?\//
/** Matches operations that read or write the store, other than to count requests. */
const STORED = /^\/(account|v1\/(account|assets|events|geofences|jobs|reports|webhooks)\b)/

/** Routes that are not operations of the API: infrastructure, pages and routes added by tests. */
const UNDESCRIBED = [
  'GET /share/:token',
  'GET /',
  'GET /account/local-key',
  'GET /assets/*',
  'GET /docs',
  'GET /docs/*',
  'GET /embed.js',
  'GET /fonts/:stack/:file',
  'GET /icon.svg',
  'GET /icons/*',
  'GET /manifest.webmanifest',
  'GET /maps/downloads',
  'GET /maps/uploads',
  'GET /service-worker.js',
  'GET /openapi.json',
  'GET /sprites/:file',
  'GET /styles/:file',
  'GET /tiles/:z/:x/:file',
  'GET /tiles/map.json',
  'GET /tiles/traffic/:z/:x/:file',
  'GET /v1/places/:id/:number',
  'OPTIONS /healthz',
  'OPTIONS /readyz',
  'OPTIONS /v1/*',
  'POST /account/local-key',
  'POST /maps/downloads',
  'POST /v1/compat/google/directions/*',
  'POST /v1/probe',
  'PUT /maps/uploads/:region',
]

interface LintProblem {
  readonly ruleId: string
  readonly severity: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

/**
 * Returns the problems that the recommended rules of the linter report. The exit code only repeats whether there are
 * errors.
 */
async function lint(document: ApiDocument): Promise<LintProblem[]> {
  const folder = await createTempDir()
  const file = join(folder.path, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const cli = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [cli, 'lint', file, '--extends=recommended', '--format=json']
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder.path, env }, (_error, output) => resolve(output))
  })
  await folder.dispose()
  return JSON.parse(stdout).problems
}

/** Replaces the placeholder ids, challenges and codes of the examples with real values. */
async function fillIn(service: TestService, visitor: TestSession, { path }: Described, example: unknown) {
  if (path === '/account/phone/verify') return { code: await requestPhoneCode(service, visitor, '+59821111111') }
  // Deleting an account requires its email address.
  if (path === '/account' && example !== undefined) return { confirm: visitor.email }
  if (path !== '/account/sign-in/verify') return example
  const challenge = await requestChallenge(service, visitor.email)
  return { ...(example as object), challenge, code: findCodeInLog(service, visitor.email) }
}

const aroundDepot = { name: 'Depot', circle: { center: [48, 11], radius_m: 100 } }

async function idFor(
  service: TestService,
  { headers, key }: TestSession,
  { path, method }: Described,
): Promise<string> {
  const { app } = service
  if (path.startsWith('/v1/jobs')) return await createJob(service, key, method === 'DELETE' ? 'running' : 'done')
  const ask = (url: string, body: object) =>
    app.inject({ method: 'POST', url, headers: { 'x-api-key': key }, payload: body })
  if (path.startsWith('/v1/geofences')) return (await ask('/v1/geofences', aroundDepot)).json().id
  if (path.startsWith('/v1/webhooks')) return (await ask('/v1/webhooks', { url: 'https://example.com/' })).json().id
  if (!path.startsWith('/v1/assets')) return (await app.inject({ url: '/account/keys', headers })).json().keys[0].id
  const payload = { name: 'Van', kind: 'vehicle' }
  const { id } = (await ask('/v1/assets', payload)).json()
  // Reading a route requires that it exists.
  if (path.endsWith('/route') && method === 'GET') await ask(`/v1/assets/${id}/route`, attachRequests[0] ?? {})
  return id
}

/** Creates a job that has ended, or a job that another server runs. */
async function createJob({ app, database }: TestService, key: string, state: 'running' | 'done'): Promise<string> {
  const payload = createJobExample
  const { id } = (await app.inject({ method: 'POST', url: '/v1/jobs', headers: { 'x-api-key': key }, payload })).json()
  const lease = { lease_owner: 'another server', lease_until: Number.MAX_SAFE_INTEGER }
  const job = database.db.selectFrom('jobs').select('state').where('id', '=', id)
  if (state === 'running')
    await database.db
      .updateTable('jobs')
      .set({ state, ...lease })
      .where('id', '=', id)
      .execute()
  await expect.poll(() => job.executeTakeFirst(), { interval: 20 }).toEqual({ state })
  return id
}

async function parametersOf(service: TestService, visitor: TestSession, operation: Described) {
  const values: Record<string, unknown> = {}
  for (const { name, in: place, example } of operation.parameters) {
    const isOwn = place === 'path' && !operation.path.startsWith('/v1/places/')
    if (isOwn) values[name] = await idFor(service, visitor, operation)
    else if (example !== undefined) values[name] = example
  }
  return values
}

describeOnStores('the document of the API', ({ kind, startShared }) => {
  let service: TestService
  let document: ApiDocument
  let operations: Described[]
  beforeAll(async () => {
    const config = { publicUrl: 'https://fairway.test', anonymousBurst: 100_000, ...SMS_PROVIDER }
    service = await startShared({ config, maps: await openMaps(), seas: await openSeas(), sky: await openSky() })
    document = await readDocument(service)
    operations = listOperations(document)
  })

  test('is OpenAPI 3.0.3 of the version in the specification', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.0.3', '2026-06-16'])
    expect(document).toMatchObject({ servers: [{ url: 'https://fairway.test' }] })
  })

  test('describes exactly what is served', () => {
    const served = servedRoutes(service)
      .filter((route) => !route.startsWith('HEAD ') && !UNDESCRIBED.includes(route) && !FOREIGN_ROUTE.test(route))
      .map((route) => route.replace(/:(\w+)/g, '{$1}'))
    expect(operations.map(({ name }) => name).sort()).toEqual(served.sort())
  })

  test('describes the reply of every operation to every example', async () => {
    let executed = 0
    for (const operation of operations) {
      if (NEEDS_TOUR.test(operation.path)) continue
      const examples = operation.body ? operation.bodyExamples : [undefined]
      // Operations on routes and places do not use the store, so one example of each is enough on the second store.
      const usesStore = kind === 'embedded' || STORED.test(operation.path)
      for (const example of usesStore ? examples : examples.slice(0, 1)) {
        // Only paid accounts may use tracking.
        const isTracking = /^\/v1\/(assets|geofences|events|webhooks)/.test(operation.path)
        const visitor = await signIn(service, await (isTracking ? issueKey(service, 'pro') : signUp(service)))
        const request: InjectOptions = {
          method: operation.method,
          url: addressOf(operation, await parametersOf(service, visitor, operation)),
          headers: credentialsFor(operation, visitor),
        }
        const payload = await fillIn(service, visitor, operation, example)
        const reply = await service.app.inject(
          payload === undefined ? request : { ...request, payload: payload as object },
        )
        expect([operation.name, reply.statusCode, reply.payload]).toEqual([operation.name, 200, expect.any(String)])
        operation.expectDocumented(reply)
        executed++
      }
    }
    expect(executed).toBeGreaterThanOrEqual(operations.length)
  })

  test('describes the 401 of every operation that needs a key or a session', async () => {
    for (const operation of operations) {
      const { security = [], operationId } = operation.object
      const isOpen = security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0)
      // Signing out is public. The request ends the session of the cookie, if there is one.
      if (isOpen || operationId === 'signOut') continue
      const example = operation.bodyExamples[0]
      const reply = await service.app.inject({
        method: operation.method,
        url: addressOf(operation, { id: 'key_1' }),
        ...(example === undefined ? {} : { payload: example as object }),
      })
      expect([operation.name, reply.statusCode]).toEqual([operation.name, 401])
      operation.expectDocumented(reply)
    }
  })
})

// The document is the same on every store.
describeOnStores(
  'the document as other tools read it',
  ({ startShared }) => {
    let document: ApiDocument
    let operations: Described[]
    beforeAll(async () => {
      document = await readDocument(await startShared({ config: { publicUrl: 'https://fairway.test' } }))
      operations = listOperations(document)
    })

    test('validates against the OpenAPI schema', async () => {
      expect(await new Validator().validate(structuredClone(document) as object as Record<string, unknown>)).toEqual({
        valid: true,
      })
    })

    test('passes a linter with recommended rules without errors or warnings', async () => {
      const problems = (await lint(document)).map(({ severity, ruleId, message, location }) =>
        [severity, ruleId, message, location[0]?.pointer].join(' '),
      )
      expect(problems).toEqual([])
    })

    test('describes every used tag, and uses every described tag', () => {
      const used = new Set(operations.flatMap(({ object }) => object.tags ?? []))
      expect([...used].sort()).toEqual(document.tags.map(({ name }) => name).sort())
    })

    test('has unique operation ids', () => {
      const ids = operations.map(({ object }) => object.operationId)
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('has an id, a summary, a description, one tag and the required access for every operation', () => {
      for (const { name, object } of operations) {
        expect(object, name).toMatchObject({
          operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
          summary: expect.stringMatching(/^\S.{5,}/),
          description: expect.stringMatching(/^\S.{10,}/),
          tags: [expect.any(String)],
          security: expect.any(Array),
        })
      }
    })

    test('has a success with a schema for every operation, and failures with the error object', () => {
      for (const { name, object } of operations) {
        const { 200: success, ...failures } = object.responses
        const contents = Object.values(success?.content ?? {})
        expect(contents.length, name).toBeGreaterThan(0)
        for (const { schema } of contents) {
          const use = findUse(schema)
          const target = use ? document.components.schemas[use.name] : schema
          expect(target, name).toMatchObject({ type: expect.any(String) })
        }
        expect(Object.keys(failures).length, name).toBeGreaterThan(0)
        for (const [status, { description, content, headers }] of Object.entries(failures)) {
          expect(status, name).toMatch(/^[45](\d\d|XX)$/)
          expect(description, `${name} ${status}`).toMatch(/\w{3}/)
          expect(content, `${name} ${status}`).toEqual({
            'application/json': { schema: { $ref: '#/components/schemas/Error' } },
          })
          const isBusy = ['429', '502', '503'].includes(status)
          expect(Object.keys(headers ?? {}), `${name} ${status}`).toEqual([
            'X-Error-Code',
            ...(isBusy ? ['Retry-After'] : []),
          ])
        }
      }
    })

    test('lists only codes of the reference under their status, and all of them except for paths, tiles and WebSockets', () => {
      const listed = new Set<unknown>()
      const errors = listErrors()
      for (const { name, object } of operations) {
        for (const [status, { headers }] of Object.entries(object.responses)) {
          const codes = headers?.['X-Error-Code']?.schema.enum ?? []
          for (const code of codes) {
            listed.add(code)
            const statuses = errors.filter((error) => error.code === code)
            expect(
              statuses.map((error) => error.status),
              `${name} ${code}`,
            ).toEqual([status === '4XX' ? expect.any(Number) : Number(status)])
          }
        }
      }
      const unlisted = errors.filter(({ code }) => !listed.has(code))
      expect(unlisted.map(({ code }) => code).sort()).toEqual([
        'extract-malformed',
        'extract-unknown',
        'font-unknown',
        // This code appears only in the error of a job.
        'job-interrupted',
        'language-malformed',
        'local-key-not-local',
        'local-keys-disabled',
        // These codes appear only in messages of a WebSocket.
        'message-in-pieces',
        'message-invalid',
        'message-timeout',
        'message-too-large',
        'method-not-allowed',
        'mirror-unavailable',
        'range-malformed',
        'sprite-unknown',
        'style-unknown',
        'tile-malformed',
        'tile-out-of-range',
        'tiles-disabled',
        'tiles-rate-limited',
        'upload-cut-off',
        'upload-length-missing',
        'upload-name-malformed',
        'upload-not-extract',
        'upload-not-local',
        'upload-too-large',
        'upload-under-way',
        'uploads-disabled',
        'zoom-out-of-range',
      ])
    })

    test('has exactly the specified fields in the error object', () => {
      expect(document).toMatchObject({
        components: {
          schemas: {
            Error: {
              type: 'object',
              required: ['busy', 'detail'],
              properties: { busy: { type: 'boolean' }, detail: { type: 'string' } },
            },
          },
        },
      })
    })

    test('has an example for every body, and a description for every parameter', () => {
      for (const { name, body, bodyExamples, parameters } of operations) {
        if (body) expect(bodyExamples.length, name).toBeGreaterThan(0)
        for (const parameter of parameters) {
          expect(parameter, `${name} ${parameter.name}`).toMatchObject({ description: expect.stringMatching(/\w{3}/) })
        }
      }
    })

    test('has reply examples that match their schemas', () => {
      for (const { name, object, findFault } of operations) {
        for (const [status, { content = {} }] of Object.entries(object.responses)) {
          for (const [type, media] of Object.entries(content)) {
            for (const example of examplesOf(media)) expect(findFault(status, type, example), name).toBeUndefined()
          }
        }
      }
    })

    test('marks field names, headers, literal values and requests in every description as code', () => {
      const unmarked =
        /\b[a-z0-9]+_[a-z0-9_]+\b|\b(?:X|Retry|RateLimit)-[A-Z]|\bnull\b|\[latitude|\b(?:GET|POST|PUT|DELETE) \//
      for (const [, description = ''] of JSON.stringify(document).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g))
        expect(description.replace(/`[^`]*`/g, '')).not.toMatch(unmarked)
    })

    test('uses no keyword outside OpenAPI 3.0.3', () => {
      const text = JSON.stringify(document)
      for (const unknown of [
        '"const":',
        '"exclusiveMinimum":0',
        '"type":"null"',
        '"type":[',
        '"prefixItems"',
        '"$id"',
      ]) {
        expect(text).not.toContain(unknown)
      }
    })
  },
  ['embedded'],
)
