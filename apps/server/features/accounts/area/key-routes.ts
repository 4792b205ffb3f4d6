import type { preValidationHookHandler } from 'fastify'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { accountProblems } from '../failures.ts'
import { toIssuedKey, toKeyFields } from '../mapping.ts'
import * as schemas from '../schemas.ts'
import { DEFAULT_OVERLAP_HOURS } from '../service.ts'
import { AREA, type AreaOptions, areaOperation, holderOf } from './area.ts'

export function keyRoutes(app: App, { service, clock }: AreaOptions): void {
  app.get(
    '/account/keys',
    {
      ...areaOperation('keys'),
      schema: {
        ...AREA,
        operationId: 'listKeys',
        summary: 'List the keys',
        description:
          'All keys of the account, including revoked and expired keys. The keys themselves are never shown again.',
        security: [{ session: [] }],
        response: { 200: { description: 'The keys.', ...schemas.KeysReply }, ...errors(401) },
      },
    },
    async (request) => {
      const keys = await service.listKeys(holderOf(request).number)
      return { keys: keys.map((key) => toKeyFields(key, clock.now())) }
    },
  )

  app.post(
    '/account/keys',
    {
      ...areaOperation('keys'),
      preValidation: emptyBodyIsEmptyObject,
      schema: {
        ...AREA,
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'Creates another key for the same account. It is shown once.',
        security: [{ session: [] }],
        body: schemas.CreateKeyBody,
        response: {
          200: { description: 'The new key.', ...schemas.IssuedKeyReply },
          ...errors(400, 401, 403, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const created = await service.createKey(holderOf(request).number, request.body.label ?? null)
      return created.ok ? toIssuedKey(created.value, clock.now()) : refuse(reply, accountProblems, created.failure)
    },
  )

  app.post(
    '/account/keys/:id/rotate',
    {
      ...areaOperation('keys'),
      preValidation: emptyBodyIsEmptyObject,
      schema: {
        ...AREA,
        operationId: 'rotateKey',
        summary: 'Replace a key',
        description: 'Creates a new key. The old key stays valid for the overlap so that clients can switch over.',
        security: [{ session: [] }],
        params: schemas.KeyParams,
        body: schemas.RotateKeyBody,
        response: {
          200: { description: 'The new key.', ...schemas.IssuedKeyReply },
          ...errors(400, 401, 403, 404, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const hours = request.body.overlap_hours ?? DEFAULT_OVERLAP_HOURS
      const rotated = await service.rotateKey(holderOf(request).number, request.params.id, hours)
      return rotated.ok ? toIssuedKey(rotated.value, clock.now()) : refuse(reply, accountProblems, rotated.failure)
    },
  )

  app.delete(
    '/account/keys/:id',
    {
      ...areaOperation('keys'),
      schema: {
        ...AREA,
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'The key becomes invalid immediately.',
        security: [{ session: [] }],
        params: schemas.KeyParams,
        response: {
          200: { description: 'The key in its current state.', ...schemas.KeyReply },
          ...errors(400, 401, 403, 404, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const revoked = await service.revokeKey(holderOf(request).number, request.params.id)
      return revoked.ok
        ? { key: toKeyFields(revoked.value, clock.now()) }
        : refuse(reply, accountProblems, revoked.failure)
    },
  )
}

/** All fields are optional, so an empty body is valid. */
const emptyBodyIsEmptyObject: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {}
  done()
}
