import type { ReportedType } from '@vignette/contract/moderation.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Heart } from '../../../ui/icons.tsx'

/** Local to this view, as specified: neither counted nor stored. */
export function LikeButton({ subject, id }: { subject: ReportedType; id: string }) {
  const [liked, setLiked] = useState(false)
  return (
    <Button
      kind="secondary"
      size="icon"
      aria-label="Like"
      aria-pressed={liked}
      onClick={() => {
        setLiked(!liked)
        track('like_toggled', { subject, id, liked: !liked })
      }}
    >
      <Icon
        of={Heart}
        className={liked ? 'text-accent' : undefined}
        fill={liked ? 'currentColor' : undefined}
      />
    </Button>
  )
}
