import { useEffect, useRef } from 'preact/hooks'
import '../style/command-menu.css'
import { commands } from './commands.ts'
import { closeShortcutList, isMac } from './open-command-menu.ts'
import { hasShortcuts } from './shortcuts.ts'

type Row = readonly [key: string, title: string]

const toRows = (group: string): readonly Row[] =>
  commands.flatMap(({ shortcut, title, group: own }) =>
    shortcut === undefined || (own === 'Page') !== (group === 'Page') ? [] : [[shortcut.toUpperCase(), title] as const],
  )

const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  ['Pages', toRows('Page')],
  ['Actions', [[isMac ? '⌘ K' : 'Ctrl K', 'Command menu'], ...toRows('Action')]],
  [
    'Steps of a route',
    [
      ['←', 'Previous step'],
      ['→', 'Next step'],
      ['Esc', 'Back to the route'],
    ],
  ],
  [
    'Map',
    [
      ['+', 'Zoom in'],
      ['−', 'Zoom out'],
      ['← ↑ ↓ →', 'Move the map'],
    ],
  ],
]

/** Lists all shortcuts. */
export default function ShortcutList() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop, and Escape also closes the dialog
    <dialog
      ref={dialog}
      class="dialog shortcut-list"
      aria-labelledby="shortcut-title"
      onClose={closeShortcutList}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div class="dialog-body">
        <div class="dialog-title">
          <h2 id="shortcut-title">Keyboard shortcuts</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        {sections.map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([key, meaning]) => (
                <div key={meaning}>
                  <dt>{meaning}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label>
          <input
            type="checkbox"
            checked={hasShortcuts.value}
            onChange={({ currentTarget }) => (hasShortcuts.value = currentTarget.checked)}
          />
          Single-key shortcuts
        </label>
      </div>
    </dialog>
  )
}
