import { useQuery } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { configQuery } from '../../../lib/config.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { tintOf } from '../../../ui/media.tsx'

/** Stands in the place of a creation with adult content until the visitor of this session has said to be old enough. */
export function AgeQuestion({
  creation,
  onConfirm,
}: {
  creation: CreationView
  onConfirm: () => void
}) {
  const { data: config } = useQuery(configQuery)
  return (
    <article className="shell pt-10 pb-20">
      <div
        className="grid min-h-[60vh] place-items-center rounded-xl bg-sunken p-4 sm:p-8"
        style={tintOf(creation.media)}
      >
        <div className="flex w-full max-w-md flex-col items-start gap-4 rounded-lg border border-line bg-surface p-6">
          <Badge>Adult content</Badge>
          <h1 className="text-2xl font-semibold">Are you {config?.minimum_age ?? 18} or older?</h1>
          <p className="text-muted">
            This creation, or the words that it was made from, is for adults. Your answer holds for
            this tab, until you close it.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onConfirm}>Yes, show it</Button>
            <LinkButton to="/workflows" kind="secondary">
              No, browse recipes
            </LinkButton>
          </div>
        </div>
      </div>
    </article>
  )
}
