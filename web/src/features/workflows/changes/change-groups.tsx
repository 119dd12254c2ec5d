import { type Change, compareRecipes } from '@vignette/contract/compare-recipes.ts'

type Document = Record<string, unknown>

/** The difference of two recipes in grouped sentences; where they are the same, the words for that. */
export function ChangeGroups({
  before,
  after,
  same,
}: {
  before: Document
  after: Document
  same: string
}) {
  const groups = compareRecipes(before, after)
  if (groups.length === 0) return <p className="text-sm text-muted">{same}</p>
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {groups.map(({ title, changes }) => (
        <div key={title} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
          <dt className="text-muted">{title}</dt>
          <dd className="flex flex-col gap-1">
            {changes.map((change) => (
              <Sentence key={change.sentence} change={change} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A change in words; of a long text, what was taken out and put in. */
function Sentence({ change: { sentence, runs } }: { change: Change }) {
  return (
    <p className="wrap-anywhere">
      {sentence}
      {runs && ': '}
      {runs?.map(({ is, text }, at) => {
        const key = `${at} ${is}`
        if (is === 'kept') return <span key={key}>{text}</span>
        return is === 'removed' ? (
          <del key={key} className="bg-danger-wash text-danger">
            {text}
          </del>
        ) : (
          <ins key={key} className="bg-good-wash text-good no-underline">
            {text}
          </ins>
        )
      })}
    </p>
  )
}
