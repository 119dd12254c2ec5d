import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { LinkButton } from '../../../ui/button.tsx'

/** The recipe's category and tags (letters, digits and hyphens), each leading to what is listed under it. */
export function ListedUnder({ workflow: { category, tags } }: { workflow: WorkflowView }) {
  const lists = tags.map((tag) => `tag=${tag}`)
  if (category) lists.unshift(`category=${category}`)
  return (
    <p className="mt-5 flex flex-wrap gap-2.5 empty:hidden">
      {lists.map((query) => (
        <LinkButton
          key={query}
          to={`/workflows?${query}`}
          kind="secondary"
          size="sm"
          className="capitalize"
        >
          {query.split('=')[1]}
        </LinkButton>
      ))}
    </p>
  )
}
