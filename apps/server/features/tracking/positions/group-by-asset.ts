import type { RawInput } from '../../../operations/define-operation.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { type AssetsByReference, isPossibleReference } from '../assets/assets-by-reference.ts'
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
  const reject = (reason: string) => ({ elementsByAsset: new Map(), rejected: [{ index: 0, why: reason }] })
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

/** Groups positions by asset. An asset is given by its id or by its reference. */
export async function groupByAsset(
  references: AssetsByReference,
  account: number,
  positions: readonly unknown[],
): Promise<ReceivedByAsset> {
  const elementsByAsset = new Map<string, ReceivedElement[]>()
  const rejectedFixes: RejectedFix[] = []
  for (const [index, position] of positions.entries()) {
    const assetError = findAssetError(position, index)
    if (assetError !== undefined) {
      rejectedFixes.push({ index, why: assetError })
      continue
    }
    // The position keeps these two fields, because copying the others would take longer than parsing them.
    const { asset, reference } = position as { readonly asset?: string; readonly reference: string }
    const match = asset === undefined ? await findByReference(references, account, reference, index) : { id: asset }
    if ('why' in match) {
      rejectedFixes.push({ index, why: match.why })
      continue
    }
    const elements = elementsByAsset.get(match.id)
    if (elements) elements.push({ index, value: position })
    else elementsByAsset.set(match.id, [{ index, value: position }])
  }
  return { elementsByAsset, rejected: rejectedFixes }
}

async function findByReference(
  references: AssetsByReference,
  account: number,
  reference: string,
  index: number,
): Promise<{ readonly id: string } | { readonly why: string }> {
  const [id, other] = await references.find(account, reference)
  const referenceText = `positions[${index}].reference is ${JSON.stringify(reference)}`
  if (id === undefined) return { why: `${referenceText}; register an asset with this reference` }
  return other === undefined ? { id } : { why: `${referenceText}; only one asset may have this reference` }
}

/** Maximum length of a reference, as in the registration of an asset. */
const MAX_REFERENCE_LENGTH = 100

function findAssetError(position: unknown, index: number): string | undefined {
  if (typeof position !== 'object' || position === null || Array.isArray(position)) {
    return `positions[${index}] is ${describeValue(position)}; it must be an object`
  }
  const { asset, reference } = position as { readonly asset?: unknown; readonly reference?: unknown }
  if (asset === undefined && reference === undefined) {
    return `positions[${index}].asset is missing; give the id of an asset, or its reference`
  }
  if (asset !== undefined) {
    return typeof asset === 'string'
      ? undefined
      : `positions[${index}].asset is ${describeValue(asset)}; give the id of an asset`
  }
  const referenceText = `positions[${index}].reference is ${describeValue(reference)}`
  if (typeof reference !== 'string' || reference === '' || reference.length > MAX_REFERENCE_LENGTH) {
    return `${referenceText}; it must be a string of 1 to ${MAX_REFERENCE_LENGTH} characters`
  }
  return isPossibleReference(reference) ? undefined : `${referenceText}; it must be one line without control characters`
}
