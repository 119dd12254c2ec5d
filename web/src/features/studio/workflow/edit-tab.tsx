import { useQuery } from '@tanstack/react-query'
import type { DraftView } from '@vignette/contract/drafts.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeGroups } from '../../workflows/index.ts'
import { versionSourceQuery, waitingDraftQuery } from '../api.ts'
import { SamplePicker } from './sample-picker.tsx'

/** The draft of the next version with what it changes, or the beginning of one, and the live recipe's sample. */
export function EditTab({ recipe }: { recipe: WorkflowView }) {
  const query = useQuery(waitingDraftQuery(recipe.id))
  return (
    <div className="flex flex-col gap-12">
      <QueryState
        query={query}
        failed="The draft could not be loaded"
        loading={<Skeleton className="h-40 w-full rounded-lg" />}
      >
        {(draft) => <Edit draft={draft} recipe={recipe} />}
      </QueryState>
      <SamplePicker recipe={recipe} />
    </div>
  )
}

function Edit({
  draft,
  recipe,
}: {
  draft: DraftView | null
  recipe: { id: string; version: number }
}) {
  const { id, version } = recipe
  return (
    <section aria-labelledby="edit" className="flex flex-col gap-5 pt-2">
      <h2 id="edit" className="text-xl font-semibold">
        {draft ? 'A draft waits' : 'No draft waits'}
      </h2>
      <p className="max-w-prose text-muted">
        {draft
          ? describeDraft(draft)
          : `Editing begins a draft with version ${version} as it is live. Buyers keep that version until you publish the draft.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {draft ? (
          <>
            <LinkButton to={`/studio/drafts/${draft.id}`}>Open the draft</LinkButton>
            <LinkButton kind="secondary" to={`/studio/drafts/${draft.id}?pane=test`}>
              Test the draft
            </LinkButton>
          </>
        ) : (
          <>
            <LinkButton to={`/studio/recipes/new?recipe=${id}`}>Edit version {version}</LinkButton>
            <LinkButton kind="secondary" to={`/studio/recipes/new?recipe=${id}&pane=test`}>
              Test version {version}
            </LinkButton>
          </>
        )}
      </div>
      {draft && <WaitingDraft draft={draft} recipe={recipe} />}
    </section>
  )
}

function WaitingDraft({
  draft,
  recipe: { id, version },
}: {
  draft: DraftView
  recipe: { id: string; version: number }
}) {
  const live = useQuery(versionSourceQuery(id, version))
  const after = readDocument(draft.text)
  return (
    <>
      {draft.base_version !== null && draft.base_version < version && (
        <Alert tone="warn" title={`Version ${version} went live since the draft was begun`}>
          What it changed is undone once the draft is published, unless the draft has it too.
        </Alert>
      )}
      {after === undefined ? (
        <p className="text-sm text-muted">
          The draft is no complete JSON now, so it cannot be compared with version {version}.
        </p>
      ) : (
        <QueryState
          query={live}
          line
          failed="What the draft changes could not be loaded"
          loading={<Skeleton className="h-24 w-full" />}
        >
          {(before) => (
            <div className="flex flex-col gap-2">
              <h3 className="font-semibold">What it changes from version {version}</h3>
              <ChangeGroups
                before={before}
                after={after}
                same={`Nothing yet: it is as version ${version} has it.`}
              />
            </div>
          )}
        </QueryState>
      )}
    </>
  )
}

function describeDraft({ updated_at, base_version }: DraftView): string {
  const from = base_version === null ? '' : `, begun from version ${base_version}`
  return `Saved on ${formatLocalDate(updated_at)}${from}.`
}

function readDocument(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
