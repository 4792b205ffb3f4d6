import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatClockTime } from '../../ui/format.ts'
import { findPositionAt } from './replay-track.ts'
import { trackFixes } from './state.ts'

/** Replayed period and the current replay time, in milliseconds. */
const replay = signal<{ readonly fromMs: number; readonly untilMs: number; readonly atMs: number } | undefined>(
  undefined,
)
const isPlaying = signal(false)
const factor = signal(60)

const TICK_MS = 100
const factors = [10, 60, 300] as const

export function startReplay(fromMs: number, untilMs: number): void {
  replay.value = { fromMs, untilMs, atMs: fromMs }
  isPlaying.value = true
}

export function stopReplay(): void {
  replay.value = undefined
  isPlaying.value = false
}

export function getReplayPosition() {
  const current = replay.value
  return current === undefined ? undefined : findPositionAt(trackFixes.value, current.atMs)
}

/** Plays the track on the map. */
export function ReplayBar() {
  const current = replay.value
  useEffect(() => {
    if (!isPlaying.value) return
    const timer = setInterval(advanceReplay, TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying.value])
  useEffect(() => stopReplay, [])
  if (current === undefined) return null
  const position = getReplayPosition()
  const time = formatClockTime(new Date(current.atMs).toISOString())
  return (
    <section class="card replay" aria-label="Replay">
      <div class="replay-line">
        <button type="button" onClick={togglePlaying}>
          {isPlaying.value ? 'Pause' : 'Play'}
        </button>
        <output aria-live="off">
          {time}
          {position?.speedKmh === undefined ? '' : ` · ${Math.round(position.speedKmh)} km/h`}
        </output>
        <button type="button" class="quiet" onClick={stopReplay}>
          Close
        </button>
      </div>
      <input
        type="range"
        aria-label="Time of the replay"
        aria-valuetext={time}
        min={current.fromMs}
        max={current.untilMs}
        step={1_000}
        value={current.atMs}
        onInput={({ currentTarget }) => {
          isPlaying.value = false
          replay.value = { ...current, atMs: Number(currentTarget.value) }
        }}
      />
      <fieldset class="tabs">
        <legend class="hint">Speed</legend>
        {factors.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={factor.value === choice}
            onClick={() => {
              factor.value = choice
            }}
          >
            × {choice}
          </button>
        ))}
      </fieldset>
    </section>
  )
}

function togglePlaying(): void {
  const current = replay.peek()
  if (current !== undefined && current.atMs >= current.untilMs) replay.value = { ...current, atMs: current.fromMs }
  isPlaying.value = !isPlaying.peek()
}

function advanceReplay(): void {
  const current = replay.peek()
  if (current === undefined) return
  const atMs = Math.min(current.untilMs, current.atMs + TICK_MS * factor.peek())
  replay.value = { ...current, atMs }
  if (atMs >= current.untilMs) isPlaying.value = false
}
