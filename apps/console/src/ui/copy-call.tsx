import { asCurl, asProgram } from '../state/as-code.ts'
import type { Call } from '../state/calls.ts'
import { notify } from '../state/notices.ts'

/** Shows the API call that does the same as the page. */
export function CopyCall({ call }: { readonly call: Call | undefined }) {
  if (call === undefined) return null
  return (
    <p class="copy-call">
      <code>
        {call.method} {call.path}
      </code>
      <button type="button" class="quiet" onClick={() => copy(asCurl(call), 'The command')}>
        Copy as curl
      </button>
      <button type="button" class="quiet" onClick={() => copy(asProgram(call), 'The code')}>
        Copy as code
      </button>
    </p>
  )
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(`${what} was copied to the clipboard.`)
  } catch {
    notify(`The browser blocks the clipboard for this page. ${what}:\n${text}`, 'error')
  }
}
