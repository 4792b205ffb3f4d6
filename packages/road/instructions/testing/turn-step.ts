import type { InstructionInput } from '../languages.ts'

/** A turn with only a direction. Tests add the other fields. */
export const turnStep: InstructionInput = {
  type: 'turn',
  modifier: 'right',
  exit: 0,
  name: '',
  ref: '',
  isMotorway: false,
  rotaryName: '',
  destinations: '',
  exits: '',
  lanes: [],
  mode: 'driving',
  pathKind: undefined,
  bearingAfter: 0,
  leftHandTraffic: false,
  legIndex: 0,
  legCount: 1,
}
