import { useEffect } from 'preact/hooks'
import { CopyCall } from '../../../ui/copy-call.tsx'
import { followMatrix } from '../day/day-state.ts'
import { Manifest } from '../day/manifest.tsx'
import { Timeline } from '../day/timeline.tsx'
import { solution } from '../state.ts'
import { Result } from './result.tsx'

/** The solution as a timeline, as text, as a call and on paper. */
export function SolutionView() {
  useEffect(followMatrix, [])
  const solved = solution.value
  if (solved === undefined) return null
  return (
    <>
      <Timeline solved={solved} />
      <Result solved={solved} />
      <CopyCall call={solved.call} />
      <Manifest solved={solved} />
    </>
  )
}
