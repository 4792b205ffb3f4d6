/**
 * Call of the API that a code sample makes. In its texts, `{{NAME}}` stands for the value of a variable. Samples contain
 * no keys, because a key in a program or a command ends up in notes and shell histories.
 */
export interface CodeCall {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, text: string])[]
  /** JSON, or an empty text. */
  readonly body: string
  /** User and password for HTTP Basic authentication, separated by a colon. */
  readonly user?: string
  /** Variable that receives a field of the reply. */
  readonly save?: { readonly variable: string; readonly field: string }
  /** File that receives the reply. */
  readonly file?: string
  /** Whether the program prints the reply while it arrives. */
  readonly isStream?: true
}
