import { fail, ok } from '../../../platform/result.ts'
import { createPiece } from '../result/piece.ts'
import { callForPart } from './call-part.ts'
import type { JobKind, PartContext, PartOutcome } from './job-kind.ts'
import type { KindOptions } from './kind-options.ts'

/** Number of requests per part. An interrupted part is computed again. */
const ITEMS_PER_PART = 10

/**
 * Creates the job kind for many requests in one list. Fields next to the list apply to every request that does not set
 * them. The result contains the reply of each request, or the reason why it failed.
 */
export function listKind(operation: string, field: string, options: KindOptions): JobKind {
  const { checkBody, countUnits } = options
  return {
    plan(body, caller) {
      const items = readItems(body, field)
      if (!items) return fail({ kind: 'job-list-invalid', field })
      if (items.length === 0) return fail({ kind: 'job-list-empty', field })
      const maxItems = caller.terms.jobItems
      if (items.length > maxItems)
        return fail({ kind: 'job-list-too-long', field, given: items.length, allowed: maxItems, plan: caller.plan })
      // As with single requests, invalid requests cost nothing.
      const units = items.reduce((sum: number, item) => {
        const request = mergeItem(body, field, item)
        return checkBody(operation, request) === undefined ? sum + countUnits(operation, request, caller) : sum
      }, 0)
      return ok({ partsTotal: Math.ceil(items.length / ITEMS_PER_PART), units })
    },
    async runPart(body, part, context): Promise<PartOutcome> {
      const items = readItems(body, field) ?? []
      const last = Math.ceil(items.length / ITEMS_PER_PART) - 1
      const results: string[] = []
      for (const item of items.slice(part * ITEMS_PER_PART, (part + 1) * ITEMS_PER_PART)) {
        const outcome = await runItem(mergeItem(body, field, item), operation, options, context)
        if (typeof outcome !== 'string') return outcome
        results.push(outcome)
      }
      const content = `${part === 0 ? '{"results":[' : ','}${results.join(',')}${part === last ? ']}' : ''}`
      return { kind: 'done', pieces: [createPiece(0, content)] }
    },
  }
}

/** Returns the result of one request as JSON, or the reason why the part cannot continue now. */
async function runItem(
  request: object,
  operation: string,
  { call }: KindOptions,
  context: PartContext,
): Promise<string | PartOutcome> {
  const outcome = await callForPart(call, operation, request, context)
  if (outcome.kind === 'busy') return outcome
  if (outcome.kind === 'reply') return JSON.stringify({ status: 'done', reply: outcome.body })
  const { status, code, body } = outcome.problem
  return JSON.stringify({ status: 'failed', error: { status, code, detail: body.detail } })
}

export function readItems(body: object, field: string): readonly object[] | undefined {
  const items: unknown = (body as Readonly<Record<string, unknown>>)[field]
  return Array.isArray(items) && items.every(isPlainObject) ? items : undefined
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mergeItem(body: object, field: string, item: object): object {
  const { [field]: _list, ...shared } = body as Readonly<Record<string, unknown>>
  return { ...shared, ...item }
}
