import type { QueryClient } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { track } from '../../lib/analytics.ts'
import { apiPages, apiQuery, refresh } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import { type Body, call, callRaw } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastError } from '../../ui/toast.tsx'

/** The browsers; tokens have a list of their own. */
export const sessionsQuery = apiQuery(
  'listSessions',
  {},
  { select: ({ sessions }) => sessions.filter(({ kind }) => kind === 'browser') },
)

export const tokensQuery = apiQuery('listAccessTokens', {}, { select: ({ items }) => items })

/** A purchase that waits may change within seconds, so each opening of the list asks again. */
export const purchasesQuery = apiPages('listPurchases', {}, { staleTime: 0 })

/** Clicks and sales may come at any moment, so each visit of the page asks again. */
export const referralsQuery = apiQuery('getReferrals', {}, { staleTime: 0 })

/** Money moves while the page stands open. */
export const leavingQuery = apiQuery('getLeaving', {}, { staleTime: 0 })

export const deletedCreationsQuery = (userId: string) =>
  apiQuery(
    'listUserCreations',
    { params: { id: userId }, query: { deleted: 'true', limit: PAGE.max } },
    {
      // A server that does not know this list answers the gallery, with the specified fields alone.
      select: ({ items }) => items.filter((item) => item.workflow_id !== undefined),
    },
  )

/** The token is shown at once, and the list of tokens is asked for beside it. */
export async function createAccessToken(
  client: QueryClient,
  body: Body<'createAccessToken'>,
): Promise<string> {
  const { token } = await call('createAccessToken', { body })
  track('access_token_created')
  void refresh(client, 'createAccessToken')
  return token
}

/** Uses fetch and not a link, so that a bearer token works as well as a cookie. */
export async function saveExport(shop: string): Promise<void> {
  try {
    const blob = await callRaw('exportAccount', {}, (response) => response.blob())
    saveFile(new File([blob], `${shop}-data.zip`, { type: blob.type }))
    track('account_exported')
  } catch (error) {
    toastError(readReason(error, 'The export failed. Please try again.'))
  }
}
