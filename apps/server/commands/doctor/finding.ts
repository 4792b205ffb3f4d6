/** Result of one check. `remedy` says what to do, and is missing if the check passes. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'problem'
  readonly detail: string
  readonly remedy?: string
}

export const pass = (check: string, detail: string): Finding => ({ check, state: 'ok', detail })
export const warn = (check: string, detail: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  detail,
  remedy,
})
export const fail = (check: string, detail: string, remedy: string): Finding => ({
  check,
  state: 'problem',
  detail,
  remedy,
})
