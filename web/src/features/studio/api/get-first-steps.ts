import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

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
      tested: tests.tests.some(({ passed }) => passed),
      published: recipe !== undefined,
    }
  },
  staleTime: 0,
})
