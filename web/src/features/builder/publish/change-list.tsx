import { compareRecipes } from '@vignette/contract/compare-recipes.ts'
import { ChangeSentence } from './change-sentence.tsx'

/** What publishing changes for buyers, in sentences. */
export function ChangeList({
  before,
  after,
  version,
}: {
  before: Record<string, unknown>
  after: Record<string, unknown>
  version: number
}) {
  const groups = compareRecipes(before, after)
  return (
    <section aria-labelledby="publish-changes">
      <h3 id="publish-changes" className="font-semibold">
        What changes from version {version}
      </h3>
      {groups.length === 0 ? (
        <p className="mt-2 text-sm text-muted">
          Nothing: the recipe is as version {version} has it.
        </p>
      ) : (
        <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
          {groups.map(({ title, changes }) => (
            <div
              key={title}
              className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[6rem_minmax(0,1fr)]"
            >
              <dt className="text-muted">{title}</dt>
              <dd className="flex flex-col gap-1">
                {changes.map((change) => (
                  <ChangeSentence key={change.sentence} change={change} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
