import { seededRandom } from '@fairway/geo'
import fc from 'fast-check'
import { type MadeRequest, requestArbitrary } from '../api/arbitrary.ts'
import { addressOf, type Described } from '../api/contract.ts'
import { hostileTexts } from '../api/hostile-queries.ts'
import { KEYS } from '../api/hostile-values.ts'
import { damage, nudge, pick, type Random } from './mutate.ts'
import type { Visitor } from './visitors.ts'

/** Request to send, and the operation that must handle it. */
export interface FuzzRequest {
  readonly operation: Described
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether the request has the credentials that the operation requires. */
  readonly isAuthorized: boolean
  /** Whether an id in the path belongs to the visitor. */
  readonly hasOwnId: boolean
}

/** Request before credentials and ids are filled in. */
interface Draft {
  readonly operation: Described
  readonly query: Readonly<Record<string, unknown>>
  readonly rawQuery: string
  readonly body: string | undefined
  readonly id: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isAuthorized: boolean
}

const BATCH_SIZE = 20

/** Operations that take many times as long as others, and are therefore drafted less often. */
export interface HeavyOperations {
  readonly pattern: RegExp
  /** Number of drafts relative to other operations. */
  readonly share: number
}

const DEFAULT_HEAVY: HeavyOperations = { pattern: /\/(optimi[sz]e|matrix|maritime\/route)$/, share: 0.2 }

/** Generates requests from the API document. The same seed and document produce the same requests. */
export class RequestSource {
  private readonly random: Random
  private readonly generators: readonly DraftGenerator[]
  private readonly heavy: HeavyOperations
  private next = 0

  constructor(operations: readonly Described[], seed: number, heavy = DEFAULT_HEAVY) {
    this.heavy = heavy
    this.random = seededRandom(seed)
    this.generators = operations.map((operation, index) => new DraftGenerator(operation, seed + 7919 * index))
  }

  /** Drafts a request. Operations take turns, so that even a short run reaches all of them. */
  draft(): Draft {
    for (;;) {
      const generator = this.generators[this.next++ % this.generators.length]
      if (!generator) throw new Error('the document has no operations')
      const { pattern, share } = this.heavy
      if (!pattern.test(generator.operation.path) || this.random() < share) return generator.draft()
    }
  }
}

class DraftGenerator {
  readonly operation: Described
  private readonly random: Random
  private readonly arbitrary: fc.Arbitrary<MadeRequest>
  private seed: number
  private generated: MadeRequest[] = []

  constructor(operation: Described, seed: number) {
    this.operation = operation
    this.seed = seed
    this.random = seededRandom(seed)
    this.arbitrary = requestArbitrary(operation)
  }

  draft(): Draft {
    const { operation, random } = this
    const headers = this.draftHeaders()
    const isAuthorized = random() < 0.95
    const common = { operation, headers, isAuthorized }
    const roll = random()
    if (roll < 0.35) {
      const { query, ...rest } = this.takeGenerated()
      return { ...common, ...rest, query: {}, rawQuery: query }
    }
    const example = this.withFreshEmail(pick(random, operation.bodyExamples))
    const body = example === undefined ? undefined : roll < 0.55 ? nudge(example, random) : damage(example, random)
    const id = random() < 0.05 ? pick(random, hostileTexts.filter(isPathSegment)) : this.exampleId()
    return { ...common, query: this.draftQuery(roll < 0.55), rawQuery: '', body, id }
  }

  /**
   * Returns an example id. Ids of places are public, but other ids belong to an account, so each visitor uses its own
   * ids.
   */
  private exampleId(): string | undefined {
    const { path, parameters } = this.operation
    if (!path.startsWith('/v1/places/')) return undefined
    return parameters.find(({ in: place }) => place === 'path')?.example as string | undefined
  }

  /** Replaces the email address, because an address can sign up only once. */
  private withFreshEmail(example: unknown): unknown {
    const hasEmail = typeof example === 'object' && example !== null && 'email' in example
    return hasEmail ? { ...example, email: `fuzz-${Math.floor(this.random() * 1e9)}@fuzz.example` } : example
  }

  private takeGenerated(): MadeRequest {
    if (this.generated.length === 0)
      this.generated = fc.sample(this.arbitrary, { numRuns: BATCH_SIZE, seed: ++this.seed })
    return this.generated.pop() ?? { body: undefined, query: '', id: undefined }
  }

  private draftQuery(isValid: boolean): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (const { name, in: place, example, required } of this.operation.parameters) {
      if (place === 'query' && example !== undefined && (required || this.random() < 0.6)) values[name] = example
    }
    const names = this.operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
    const changed = isValid ? undefined : pick(this.random, names)
    if (changed !== undefined) values[changed] = pick(this.random, hostileTexts)
    return values
  }

  /** Usually returns only the required headers, and sometimes a wrong key, channel or body type. */
  private draftHeaders(): Record<string, string> {
    const roll = this.random()
    if (roll < 0.02) return { 'x-api-key': pick(this.random, KEYS)?.trim() ?? '' }
    if (roll < 0.03) return { 'content-type': pick(this.random, ['text/plain', 'application/xml', 'x', '']) ?? '' }
    if (roll < 0.05) return { 'x-service-live-channel': pick(this.random, ['web', 'api', 'fax', '']) ?? '' }
    if (roll < 0.06) return { 'last-event-id': pick(this.random, ['0', '9999999999', '-1', 'x', '1e3']) ?? '' }
    if (roll < 0.07) return { accept: 'image/png', 'accept-language': 'x'.repeat(100) }
    return {}
  }
}

function isPathSegment(text: string): boolean {
  return !['', '.', '..'].includes(text.toWellFormed())
}

/** Fills in credentials and ids. */
export function completeDraft(draft: Draft, visitor: Visitor): FuzzRequest {
  const { operation, query, rawQuery, id, isAuthorized, body } = draft
  const ownId = operation.path.startsWith('/v1/assets') ? visitor.assetId : visitor.keyId
  // `seconds: 0` ends a stream, which would otherwise stay open.
  const isStream = operation.path.endsWith('/stream')
  const path = addressOf(operation, { ...query, id: id ?? ownId, ...(isStream && { seconds: 0 }) })
  const separator = path.includes('?') ? '&' : '?'
  const schemes = (operation.object.security ?? []).flatMap((requirement) => Object.keys(requirement))
  return {
    operation,
    path: rawQuery === '' || isStream ? path : `${path}${separator}${rawQuery}`,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(isAuthorized && schemes.includes('key') && { 'x-api-key': visitor.key }),
      ...(isAuthorized && schemes.includes('session') && { cookie: visitor.cookie }),
      ...draft.headers,
    },
    body,
    isAuthorized,
    hasOwnId: id === undefined,
  }
}
