import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { json } from '../../../operations/reply.ts'
import { toIssuedKey, toKeyFields } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { DEFAULT_OVERLAP_HOURS } from '../service.ts'
import { AREA, AREA_TAGS, type AreaOptions, BY_SESSION } from './area.ts'
import { findHolder } from './session.ts'

export function keyOperations(options: AreaOptions): Operation[] {
  return [listKeys(options), createKey(options), rotateKey(options), revokeKey(options)]
}

function listKeys({ service, publicUrl, signIn }: AreaOptions): Operation {
  return defineOperation({
    ...AREA,
    name: 'area.keys',
    method: 'GET',
    path: '/account/keys',
    docs: {
      operationId: 'listKeys',
      tags: AREA_TAGS,
      summary: 'List the keys',
      description:
        'All keys of the account, including revoked and expired keys. The keys themselves are never shown again.',
      security: BY_SESSION,
    },
    reply: { description: 'The keys.', schema: schemas.KeysReply },
    errors: [401],
    prepare: findHolder(publicUrl, signIn),
    async handle(_input, context) {
      const keys = await service.listKeys(context.prepared.number)
      return json({ keys: keys.map((key) => toKeyFields(key, context.now())) })
    },
  })
}

function createKey({ service, publicUrl, signIn }: AreaOptions): Operation {
  return defineOperation({
    ...AREA,
    name: 'area.keys',
    method: 'POST',
    path: '/account/keys',
    docs: {
      operationId: 'createKey',
      tags: AREA_TAGS,
      summary: 'Create a key',
      description: 'Creates another key for the same account. It is shown once.',
      security: BY_SESSION,
    },
    body: schemas.CreateKeyBody,
    reply: { description: 'The new key.', schema: schemas.IssuedKeyReply },
    errors: [400, 401, 403, 409, 413, 422],
    prepare: withOptionalBody(findHolder(publicUrl, signIn)),
    async handle({ body }, context) {
      const created = await service.createKey(context.prepared.number, body.label ?? null)
      return created.ok ? json(toIssuedKey(created.value, context.now())) : created
    },
  })
}

function rotateKey({ service, publicUrl, signIn }: AreaOptions): Operation {
  return defineOperation({
    ...AREA,
    name: 'area.keys',
    method: 'POST',
    path: '/account/keys/:id/rotate',
    docs: {
      operationId: 'rotateKey',
      tags: AREA_TAGS,
      summary: 'Replace a key',
      description: 'Creates a new key. The old key stays valid for the overlap so that clients can switch over.',
      security: BY_SESSION,
    },
    params: schemas.KeyParams,
    body: schemas.RotateKeyBody,
    reply: { description: 'The new key.', schema: schemas.IssuedKeyReply },
    errors: [400, 401, 403, 404, 409, 413, 422],
    prepare: withOptionalBody(findHolder(publicUrl, signIn)),
    async handle({ params, body }, context) {
      const hours = body.overlap_hours ?? DEFAULT_OVERLAP_HOURS
      const rotated = await service.rotateKey(context.prepared.number, params.id, hours)
      return rotated.ok ? json(toIssuedKey(rotated.value, context.now())) : rotated
    },
  })
}

function revokeKey({ service, publicUrl, signIn }: AreaOptions): Operation {
  return defineOperation({
    ...AREA,
    name: 'area.keys',
    method: 'DELETE',
    path: '/account/keys/:id',
    docs: {
      operationId: 'revokeKey',
      tags: AREA_TAGS,
      summary: 'Revoke a key',
      description: 'The key becomes invalid immediately.',
      security: BY_SESSION,
    },
    params: schemas.KeyParams,
    reply: { description: 'The key in its current state.', schema: schemas.KeyReply },
    errors: [400, 401, 403, 404, 413, 422],
    prepare: findHolder(publicUrl, signIn),
    async handle({ params }, context) {
      const revoked = await service.revokeKey(context.prepared.number, params.id)
      return revoked.ok ? json({ key: toKeyFields(revoked.value, context.now()) }) : revoked
    },
  })
}

/** All fields are optional, so an empty body is valid. */
function withOptionalBody(findAccount: ReturnType<typeof findHolder>): typeof findAccount {
  return (input, context) => {
    input.body ??= {}
    return findAccount(input, context)
  }
}
