import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestService } from '../servers/service.ts'

export type Point = readonly [number, number]

export interface Voyage {
  readonly distance_km: number
  readonly distance_nm: number
  readonly eta_min: number
  readonly free_flow_min: number
  readonly sailing_min: number
  readonly canal_min: number
  readonly waiting_min: number
  readonly great_circle_nm: number
  readonly geometry: unknown
  readonly bbox: readonly number[]
  readonly legs: readonly { distance_nm: number; eta_min: number; free_flow_min: number; from: Point; to: Point }[]
  readonly steps: readonly {
    leg: number
    instruction: string
    name: string
    kind: string
    distance_nm: number
    duration_s: number
    maneuver: { type: string; at: Point }
    geometry_range: readonly [number, number]
  }[]
  readonly passages: readonly { id: string; from_nm: number; to_nm: number; reached_at: string }[]
  readonly stretch: number
  readonly sharing: number
  readonly why: string
  readonly depart_at: string
  readonly arrive_at: string
}

interface End {
  readonly at: Point
  readonly distance_m: number
  readonly name: string
  readonly port?: { name: string; code?: string }
}

export interface VoyageReply extends Voyage {
  readonly alternatives: readonly Voyage[]
  readonly closed: readonly { id: string; why: string }[]
  readonly snapped: { from: End; via: readonly End[]; to: End }
  readonly warnings?: readonly string[]
}

export function askVoyage({ app }: TestService, payload: object): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'POST', url: '/v1/maritime/route', payload })
}

export async function sail(service: TestService, payload: object): Promise<VoyageReply> {
  const reply = await askVoyage(service, payload)
  expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
  return reply.json()
}

export const idsOf = ({ passages }: Voyage) => passages.map(({ id }) => id)
