import type { FairwayClient } from '@fairway/client'
import { type ProfileName, profileNames } from '@fairway/road'
import { type Static, type TSchema, Type } from 'typebox'
import type { MapLinks } from './links.ts'
import type { ApiDocs } from './resources.ts'

export interface ToolContext {
  readonly client: FairwayClient
  readonly links: MapLinks
  readonly docs: ApiDocs
}

interface ToolReply {
  /** Short text for the model. */
  readonly text: string
  /** Result as structured data. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TSchema
  run(input: unknown, context: ToolContext): Promise<ToolReply>
}

export function defineTool<S extends TSchema>(tool: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: S
  readonly run: (input: Static<S>, context: ToolContext) => Promise<ToolReply>
}): Tool {
  // The input has already been checked against the schema.
  return { ...tool, run: (input, context) => tool.run(input as Static<S>, context) }
}

export const Place = (description: string) =>
  Type.String({
    minLength: 2,
    maxLength: 200,
    description: `${description} an address, a place name, or \`latitude,longitude\`.`,
  })
export const Profile = Type.Optional(
  Type.Unsafe<ProfileName>({
    type: 'string',
    enum: [...profileNames],
    description: 'The profile for the trip. Default: car.',
  }),
)
export const formatKm = (km: number) => `${km < 10 ? km.toFixed(1) : Math.round(km)} km`
export const formatMinutes = (minutes: number) =>
  minutes < 59.5
    ? `${Math.round(minutes)} min`
    : `${Math.floor(Math.round(minutes) / 60)} h ${Math.round(minutes) % 60} min`
