import { type Mode, modes, withMode } from './plan.ts'
import { asking, change, placeOf, plan } from './plan-state.ts'
import { Icon } from './result/step-icon.tsx'

const titles: Readonly<Record<Mode, string>> = { road: 'Road', drone: 'Drone', sea: 'Sea', av: 'Self-driving' }

/** Arrow keys move between the tabs, as in the ARIA guide. */
export function ModeTabs() {
  const { mode } = plan.value
  function choose(next: Mode): void {
    if (next === plan.value.mode) return
    const moved = withMode(plan.value, next, placeOf)
    // The reply of another mode does not apply here.
    asking.clear()
    change(moved, { show: true, isStep: true })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = modes[(modes.indexOf(mode) + step + modes.length) % modes.length] ?? 'road'
    choose(next)
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
          onClick={() => choose(name)}
          onKeyDown={onKeyDown}
        >
          <Icon name={name} size={20} />
          {titles[name]}
        </button>
      ))}
    </div>
  )
}
