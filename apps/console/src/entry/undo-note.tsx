import '../style/undo-note.css'

interface UndoNoteProps {
  /** Describes the last action. Undefined when there is nothing to undo. */
  readonly message: string | undefined
  readonly onUndo: () => void
}

/** Lets the user undo an action that removes everything. It follows the pressed button in the tab order. */
export function UndoNote({ message, onUndo }: UndoNoteProps) {
  return (
    <div role="status">
      {message !== undefined && (
        <p class="undo-note">
          {message}{' '}
          <button type="button" class="second" onClick={onUndo}>
            Undo
          </button>
        </p>
      )}
    </div>
  )
}
