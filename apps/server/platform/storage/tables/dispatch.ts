/** Optimizer results, and links that show one stop of a result. */
export interface DispatchTables {
  solutions: SolutionsTable
  share_links: ShareLinksTable
}

/** Optimizer results, which are kept for a day. */
interface SolutionsTable {
  id: string
  account: number
  created_at: number
  /** Result as JSON. */
  body: string
}

/** Links for delivery recipients. */
interface ShareLinksTable {
  /** SHA-256 of the token in the link. */
  token_hash: string
  id: string
  account: number
  asset: string
  /** Id of the solution that contains the stop. */
  solution: string
  stop: number
  created_at: number
  expires_at: number
}
