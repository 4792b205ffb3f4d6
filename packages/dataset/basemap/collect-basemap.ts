import { type OsmBlock, type OsmTags, WAY_MEMBER } from '../osm/block.ts'
import { Uint32Builder } from '../osm/growing.ts'
import { LineColumns, ResolvedLines } from '../places/collect/lines.ts'
import { NodePositions } from '../places/collect/node-positions.ts'
import { collectMarks, toTags } from '../places/collect/tags.ts'
import { basemapKeys, type ClassifiedFeature, classifyBorder, classifyFeature } from './classify.ts'
import { classifyPoi } from './classify-point.ts'
import { TranslationCollector, toNameText } from './names.ts'

/** Index that means "no spec", for an element that is not drawn or has no symbol. */
export const NO_SPEC = 0xffffffff

export interface CollectedRelation {
  readonly spec: number
  readonly poi: number
  readonly name: string
  readonly ways: readonly { readonly id: number; readonly role: string }[]
}

/** Columns of the collected ways. Each way has the same index in all columns. */
interface CollectedWays {
  readonly spec: Uint32Array
  readonly poi: Uint32Array
  readonly line: Uint32Array
  readonly name: readonly string[]
}

interface CollectedPoints {
  readonly spec: Uint32Array
  /** Coordinates in units of 10^-7 degrees. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly name: readonly string[]
}

export interface RawBasemap {
  readonly specs: readonly ClassifiedFeature[]
  readonly ways: CollectedWays
  readonly points: CollectedPoints
  readonly relations: readonly CollectedRelation[]
  readonly memberLines: ReadonlyMap<number, readonly number[]>
  readonly borderLines: ReadonlyMap<number, number>
  readonly lines: ResolvedLines
  /** Names of streets and settlements with their translations. */
  readonly translations: readonly string[]
}

type ReadBlocks = (stage: string) => AsyncIterable<OsmBlock>

/**
 * Collects the elements that the base map draws. The collector shares its three passes over the blocks with the place
 * collector.
 */
export class BasemapCollector {
  private readonly specs: ClassifiedFeature[] = []
  private readonly specIndex = new Map<string, number>()
  private readonly lines = new LineColumns()
  private readonly ways = { spec: new Uint32Builder(), poi: new Uint32Builder(), line: new Uint32Builder() }
  private readonly wayNames: string[] = []
  private readonly points = {
    spec: new Uint32Builder(),
    latitude: new Uint32Builder(),
    longitude: new Uint32Builder(),
  }
  private readonly pointNames: string[] = []
  private readonly translations = new TranslationCollector()
  private readonly relations: CollectedRelation[] = []
  private readonly memberLines = new Map<number, number[]>()
  /** Maps each border way to the spec of its highest administrative level. */
  private readonly borderSpecs = new Map<number, number>()
  private nodes: NodePositions | undefined
  private lineRefs: ReturnType<LineColumns['finish']> | undefined
  private passes: ((block: OsmBlock) => void)[] = [(block) => this.readElements(block)]

  /** Wraps a block reader so that this collector also processes every block. */
  watch(blocks: ReadBlocks): ReadBlocks {
    const run = (stage: string) => this.runPass(blocks(stage))
    return (stage) => run(stage)
  }

  /** Runs the remaining passes and returns the collected elements. */
  async finish(blocks: ReadBlocks): Promise<RawBasemap> {
    while (this.passes.length > 0) for await (const _ of this.runPass(blocks('reading the base map')));
    const lineRefs = this.lineRefs ?? this.lines.finish()
    const { ways, points } = this
    const borderLines = new Map<number, number>()
    for (const [id, spec] of this.borderSpecs)
      for (const line of this.memberLines.get(id) ?? []) borderLines.set(line, spec)
    return {
      specs: this.specs,
      ways: { spec: ways.spec.finish(), poi: ways.poi.finish(), line: ways.line.finish(), name: this.wayNames },
      points: {
        spec: points.spec.finish(),
        latitude: points.latitude.finishSigned(),
        longitude: points.longitude.finishSigned(),
        name: this.pointNames,
      },
      relations: this.relations,
      memberLines: this.memberLines,
      borderLines,
      lines: new ResolvedLines(lineRefs, this.nodes ?? new NodePositions(lineRefs.refs)),
      translations: this.translations.finish(),
    }
  }

  private async *runPass(blocks: AsyncIterable<OsmBlock>): AsyncIterable<OsmBlock> {
    const read = this.passes[0]
    for await (const block of blocks) {
      read?.(block)
      yield block
    }
    if (!read) return
    this.passes.shift()
    this.planNextPass()
  }

  private planNextPass(): void {
    if (this.lineRefs) return
    if (this.memberLines.size > 0 && this.nodes === undefined && !this.haveMembers) {
      this.haveMembers = true
      this.passes.push((block) => this.readMemberWays(block))
      return
    }
    const lineRefs = this.lines.finish()
    const nodes = new NodePositions(lineRefs.refs)
    this.lineRefs = lineRefs
    this.nodes = nodes
    this.passes.push((block) => nodes.read(block))
  }
  private haveMembers = false

