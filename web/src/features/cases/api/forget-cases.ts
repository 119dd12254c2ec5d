import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '../../../lib/api.ts'

/** Asks again for everything that shows a case or its money. */
export const forgetCases = (client: QueryClient) => refresh(client, 'grantCase')
