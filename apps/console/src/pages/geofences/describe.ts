import type { CreateGeofenceReply } from '@fairway/client'
import { formatKilometers, formatMinutes } from '../../ui/format.ts'
import type { Shape } from './shapes.ts'

export function describeShape({ circle, polygon, corridor }: Shape): string {
  if (circle !== undefined) return `Circle with a radius of ${formatKilometers(circle.radius_m / 1_000)}`
  if (polygon !== undefined) return `Area with ${polygon.outer.length} corners`
  if (corridor === undefined) return ''
  const distance = formatKilometers(corridor.distance_m / 1_000)
  return corridor.along_plan === true ? `Within ${distance} of each planned route` : `Within ${distance} of a line`
}

export function describeRules({ enter = true, exit = true, dwell_s, max_speed_kmh }: CreateGeofenceReply['rules']) {
  const rules = [
    enter ? 'enters' : '',
    exit ? 'leaves' : '',
    dwell_s === undefined ? '' : `stays longer than ${formatMinutes(dwell_s / 60)}`,
    max_speed_kmh === undefined ? '' : `exceeds ${max_speed_kmh} km/h`,
  ].filter((rule) => rule !== '')
  return rules.length === 0 ? 'Reports nothing' : `Reports: ${rules.join(', ')}`
}
