import { apiKey } from '../state/key.ts'

/** Data of one account must not be shown with the key of another. */
export function forgetOnKeyChange(forget: () => void): void {
  let knownKey = apiKey.peek()
  apiKey.subscribe((key) => {
    if (key === knownKey) return
    knownKey = key
    forget()
  })
}
