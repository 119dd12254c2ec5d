import * as contract from '@vignette/contract/identity.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-token.ts'
import { askForApproval } from './creator.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { finishGoogleSignIn } from './finish-google-sign-in.ts'
import { listSessions, logout, logoutEverywhere, revokeSession } from './session.ts'
import { startGoogleSignIn } from './start-google-sign-in.ts'
import { updateUser } from './update-user.ts'
import { getAuthMe, getMe, getUser } from './user.ts'

const OK = { ok: true } as const

export const identityRoutes: Binding[] = [
  handle(contract.startGoogleSignIn, (ctx, { query, request, reply }) =>
    startGoogleSignIn(ctx, request, reply, query.fresh === 'true'),
  ),
  handle(contract.finishGoogleSignIn, async (ctx, { request, reply }) => {
    await finishGoogleSignIn(ctx, request, reply)
    return REPLIED
  }),
  handle(contract.getAuthMe, (ctx) => getAuthMe(ctx)),
  handle(contract.getMe, (ctx) => getMe(ctx)),
  handle(contract.getUser, (ctx, { params }) => getUser(ctx, params.id)),
  handle(contract.updateUser, (ctx, { body }) => updateUser(ctx, body.username)),
  handle(contract.askForApproval, (ctx) => askForApproval(ctx)),
  handle(contract.logout, async (ctx, { reply }) => {
    await logout(ctx, reply)
    return OK
  }),
  handle(contract.logoutEverywhere, async (ctx, { reply }) => {
    await logoutEverywhere(ctx, reply)
    return OK
  }),
  handle(contract.listSessions, (ctx, { query }) => listSessions(ctx, query.cursor)),
  handle(contract.revokeSession, async (ctx, { params, reply }) => {
    await revokeSession(ctx, params.id, reply)
    return OK
  }),
  handle(contract.createAccessToken, (ctx, { body }) => createAccessToken(ctx, body)),
  handle(contract.listAccessTokens, (ctx, { query }) => listAccessTokens(ctx, query.cursor)),
  handle(contract.revokeAccessToken, async (ctx, { params }) => {
    await revokeAccessToken(ctx, params.id)
    return OK
  }),
  handle(contract.deleteAccount, async (ctx, { reply }) => {
    return { ...OK, left: await deleteAccount(ctx, reply) }
  }),
  handle(contract.exportAccount, async (ctx, { reply }) => {
    await exportAccount(ctx, reply)
    return REPLIED
  }),
]
