import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { DEFAULT_OVERLAP_HOURS } from '../keys/key-service.ts'
import { toIssuedKey, toKeyFields } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { ACCOUNT_AREA_DEFAULTS, ACCOUNT_AREA_TAGS, type AccountAreaOptions, SESSION_SECURITY, toOwner } from './area.ts'
import { findSessionAccount } from './session.ts'

export function keyOperations(options: AccountAreaOptions): Operation[] {
  return [
    listKeys(options),
    createKey(options),
    updateKey(options),
    rotateKey(options),
    keepKey(options),
    revokeKey(options),
  ]
}

function listKeys({ service, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.keys',
    method: 'GET',
    path: '/account/keys',
    docs: {
      operationId: 'listKeys',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'List the keys',
      description:
        'Returns all keys of the account, including revoked and expired keys. The reply does not contain the secret values of the keys.',
      security: SESSION_SECURITY,
    },
    reply: { description: 'The keys.', schema: schemas.KeysReply },
    errors: [401],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle(_input, context) {
      const keys = await service.keys.list(context.prepared.number)
      return jsonReply({ keys: keys.map((key) => toKeyFields(key, context.now())) })
    },
  })
}

function createKey({ service, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.keys',
    method: 'POST',
    idempotent: false,
    path: '/account/keys',
    docs: {
      operationId: 'createKey',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Create a key',
      description:
        'Creates another key for the same account. The key is shown only once. Set `scopes` and an expiry time to limit the damage if the key leaks.',
      security: SESSION_SECURITY,
    },
    body: schemas.CreateKeyBody,
    reply: { description: 'The new key.', schema: schemas.IssuedKeyReply },
    errors: [400, 401, 403, 409, 413, 422],
    prepare: allowEmptyBody(findSessionAccount(publicUrl, signIn)),
    async handle({ body }, context) {
      const { label = null, scopes, expires_at: expiresAt } = body
      const createResult = await service
        .as(toOwner(context.caller))
        .keys.create(context.prepared.number, label, { scopes, expiresAt })
      return createResult.ok ? jsonReply(toIssuedKey(createResult.value, context.now())) : createResult
    },
  })
}

function updateKey({ service, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.keys',
    method: 'PATCH',
    idempotent: true,
    path: '/account/keys/:id',
    docs: {
      operationId: 'updateKey',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Rename a key or change its restrictions',
      description:
        'Changes the given fields and keeps the others; `null` removes a label or a restriction. Takes effect immediately.',
      security: SESSION_SECURITY,
    },
    params: schemas.KeyParams,
    body: schemas.UpdateKeyBody,
    reply: { description: 'The key in its current state.', schema: schemas.KeyReply },
    errors: [400, 401, 403, 404, 409, 413, 422],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle({ params, body }, context) {
      const { label, scopes, expires_at: expiresAt } = body
      const result = await service
        .as(toOwner(context.caller))
        .keys.update(context.prepared.number, params.id, { label, scopes, expiresAt })
      return result.ok ? jsonReply({ key: toKeyFields(result.value, context.now()) }) : result
    },
  })
}

function rotateKey({ service, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.keys',
    method: 'POST',
    idempotent: false,
    path: '/account/keys/:id/rotate',
    docs: {
      operationId: 'rotateKey',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Replace a key',
      description:
        'Creates a new key with the same restrictions. The old key stays valid during the overlap period so that clients can switch over.',
      security: SESSION_SECURITY,
    },
    params: schemas.KeyParams,
    body: schemas.RotateKeyBody,
    reply: { description: 'The new key.', schema: schemas.IssuedKeyReply },
    errors: [400, 401, 403, 404, 409, 413, 422],
    prepare: allowEmptyBody(findSessionAccount(publicUrl, signIn)),
    async handle({ params, body }, context) {
      const hours = body.overlap_hours ?? DEFAULT_OVERLAP_HOURS
      const rotateResult = await service
        .as(toOwner(context.caller))
        .keys.rotate(context.prepared.number, params.id, hours)
      return rotateResult.ok ? jsonReply(toIssuedKey(rotateResult.value, context.now())) : rotateResult
    },
  })
}

function keepKey({ service, flushUsage, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.keys',
    method: 'POST',
    idempotent: false,
    path: '/account/keys/:id/keep',
    docs: {
      operationId: 'keepKey',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Keep a key that was created before the first sign-in',
      description:
        'Claims a key that was created with your email address before you first signed in. The plan of the account then applies to the key, and the assets and usage of the key move to the account. Keep only keys that you created.',
      security: SESSION_SECURITY,
    },
    params: schemas.KeyParams,
    reply: { description: 'The key in its current state.', schema: schemas.KeyReply },
    errors: [400, 401, 403, 404, 409, 413, 422],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle({ params }, context) {
      // Without this flush, usage that is not yet written would be lost.
      await flushUsage()
      const keepResult = await service.as(toOwner(context.caller)).keptKeys.keep(context.prepared.number, params.id)
      return keepResult.ok ? jsonReply({ key: toKeyFields(keepResult.value, context.now()) }) : keepResult
    },
  })
}

function revokeKey({ service, publicUrl, signIn }: AccountAreaOptions): Operation {
  return defineOperation({
    ...ACCOUNT_AREA_DEFAULTS,
    name: 'area.keys',
    method: 'DELETE',
    path: '/account/keys/:id',
    docs: {
      operationId: 'revokeKey',
      tags: ACCOUNT_AREA_TAGS,
      summary: 'Revoke a key',
      description: 'The key becomes invalid immediately.',
      security: SESSION_SECURITY,
    },
    params: schemas.KeyParams,
    reply: { description: 'The key in its current state.', schema: schemas.KeyReply },
    errors: [400, 401, 403, 404, 413, 422],
    prepare: findSessionAccount(publicUrl, signIn),
    async handle({ params }, context) {
      const revokeResult = await service.as(toOwner(context.caller)).keys.revoke(context.prepared.number, params.id)
      return revokeResult.ok ? jsonReply({ key: toKeyFields(revokeResult.value, context.now()) }) : revokeResult
    },
  })
}

/** Allows an empty body, because all fields are optional. */
function allowEmptyBody(findAccount: ReturnType<typeof findSessionAccount>): typeof findAccount {
  return (input, context) => {
    input.body ??= {}
    return findAccount(input, context)
  }
}
