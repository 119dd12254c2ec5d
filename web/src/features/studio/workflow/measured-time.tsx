import { useQueryClient } from '@tanstack/react-query'
import {
  generationSeconds,
  type MeasuredTime as Measured,
} from '@vignette/contract/generation-time.ts'
import { useRef, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Version } from '../api/list-versions.ts'
import { takeMeasuredTime } from '../api/take-measured-time.ts'

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
  const client = useQueryClient()
  // One offer publishes once, however often its button is pressed.
  const key = useRef(createUuid())
  const [busy, setBusy] = useState(false)

  async function take() {
    setBusy(true)
    try {
      const wish = { version: version.version, idempotencyKey: key.current }
      const made = await takeMeasuredTime(client, id, wish)
      toast(`Version ${made} is live, with the measured time`)
    } catch (error) {
      toast(readReason(error, 'The time was not changed.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="mt-4 flex flex-col items-start gap-2 text-sm">
      <p className="text-muted tabular-nums">
        Buyers read {measured.seconds} s: half of the last {measured.runs} runs took no longer. The
        recipe itself says {generationSeconds(version.generation_time)} s, which buyers read again
        after a new version, until enough of its runs have delivered. The button publishes a version
        that says {measured.seconds} s and changes nothing else.
      </p>
      <Button kind="secondary" busy={busy} onClick={() => void take()}>
        Use {measured.seconds} s, measured over {measured.runs} runs
      </Button>
    </div>
  )
}
