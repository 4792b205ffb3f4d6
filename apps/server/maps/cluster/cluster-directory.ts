import type { RegionDirectory } from '../regions/region-directory.ts'
import { type ClusterNode, type ClusterView, emptyView } from './cluster-view.ts'
import { NodeClient } from './node-client.ts'

/** Time for which a thread prefers other nodes after a request to a node has failed. */
const FAILURE_PAUSE_MS = 1000

/** Cluster as one HTTP thread sees it. */
export class ClusterDirectory {
  readonly client = new NodeClient()
  private readonly regions: RegionDirectory
  private readonly refreshView: () => Promise<ClusterView>
  private view: ClusterView = emptyView
  private readonly failedUntil = new Map<string, number>()
  private nextNode = 0

  /** Creates the directory. `refreshView` reads the nodes from Redis. */
  constructor(regions: RegionDirectory, refreshView: () => Promise<ClusterView>) {
    this.regions = regions
    this.refreshView = refreshView
  }

  use(view: ClusterView): void {
    this.view = view
    this.regions.useRemote(view.regions)
    for (const url of view.lostUrls) this.client.abandon(url)
    for (const [id, untilMs] of this.failedUntil) if (untilMs < performance.now()) this.failedUntil.delete(id)
  }

  /** Reads the nodes again. If Redis fails, the known nodes stay in use. */
  async refresh(): Promise<void> {
    const view = await this.refreshView().catch(() => undefined)
    if (view) this.use(view)
  }

  get nodeId(): string {
    return this.view.nodeId
  }

  get secrets(): readonly string[] {
    return this.view.secrets
  }

  /** True if no other node is known and all known regions are served here. */
  get isAlone(): boolean {
    return this.view.nodes.length === 0 && this.regions.listRemote().length === 0
  }

  /**
   * Describes which servers have which region, such as `east: this server; west: 2 other servers; north: unavailable`.
   */
  describeRegions(): string {
    const localNames = this.regions.list().map(({ handle }) => handle.region)
    const names = new Set([...localNames, ...this.view.regions.map(({ region }) => region)])
    const descriptions = [...names].sort().map((name) => {
      const otherNodeCount = this.listNodes(name).filter(({ isReachable }) => isReachable).length
      const servers = [
        ...(localNames.includes(name) ? ['this server'] : []),
        ...(otherNodeCount > 0 ? [`${otherNodeCount} other ${otherNodeCount === 1 ? 'server' : 'servers'}`] : []),
      ]
      return `${name}: ${servers.join(' and ') || 'unavailable'}`
    })
    return descriptions.join('; ') || 'none'
  }

  /**
   * Lists the other nodes that serve a region. Without a region, lists all other nodes. Nodes that respond come first,
   * in rotation, then nodes that are about to stop. Nodes that do not respond come last, because a health check can be
   * outdated.
   */
  listNodes(region?: string): readonly ClusterNode[] {
    const nodes = this.view.nodes.filter(
      (node) => region === undefined || node.regions.some((servedRegion) => servedRegion.region === region),
    )
    const shift = nodes.length > 1 ? this.nextNode++ % nodes.length : 0
    const rotatedNodes = shift === 0 ? nodes : [...nodes.slice(shift), ...nodes.slice(0, shift)]
    return rotatedNodes.toSorted((a, b) => this.toRank(a) - this.toRank(b))
  }

  reportFailure({ id }: ClusterNode): void {
    this.failedUntil.set(id, performance.now() + FAILURE_PAUSE_MS)
  }

  close(): void {
    this.client.close()
  }

  /** Returns the position of a node in the order in which nodes are tried. */
  private toRank({ id, isReachable, isDraining }: ClusterNode): number {
    if (!isReachable || (this.failedUntil.get(id) ?? 0) > performance.now()) return 2
    return isDraining ? 1 : 0
  }
}
