import { apiKey } from '../state/key.ts'

/** What belongs to one account must not appear with the key of another. */
export function forgetOnKeyChange(forget: () => void): void {
  let knownKey = apiKey.peek()
  apiKey.subscribe((key) => {
    if (key === knownKey) return
    knownKey = key
    forget()
  })
}
