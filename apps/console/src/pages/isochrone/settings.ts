import { encodedLength, formatPlace } from '../../entry/name-in-url.ts'
import type { Stop } from '../../entry/stops.ts'

/** Travel modes of the service. When several modes are compared, each area has the color of its mode. */
export const travelModes = [
  { profile: 'car', title: 'Car', icon: 'car', color: '#2563eb' },
  { profile: 'truck', title: 'Truck', icon: 'van', color: '#7c3aed' },
  { profile: 'motorcycle', title: 'Motorcycle', icon: 'motorcycle', color: '#db2777' },
  { profile: 'bicycle', title: 'Bicycle', icon: 'bicycle', color: '#0f8a5f' },
  { profile: 'foot', title: 'Foot', icon: 'foot', color: '#c2410c' },
  { profile: 'wheelchair', title: 'Wheelchair', icon: 'wheelchair', color: '#0e7490' },
] as const

export type Profile = (typeof travelModes)[number]['profile']
export type LimitUnit = 'minutes' | 'kilometers'

export interface IsochroneSettings {
  readonly unit: LimitUnit
  /** Limit of the outermost contour, in the selected unit. */
  readonly limit: number
  readonly contourCount: number
  /** At least one travel mode, in the order of `travelModes`. */
  readonly profiles: readonly Profile[]
  readonly direction: 'from' | 'to'
  /** Whether an area must be within reach of any point or of all points. */
  readonly combine: 'any' | 'all'
}

export const MAX_CONTOURS = 4
export const sliderRanges: Readonly<Record<LimitUnit, { readonly min: number; readonly max: number }>> = {
  minutes: { min: 1, max: 60 },
  kilometers: { min: 1, max: 50 },
}

export const defaultSettings: IsochroneSettings = {
  unit: 'minutes',
  limit: 15,
  contourCount: 3,
  profiles: ['car'],
  direction: 'from',
  combine: 'any',
}

/**
 * Returns evenly spaced limits. Multiple travel modes are compared only at the outermost limit, because more lines
 * would hide each other.
 */
export function listLimits({ limit, contourCount, profiles }: IsochroneSettings): readonly number[] {
  if (profiles.length > 1) return [limit]
  const steps = Array.from({ length: contourCount }, (_, index) => (limit * (index + 1)) / contourCount)
  return [...new Set(steps.map((step) => Math.round(step * 10) / 10))]
}

export function formatLimit(limit: number, unit: LimitUnit): string {
  return `${limit} ${unit === 'minutes' ? 'min' : 'km'}`
}

/** Switches a travel mode on or off. The last selected mode stays on. */
export function toggleProfile(profiles: readonly Profile[], toggled: Profile): readonly Profile[] {
  const next = travelModes
    .map(({ profile }) => profile)
    .filter((profile) => (profile === toggled ? !profiles.includes(profile) : profiles.includes(profile)))
  return next.length === 0 ? profiles : next
}

/** Maximum length of a link. Email programs and chats truncate longer links. */
const MAX_LINK_LENGTH = 1_800

/** Returns the points, and the settings that differ from their defaults, as link parameters. */
export function toQuery(origins: readonly Stop[], settings: IsochroneSettings): Record<string, string> {
  const { unit, limit, contourCount, profiles, direction, combine } = settings
  const originNames = origins.map((origin) => formatPlace(origin)).join(';')
  const points =
    encodedLength(originNames) <= MAX_LINK_LENGTH ? originNames : origins.map(({ at }) => at.join(',')).join(';')
  const isDefault = unit === defaultSettings.unit && limit === defaultSettings.limit
  return {
    ...(points === '' ? {} : { points }),
    ...(isDefault ? {} : { [unit]: String(limit) }),
    ...(contourCount === defaultSettings.contourCount ? {} : { contours: String(contourCount) }),
    ...(profiles.join(',') === defaultSettings.profiles.join(',') ? {} : { by: profiles.join(',') }),
    ...(direction === 'to' ? { direction } : {}),
    ...(combine === 'all' ? { combine } : {}),
  }
}

/**
 * Parses the settings of a link. Missing or invalid values get their defaults, because links are sometimes truncated.
 */
export function parseSettings(query: URLSearchParams): IsochroneSettings {
  const unit = query.has('kilometers') ? 'kilometers' : 'minutes'
  const { min, max } = sliderRanges[unit]
  const requestedProfiles = (query.get('by') ?? '').split(',')
  const profiles = travelModes.map(({ profile }) => profile).filter((profile) => requestedProfiles.includes(profile))
  return {
    unit,
    limit: parseWithin(query.get(unit), min, max) ?? defaultSettings.limit,
    contourCount: parseWithin(query.get('contours'), 1, MAX_CONTOURS) ?? defaultSettings.contourCount,
    profiles: profiles.length === 0 ? defaultSettings.profiles : profiles,
    direction: query.get('direction') === 'to' ? 'to' : 'from',
    combine: query.get('combine') === 'all' ? 'all' : 'any',
  }
}

function parseWithin(text: string | null, min: number, max: number): number | undefined {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined
}
