import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { nextPayoutQuery, openDisputesQuery, ownWorkflowsQuery, waitingCasesQuery } from '../api.ts'
import { findTodos } from './find-todos.ts'

const AT_FIRST = 3

/** What waits for the creator; nothing at all where nothing waits. */
export function TodoList() {
  const [all, setAll] = useState(false)
  const cases = useQuery(waitingCasesQuery)
  const disputes = useQuery(openDisputesQuery)
  const money = useQuery(nextPayoutQuery)
  const recipes = useInfiniteQuery(ownWorkflowsQuery(undefined))
  const asked = [cases, disputes, money, recipes]
  const failed = asked.filter(({ data, isError }) => isError && !data)
  const todos = findTodos(
    {
      cases: cases.data ?? [],
      disputes: disputes.data ?? [],
      recipes: recipes.data?.pages.flatMap((page) => page.workflows) ?? [],
      lines: money.data?.lines ?? [],
    },
    new Date(),
  )
  const refetch = () => Promise.all(failed.map((query) => query.refetch()))
  const pending = asked.some(({ isPending }) => isPending)
  if (pending && todos.length === 0) return <Skeleton className="h-20 w-full rounded-lg" />
  if (todos.length === 0 && failed.length === 0) return null
  return (
    <section aria-labelledby="todos">
      <h2 id="todos" className="text-xl font-semibold">
        Waiting for you
      </h2>
      <ul className="mt-3 flex flex-col gap-3">
        {(all ? todos : todos.slice(0, AT_FIRST)).map((todo) => (
          <li
            key={todo.key}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-warn/30 bg-warn-wash p-4"
          >
            <p className="min-w-0 flex-1 basis-60 break-words">{todo.words}</p>
            <LinkButton to={todo.to} kind="secondary">
              {todo.action}
            </LinkButton>
          </li>
        ))}
      </ul>
      {!all && todos.length > AT_FIRST && (
        <Button kind="ghost" className="mt-3" onClick={() => setAll(true)}>
          Show {todos.length - AT_FIRST} more
        </Button>
      )}
      {failed.length > 0 && (
        <QueryState
          query={{ data: undefined, error: failed[0]?.error, refetch }}
          line
          failed={
            todos.length > 0
              ? 'More may wait that could not be loaded'
              : 'What waits for you could not be loaded'
          }
        >
          {() => null}
        </QueryState>
      )}
    </section>
  )
}
