import { useState } from 'preact/hooks'

/**
 * Keeps the text of a field until the text takes effect. Otherwise, any change to the page would replace the typed text
 * with the previous value.
 */
export function useTypedText(value: string) {
  const [typedText, setTypedText] = useState<string | undefined>(undefined)
  return {
    text: typedText ?? value,
    type: (text: string) => setTypedText(text),
    finish: () => setTypedText(undefined),
  }
}
