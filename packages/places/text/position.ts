import { type Position, parseCoordinates } from './coordinates.ts'
import { parsePlusCode } from './plus-code.ts'

export { looksLikeCoordinates, type Position } from './coordinates.ts'

/** Parses input that is a position instead of a name, such as coordinates or a full plus code. */
export function parsePosition(text: string): Position | undefined {
  return parseCoordinates(text) ?? parsePlusCode(text)
}
