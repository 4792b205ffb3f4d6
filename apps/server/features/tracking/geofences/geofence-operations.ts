import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { trackingProblems } from '../api/failures.ts'
import { parseNumberCursor, toNumberPage } from '../api/number-cursor.ts'
import { RemovedReply } from '../api/reply-schemas.ts'
import { geofenceProblems } from './failures.ts'
import { checkDefinition, type GeofenceDefinition, toGeofenceReply } from './geofence.ts'
import type { GeofenceStore } from './geofence-store.ts'
import { MAX_BODY_BYTES, MAX_LISTED_GEOFENCES } from './limits.ts'
import {
  GeofenceBody,
  GeofenceChanges,
  GeofenceParameters,
  GeofenceReply,
  GeofencesQuery,
  GeofencesReply,
} from './schemas.ts'

const sharedOptions = { access: 'key', bodyLimitBytes: MAX_BODY_BYTES } as const
const documentation = { tags: ['Geofences and events'], security: [{ key: [] }] } as const

/** Creates the operations for geofences, which cause events when assets enter, leave or stay. */
export function geofenceOperations(store: GeofenceStore): Operation[] {
  return [createGeofence(store), listGeofences(store), getGeofence(store), updateGeofence(store), removeGeofence(store)]
}

function createGeofence(store: GeofenceStore): Operation {
  return defineOperation({
    ...sharedOptions,
    name: 'geofences.create',
    method: 'POST',
    idempotent: false,
    path: '/v1/geofences',
    docs: {
      ...documentation,
      operationId: 'createGeofence',
      summary: 'Create a geofence',
      description:
        'Creates a geofence: a circle, a polygon with holes, or a corridor along a line or along the planned route of each asset. The service then records an event when an asset enters the area, leaves it, stays in it for too long or moves too fast in it. Does not count as a route.',
    },
    body: GeofenceBody,
    reply: { description: 'The geofence.', schema: GeofenceReply },
    errors: [400, 401, 403, 413, 422],
    failures: geofenceProblems,
    async handle({ body: { name, ...definition } }, context) {
      const corners = checkDefinition(definition)
      if (!corners.ok) return corners
      const fields = { name, definition, corners: corners.value }
      const createResult = await store.create(context.caller.account, fields, context.now())
      return createResult.ok ? jsonReply(toGeofenceReply(createResult.value)) : createResult
    },
  })
}

function listGeofences(store: GeofenceStore): Operation {
  return defineOperation({
    ...sharedOptions,
    name: 'geofences.list',
    method: 'GET',
    path: '/v1/geofences',
    docs: {
      ...documentation,
      operationId: 'listGeofences',
      summary: 'List your geofences',
      description: 'Lists your geofences in order of creation. Does not count as a route.',
    },
    query: GeofencesQuery,
    reply: { description: 'Geofences.', schema: GeofencesReply },
    errors: [400, 401, 403, 422],
    failures: pickProblems(trackingProblems, 'cursor-unknown'),
    async handle({ query: { limit = MAX_LISTED_GEOFENCES, after } }, { caller }) {
      const from = after === undefined ? 0 : parseNumberCursor(after)
      if (from === undefined) return fail({ kind: 'cursor-unknown', given: after ?? '' })
      const { shown, cursor } = toNumberPage(await store.list(caller.account, from, limit + 1), limit)
      return jsonReply({ geofences: shown.map(toGeofenceReply), ...cursor })
    },
  })
}

function getGeofence(store: GeofenceStore): Operation {
  return defineOperation({
    ...sharedOptions,
    name: 'geofences.get',
    method: 'GET',
    path: '/v1/geofences/:id',
    docs: {
      ...documentation,
      operationId: 'getGeofence',
      summary: 'Get a geofence',
      description:
        'Returns the shape and rules of the geofence, and the assets to which it applies. Does not count as a route.',
    },
    params: GeofenceParameters,
    reply: { description: 'The geofence.', schema: GeofenceReply },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(geofenceProblems, 'geofence-not-found'),
    async handle({ params: { id } }, { caller }) {
      const geofence = await store.find(caller.account, id)
      return geofence ? jsonReply(toGeofenceReply(geofence)) : fail({ kind: 'geofence-not-found', id })
    },
  })
}

function updateGeofence(store: GeofenceStore): Operation {
  return defineOperation({
    ...sharedOptions,
    name: 'geofences.update',
    method: 'PATCH',
    idempotent: true,
    path: '/v1/geofences/:id',
    docs: {
      ...documentation,
      operationId: 'updateGeofence',
      summary: 'Update a geofence',
      description:
        'Replaces the given fields and leaves the others unchanged; `null` for `assets`, `groups` or `kinds` removes the restriction. A new shape replaces the old one, even if its type is different. For assets that are inside the new shape but were outside the old one, an `enter` event is recorded with their next position. Does not count as a route.',
    },
    params: GeofenceParameters,
    body: GeofenceChanges,
    reply: { description: 'The geofence.', schema: GeofenceReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: geofenceProblems,
    async handle({ params: { id }, body: { name, ...changes } }, { caller }) {
      const current = await store.find(caller.account, id)
      if (!current) return fail({ kind: 'geofence-not-found', id })
      const definition = applyChanges(current.definition, changes)
      const corners = checkDefinition(definition)
      if (!corners.ok) return corners
      const fields = { name: name ?? current.name, definition, corners: corners.value }
      const updateResult = await store.update(caller.account, id, fields)
      return updateResult.ok ? jsonReply(toGeofenceReply(updateResult.value)) : updateResult
    },
  })
}

type Changes = { readonly [Field in keyof GeofenceDefinition]: GeofenceDefinition[Field] | null }

function applyChanges(current: GeofenceDefinition, changes: Changes): GeofenceDefinition {
  const { circle, polygon, corridor, ...rest } = current
  const hasShape = changes.circle || changes.polygon || changes.corridor
  const keptFields = hasShape ? rest : current
  const merged = Object.entries({ ...keptFields, ...changes }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(merged) as GeofenceDefinition
}

function removeGeofence(store: GeofenceStore): Operation {
  return defineOperation({
    ...sharedOptions,
    name: 'geofences.remove',
    method: 'DELETE',
    path: '/v1/geofences/:id',
    docs: {
      ...documentation,
      operationId: 'removeGeofence',
      summary: 'Remove a geofence',
      description:
        'Removes the geofence. Its events are kept for as long as your plan allows. Does not count as a route.',
    },
    params: GeofenceParameters,
    reply: { description: 'The geofence was removed.', schema: RemovedReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(geofenceProblems, 'geofence-not-found'),
    async handle({ params: { id } }, { caller }) {
      const isRemoved = await store.remove(caller.account, id)
      return isRemoved ? jsonReply({ removed: id }) : fail({ kind: 'geofence-not-found', id })
    },
  })
}