  private readElements(block: OsmBlock): void {
    const { strings, nodes } = block
    const keyMarks = Uint8Array.from(strings, (string) => (basemapKeys.has(string) || string === 'barrier' ? 1 : 0))
    for (let index = 0; index < nodes.id.length; index++) {
      if (!isMarked(nodes.tags, index, keyMarks)) continue
      const tags = toTags(strings, nodes.tags, index)
      if (tags.has('place')) this.translations.add(tags)
      const poi = classifyPoi(tags)
      if (!poi) continue
      this.points.spec.push(this.internSpec(poi))
      this.points.latitude.push(nodes.latitude[index])
      this.points.longitude.push(nodes.longitude[index])
      this.pointNames.push(toNameText(tags))
    }
    this.readWays(block, keyMarks)
    this.readRelations(block)
  }

  private readWays({ strings, ways }: OsmBlock, keyMarks: Uint8Array): void {
    for (let index = 0; index < ways.id.length; index++) {
      const [from, to] = [ways.refFirst[index], ways.refFirst[index + 1]]
      if (to - from < 2 || !isMarked(ways.tags, index, keyMarks)) continue
      const tags = toTags(strings, ways.tags, index)
      if (tags.has('highway') || tags.has('place')) this.translations.add(tags)
      const isClosed = to - from > 3 && ways.ref[from] === ways.ref[to - 1]
      const spec = classifyFeature(tags, isClosed && tags.get('area') !== 'no')
      const poi = isClosed ? classifyPoi(tags) : undefined
      if (!spec && !poi) continue
      const line = this.lines.add(ways.ref, from, to)
      this.addWay(spec, poi, line, toNameText(tags))
      // The coastline of an island can also be the outline of a park.
      if (tags.get('natural') === 'coastline' && spec?.layer !== 'coastline')
        this.addWay({ layer: 'coastline', class: 'coastline', flags: 0, minZoom: 0 }, undefined, line, '')
    }
  }

  private addWay(
    spec: ClassifiedFeature | undefined,
    poi: ClassifiedFeature | undefined,
    line: number,
    name: string,
  ): void {
    this.ways.spec.push(this.internSpec(spec))
    this.ways.poi.push(this.internSpec(poi))
    this.ways.line.push(line)
    this.wayNames.push(name)
  }

  private readRelations({ strings, relations }: OsmBlock): void {
    for (let index = 0; index < relations.id.length; index++) {
      const tags = toTags(strings, relations.tags, index)
      const type = tags.get('type')
      if (type !== 'multipolygon' && type !== 'boundary') continue
      const border = classifyBorder(tags)
      const spec = border ? undefined : classifyFeature(tags, true)
      const poi = border ? undefined : classifyPoi(tags)
      if (!border && !spec && !poi) continue
      const ways: { id: number; role: string }[] = []
      for (let member = relations.memberFirst[index]; member < relations.memberFirst[index + 1]; member++) {
        if (relations.memberType[member] !== WAY_MEMBER) continue
        ways.push({ id: relations.member[member], role: strings[relations.memberRole[member]] })
      }
      for (const { id } of ways) this.memberLines.set(id, [])
      if (border) this.addBorder(border, ways)
      else this.relations.push({ spec: this.internSpec(spec), poi: this.internSpec(poi), name: toNameText(tags), ways })
    }
  }

  private addBorder(border: ClassifiedFeature, ways: readonly { id: number }[]): void {
    const spec = this.internSpec(border)
    for (const { id } of ways) {
      const borderSpec = this.specs[this.borderSpecs.get(id) ?? NO_SPEC]
      if (!borderSpec || (border.value ?? 0) < (borderSpec.value ?? 0)) this.borderSpecs.set(id, spec)
    }
  }

  private readMemberWays({ strings, ways }: OsmBlock): void {
    const maritime = strings.indexOf('maritime')
    const natural = strings.indexOf('natural')
    for (let index = 0; index < ways.id.length; index++) {
      const lines = this.memberLines.get(ways.id[index])
      if (!lines) continue
      // Borders at sea are not drawn, and borders along the coast are already drawn as the coastline.
      if (hasKey(ways.tags, index, maritime) || hasKey(ways.tags, index, natural))
        this.borderSpecs.delete(ways.id[index])
      lines.push(this.lines.add(ways.ref, ways.refFirst[index], ways.refFirst[index + 1]))
    }
  }

  private internSpec(spec: ClassifiedFeature | undefined): number {
    if (!spec) return NO_SPEC
    const { layer, class: name, flags, minZoom, value = 0, minValue = 0 } = spec
    const key = `${layer} ${name} ${flags} ${minZoom} ${value} ${minValue}`
    const existingIndex = this.specIndex.get(key)
    if (existingIndex !== undefined) return existingIndex
    this.specIndex.set(key, this.specs.length)
    return this.specs.push(spec) - 1
  }
}

function hasKey({ first, key }: OsmTags, element: number, wantedKey: number): boolean {
  for (let index = first[element]; index < first[element + 1]; index++) if (key[index] === wantedKey) return true
  return false
}

function isMarked(tags: OsmTags, element: number, keyMarks: Uint8Array): boolean {
  return tags.first[element] !== tags.first[element + 1] && collectMarks(tags, element, keyMarks) !== 0
}
