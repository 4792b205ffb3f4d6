import { isFields, isOwnTracks, parseTrackerPosition } from '../formats/tracker-formats.ts'
import type { TopicPattern } from './topic-pattern.ts'

/** Position in the form of `POST /v1/assets/positions`. */
export type MessagePosition = Readonly<Record<string, unknown>>

/** Content of a message: its positions, or the reason why it is rejected. A message may have no position. */
export type MessageContent = { readonly positions: readonly MessagePosition[] } | { readonly why: string }

/** Maximum number of positions per message, as in a request. */
export const MAX_MESSAGE_POSITIONS = 1000

/** Parses a message in OwnTracks' or Fairway's format. The API validates the content of the positions. */
export function parsePositionMessage(pattern: TopicPattern, topic: string, payload: string): MessageContent {
  const reference = pattern.findAsset(topic)
  const body = parseJson(payload)
  if (!isFields(body)) return { why: 'the message is not a JSON object' }
  if (isOwnTracks(body)) return parseOwnTracks(reference, body)
  const positions = body.positions === undefined ? [body] : body.positions
  if (!Array.isArray(positions)) return { why: 'positions is not a list' }
  if (positions.length > MAX_MESSAGE_POSITIONS) {
    return { why: `positions has ${positions.length} positions; at most ${MAX_MESSAGE_POSITIONS} are allowed` }
  }
  // The asset in the topic takes precedence, because a broker can restrict who publishes to a topic.
  if (reference !== undefined) return { positions: positions.map((position) => withReference(reference, position)) }
  return { positions: positions as MessagePosition[] }
}

function parseOwnTracks(
  reference: string | undefined,
  body: Readonly<Record<string, unknown>> & { readonly _type: string },
): MessageContent {
  if (body._type === 'encrypted') return { why: 'the message is encrypted; turn off payload encryption in OwnTracks' }
  const position = parseTrackerPosition(body, 'the position')?.value
  // Other messages concern the device itself, such as a notice that it is offline.
  if (!isFields(position)) return { positions: [] }
  if (reference === undefined) return { why: 'the topic does not contain an asset; add {asset} to FAIRWAY_MQTT_TOPIC' }
  return { positions: [withReference(reference, position)] }
}

function withReference(reference: string, position: unknown): MessagePosition {
  if (!isFields(position)) return { reference, at: position }
  const { asset: _asset, ...rest } = position
  return { ...rest, reference }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
