import { fail, ok } from '../../../platform/result.ts'
import { createPiece } from '../result/piece.ts'
import { callForPart } from './call-part.ts'
import type { JobKind } from './job-kind.ts'
import type { KindOptions } from './kind-options.ts'
import { readItems } from './list-kind.ts'

const BATCH_OPERATION = 'geocodeBatch'
const QUERIES_FIELD = 'queries'
/** Number of queries per part, which is the maximum that the operation accepts at once. A part takes a few seconds. */
const QUERIES_PER_PART = 500

interface BatchReply {
  readonly results: readonly unknown[]
  readonly data: { readonly attribution: string }
  readonly warnings?: readonly string[]
}

/** Data from the other parts that the last part needs. */
interface BatchInfo {
  readonly attribution: string
  readonly warnings: readonly string[]
}

/** Creates the job kind for a geocoding batch. The result is the same as for a single batch with all queries. */
export function batchKind({ call, checkBody }: KindOptions): JobKind {
  return {
    plan(body, caller) {
      const queries = readItems(body, QUERIES_FIELD)
      if (!queries) return fail({ kind: 'job-list-invalid', field: QUERIES_FIELD })
      if (queries.length === 0) return fail({ kind: 'job-list-empty', field: QUERIES_FIELD })
      const maxItems = caller.terms.jobItems
      if (queries.length > maxItems)
        return fail({
          kind: 'job-list-too-long',
          field: QUERIES_FIELD,
          given: queries.length,
          allowed: maxItems,
          plan: caller.plan,
        })
      const bodyError = checkBody(BATCH_OPERATION, { ...body, [QUERIES_FIELD]: queries.slice(0, 1) })
      if (bodyError !== undefined) return fail({ kind: 'job-body-invalid', why: bodyError })
      return ok({ partsTotal: Math.ceil(queries.length / QUERIES_PER_PART), units: 0 })
    },
    async runPart(body, part, context) {
      const queries = readItems(body, QUERIES_FIELD) ?? []
      const last = Math.ceil(queries.length / QUERIES_PER_PART) - 1
      const partQueries = queries.slice(part * QUERIES_PER_PART, (part + 1) * QUERIES_PER_PART)
      const outcome = await callForPart(call, BATCH_OPERATION, { ...body, [QUERIES_FIELD]: partQueries }, context)
      if (outcome.kind !== 'reply') return outcome
      const { results, data, warnings = [] } = outcome.body as BatchReply
      const info: BatchInfo = { attribution: data.attribution, warnings }
      const list = JSON.stringify(results).slice(1, -1)
      const tail = part === last ? `],${joinInfos([...(context.infos.values() as Iterable<BatchInfo>), info])}` : ''
      return { kind: 'done', pieces: [createPiece(0, `${part === 0 ? '{"results":[' : ','}${list}${tail}`)], info }
    },
  }
}

/** Returns the end of the reply, without its first brace. */
function joinInfos(infos: readonly BatchInfo[]): string {
  const attribution = [...new Set(infos.flatMap((info) => info.attribution.split('; ')).filter(Boolean))].join('; ')
  const warnings = [...new Set(infos.flatMap((info) => info.warnings))]
  return JSON.stringify({ data: { attribution }, ...(warnings.length > 0 && { warnings }) }).slice(1)
}
