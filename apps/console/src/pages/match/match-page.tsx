import { useId } from 'preact/hooks'
import { FixButtons } from '../../fixes/fix-buttons.tsx'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { FileButton, FileDrop } from '../../ui/file-drop.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../style/match.css'
import { type Profile, travelModes } from '../isochrone/settings.ts'
import { MatchMap } from './match-map.tsx'
import { MatchResult } from './match-result.tsx'
import { createSampleTrace } from './sample-trace.ts'
import {
  changeSettings,
  clearTrace,
  type MatchSettings,
  matchRequest,
  openFile,
  settings,
  showTrace,
  trace,
} from './state.ts'

const FILE_TYPES = '.gpx,.geojson,.json'

/** Matches a recorded trace to roads. */
export default function MatchPage() {
  const requestState = matchRequest.state.value
  const { answer, call, isWaiting } = requestState
  const now = trace.value
  const open = (file: File) => void openFile(file)
  return (
    <div class="match" aria-busy={isWaiting}>
      <h1>Match</h1>
      {now === undefined ? <Start onFile={open} /> : <TraceCard onFile={open} />}
      <Settings />
      <RequestFailure requestState={requestState} />
      <MatchFixes />
      {now !== undefined && answer === undefined && isWaiting && <Skeleton text="Matching…" />}
      {now !== undefined && answer !== undefined && <MatchResult name={now.name} reply={answer} />}
      <CopyCall call={answer === undefined ? undefined : call} />
      <FileDrop message="Drop the trace to match it" onFile={open} />
      <MatchMap />
    </div>
  )
}

function MatchFixes() {
  const { failure } = matchRequest.state.value
  if (failure === undefined || failure.isTemporary) return null
  const otherModes = /the profile can use/.test(failure.message)
    ? travelModes.filter(({ profile }) => profile !== settings.value.profile)
    : []
  const fixes = [
    ...otherModes.map(({ profile, title }) => ({
      label: `Match as ${title}`,
      run: () => changeSettings({ profile }),
    })),
    { label: 'Remove the trace', run: clearTrace },
  ]
  return <FixButtons message={failure.message} fixes={fixes} near={trace.value?.points[0]} />
}

function Start({ onFile }: { readonly onFile: (file: File) => void }) {
  const action = useAction()
  const addSample = () => action.run(async () => showTrace(await createSampleTrace()))
  return (
    <div class="match-start">
      <p>
        <strong>Drop a GPX or GeoJSON file here</strong>
        <small>The result shows which roads were used, how long the trip was and how reliable the match is.</small>
      </p>
      <FileButton label="Choose a file" accept={FILE_TYPES} isPrimary onFile={onFile} />
      <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void addSample()}>
        {action.isRunning.value ? 'Loading…' : 'Try a sample trace'}
      </button>
      <ActionFailure action={action} />
    </div>
  )
}

function TraceCard({ onFile }: { readonly onFile: (file: File) => void }) {
  const now = trace.value
  if (now === undefined) return null
  const count = now.points.length.toLocaleString('en')
  return (
    <div class="card trace-card">
      <p>
        <strong>{now.name}</strong>
        <small>
          {now.givenCount === undefined
            ? `${count} points`
            : `${count} of ${now.givenCount.toLocaleString('en')} points, evenly sampled`}
          {now.times === undefined ? ', without times' : ', with times'}
        </small>
      </p>
      <FileButton label="Replace" accept={FILE_TYPES} onFile={onFile} />
      <button type="button" class="quiet" aria-label="Remove the trace" onClick={clearTrace}>
        ×
      </button>
    </div>
  )
}

const gapTexts: readonly (readonly [MatchSettings['gaps'], string])[] = [
  ['split', 'Start a new part'],
  ['bridge', 'Connect with the fastest route'],
]

function Settings() {
  const id = useId()
  const { profile, gaps } = settings.value
  return (
    <div class="row match-settings">
      <div>
        <label for={`${id}-profile`}>Recorded by</label>
        <select
          id={`${id}-profile`}
          value={profile}
          onChange={({ currentTarget }) => changeSettings({ profile: currentTarget.value as Profile })}
        >
          {travelModes.map((mode) => (
            <option key={mode.profile} value={mode.profile}>
              {mode.title}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for={`${id}-gaps`}>At gaps</label>
        <select
          id={`${id}-gaps`}
          value={gaps}
          onChange={({ currentTarget }) => changeSettings({ gaps: currentTarget.value as MatchSettings['gaps'] })}
        >
          {gapTexts.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
