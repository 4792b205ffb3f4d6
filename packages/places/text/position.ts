import { type Position, parseCoordinates } from './coordinates.ts'
import { parsePlusCode } from './plus-code.ts'

export { isLikeCoordinates, type Position } from './coordinates.ts'

/** Of a text that says where something is and not what it is called: coordinates or a full plus code. */
export function parsePosition(text: string): Position | undefined {
  return parseCoordinates(text) ?? parsePlusCode(text)
}
