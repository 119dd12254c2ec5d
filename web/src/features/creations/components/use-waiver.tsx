import { useQuery } from '@tanstack/react-query'
import { WAIVER_VERSION, WAIVER_WORDS, WITHDRAWAL } from '@vignette/contract/withdrawal-words.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import { type ReactNode, useState } from 'react'
import { configQuery } from '../../../lib/config.ts'
import { Checkbox } from '../../../ui/choice.tsx'

const WAIVER: WaiverBody = { version: WAIVER_VERSION, begin_now: true, right_lost: true }

export interface Waiver {
  /** The two boxes, where the law of this server's sales asks for them. */
  boxes: ReactNode
  /** What the buyer declared; absent unless both are ticked. */
  waiver: WaiverBody | undefined
}

/** What a consumer in the European Union ticks to have the file for good; nothing is ticked before. */
export function useWaiver(): Waiver {
  const { data: config } = useQuery(configQuery)
  const [ticked, setTicked] = useState({ begin: false, loss: false })
  if (config?.consumer_law !== 'eu') return { boxes: null, waiver: undefined }
  const box = (name: keyof typeof ticked) => (
    <Checkbox
      label={WAIVER_WORDS[name]}
      checked={ticked[name]}
      onChange={({ target }) => setTicked((before) => ({ ...before, [name]: target.checked }))}
    />
  )
  return {
    boxes: (
      <fieldset className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-4">
        <legend className="px-1 text-sm font-medium">Your right to withdraw</legend>
        {box('begin')}
        {box('loss')}
        <p className="text-sm text-muted">
          You need not tick these. Without both, you can withdraw for {WITHDRAWAL.days} days, on
          your receipt.
        </p>
      </fieldset>
    ),
    waiver: ticked.begin && ticked.loss ? WAIVER : undefined,
  }
}
