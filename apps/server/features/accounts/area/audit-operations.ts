import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { readAuditPage } from '../audit/audit.ts'
import { AuditQuery, AuditReply } from '../audit/audit-schemas.ts'
import { ACCOUNT_AREA_DEFAULTS, ACCOUNT_AREA_TAGS, type AccountAreaOptions, SESSION_SECURITY } from './area.ts'
import { findSessionAccount } from './session.ts'

const DEFAULT_LIMIT = 50

export function auditOperation({ audit, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.audit',
    method: 'GET',
    path: '/account/audit',
    docs: {
      operationId: 'accountAudit',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Read the audit log',
      description:
        'Returns the changes that the owner or the operator made to the keys, plan and sessions of the account, newest first.',
      security: SESSION_SECURITY,
    },
    query: AuditQuery,
    reply: { description: 'The audit log.', schema: AuditReply },
    errors: [401, 422],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle({ query: { limit = DEFAULT_LIMIT, before } }, context) {
      const page = { before: before === undefined ? undefined : Number(before), limit }
      return jsonReply(await readAuditPage(audit, context.prepared.number, page))
    },
  })
}
