import '../style/undo-note.css'

interface UndoNoteProps {
  /** Description of the last action. Undefined when there is nothing to undo. */
  readonly message: string | undefined
  readonly onUndo: () => void
}

/** Lets the user undo an action that removed all entries. In the tab order, the note follows the pressed button. */
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
