import type { RemoteMap } from '../regions/region-directory.ts'

/** Announcement that a node writes to Redis. */
export interface NodeAnnouncement {
  /** Random id of the process, so that a restarted server is another node. */
  readonly id: string
  /** Base URL at which the other nodes reach this node. */
  readonly url: string
  readonly version: string
  readonly regions: readonly RemoteMap[]
  /** True if the node is about to stop. It still answers, but other nodes are preferred. */
  readonly isDraining?: boolean
}

/** Other node of the cluster. */
export interface ClusterNode extends NodeAnnouncement {
  /** Whether the last health checks by this server reached the node. */
  readonly isReachable: boolean
}

/** State of the cluster as one node sees it. The main thread passes it to the HTTP threads. */
export interface ClusterView {
  readonly nodeId: string
  /** Secrets that sign requests between nodes, newest first. Empty until the first contact with Redis. */
  readonly secrets: readonly string[]
  /** The other nodes. */
  readonly nodes: readonly ClusterNode[]
  /** All known regions, including those whose nodes are all down. */
  readonly regions: readonly RemoteMap[]
  /**
   * URLs of nodes that have disappeared without withdrawing their announcement. Requests that wait for these nodes are
   * abandoned.
   */
  readonly lostUrls: readonly string[]
}

export const emptyView: ClusterView = { nodeId: '', secrets: [], nodes: [], regions: [], lostUrls: [] }
