import type { RouteName } from '@vignette/contract/paths.ts'
import type { Row } from './row.ts'
import { caseRows } from './rows/cases.ts'
import { claimRows } from './rows/claims.ts'
import { codeRows } from './rows/codes.ts'
import { collectionRows } from './rows/collections.ts'
import { comfyServerRows } from './rows/comfy-servers.ts'
import { consoleRows } from './rows/console.ts'
import { creationRows } from './rows/creations.ts'
import { draftRows } from './rows/drafts.ts'
import { embedRows } from './rows/embeds.ts'
import { evidenceRows } from './rows/evidence.ts'
import { followRows } from './rows/follows.ts'
import { generationRows } from './rows/generation.ts'
import { identityRows } from './rows/identity.ts'
import { letterRows } from './rows/letters.ts'
import { linkRows } from './rows/links.ts'
import { mainRows } from './rows/main.ts'
import { mediaRows } from './rows/media.ts'
import { moderationRows } from './rows/moderation.ts'
import { noticeRows } from './rows/notices.ts'
import { paymentRows } from './rows/payments.ts'
import { payoutRows } from './rows/payouts.ts'
import { referralRows } from './rows/referrals.ts'
import { statementRows } from './rows/statements.ts'
import { storefrontRows } from './rows/storefronts.ts'
import { studioRows } from './rows/studio.ts'
import { webhookRows } from './rows/webhooks.ts'
import { workflowRows } from './rows/workflows.ts'

/** Every route of the contract, with the kinds of object that the route is called on. */
export const TABLE: Record<RouteName, Row[]> = {
  ...mainRows,
  ...workflowRows,
  ...draftRows,
  ...codeRows,
  ...studioRows,
  ...linkRows,
  ...creationRows,
  ...generationRows,
  ...embedRows,
  ...mediaRows,
  ...identityRows,
  ...followRows,
  ...referralRows,
  ...storefrontRows,
  ...collectionRows,
  ...paymentRows,
  ...evidenceRows,
  ...statementRows,
  ...payoutRows,
  ...moderationRows,
  ...consoleRows,
  ...noticeRows,
  ...caseRows,
  ...claimRows,
  ...letterRows,
  ...webhookRows,
  ...comfyServerRows,
}

/** Routes of the contract without a row in the table. */
export function routesWithoutRow(
  routes: readonly string[],
  table: Record<string, readonly Row[] | undefined>,
): string[] {
  return routes.filter((name) => !table[name]?.length)
}
