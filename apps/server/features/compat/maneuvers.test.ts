import { maneuverTypes, modifiers, travelModes } from '@fairway/road'
import { Maneuver } from '@googlemaps/google-maps-services-js'
import { expect, test } from 'vitest'
import { maneuverName } from './maneuvers.ts'

test('maps every maneuver to one of the format, or to none', () => {
  const known: readonly string[] = Object.values(Maneuver)
  for (const type of maneuverTypes) {
    for (const modifier of [...modifiers, undefined]) {
      for (const side of ['left', 'right']) {
        for (const mode of travelModes) {
          const name = maneuverName({ type, ...(modifier && { modifier }) }, side, mode)
          if (name !== undefined) expect(known, `${type} ${modifier} ${side} ${mode}`).toContain(name)
        }
      }
    }
  }
})
