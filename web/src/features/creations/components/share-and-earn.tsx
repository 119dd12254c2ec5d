import type { CreationView } from '@vignette/contract/creations.ts'
import { referralPath } from '@vignette/contract/referral-path.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { shareLink } from '../share/share-link.ts'

const SAID = {
  shared: 'Shared.',
  copied: 'The link is copied.',
  cancelled: '',
  failed: '',
} as const

/**
 * The reader's referral link to the recipe; absent for the reader's own recipe and for a free one,
 * from which nothing is earned.
 */
export function ShareAndEarn({ creation: { workflow } }: { creation: CreationView }) {
  const { user } = useAuth()
  const [said, setSaid] = useState('')
  if (!user || workflow.price === 0 || user.username === workflow.creator_handle) return null
  const link = `${location.origin}${referralPath(user.username ?? user.id, workflow.id)}`
  return (
    <section aria-labelledby="share-and-earn" className="rounded-lg border border-line p-5">
      <h2 id="share-and-earn" className="text-lg font-semibold">
        Share and earn 5%
      </h2>
      <p className="mt-1 text-sm text-muted">
        Your link to this recipe earns you 5% of what a new buyer pays in the next 30 days.{' '}
        <Link to="/profile?tab=referrals" className="text-ink underline underline-offset-4">
          The rules
        </Link>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          kind="secondary"
          size="sm"
          onClick={() =>
            void shareLink(workflow.name, link).then((how) => {
              track('workflow_shared', { workflow_id: workflow.id, outcome: how })
              setSaid(how === 'failed' ? `Copy the link yourself: ${link}` : SAID[how])
            })
          }
        >
          Share my link
        </Button>
        <p role="status" className="text-sm break-all text-muted">
          {said}
        </p>
      </div>
    </section>
  )
}
