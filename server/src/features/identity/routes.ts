import * as contract from '@vignette/contract/identity.ts'
import { type Binding, handle, REPLIED } from '../../platform/http/define-api.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { logout, logoutEverywhere } from './logout.ts'
import { createAccessToken, listSessions, revokeSession, touchSession } from './manage-sessions.ts'
import { startSignIn } from './start-sign-in.ts'
import { updateUsername } from './update-username.ts'
import { viewMe, viewUser } from './view-user.ts'

const OK = { ok: true } as const

export const identityRoutes: Binding[] = [
  handle(contract.startGoogleSignIn, (ctx, { query, request, reply }) =>
    startSignIn(ctx, request, reply, query.fresh === 'true'),
  ),
  handle(contract.finishGoogleSignIn, async (ctx, { request, reply }) => {
    await finishSignIn(ctx, request, reply)
    return REPLIED
  }),
  handle(contract.getAuthMe, async (ctx) => {
    await touchSession(ctx)
    return viewMe(ctx)
  }),
  handle(contract.getMe, (ctx) => viewMe(ctx)),
  handle(contract.getUser, (ctx, { params }) => viewUser(ctx, params.id)),
  handle(contract.updateUser, (ctx, { body }) => updateUsername(ctx, body.username)),
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
  handle(contract.createAccessToken, (ctx, { body }) => createAccessToken(ctx, body.label)),
  handle(contract.deleteAccount, async (ctx, { reply }) => {
    await deleteAccount(ctx, reply)
    return OK
  }),
  handle(contract.exportAccount, async (ctx, { reply }) => {
    await exportAccount(ctx, reply)
    return REPLIED
  }),
]
