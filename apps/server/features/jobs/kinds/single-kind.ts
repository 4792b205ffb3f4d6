import { fail, ok } from '../../../platform/result.ts'
import { createPiece } from '../result/piece.ts'
import { callForPart } from './call-part.ts'
import type { JobKind } from './job-kind.ts'
import type { KindOptions } from './kind-options.ts'

/** Creates the job kind for one request in one part. The result is the reply of the operation. */
export function singleKind(operation: string, { call, checkBody, countUnits }: KindOptions): JobKind {
  return {
    plan(body, caller) {
      const bodyError = checkBody(operation, body)
      if (bodyError !== undefined) return fail({ kind: 'job-body-invalid', why: bodyError })
      return ok({ partsTotal: 1, units: countUnits(operation, body, caller) })
    },
    async runPart(body, _part, context) {
      const outcome = await callForPart(call, operation, body, context)
      return outcome.kind === 'reply'
        ? { kind: 'done', pieces: [createPiece(0, JSON.stringify(outcome.body))] }
        : outcome
    },
  }
}
