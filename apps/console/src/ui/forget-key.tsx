import { apiKey } from '../state/key.ts'

interface ForgetKeyProps {
  readonly refusal: { readonly status: number; readonly message: string }
}

/**
 * Offers to remove a rejected key, because the service may accept anonymous requests. Removing the key retries the
 * rejected requests.
 */
export function ForgetKey({ refusal: { status, message } }: ForgetKeyProps) {
  const key = apiKey.value
  // A trial can be extended, so its key is kept.
  if (key === '' || status !== 401 || message.startsWith('The trial')) return null
  return (
    <button
      type="button"
      class="second"
      onClick={() => {
        apiKey.value = ''
      }}
    >
      Forget the key …{key.slice(-4)}
    </button>
  )
}
