import { RoadClass, TravelMode } from '../../../network/attributes.ts'
import type { RoadNetwork } from '../../../network/network.ts'
import { type GradeResponse, gradeResponses } from '../../grades.ts'

/** Implements grades independently and slowly, by traversing the rising and the falling section of each edge. */
export function slowGrades(network: RoadNetwork, name: keyof typeof gradeResponses): RoadNetwork {
  const { arcs, edges, roads, terrain } = network
  if (!terrain) return network
  const [duration, weight] = [arcs.duration.slice(), arcs.weight.slice()]
  for (let arc = 0; arc < arcs.count; arc++) {
    const edge = Math.floor(arcs.edgeSide[arc] / 2)
    const isForward = arcs.edgeSide[arc] % 2 === 0
    const mode = roads.mode[2 * edges.road[edge] + (isForward ? 0 : 1)]
    if (roads.roadClass[edges.road[edge]] === RoadClass.steps) continue
    if (mode !== TravelMode.cycling && mode !== TravelMode.walking) continue
    const meters = edges.lengthCm[edge] / 100
    const rising = meters * (terrain.risingShare[edge] / 255)
    const parts = [
      { meters: rising, climb: terrain.ascentDm[edge] / 10 },
      { meters: meters - rising, climb: -terrain.descentDm[edge] / 10 },
    ].map((part) => (isForward ? part : { ...part, climb: -part.climb }))
    const sum = (response: GradeResponse, isWeight: boolean) =>
      parts.reduce((total, { meters: length, climb }) => {
        const grade = climb === 0 || length === 0 ? 0 : Math.max(-0.35, Math.min(0.35, climb / length))
        return total + (length / response.speedFactor(grade)) * (isWeight ? response.penalty(grade) : 1)
      }, 0)
    const own = mode === TravelMode.cycling ? gradeResponses.rider : gradeResponses.walker
    const other = gradeResponses[name]
    const scale = (cs: number, isWeight: boolean) =>
      Math.round((cs - arcs.delay[arc]) * (sum(other, isWeight) / sum(own, isWeight))) + arcs.delay[arc]
    duration[arc] = Math.max(1, scale(arcs.duration[arc], false))
    weight[arc] = Math.max(1, scale(arcs.weight[arc], true))
  }
  return { ...network, arcs: { ...arcs, duration, weight } }
}
