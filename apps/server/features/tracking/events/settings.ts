import type { ConditionSettings } from '@fairway/tracking'
import { type Static, Type } from 'typebox'
import { NullableSchema, WarningsSchema } from '../../../platform/http/schemas.ts'

const Optional = (minimum: number, maximum: number, description: string) =>
  Type.Optional(
    NullableSchema(Type.Number({ minimum, maximum, description: `${description} \`null\` switches this report off.` })),
  )

export const EventSettings = Type.Object(
  {
    off_route: Type.Optional(Type.Boolean({ description: 'Whether to report assets that leave their planned route.' })),
    arrived: Type.Optional(
      Type.Boolean({ description: 'Whether to report assets that arrive at the end of their planned route.' }),
    ),
    stale: Type.Optional(Type.Boolean({ description: 'Whether to report assets that go silent.' })),
    late_min: Optional(
      0,
      10_080,
      'Reports assets that will arrive more than this many minutes after the planned arrival.',
    ),
    stopped_s: Optional(10, 2_592_000, 'Reports assets that have not moved for this many seconds.'),
    battery_pct: Optional(1, 99, 'Reports assets whose battery charge falls to this percentage.'),
    max_speed_kmh: Optional(1, 1000, 'Reports assets that exceed this speed.'),
  },
  { examples: [{ off_route: true, arrived: true, late_min: 10, stale: true }] },
)
export type EventSettings = Static<typeof EventSettings>

export const EventSettingsReply = Type.Object(
  { ...EventSettings.properties, warnings: WarningsSchema },
  { 'x-name': 'EventSettings' },
)

/** Converts settings to conditions. Returns undefined if all events are disabled. */
export function toConditions(settings: EventSettings): ConditionSettings | undefined {
  const { late_min, stopped_s, battery_pct, max_speed_kmh } = settings
  const conditions: ConditionSettings = {
    offRoute: settings.off_route ?? false,
    arrived: settings.arrived ?? false,
    stale: settings.stale ?? false,
    lateS: scaleSetting(late_min, 60),
    stoppedS: scaleSetting(stopped_s, 1),
    batteryPct: scaleSetting(battery_pct, 1),
    maxSpeedMs: scaleSetting(max_speed_kmh, 1 / 3.6),
  }
  return Object.values(conditions).some((value) => value !== false && value !== undefined) ? conditions : undefined
}

/** Returns all settings, so that the reply also shows disabled events. */
export function toSettingsReply(settings: EventSettings) {
  return {
    off_route: settings.off_route ?? false,
    arrived: settings.arrived ?? false,
    stale: settings.stale ?? false,
    late_min: settings.late_min ?? null,
    stopped_s: settings.stopped_s ?? null,
    battery_pct: settings.battery_pct ?? null,
    max_speed_kmh: settings.max_speed_kmh ?? null,
  }
}

function scaleSetting(value: number | null | undefined, factor: number): number | undefined {
  return value === null || value === undefined ? undefined : value * factor
}
