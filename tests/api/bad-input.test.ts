import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import {
  newEmail,
  requestChallenge,
  signIn,
  signUp,
  type TestSession,
} from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { defaultPlans } from '../../apps/server/platform/config/plans.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { openMaps } from '../support/maps/maps.ts'
import type { TestService } from '../support/servers/service.ts'
import { addressOf, credentialsFor, type Described, listOperations, readDocument, type Schema } from './contract.ts'
import {
  beyondLimits,
  type HostileValue,
  HUGE,
  KEYS,
  NUMBERS,
  otherTypes,
  TEXTS,
  TEXTS_FOR_STORES,
} from './hostile-values.ts'

/** Pattern for the beginning of a huge JSON value, by type. */
const JSON_BEGINNINGS: Readonly<Partial<Record<NonNullable<Schema['type']>, RegExp>>> = {
  object: /^{/,
  array: /^\[/,
  string: /^"/,
  number: /^\d/,
  integer: /^\d/,
}
const JSON_TYPE = { 'content-type': 'application/json' }

/** Operation with the data for a valid request. Invalid requests are derived from this data. */
interface Target {
  readonly operation: Described
  readonly visitor: TestSession
  readonly parameters: Readonly<Record<string, string>>
  /** Returns the fields of a valid body as JSON. */
  fields(): Record<string, string>
}

interface Visitor {
  readonly session: TestSession
  readonly keyId: string
}

function toText(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields).map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`
}

describeOnStores('bad input', ({ kind, startShared }) => {
  let service: TestService
  let targets: Target[]
  let bodiless: Target[]
  /** Undocumented replies by operation and status. One reply of each kind is enough. */
  const faults = new Map<string, string>()
  beforeAll(async () => {
    const plans = defaultPlans(7)
    const trial = { ...plans.trial, perSecond: 1e6, burst: 1e6, routesPerMonth: 1e9 }
    service = await startShared({
      config: { anonymousBurst: 1e6, plans: { ...plans, trial } },
      maps: await openMaps(),
    })
    // Streams are excluded because they stay open.
    const operations = listOperations(await readDocument(service)).filter(({ path }) => !path.endsWith('/stream'))
    const all: Target[] = []
    for (const operation of operations) all.push(await aim(operation))
    targets = all.filter(({ operation }) => operation.body || operation.parameters.length > 0)
    bodiless = all.filter(({ operation }) => !operation.body)
  })

  /** Accounts for operations that accept only a key, by tag. Such operations cannot change an account. */
  const visitorsByTag = new Map<string, Promise<Visitor>>()

  async function createVisitor(): Promise<Visitor> {
    const session = await signIn(service, await signUp(service))
    const keys = await service.app.inject({ url: '/account/keys', headers: session.headers })
    return { session, keyId: keys.json().keys[0].id }
  }

  function findVisitor(operation: Described): Promise<Visitor> {
    const schemes = (operation.object.security ?? []).flatMap((requirement) => Object.keys(requirement))
    if (!schemes.includes('key') || schemes.includes('session')) return createVisitor()
    const tag = operation.object.tags?.[0] ?? ''
    const visitor = visitorsByTag.get(tag) ?? createVisitor()
    visitorsByTag.set(tag, visitor)
    return visitor
  }

  async function aim(operation: Described): Promise<Target> {
    const { session: visitor, keyId } = await findVisitor(operation)
    const needsChallenge = operation.body?.properties?.challenge !== undefined
    const challenge = needsChallenge ? await requestChallenge(service, visitor.email) : undefined
    const fields = () => {
      const made: Record<string, unknown> = { ...(operation.bodyExamples[0] as object) }
      if ('email' in made) made.email = newEmail()
      if ('challenge' in made) made.challenge = challenge
      return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, JSON.stringify(value)]))
    }
    return { operation, visitor, parameters: { id: keyId }, fields }
  }

  /** Sends the request with valid credentials and records undocumented replies. */
  async function send(
    { operation, visitor, parameters }: Target,
    label: string,
    change: Pick<InjectOptions, 'url' | 'payload' | 'headers'>,
    status?: number,
  ): Promise<void> {
    const headers = { ...credentialsFor(operation, visitor), ...(change.payload === undefined ? {} : JSON_TYPE) }
    const reply = await service.app.inject({
      method: operation.method,
      url: addressOf(operation, parameters),
      ...change,
      headers: { ...headers, ...change.headers },
    })
    judge(operation, label, reply, status)
  }

  function judge(operation: Described, label: string, reply: LightMyRequestResponse, status?: number): void {
    const said = `${operation.name}, ${label}: ${reply.statusCode} ${reply.payload.slice(0, 200)}`
    try {
      if (reply.statusCode >= 500 || (status !== undefined && reply.statusCode !== status)) throw new Error(said)
      operation.expectDocumented(reply)
    } catch (error) {
      faults.set(`${operation.name} ${reply.statusCode}`, (error as Error).message)
    }
  }

  const withField = ({ fields }: Target, name: string, json: string | undefined): string => {
    const { [name]: _replaced, ...rest } = fields()
    return toText(json === undefined ? rest : { ...rest, [name]: json })
  }
  const goodBody = ({ operation, fields }: Target): Pick<InjectOptions, 'payload'> =>
    operation.body ? { payload: toText(fields()) } : {}

  function expectNoFaults(): void {
    const noted = [...faults.values()]
    faults.clear()
    expect(noted).toEqual([])
  }

  /** Visits every field of every body, then requires that no error was recorded. */
  async function forFields(each: (target: Target, name: string, schema: Schema) => Promise<void>): Promise<void> {
    for (const target of targets) {
      for (const [name, schema] of Object.entries(target.operation.body?.properties ?? {})) {
        await each(target, name, schema)
      }
    }
    expectNoFaults()
  }
  const forValues = (values: (schema: Schema) => readonly HostileValue[], status?: number) =>
    forFields(async (target, name, schema) => {
      for (const { label, json } of values(schema)) {
        await send(target, `${name} ${label}`, { payload: withField(target, name, json) }, status)
      }
    })
  // PostgreSQL rejects some strings that SQLite accepts. All other strings are tested on one store.
  const storedTexts = kind === 'embedded' ? TEXTS : TEXTS_FOR_STORES
  const texts = storedTexts.map(
    (value): HostileValue => ({ label: JSON.stringify(value), json: JSON.stringify(value) }),
  )

  let turn = 0
  const takeTurn = <T>(values: readonly T[]): T => values[turn++ % values.length] as T

  /** Only string fields reach a store, so one kind of store is enough for other input. */
  const reachesStore = (schema: Schema | undefined) =>
    kind === 'embedded' || schema?.type === undefined || schema.type === 'string'

  /** Runs a test on one store only, for input that never reaches a store. */
  const testOnce = test.runIf(kind === 'embedded')

  testOnce('422: missing required field', async () => {
    await forFields(async (target, name) => {
      const required = target.operation.body?.required?.includes(name)
      const payload = withField(target, name, undefined)
      await send(target, `${name} missing`, { payload }, required ? 422 : undefined)
    })
  })

  testOnce('422: null, or another type', () => forValues(otherTypes, 422))
  testOnce('422: value out of range', () => forValues(beyondLimits, 422))
  test('documented: strings in every script, and in none', () => {
    // A field of another type rejects all strings in the same way, so it gets only one of them, in turn.
    const acceptsText = ({ type }: Schema) => type === undefined || type === 'string'
    return forValues((schema) => {
      if (acceptsText(schema)) return texts
      return reachesStore(schema) ? [takeTurn(texts)] : []
    })
  })
  testOnce('documented: numbers at the edge of the range', () => {
    // A field of another type rejects all numbers in the same way, so it gets only one of them, in turn.
    const isNumeric = ({ type }: Schema) => type === undefined || type === 'number' || type === 'integer'
    return forValues((schema) => (isNumeric(schema) ? NUMBERS : [takeTurn(NUMBERS)]))
  })
  testOnce('documented: huge values', () => {
    // After parsing, a field rejects all values of a wrong type in the same way, and one check limits the size of all
    // fields of a type. So each field gets only one value: of its own type, or of any type, in turn.
    return forValues(({ type }) => {
      const own = HUGE.shallow.filter(({ json }) => type === undefined || JSON_BEGINNINGS[type]?.test(json))
      return [takeTurn(own.length > 0 && takeTurn([true, true, false]) ? own : HUGE.all)]
    })
  })

  testOnce('documented: bodies that are not objects, or far too large', async () => {
    const bodies = [...otherTypes({ type: 'object' }), ...NUMBERS, { label: 'NaN', json: '{"a":NaN}' }]
    for (const target of targets.filter(({ operation }) => operation.body)) {
      // One parser reads all bodies, so each operation gets only some of the large bodies.
      const large = [takeTurn(HUGE.all), takeTurn(HUGE.all)]
      for (const { label, json } of [...bodies, ...large]) await send(target, `the body ${label}`, { payload: json })
      const unknown = withField(target, 'unknown\ud800\u0000', JSON.stringify(TEXTS))
      await send(target, 'an unknown field', { payload: unknown })
    }
    expectNoFaults()
  })

  testOnce('documented: a body where none is accepted', async () => {
    const bodies = ['', '{', '{}', '[]', '{"a":1}', 'x'.repeat(2 ** 20 + 1)]
    for (const target of bodiless) {
      for (const payload of bodies) {
        await send(target, `the body ${payload.slice(0, 10)}`, { payload })
        await send(target, `the text ${payload.slice(0, 10)}`, { payload, headers: { 'content-type': 'text/plain' } })
      }
    }
    expectNoFaults()
  })

  test('documented: every value of a parameter', async () => {
    const values = [...TEXTS, ...NUMBERS.map(({ json }) => JSON.parse(json)), 'x'.repeat(65), 'x'.repeat(9000)]
    const onlyOnce = [...values, '.', '..', 'a/b', 'a?b', 'a#b', 'null', '[]', '{}']
    const rest = kind === 'embedded' ? onlyOnce : [...storedTexts, 'x'.repeat(65)]
    for (const target of targets) {
      for (const { name, schema } of target.operation.parameters) {
        if (!reachesStore(schema)) continue
        for (const value of rest) {
          const url = addressOf(target.operation, { ...target.parameters, [name]: value })
          // An empty segment or a segment of dots would change the path.
          if (target.operation.path.includes(`{${name}}`) && ['', '.', '..'].includes(String(value))) continue
          await send(target, `${name}=${String(value).slice(0, 50)}`, { url, ...goodBody(target) })
        }
      }
    }
    expectNoFaults()
  })

  testOnce('documented: malformed queries', async () => {
    const queries = ['?', '?&&&', '?=', '?days', '?days=1&days=2', '?days[]=1', '?days[a]=1', '?a=%ff%fe', '?%zz=%zz']
    const long = `?${Array.from({ length: 1000 }, (_, index) => `f${index}=1`).join('&')}`
    for (const target of targets) {
      for (const query of [...queries, long, '?__proto__=1&constructor=2&toString=3']) {
        const url = addressOf(target.operation, target.parameters) + query
        await send(target, query.slice(0, 50), { url, ...goodBody(target) })
      }
    }
    expectNoFaults()
  })

  test('documented: keys and cookies of any kind', async () => {
    // All operations look up keys and sessions in the same way.
    const some = kind === 'embedded' ? targets : targets.slice(0, 5)
    for (const target of some) {
      for (const key of KEYS) {
        await send(target, `key ${key.slice(0, 40)}`, { ...goodBody(target), headers: { 'x-api-key': key } })
        await send(target, `cookie ${key.slice(0, 40)}`, {
          ...goodBody(target),
          headers: { cookie: `fairway_session=${key}` },
        })
      }
    }
    expectNoFaults()
  })
})
