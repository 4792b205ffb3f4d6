import { expect } from 'vitest'
import type { TestService } from '../servers/service.ts'

export type Point = readonly [latitude: number, longitude: number]

export interface Matrix {
  readonly distances_km: readonly (readonly (number | null)[])[]
  readonly durations_min: readonly (readonly (number | null)[])[]
  readonly free_flow_min: readonly (readonly (number | null)[])[]
  readonly snapped: Readonly<Record<'origins' | 'destinations', readonly Snapped[]>>
  readonly traffic: { readonly snapshot_at: string | null }
  readonly data: { readonly region: string; readonly dataset: string; readonly attribution: string }
  readonly warnings?: readonly string[]
}

interface Snapped {
  readonly at: Point
  readonly distance_m: number
  readonly name: string
}

export const ALL_METRICS = ['distance', 'duration', 'free_flow']

export async function askMatrix({ app }: TestService, payload: object | string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return await app.inject({ method: 'POST', url: '/v1/matrix', headers: { ...type, ...headers }, payload })
}

/** Expects that every cell equals the corresponding single route. Returns the number of connected cells. */
export async function expectRoutes(
  service: TestService,
  origins: readonly Point[],
  destinations: readonly Point[],
  terms: object,
  what: string,
): Promise<number> {
  const reply = await askMatrix(service, { origins, destinations, metrics: ALL_METRICS, ...terms })
  expect([reply.statusCode, reply.payload.slice(0, 500)], what).toEqual([200, expect.any(String)])
  const matrix: Matrix = reply.json()
  let found = 0
  for (const [row, from] of origins.entries()) {
    for (const [column, to] of destinations.entries()) {
      const expected = await routeBetween(service, from, to, terms)
      const cell = [matrix.distances_km, matrix.durations_min, matrix.free_flow_min].map((rows) => rows[row]?.[column])
      expect(cell, `${what}, from ${from} to ${to}`).toEqual(expected)
      if (expected[0] !== null) found++
    }
  }
  return found
}

async function routeBetween({ app }: TestService, from: Point, to: Point, terms: object) {
  const payload = { from, to, alternatives: 0, steps: false, geometry: 'none', ...terms }
  const reply = await app.inject({ method: 'POST', url: '/v1/route', payload })
  if (reply.statusCode === 422) return [null, null, null]
  const { distance_km, eta_min, free_flow_min } = reply.json()
  return [distance_km, eta_min, free_flow_min]
}
