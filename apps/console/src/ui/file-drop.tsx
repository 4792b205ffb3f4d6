import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import '../style/file-drop.css'

interface FileDropProps {
  /** Text that explains what happens to the file, such as “Drop to match this trace”. */
  readonly message: string
  readonly onFile: (file: File) => void
}

/**
 * Accepts a file that the user drops anywhere on the page. A button must offer the same action for users without a
 * mouse.
 */
export function FileDrop({ message, onFile }: FileDropProps) {
  const isDraggedOver = useSignal(false)
  const latestOnFile = useRef(onFile)
  latestOnFile.current = onFile
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!hasFile(event)) return
      // Without this call, the browser would open the file instead of the page.
      event.preventDefault()
      isDraggedOver.value = true
    }
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isDraggedOver.value = false
    }
    const onDrop = (event: DragEvent) => {
      isDraggedOver.value = false
      const file = event.dataTransfer?.files[0]
      if (file === undefined) return
      event.preventDefault()
      latestOnFile.current(file)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return isDraggedOver.value ? (
    <div class="file-drop" aria-hidden="true">
      <p>{message}</p>
    </div>
  ) : null
}

interface FileButtonProps {
  readonly label: string
  /** File name extensions, as in the `accept` attribute. */
  readonly accept: string
  readonly isPrimary?: boolean
  readonly onFile: (file: File) => void
}

export function FileButton({ label, accept, isPrimary = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={isPrimary ? '' : 'second'} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) onFile(file)
          // Clearing the value lets the user select the same file again after a change.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
