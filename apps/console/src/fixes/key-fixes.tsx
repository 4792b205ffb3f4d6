import { LocalKeyButton } from '../fleet/local-key.tsx'
import type { CallError } from '../state/calls.ts'
import { apiKey } from '../state/key.ts'

/** Offers a key if the request was rejected because it had none, or because requests without a key are limited. */
export function KeyFixes({ failure: { status, message } }: { readonly failure: CallError }) {
  const needsKey = status === 401 || status === 429 || /\b(?:a key for|without a key)\b/.test(message)
  if (apiKey.value !== '' || !needsKey) return null
  return (
    <div class="key-fixes">
      <LocalKeyButton />
      <a class="button second" href="#/account">
        Create a key
      </a>
    </div>
  )
}
