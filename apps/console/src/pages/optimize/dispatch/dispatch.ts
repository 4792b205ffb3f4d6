import type { DispatchSolutionReply, RegisterAssetReply } from '@fairway/client'
import { keepTourNames } from '../../../fleet/tour-names.ts'
import { callApi } from '../../../state/calls.ts'
import type { Solution } from '../state.ts'
import type { TourAssignment } from './assign-tours.ts'

/** Registers the missing vehicles and assigns every tour to its vehicle. */
export async function dispatchTours(
  currentSolution: Solution,
  id: string,
  assignments: readonly TourAssignment[],
): Promise<DispatchSolutionReply> {
  const assets: { vehicle: number; asset: string }[] = []
  for (const { vehicle, asset, name } of assignments)
    assets.push({ vehicle, asset: asset ?? (await registerVehicle(name)).id })
  const reply = await callApi<DispatchSolutionReply>({
    method: 'POST',
    path: `/v1/optimize/${id}/dispatch`,
    body: { assets },
  })
  keepTourNames(
    id,
    currentSolution.stops.map(({ label }) => label),
  )
  return reply
}

function registerVehicle(name: string): Promise<RegisterAssetReply> {
  return callApi({ method: 'POST', path: '/v1/assets', body: { name, kind: 'vehicle' } })
}
