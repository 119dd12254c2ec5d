import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

const isTested = (recipe?: { untested?: string | undefined }) =>
  recipe !== undefined && recipe.untested === undefined

/** How far a new creator has come: the first draft or recipe, and whether a test of it passed. */
export const firstStepsQuery = queryOptions({
  queryKey: ['drafts', 'first-steps'],
  queryFn: async ({ signal }) => {
    const [{ drafts }, { workflows }] = await Promise.all([
      call('listDrafts', { query: { limit: 1 }, signal }),
      call('listOwnWorkflows', { query: { limit: 1 }, signal }),
    ])
    const draft = drafts[0]?.id
    const recipe = workflows[0]?.id
    const tests = draft
      ? await call('listDraftTests', { params: { id: draft }, signal })
      : recipe
        ? await call('listWorkflowTests', { params: { id: recipe }, signal })
        : { tests: [] }
    return {
      draft,
      recipe,
      made: draft !== undefined || recipe !== undefined,
      // The tests of a draft that was published end with it; the recipe itself keeps what they showed.
      tested: tests.tests.some(({ passed }) => passed) || isTested(workflows[0]),
      published: recipe !== undefined,
    }
  },
  staleTime: 0,
})
