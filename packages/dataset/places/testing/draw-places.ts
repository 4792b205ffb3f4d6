import { ancestorsOf, entryCount, kindOf, labelOf, type PlaceIndex, type PlaceKind } from '@fairway/places'
import { type Point, readDrawing } from '../../testing/drawing.ts'
import { type DrawnRelation, type Tags, writeBlock } from '../../testing/osm-writer.ts'
import { buildPlaces } from '../build-places.ts'
import { collectPlaces } from '../collect/collect-places.ts'

export interface DrawnPlaces {
  readonly nodes?: Readonly<Record<string, Tags>>
  readonly ways?: Readonly<Record<string, Tags>>
  readonly relations?: readonly DrawnRelation[]
  readonly cellMeters?: number
  readonly at?: Point
  /** Letters of nodes that ways refer to but the extract does not contain. */
  readonly missing?: string
}

/** Near Durazno in Uruguay, far from any town of the gazetteer. */
const countryside: Point = [-32.9, -56.0]

/** Builds the index of a drawn extract like that of any extract. */
export async function drawPlaces(drawing: string, drawn: DrawnPlaces): Promise<PlaceIndex> {
  const { nodes = {}, ways = {}, relations = [], cellMeters = 20, at = countryside, missing = '' } = drawn
  const block = writeBlock({ points: readDrawing(drawing, cellMeters, at), nodes, ways, relations, missing })
  const blocks = async function* () {
    yield block
  }
  return buildPlaces(await collectPlaces(blocks, () => undefined), () => undefined)
}

/** Returns the only entry with the label. Throws an error that lists the existing entries otherwise. */
export function entryNamed(index: PlaceIndex, label: string, kind?: PlaceKind): number {
  const all = Array.from({ length: entryCount(index) }, (_, entry) => entry)
  const found = all.filter(
    (entry) => labelOf(index, entry) === label && (kind === undefined || kindOf(index, entry) === kind),
  )
  const [only] = found
  if (found.length === 1) return only
  const labels = all.map((entry) => `${kindOf(index, entry)} ${labelOf(index, entry)}`).join(', ')
  throw new Error(`${found.length} entries are called ${label}; there are: ${labels}`)
}

/** Labels of all entries of a kind, sorted. */
export function labelsOf(index: PlaceIndex, kind: PlaceKind): string[] {
  const all = Array.from({ length: entryCount(index) }, (_, entry) => entry)
  return all
    .filter((entry) => kindOf(index, entry) === kind)
    .map((entry) => labelOf(index, entry))
    .sort()
}

export function ancestorLabels(index: PlaceIndex, entry: number): string[] {
  return ancestorsOf(index, entry).map((area) => labelOf(index, area))
}
