import { useMutation, useQuery } from '@tanstack/react-query'
import type { SampleCandidate } from '@vignette/contract/samples.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useId, useState } from 'react'
import { apiMutation, apiQuery } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/media.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'

/** What stands for the live recipe: one of its tests, or a creation of it that may be shown. */
export function SamplePicker({ recipe }: { recipe: WorkflowView }) {
  const query = useQuery(apiQuery('listSamples', { params: { id: recipe.id } }, { staleTime: 0 }))
  return (
    <section aria-labelledby="sample" className="flex flex-col gap-4">
      <h2 id="sample" className="text-xl font-semibold">
        Sample
      </h2>
      <QueryState
        query={query}
        line
        failed="What may be the sample could not be loaded"
        loading={<Skeleton className="h-40 w-full rounded-lg" />}
      >
        {({ samples }) => <Candidates recipe={recipe} samples={samples} />}
      </QueryState>
    </section>
  )
}

function Candidates({ recipe, samples }: { recipe: WorkflowView; samples: SampleCandidate[] }) {
  const name = useId()
  const now = samples.find(({ media }) => media.id === recipe.sample?.id)
  const [chosen, setChosen] = useState<string>()
  const { mutate, isPending, variables } = useMutation({
    ...apiMutation('chooseSample'),
    onSuccess: (workflow) => {
      setChosen(undefined)
      toast(workflow.sample ? 'The sample is chosen' : 'The sample is removed')
    },
    onError: (error) =>
      toastError(readReason(error, 'The sample could not be changed. Please try again.')),
  })
  const params = { id: recipe.id }
  const wanted = samples.find(({ id }) => id === chosen)
  const isRemoving = variables !== undefined && 'none' in variables.body

  return (
    <>
      <p className="max-w-prose text-muted">
        {samples.length === 0
          ? 'Nothing to choose from yet. A test that passes, a creation of yours, or one that its maker shows to everybody can be the sample.'
          : 'It stands for the recipe on cards and its page, and its file is public. A creation of somebody else stays as long as its maker shows it to everybody.'}
        {recipe.sample && !now && samples.length > 0 && ' The sample now is none of these.'}
      </p>
      {samples.length > 0 && (
        <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          <legend className="sr-only">What stands for the recipe</legend>
          {samples.map((one, at) => (
            <label
              key={one.id}
              className="flex min-w-0 cursor-pointer flex-col gap-2 rounded-lg border border-line bg-surface p-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <span className="relative block aspect-square overflow-hidden rounded-md bg-sunken">
                <Picture
                  media={one.media}
                  alt=""
                  sizes="(min-width: 1024px) 14rem, 45vw"
                  fit="whole"
                  failure="Preview unavailable"
                />
              </span>
              <span className="flex items-start gap-2 text-sm">
                <input
                  type="radio"
                  name={name}
                  value={one.id}
                  checked={one.id === (chosen ?? now?.id)}
                  onChange={() => setChosen(one.id)}
                  aria-label={`${at + 1} of ${samples.length}: ${describeSample(one, recipe)}`}
                  className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
                />
                <span className="min-w-0 wrap-anywhere">
                  {describeSample(one, recipe)}
                  {one === now && <span className="block text-muted">The sample now</span>}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {samples.length > 0 && (
          <Button
            kind="secondary"
            disabled={!wanted || wanted === now}
            busy={isPending && !isRemoving}
            onClick={() =>
              wanted &&
              mutate({
                params,
                body: wanted.kind === 'test' ? { test_id: wanted.id } : { creation_id: wanted.id },
              })
            }
          >
            Use as sample
          </Button>
        )}
        {recipe.sample && (
          <Button
            kind="ghost"
            busy={isPending && isRemoving}
            onClick={() => mutate({ params, body: { none: true } })}
          >
            Remove the sample
          </Button>
        )}
      </div>
    </>
  )
}

function describeSample({ kind, by, version }: SampleCandidate, recipe: WorkflowView): string {
  const whose =
    kind === 'test' ? 'Your test' : by === recipe.creator_handle ? 'Your creation' : `By @${by}`
  return version === null ? whose : `${whose}, version ${version}`
}
