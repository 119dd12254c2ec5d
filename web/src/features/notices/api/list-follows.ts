import { apiPages } from '../../../lib/api.ts'

export const followsQuery = apiPages('listFollows', {})
export const followedWorkflowsQuery = apiPages('listFollowedWorkflows', {})
