import type { OptimizeReceipt, OptimizeReply } from '@fairway/client'
import { kilometers, minutes } from '../../../ui/measures.ts'

export function headlineOf(receipt: OptimizeReceipt): string {
  if (receipt.given_infeasible !== undefined) return 'A feasible order'
  if (receipt.kept_given) return 'Your order is the best found'
  const isTime = receipt.metric === 'duration'
  const saved = isTime ? receipt.saved_min : receipt.saved_km
  if (saved === null || receipt.saved_pct === null) return 'Different stops than in your order'
  if (saved < 0) return `${amount(-saved, isTime)} more, with better balanced tours`
  if (saved === 0) return 'As good as your order'
  return `${amount(saved, isTime)} ${isTime ? 'less driving' : 'shorter'}, ${receipt.saved_pct.toFixed(1)} % saved`
}

function amount(value: number, isTime: boolean): string {
  return isTime ? minutes(value) : kilometers(value)
}

/** Describes the receipt in words. `infeasible` explains why the original order cannot be driven. */
export function receiptInWords(receipt: OptimizeReceipt, solveMs: number, infeasible = ''): string {
  const { given_infeasible, given_distance_km, given_driving_min, returned_distance_km, returned_driving_min } = receipt
  const now = `${kilometers(returned_distance_km)} and ${minutes(returned_driving_min)} of driving`
  const how =
    receipt.iterations === 0
      ? `No order is shorter: every order was considered, in ${milliseconds(solveMs)}.`
      : `Found in ${receipt.iterations.toLocaleString('en')} iterations, in ${milliseconds(solveMs)}.`
  if (given_infeasible !== undefined)
    return `Your order is not feasible: ${infeasible || given_infeasible}. There is nothing to compare with. This order takes ${now}. ${how}`
  if (given_distance_km === null || given_driving_min === null) return `It takes ${now}. ${how}`
  const before = `${kilometers(given_distance_km)} and ${minutes(given_driving_min)} of driving`
  if (receipt.kept_given) return `Your order takes ${before}, and no better one was found. ${how}`
  const promise = receipt.never_worse ? ' The receipt proves that it is not worse than yours.' : ''
  return `Your order takes ${before}; this one takes ${now}. ${how}${promise}`
}

/** Describes what verification does. When the length of the original order is unknown, there is only one sum. */
export function verifyingInWords({ given_distance_km }: OptimizeReceipt): string {
  const what = given_distance_km === null ? 'this order' : 'both orders'
  return `Requests the matrix again and adds up ${what} in your browser.`
}

/** States no more than what was verified. */
export function verifiedInWords({ receipt, unassigned }: Pick<OptimizeReply, 'receipt' | 'unassigned'>): string {
  const { length: left } = unassigned
  const sums = receipt.given_distance_km === null ? 'the sum of this order is correct' : 'both sums are correct'
  const stops =
    left === 0
      ? 'every stop is visited once'
      : `every stop is visited once, except the ${left === 1 ? 'one' : left} left out`
  return `Verified: the matrix has the same fingerprint (${receipt.matrix_sha256.slice(0, 8)}…), ${sums}, and ${stops}.`
}

function milliseconds(ms: number): string {
  return ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`
}
