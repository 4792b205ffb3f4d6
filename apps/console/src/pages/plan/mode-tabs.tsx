import { changeDraft, draft, findStopPosition, routeRequest } from './draft-state.ts'
import { type Mode, modes, setMode } from './plan.ts'
import { Icon } from './result/step-icon.tsx'

const modeTitles: Readonly<Record<Mode, string>> = { road: 'Road', drone: 'Drone', sea: 'Sea', av: 'Self-driving' }

/**
 * Renders the tabs for the travel modes. Arrow keys move between the tabs, as the ARIA Authoring Practices Guide
 * recommends.
 */
export function ModeTabs() {
  const { mode } = draft.value
  function selectMode(next: Mode): void {
    if (next === draft.value.mode) return
    const nextDraft = setMode(draft.value, next, findStopPosition)
    // The reply of another mode does not apply to this mode.
    routeRequest.clear()
    changeDraft(nextDraft, { fitView: true, pushHistory: true })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = modes[(modes.indexOf(mode) + step + modes.length) % modes.length] ?? 'road'
    selectMode(next)
    document.getElementById(`mode-${next}`)?.focus()
  }
  return (
    <div class="tabs mode-tabs" role="tablist" aria-label="Travel mode">
      {modes.map((name) => (
        <button
          key={name}
          id={`mode-${name}`}
          type="button"
          role="tab"
          aria-selected={name === mode}
          aria-controls="plan-body"
          tabIndex={name === mode ? 0 : -1}
          onClick={() => selectMode(name)}
          onKeyDown={onKeyDown}
        >
          <Icon name={name} size={20} />
          {modeTitles[name]}
        </button>
      ))}
    </div>
  )
}
