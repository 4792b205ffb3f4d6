import { type PositionFailure, positionProblems } from '../../../platform/http/position-query.ts'
import type { ProblemTable } from '../../../platform/http/problem.ts'

export type PlaceFailure =
  | { readonly kind: 'place-not-found'; readonly id: string }
  | { readonly kind: 'world-awaited'; readonly id: string }

export type AnyFailure = PlaceFailure | PositionFailure

export const placeProblems: ProblemTable<PlaceFailure> = {
  'place-not-found': {
    code: 'place-not-found',
    status: 404,
    detail: (f) =>
      `No place has the id ${JSON.stringify(f.id)}; use an id from /v1/geocode, /v1/reverse or /v1/nearby, or search again if the place or its map was removed`,
    example: { kind: 'place-not-found', id: 'node/1' },
  },
  'world-awaited': {
    code: 'place-awaited',
    status: 503,
    detail: (f) =>
      `The place ${JSON.stringify(f.id)} is not on the maps of this service, and the index of the rest of the world is still being built; try again after the number of seconds in Retry-After`,
    retryAfterSeconds: () => 5,
    example: { kind: 'world-awaited', id: 'geonames/2988507' },
  },
}

export const problems: ProblemTable<AnyFailure> = { ...positionProblems, ...placeProblems }
