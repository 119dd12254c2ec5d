import { useMutation } from '@tanstack/react-query'
import {
  generationSeconds,
  type MeasuredTime as Measured,
} from '@vignette/contract/generation-time.ts'
import { useRef } from 'react'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Version } from '../api.ts'

/** Shows how long runs of the live version took, and offers a version that declares this time. */
export function MeasuredTime({
  id,
  version,
  measured,
}: {
  id: string
  version: Version
  measured: Measured
}) {
  // One offer publishes once, however often its button is pressed.
  const key = useRef(createUuid())
  const taking = useMutation({
    ...apiMutation('publishVersionAgain'),
    onSuccess: (made) => toast(`Version ${made.version} is live, with the measured time`),
    onError: (error) => toast(readReason(error, 'The time was not changed.')),
  })
  const take = () =>
    taking.mutate({
      params: { id, version: String(version.version) },
      body: { measured_time: true },
      idempotencyKey: key.current,
    })

  return (
    <div className="mt-4 flex flex-col items-start gap-2 text-sm">
      <p className="text-muted tabular-nums">
        Buyers read {measured.seconds} s: half of the last {measured.runs} remixes took no longer.
        The recipe itself says {generationSeconds(version.generation_time)} s, which buyers read
        again after a new version, until enough of its remixes have delivered. The button publishes
        a version that says {measured.seconds} s and changes nothing else.
      </p>
      <Button kind="secondary" busy={taking.isPending} onClick={take}>
        Use {measured.seconds} s, measured over {measured.runs} remixes
      </Button>
    </div>
  )
}
