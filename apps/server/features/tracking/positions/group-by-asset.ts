import type { RawInput } from '../../../operations/define-operation.ts'
import { ok, type Result } from '../../../platform/result.ts'
import type { AssetsByReference } from '../assets/assets-by-reference.ts'
import { describeValue } from '../assets/side-fields.ts'
import { type ForwardedPosition, parseTraccarForward } from '../formats/traccar-forward.ts'
import type { RejectedFix } from './accept-fixes.ts'
import type { ReceivedElement } from './received-positions.ts'

/**
 * Converts a body that Traccar forwarded. The conversion precedes validation, because the body does not match the
 * schema.
 */
export function convertForwarded(input: RawInput): Result<ForwardedPosition | undefined, never> {
  const forwarded = parseTraccarForward(input.body)
  if (forwarded) input.body = { positions: [{}] }
  return ok(forwarded)
}

/** Assigns a position forwarded by Traccar to the asset whose reference is the device identifier. */
export async function assignForwarded(
  references: AssetsByReference,
  account: number,
  { device, element }: ForwardedPosition,
): Promise<ReceivedByAsset> {
  const reject = (why: string) => ({ elementsByAsset: new Map(), rejected: [{ index: 0, why }] })
  if (element.why !== undefined) return reject(element.why)
  const [id, other] = await references.find(account, device)
  const name = JSON.stringify(device)
  if (id === undefined) return reject(`device.uniqueId is ${name}; register an asset with this reference`)
  if (other !== undefined) return reject(`device.uniqueId is ${name}; only one asset may have this reference`)
  return { elementsByAsset: new Map([[id, [element]]]), rejected: [] }
}

export interface ReceivedByAsset {
  readonly elementsByAsset: ReadonlyMap<string, readonly ReceivedElement[]>
  readonly rejected: readonly RejectedFix[]
}

export function groupByAsset(positions: readonly unknown[]): ReceivedByAsset {
  const elementsByAsset = new Map<string, ReceivedElement[]>()
  const rejected: RejectedFix[] = []
  for (const [index, position] of positions.entries()) {
    const why = findAssetError(position, index)
    if (why !== undefined) {
      rejected.push({ index, why })
      continue
    }
    const { asset, ...value } = position as { readonly asset: string }
    const elements = elementsByAsset.get(asset)
    if (elements) elements.push({ index, value })
    else elementsByAsset.set(asset, [{ index, value }])
  }
  return { elementsByAsset, rejected }
}

function findAssetError(position: unknown, index: number): string | undefined {
  if (typeof position !== 'object' || position === null || Array.isArray(position)) {
    return `positions[${index}] is ${describeValue(position)}; it must be an object`
  }
  const { asset } = position as { readonly asset?: unknown }
  if (asset === undefined) return `positions[${index}].asset is missing; give the id of an asset`
  return typeof asset === 'string'
    ? undefined
    : `positions[${index}].asset is ${describeValue(asset)}; give the id of an asset`
}
