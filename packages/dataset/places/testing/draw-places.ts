import { countEntries, getKind, getLabel, listAncestors, type PlaceIndex, type PlaceKind } from '@fairway/places'
import { type Point, parseDrawing } from '../../testing/drawing.ts'
import { buildOsmBlock, type DrawnRelation, type Tags } from '../../testing/osm-writer.ts'
import { buildPlaces } from '../build-places.ts'
import { collectPlaces } from '../collect/collect-places.ts'

export interface DrawnPlaces {
  readonly nodes?: Readonly<Record<string, Tags>>
  readonly ways?: Readonly<Record<string, Tags>>
  readonly relations?: readonly DrawnRelation[]
  readonly cellMeters?: number
  readonly origin?: Point
  /** Letters of nodes that ways reference but the extract does not contain. */
  readonly missing?: string
}

/** Position near Durazno in Uruguay, far from any town in the gazetteer. */
const RURAL_ORIGIN: Point = [-32.9, -56.0]

/** Builds the place index of a drawn extract with the production code. */
export async function drawPlaces(drawing: string, drawn: DrawnPlaces): Promise<PlaceIndex> {
  const { nodes = {}, ways = {}, relations = [], cellMeters = 20, origin = RURAL_ORIGIN, missing = '' } = drawn
  const block = buildOsmBlock({ points: parseDrawing(drawing, cellMeters, origin), nodes, ways, relations, missing })
  const blocks = async function* () {
    yield block
  }
  return buildPlaces(await collectPlaces(blocks, () => undefined), () => undefined)
}

/**
 * Returns the only entry with the label. Throws an error that lists the existing entries if there is not exactly one
 * such entry.
 */
export function getEntryByLabel(index: PlaceIndex, label: string, kind?: PlaceKind): number {
  const all = Array.from({ length: countEntries(index) }, (_, entry) => entry)
  const matches = all.filter(
    (entry) => getLabel(index, entry) === label && (kind === undefined || getKind(index, entry) === kind),
  )
  const [only] = matches
  if (matches.length === 1) return only
  const labels = all.map((entry) => `${getKind(index, entry)} ${getLabel(index, entry)}`).join(', ')
  throw new Error(`${matches.length} entries are called ${label}; there are: ${labels}`)
}

/** Returns the sorted labels of all entries of a kind. */
export function listLabels(index: PlaceIndex, kind: PlaceKind): string[] {
  const all = Array.from({ length: countEntries(index) }, (_, entry) => entry)
  return all
    .filter((entry) => getKind(index, entry) === kind)
    .map((entry) => getLabel(index, entry))
    .sort()
}

export function listAncestorLabels(index: PlaceIndex, entry: number): string[] {
  return listAncestors(index, entry).map((area) => getLabel(index, area))
}
