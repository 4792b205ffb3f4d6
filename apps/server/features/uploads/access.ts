import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocalRequest } from '../../platform/http/local-request.ts'
import { sendFailureProblem } from '../../platform/http/send-problem.ts'
import { type UploadFailure, uploadProblems } from './failures.ts'

export interface UploadAccess {
  /** Maximum size of an extract in bytes. 0 disables uploads and downloads. */
  readonly maxBytes: number
}

/** Returns why this request may not add maps. Only a page on the same machine may. */
export function findAccessFailure(request: IncomingMessage, { maxBytes }: UploadAccess): UploadFailure | undefined {
  if (maxBytes === 0) return { kind: 'uploads-off' }
  return isLocalRequest(request) ? undefined : { kind: 'upload-not-local' }
}

/** Creates a hook that rejects requests that may not add maps. */
export function createAccessHook(access: UploadAccess) {
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const failure = findAccessFailure(request.raw, access)
    if (failure === undefined) next()
    else sendFailureProblem(reply, uploadProblems, failure)
  }
}
