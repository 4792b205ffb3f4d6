import type { Signal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'

interface CodeFieldProps {
  readonly label: string
  readonly code: Signal<string>
  readonly hasFocus?: boolean
}

export function CodeField({ label, code, hasFocus = false }: CodeFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [])
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        class="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={16}
        placeholder="123456"
        value={code.value}
        onInput={(event) => {
          code.value = event.currentTarget.value
        }}
      />
    </div>
  )
}
