import { ChangeGroups } from '../../workflows/index.ts'

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
  return (
    <section aria-labelledby="publish-changes" className="flex flex-col gap-2">
      <h3 id="publish-changes" className="font-semibold">
        What changes from version {version}
      </h3>
      <ChangeGroups
        before={before}
        after={after}
        same={`Nothing: the recipe is as version ${version} has it.`}
      />
    </section>
  )
}
