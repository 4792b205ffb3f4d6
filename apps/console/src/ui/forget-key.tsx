import { apiKey } from '../state/key.ts'

interface ForgetKeyProps {
  readonly refusal: { readonly status: number; readonly message: string }
}

/** A key that is refused is of no use, and without one the service may answer. What was refused is asked again then. */
export function ForgetKey({ refusal: { status, message } }: ForgetKeyProps) {
  const key = apiKey.value
  // A trial can be extended: its key is worth keeping.
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
