import * as app from './app.ts'
import * as assistants from './assistants.ts'
import * as batches from './batches.ts'
import * as books from './books.ts'
import * as cards from './cards.ts'
import * as cases from './cases.ts'
import * as catalogue from './catalogue.ts'
import * as claims from './claims.ts'
import * as codes from './codes.ts'
import * as collections from './collections.ts'
import * as collectors from './collectors.ts'
import * as comfyServers from './comfy-servers.ts'
import * as operatorConsole from './console.ts'
import * as creationLists from './creation-lists.ts'
import * as creations from './creations.ts'
import * as creatorLetters from './creator-letters.ts'
import type { Route } from './define-route.ts'
import * as disputes from './disputes.ts'
import * as drafts from './drafts.ts'
import * as follows from './follows.ts'
import * as frontPage from './front-page.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as workflowImport from './import-workflow.ts'
import * as jobs from './jobs.ts'
import * as leaving from './leaving.ts'
import * as links from './links.ts'
import * as media from './media.ts'
import * as moderation from './moderation.ts'
import * as notices from './notices.ts'
import * as numbers from './numbers.ts'
import * as operatorPayouts from './operator-payouts.ts'
import * as ownWorkflows from './own-workflows.ts'
import { paths, type RouteName } from './paths.ts'
import * as payments from './payments.ts'
import * as payouts from './payouts.ts'
import * as proofs from './proofs.ts'
import * as purchases from './purchases.ts'
import * as referrals from './referrals.ts'
import * as runSize from './run-size.ts'
import * as sales from './sales.ts'
import * as samples from './samples.ts'
import * as settings from './settings.ts'
import * as statements from './statements.ts'
import * as storefronts from './storefronts.ts'
import * as tests from './tests.ts'
import * as webhooks from './webhooks.ts'
import * as withdrawals from './withdrawals.ts'
import * as words from './words.ts'
import * as workflowCheck from './workflow-check.ts'
import * as workflows from './workflows.ts'

// The type refuses a path whose route no file exports, and a route under another route's name.
const exported = {
  ...assistants,
  ...app,
  ...batches,
  ...cards,
  ...cases,
  ...catalogue,
  ...codes,
  ...collections,
  ...collectors,
  ...comfyServers,
  ...creationLists,
  ...creations,
  ...creatorLetters,
  ...disputes,
  ...drafts,
  ...follows,
  ...frontPage,
  ...health,
  ...identity,
  ...jobs,
  ...leaving,
  ...links,
  ...media,
  ...claims,
  ...moderation,
  ...books,
  ...operatorConsole,
  ...notices,
  ...numbers,
  ...operatorPayouts,
  ...ownWorkflows,
  ...payments,
  ...payouts,
  ...proofs,
  ...purchases,
  ...referrals,
  ...runSize,
  ...sales,
  ...samples,
  ...settings,
  ...statements,
  ...storefronts,
  ...workflowCheck,
  ...workflowImport,
  ...tests,
  ...webhooks,
  ...words,
  ...withdrawals,
  ...workflows,
} satisfies { [N in RouteName]: Route<N> }

export type Routes = Pick<typeof exported, RouteName>

/** Every call of the API, in the order of `paths`. */
export const routes = Object.fromEntries(
  (Object.keys(paths) as RouteName[]).map((name) => [name, exported[name]]),
) as Routes
