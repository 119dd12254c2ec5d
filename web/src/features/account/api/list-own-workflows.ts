import { PAGE } from '@vignette/contract/limits.ts'
import { apiPages } from '../../../lib/api.ts'

/** The caller's own recipes, including recipes that an admin hid. */
export const ownWorkflowsQuery = apiPages('listWorkflows', {
  query: { creator: 'me', per_page: PAGE.profile },
})
