import type { Parser } from './parsers.ts'
import { accountSettings } from './settings/accounts.ts'
import { anonymousSettings } from './settings/anonymous.ts'
import { deploymentSettings } from './settings/deployment.ts'
import { featureSettings } from './settings/features.ts'
import { geocoderSettings } from './settings/geocoder.ts'
import { lifecycleSettings } from './settings/lifecycle.ts'
import { mapSettings } from './settings/maps.ts'
import { notificationSettings } from './settings/notifications.ts'
import { requestSettings } from './settings/requests.ts'
import { routingSettings } from './settings/routing.ts'
import { serverSettings } from './settings/server.ts'
import { telemetrySettings } from './settings/telemetry.ts'
import { trackingSettings } from './settings/tracking.ts'
import { trafficSettings } from './settings/traffic.ts'

/**
 * Single definition of every setting. The loader, `--help`, the reference page and the types are derived from it. The
 * reference page lists the settings in this order.
 */
export const settings = {
  ...serverSettings,
  ...mapSettings,
  ...routingSettings,
  ...featureSettings,
  ...geocoderSettings,
  ...trafficSettings,
  ...deploymentSettings,
  ...anonymousSettings,
  ...trackingSettings,
  ...accountSettings,
  ...requestSettings,
  ...lifecycleSettings,
  ...telemetrySettings,
  ...notificationSettings,
} as const

export type SettingKey = keyof typeof settings

type ValueOf<S> = S extends { fallback: infer F; parse: Parser<infer T> }
  ? undefined extends F
    ? T | undefined
    : T
  : never
export type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> }

/**
 * Returns the name of a setting in the configuration file. The name is the lowercase environment variable without its
 * prefix.
 */
export function toFileSettingName(setting: { env: string }): string {
  return setting.env.toLowerCase().replace(/^fairway_/, '')
}
