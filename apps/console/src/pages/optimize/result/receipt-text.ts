import type { OptimizeReceipt, OptimizeReply } from '@fairway/client'
import { formatKilometers, formatMinutes } from '../../../ui/format.ts'

export function formatHeadline(receipt: OptimizeReceipt, unassignedCount = 0): string {
  if (receipt.given_infeasible !== undefined)
    return unassignedCount === 0
      ? 'All stops fit into the tours'
      : `${unassignedCount} ${unassignedCount === 1 ? 'stop does' : 'stops do'} not fit into the tours`
  if (receipt.kept_given) return 'Your order is the best one found'
  const isDurationMetric = receipt.metric === 'duration'
  const savedAmount = isDurationMetric ? receipt.saved_min : receipt.saved_km
  if (savedAmount === null || receipt.saved_pct === null) return 'Visits different stops than your order'
  if (savedAmount < 0) return `${formatAmount(-savedAmount, isDurationMetric)} more, with better-balanced tours`
  if (savedAmount === 0) return 'As good as your order'
  return `${formatAmount(savedAmount, isDurationMetric)} ${isDurationMetric ? 'less driving' : 'shorter'}, ${receipt.saved_pct.toFixed(1)} % saved`
}

function formatAmount(value: number, isTime: boolean): string {
  return isTime ? formatMinutes(value) : formatKilometers(value)
}

/** Describes the receipt in words. `infeasible` explains why the original order is not feasible. */
export function describeReceipt(receipt: OptimizeReceipt, solveMs: number, infeasible = ''): string {
  const { given_infeasible, given_distance_km, given_driving_min, returned_distance_km, returned_driving_min } = receipt
  const returnedTotals = `${formatKilometers(returned_distance_km)} and ${formatMinutes(returned_driving_min)} of driving`
  const method =
    receipt.iterations === 0
      ? `No shorter order exists: all orders were compared in ${formatMilliseconds(solveMs)}.`
      : `Search time: ${formatMilliseconds(solveMs)}.`
  if (given_infeasible !== undefined)
    return `The tours require ${returnedTotals}. ${method} There are no savings to show, because your order is not feasible: ${infeasible || given_infeasible}.`
  if (given_distance_km === null || given_driving_min === null) return `The tours require ${returnedTotals}. ${method}`
  const givenTotals = `${formatKilometers(given_distance_km)} and ${formatMinutes(given_driving_min)} of driving`
  if (receipt.kept_given) return `Your order requires ${givenTotals}, and no better order was found. ${method}`
  return `Your order requires ${givenTotals}; the new order requires ${returnedTotals}. ${method}`
}

/**
 * Describes the verification step. If the length of the original order is unknown, only the legs of the new order are
 * added up.
 */
export function describeVerifying({ given_distance_km }: OptimizeReceipt): string {
  const subjectText = given_distance_km === null ? 'this order' : 'both orders'
  return `Requests the matrix again and adds up the legs of ${subjectText} in your browser.`
}

/** Describes exactly what was verified. */
export function describeVerified({ receipt, unassigned }: Pick<OptimizeReply, 'receipt' | 'unassigned'>): string {
  const { length: unassignedCount } = unassigned
  const totalsText =
    receipt.given_distance_km === null ? 'the total for this order is correct' : 'both totals are correct'
  const stopsText =
    unassignedCount === 0
      ? 'every stop is visited once'
      : `every stop is visited once, except the ${unassignedCount === 1 ? 'one' : unassignedCount} left out`
  return `Verified: the fingerprint of the matrix matches the receipt (${receipt.matrix_sha256.slice(0, 8)}…), ${totalsText}, and ${stopsText}.`
}

function formatMilliseconds(ms: number): string {
  return ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`
}
