import { toCurl, toJavaScript } from '../state/as-code.ts'
import type { ApiCall } from '../state/calls.ts'
import { notify } from '../state/notices.ts'

/** Shows the API call that is equivalent to the current page. */
export function CopyCall({ call }: { readonly call: ApiCall | undefined }) {
  if (call === undefined) return null
  return (
    <p class="copy-call">
      <code>
        {call.method} {call.path}
      </code>
      <button type="button" class="quiet" onClick={() => copyToClipboard(toCurl(call), 'The command')}>
        Copy as curl
      </button>
      <button type="button" class="quiet" onClick={() => copyToClipboard(toJavaScript(call), 'The code')}>
        Copy as code
      </button>
    </p>
  )
}

export async function copyToClipboard(content: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(content)
    notify(`${description} was copied to the clipboard.`)
  } catch {
    notify(`The browser is blocking the clipboard for this page. ${description}:\n${content}`, 'error')
  }
}
