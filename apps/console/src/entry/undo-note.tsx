import '../style/undo-note.css'

interface UndoNoteProps {
  /** What has been done; nothing, when there is nothing to undo. */
  readonly says: string | undefined
  readonly onUndo: () => void
}

/** A press that takes everything away can be taken back. It stands behind the button that was pressed, one Tab further. */
export function UndoNote({ says, onUndo }: UndoNoteProps) {
  return (
    <div role="status">
      {says !== undefined && (
        <p class="undo-note">
          {says}{' '}
          <button type="button" class="second" onClick={onUndo}>
            Undo
          </button>
        </p>
      )}
    </div>
  )
}
