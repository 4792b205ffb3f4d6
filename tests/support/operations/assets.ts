import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestService } from '../servers/service.ts'

export interface LiveReply {
  readonly asset: { id: string; name: string; kind: string }
  readonly position: { at: readonly [number, number]; time: string; battery_pct?: number; heading?: number } | null
  readonly age_s: number | null
  readonly state: string
  readonly last_state?: string
  readonly drift_m: number | null
  readonly progress_pct: number | null
  readonly remaining_km: number | null
  readonly eta_min: number | null
  readonly pace?: number
  readonly arrive_at: string | null
  readonly reroute?: { kind: string; base_checksum?: string }
  readonly plan: { route_id: string; mode: string; distance_km: number; eta_min: number } | null
}

/** Assets from the perspective of an account. */
export class Fleet {
  private readonly service: TestService
  private readonly headers: Record<string, string>

  constructor(service: TestService, key: string) {
    this.service = service
    this.headers = { 'x-api-key': key }
  }

  post(path: string, payload: object): Promise<LightMyRequestResponse> {
    return this.service.app.inject({ method: 'POST', url: `/v1/assets${path}`, headers: this.headers, payload })
  }

  get(path: string, more: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.service.app.inject({ url: `/v1/assets${path}`, headers: { ...this.headers, ...more } })
  }

  patch(path: string, payload: object): Promise<LightMyRequestResponse> {
    return this.service.app.inject({ method: 'PATCH', url: `/v1/assets${path}`, headers: this.headers, payload })
  }

  delete(path: string): Promise<LightMyRequestResponse> {
    return this.service.app.inject({ method: 'DELETE', url: `/v1/assets${path}`, headers: this.headers })
  }

  async register(fields: object = {}): Promise<string> {
    const reply = await this.post('', { name: 'Van', kind: 'vehicle', ...fields })
    expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
    return reply.json().id
  }

  async push(id: string, payload: object): Promise<{ accepted: number; rejected: object[]; latest: object | null }> {
    const reply = await this.post(`/${id}/position`, payload)
    expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
    return reply.json()
  }

  async live(id: string, channel = 'api'): Promise<LiveReply> {
    const reply = await this.get(`/${id}/live`, { 'x-service-live-channel': channel })
    expect([reply.statusCode, reply.payload]).toEqual([200, expect.any(String)])
    return reply.json()
  }
}
