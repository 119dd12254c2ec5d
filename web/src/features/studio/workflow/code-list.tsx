import { useInfiniteQuery } from '@tanstack/react-query'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { codesQuery } from '../api.ts'
import { CodeDialog } from './code-dialog.tsx'
import { CodeItem } from './code-item.tsx'

/** The creator's codes that hold for this recipe, with what each has brought. */
export function CodeList({ recipe }: { recipe: WorkflowView }) {
  const query = useInfiniteQuery(codesQuery(recipe.id))
  const [making, setMaking] = useState(false)
  const runCost = query.data?.pages[0]?.run_cost ?? 0
  return (
    <section aria-labelledby="codes" className="flex flex-col gap-4">
      <h2 id="codes" className="text-xl font-semibold">
        Codes
      </h2>
      <p className="max-w-prose text-muted">
        A code takes something off the full price, never below the lowest price, or gives free
        remixes. You keep your share of what is charged. A purchase takes one code. What a free
        remix costs us to make comes out of your balance.
      </p>
      <QueryPages
        query={query}
        rows={(page) => page.codes}
        failed="The codes could not be loaded"
        loading={<Skeleton className="h-28 w-full rounded-lg" />}
      >
        {(codes) => (
          <ul className="flex flex-col gap-4">
            {codes.map((code) => (
              <CodeItem key={code.id} code={code} path={recipe.address} />
            ))}
          </ul>
        )}
      </QueryPages>
      {query.isSuccess && (
        <Button kind="secondary" className="self-start" onClick={() => setMaking(true)}>
          Make a code
        </Button>
      )}
      {making && <CodeDialog recipe={recipe} runCost={runCost} onClose={() => setMaking(false)} />}
    </section>
  )
}
