import { maneuverModifiers, maneuverTypes, travelModes } from '@fairway/road'
import { Maneuver } from '@googlemaps/google-maps-services-js'
import { expect, test } from 'vitest'
import { toManeuverName } from './maneuvers.ts'

test('maps every maneuver to one of the format, or to none', () => {
  const officialManeuvers: readonly string[] = Object.values(Maneuver)
  for (const type of maneuverTypes) {
    for (const modifier of [...maneuverModifiers, undefined]) {
      for (const side of ['left', 'right']) {
        for (const mode of travelModes) {
          const name = toManeuverName({ type, ...(modifier && { modifier }) }, side, mode)
          if (name !== undefined) expect(officialManeuvers, `${type} ${modifier} ${side} ${mode}`).toContain(name)
        }
      }
    }
  }
})
