import { useEffect, useRef } from 'preact/hooks'
import { CopyCall } from '../../../ui/copy-call.tsx'
import { followMatrix } from '../day/day-state.ts'
import { Manifest } from '../day/manifest.tsx'
import { Timeline } from '../day/timeline.tsx'
import { solution } from '../state.ts'
import { Result } from './result.tsx'

/** Shows the solution as a timeline, as text, as an API call and for print. */
export function SolutionView() {
  useEffect(followMatrix, [])
  const top = useRef<HTMLDivElement>(null)
  const currentSolution = solution.value
  const originalSolution = currentSolution?.original ?? currentSolution
  // The stops and settings fill the panel and would hide the result, so the panel scrolls to the result.
  useEffect(() => {
    if (originalSolution !== undefined) top.current?.scrollIntoView({ block: 'start' })
  }, [originalSolution])
  if (currentSolution === undefined) return null
  return (
    <>
      <div ref={top} class="solution-top" />
      <Timeline solved={currentSolution} />
      <Result solved={currentSolution} />
      <CopyCall call={currentSolution.call} />
      <Manifest solved={currentSolution} />
    </>
  )
}
