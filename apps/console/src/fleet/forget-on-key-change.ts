import { apiKey } from '../state/key.ts'

/** Clears the data of one account when the key of another account is entered. */
export function forgetOnKeyChange(forget: () => void): void {
  let knownKey = apiKey.peek()
  apiKey.subscribe((key) => {
    if (key === knownKey) return
    knownKey = key
    forget()
  })
}
