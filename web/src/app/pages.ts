import { type NamedRecipe, namedRecipeAt } from '@vignette/contract/creator-path.ts'
import { PAGE, UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { LegalPage } from '@vignette/contract/setting-groups.ts'
import type { ComponentType } from 'react'
import { frontPageQuery } from '../features/landing/api.ts'
import { storefrontQuery } from '../features/profiles/api.ts'
import {
  firstPageQuery,
  type WorkflowFilters,
  workflowAtQuery,
  workflowQuery,
  workflowsQuery,
} from '../features/workflows/api.ts'
import { readFilters } from '../features/workflows/discover/filters.ts'
import { apiKey } from '../lib/api.ts'
import { type Answer, buildUrl } from '../lib/client.ts'

export interface PlannedCall {
  /** The answer's React Query key. */
  key: readonly unknown[]
  /** Path of the API call, from the origin's root. */
  url: string
  /** An infinite query keeps its answer as the first page. */
  infinite?: true
  /** A 404 from this call makes the page a 404. */
  decidesStatus?: boolean
  /** The calls whose addresses this call's answer tells. */
  leadsTo?: (answer: unknown) => PlannedCall[]
}

interface PageCalls {
  calls: PlannedCall[]
  /** The part of the query that the page depends on; absent if the page ignores its query. */
  query?: string
  /** A page for one viewer (a keyed link) must never be cached. */
  private?: boolean
}

interface ShellCall {
  call: PlannedCall
  /** The answer differs from reader to reader, so that no cache may keep it. */
  private?: boolean
}

export interface Page {
  path: string
  /** The screen's source below features/, to preload its chunk. */
  screen: string
  /** Each screen is its own chunk, so that a visitor downloads only opened screens. */
  load: () => Promise<ComponentType>
  title?: string
  inSitemap?: true
  /**
   * The calls with which the server renders the page; undefined if the id is malformed. A page
   * without a plan needs the browser, so the server sends a shell.
   */
  plan?: (id: string, search: URLSearchParams) => PageCalls | undefined
  /** For a page that only the browser renders: the call whose answer decides the shell's status. */
  asks?: (id: string) => ShellCall
  /** A shell that search engines may index. */
  indexed?: true
}

/** The rooms of the studio share one chunk: a chunk of each would weigh on every first load. */
const STUDIO = 'studio/index.ts'
const loadStudio = () => import('../features/studio/index.ts')
/** The operator's screens share one chunk too. */
const ADMIN = 'admin/index.ts'
const loadAdmin = () => import('../features/admin/index.ts')
const NOTICES = 'notices/pages.ts'
const loadNotices = () => import('../features/account/notices/pages.ts')
/** The pages of law share one chunk, since each links to the others. */
const LEGAL = 'legal/index.ts'
const loadLegal = () => import('../features/legal/index.ts')
/** A batch is started on one page and followed on the other. */
const BATCH = 'remix/batch/pages.ts'
const loadBatch = () => import('../features/remix/batch/pages.ts')
/** The screens on which a recipe is built share one chunk. */
const BUILDER = 'builder/index.ts'
const loadBuilder = () => import('../features/builder/index.ts')

/**
 * The only list of pages: routes, titles, the server's plan and the sitemap derive from it. Long,
 * because each page stands here once.
 */
export const pages: readonly Page[] = [
  {
    path: '/',
    screen: 'landing/landing-page.tsx',
    load: async () => (await import('../features/landing/landing-page.tsx')).LandingPage,
    inSitemap: true,
    plan: () => ({ calls: [{ key: frontPageQuery.queryKey, url: buildUrl('getFrontPage') }] }),
  },
  {
    path: '/workflows',
    screen: 'workflows/discover/discover-page.tsx',
    load: async () =>
      (await import('../features/workflows/discover/discover-page.tsx')).DiscoverPage,
    title: 'Discover',
    inSitemap: true,
    plan: (_, search) => discoverCalls(search),
  },
  {
    path: '/workflows/create',
    screen: 'workflows/publish/create-page.tsx',
    load: async () => (await import('../features/workflows/publish/create-page.tsx')).CreatePage,
    title: 'Create a recipe',
    indexed: true,
  },
  {
    path: '/workflows/:id',
    screen: 'workflows/detail/workflow-page.tsx',
    load: async () => (await import('../features/workflows/detail/workflow-page.tsx')).WorkflowPage,
    plan: (id) => (UUID_PATTERN.test(id) ? { calls: workflowCalls(id) } : undefined),
  },
  {
    path: '/workflows/:id/remix',
    screen: 'remix/remix-page.tsx',
    load: async () => (await import('../features/remix/remix-page.tsx')).RemixPage,
    asks: (id) => ({ call: workflowCall(id) }),
  },
  {
    path: '/workflows/:id/batch',
    screen: BATCH,
    load: async () => (await loadBatch()).StartBatchPage,
    title: 'Make many',
    asks: (id) => ({ call: workflowCall(id) }),
  },
  {
    path: '/batches/:id',
    screen: BATCH,
    load: async () => (await loadBatch()).BatchPage,
    title: 'Your batch',
    asks: (id) => ({
      call: { key: [], url: buildUrl('getBatch', { id }), decidesStatus: true },
      private: true,
    }),
  },
  {
    path: '/creations',
    screen: 'creations/wall/wall-page.tsx',
    load: async () => (await import('../features/creations/wall/wall-page.tsx')).WallPage,
    title: 'What people made here',
    inSitemap: true,
    plan: () => ({ calls: [wallCall] }),
  },
  {
    path: '/creations/:id',
    screen: 'creations/creation-page.tsx',
    load: async () => (await import('../features/creations/creation-page.tsx')).CreationPage,
    plan: (id, search) => (UUID_PATTERN.test(id) ? creationCalls(id, search) : undefined),
  },
  {
    path: '/@:id',
    screen: 'storefronts/storefront-page.tsx',
    load: async () => (await import('../features/profiles/storefront-page.tsx')).StorefrontPage,
    plan: (id) => (HANDLE.test(id) ? { calls: [storefrontCall(id)] } : undefined),
  },
  {
    path: '/@:id/:name',
    screen: 'workflows/detail/workflow-page.tsx',
    load: async () =>
      (await import('../features/workflows/detail/workflow-page.tsx')).NamedWorkflowPage,
    plan: (id) => {
      const named = namedRecipeAt(`/@${id}`)
      return named && { calls: [namedCall(named)] }
    },
  },
  {
    path: '/profile',
    screen: 'account/profile-page.tsx',
    load: async () => (await import('../features/account/profile-page.tsx')).ProfilePage,
    title: 'Your profile',
  },
  {
    path: '/assistants',
    screen: 'account/assistants-page.tsx',
    load: async () => (await import('../features/account/assistants-page.tsx')).AssistantsPage,
    title: 'Connect an assistant',
    indexed: true,
  },
  {
    path: '/assistants/allow/:id',
    screen: 'account/allow-page.tsx',
    load: async () => (await import('../features/account/allow-page.tsx')).AllowPage,
    title: 'Connect an assistant',
  },
  {
    path: '/claim',
    screen: 'creations/claim-page.tsx',
    load: async () => (await import('../features/creations/claim-page.tsx')).ClaimPage,
    title: 'Your creation',
  },
  {
    path: '/receipt',
    screen: 'creations/receipt-page.tsx',
    load: async () => (await import('../features/creations/receipt-page.tsx')).ReceiptPage,
    title: 'Receipt',
  },
  {
    path: '/collections/:id',
    screen: 'creations/collections/collection-page.tsx',
    load: async () =>
      (await import('../features/creations/collections/collection-page.tsx')).CollectionPage,
    plan: (id, search) => (UUID_PATTERN.test(id) ? collectionCalls(id, search) : undefined),
  },
  {
    path: '/pay',
    screen: 'creations/pay-page.tsx',
    load: async () => (await import('../features/creations/pay-page.tsx')).PayPage,
    title: 'Pay for a remix',
  },
  {
    path: '/receipts/:id',
    screen: 'creations/receipt-page.tsx',
    load: async () => (await import('../features/creations/receipt-page.tsx')).PurchasePage,
    title: 'Receipt',
    asks: purchaseCall,
  },
  {
    path: '/notices',
    screen: NOTICES,
    load: async () => (await loadNotices()).NoticesPage,
    title: 'Notices',
  },
  {
    path: '/unsubscribe',
    screen: NOTICES,
    load: async () => (await loadNotices()).UnsubscribePage,
    title: 'Unsubscribe',
  },
  {
    path: '/confirm',
    screen: NOTICES,
    load: async () => (await loadNotices()).ConfirmPage,
    title: 'Letters',
  },
  {
    path: '/letters/:id',
    screen: 'profiles/letter-page.tsx',
    load: async () => (await import('../features/profiles/letter-page.tsx')).LetterPage,
    title: 'Letter',
    asks: letterCall,
  },
  {
    path: '/studio',
    screen: STUDIO,
    load: async () => (await loadStudio()).TodayPage,
    title: 'Studio',
  },
  {
    path: '/studio/recipes',
    screen: STUDIO,
    load: async () => (await loadStudio()).WorkflowsPage,
    title: 'Recipes',
  },
  {
    path: '/studio/recipes/new',
    screen: BUILDER,
    load: async () => (await loadBuilder()).NewWorkflowPage,
    title: 'New recipe',
  },
  {
    path: '/studio/recipes/:id',
    screen: STUDIO,
    load: async () => (await loadStudio()).WorkflowPage,
    title: 'Recipe',
  },
  {
    path: '/studio/numbers',
    screen: STUDIO,
    load: async () => (await loadStudio()).NumbersPage,
    title: 'Numbers',
  },
  {
    path: '/studio/money',
    screen: STUDIO,
    load: async () => (await loadStudio()).MoneyPage,
    title: 'Your money',
  },
  {
    path: '/studio/sales',
    screen: STUDIO,
    load: async () => (await loadStudio()).SalesPage,
    title: 'Sales',
  },
  {
    path: '/studio/sales/cases',
    screen: STUDIO,
    load: async () => (await loadStudio()).CasesPage,
    title: 'Cases',
  },
  {
    path: '/studio/sales/disputes',
    screen: STUDIO,
    load: async () => (await loadStudio()).DisputesPage,
    title: 'Disputes',
  },
  {
    path: '/studio/storefront',
    screen: STUDIO,
    load: async () => (await loadStudio()).EditStorefrontPage,
    title: 'Storefront',
  },
  {
    path: '/studio/letters',
    screen: STUDIO,
    load: async () => (await loadStudio()).LettersPage,
    title: 'Letters',
  },
  {
    path: '/studio/webhooks',
    screen: STUDIO,
    load: async () => (await loadStudio()).WebhooksPage,
    title: 'Webhooks',
  },
  {
    path: '/studio/servers',
    screen: STUDIO,
    load: async () => (await loadStudio()).ServersPage,
    title: 'ComfyUI servers',
  },
  {
    path: '/studio/drafts/:id',
    screen: BUILDER,
    load: async () => (await loadBuilder()).DraftPage,
    title: 'Edit recipe',
  },
  {
    path: '/leaving',
    screen: STUDIO,
    load: async () => (await loadStudio()).LeftMoneyPage,
    title: 'Money you left here',
  },
  {
    path: '/auth/callback',
    screen: 'account/auth-callback-page.tsx',
    load: async () => (await import('../features/account/auth-callback-page.tsx')).AuthCallbackPage,
  },
  {
    path: '/admin',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminPage,
  },
  {
    path: '/admin/people',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminPeoplePage,
  },
  {
    path: '/admin/people/:id',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminPersonPage,
  },
  {
    path: '/admin/recipes',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminRecipesPage,
  },
  {
    path: '/admin/runs',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminRunsPage,
  },
  {
    path: '/admin/runs/:id',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminRunPage,
  },
  {
    path: '/admin/payments',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminPaymentsPage,
  },
  {
    path: '/admin/payments/:id',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminPaymentPage,
  },
  {
    path: '/admin/claims',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminClaimsPage,
  },
  {
    path: '/admin/reports',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminReportsPage,
  },
  {
    path: '/admin/backups',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminBackupsPage,
  },
  {
    path: '/admin/books',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminBooksPage,
  },
  {
    path: '/admin/settings',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminSettingsPage,
  },
  {
    path: '/setup',
    screen: ADMIN,
    load: async () => (await loadAdmin()).SetUpPage,
    title: 'Set up this server',
  },
  {
    path: '/admin/margins',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminMarginsPage,
  },
  {
    path: '/admin/waitlist',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminWaitlistPage,
  },
  {
    path: '/admin/audit',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminAuditPage,
  },
  {
    path: '/admin/payouts',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminPayoutsPage,
  },
  {
    path: '/admin/cases',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminCasesPage,
  },
  {
    path: '/admin/disputes',
    screen: ADMIN,
    load: async () => (await loadAdmin()).AdminDisputesPage,
  },
  {
    path: '/terms',
    screen: LEGAL,
    load: async () => (await loadLegal()).TermsPage,
    title: 'Terms',
    inSitemap: true,
    plan: () => ({ calls: [legalCall('terms')] }),
  },
  {
    path: '/privacy',
    screen: LEGAL,
    load: async () => (await loadLegal()).PrivacyPage,
    title: 'Privacy',
    inSitemap: true,
    plan: () => ({ calls: [legalCall('privacy')] }),
  },
  {
    path: '/imprint',
    screen: LEGAL,
    load: async () => (await loadLegal()).ImprintPage,
    title: 'Imprint',
    inSitemap: true,
    plan: () => ({ calls: [{ ...legalCall('imprint'), decidesStatus: true }] }),
  },
  {
    path: '/verify',
    screen: 'legal/verify/verify-page.tsx',
    load: async () => (await import('../features/legal/verify/verify-page.tsx')).VerifyPage,
    title: 'Check a file',
    inSitemap: true,
    plan: () => ({ calls: [] }),
  },
]

/** A username in capitals too: such an address leads to the one without capitals. */
const HANDLE = /^[a-z0-9._-]{1,64}$/i

function storefrontCall(handle: string): PlannedCall {
  return {
    key: storefrontQuery(handle).queryKey,
    url: buildUrl('getStorefront', { handle }),
    decidesStatus: true,
  }
}

function letterCall(id: string): ShellCall {
  const url = buildUrl('getCreatorLetter', { id })
  return { call: { key: [], url, decidesStatus: true }, private: true }
}

function purchaseCall(id: string): ShellCall {
  const url = buildUrl('getPurchase', { id })
  return { call: { key: [], url, decidesStatus: true }, private: true }
}

function legalCall(page: LegalPage): PlannedCall {
  const params = { page }
  return { key: apiKey('getLegalText', { params }), url: buildUrl('getLegalText', params) }
}

function listCall(filters: WorkflowFilters): PlannedCall {
  return {
    key: workflowsQuery(filters).queryKey,
    url: buildUrl('listWorkflows', {}, firstPageQuery(filters)),
    infinite: true,
  }
}

// Keys of creations are written out, since the file with their queries is too heavy for each first
// load. A test holds them equal.

const wallCall: PlannedCall = {
  key: ['listPublicCreations', 'pages', { query: { limit: PAGE.creations } }],
  url: buildUrl('listPublicCreations', {}, { limit: PAGE.creations }),
  infinite: true,
}

function discoverCalls(search: URLSearchParams): PageCalls {
  const filters = readFilters(search)
  const known = Object.entries(filters).map(([key, value]) => [key, String(value)])
  return { calls: [listCall(filters)], query: String(new URLSearchParams(known)) }
}

function workflowCall(id: string): PlannedCall {
  return {
    key: workflowQuery(id).queryKey,
    url: buildUrl('getWorkflow', { id }),
    decidesStatus: true,
  }
}

function workflowCalls(id: string): PlannedCall[] {
  const query = { limit: PAGE.creations, public: 'true' }
  return [
    workflowCall(id),
    {
      key: ['listWorkflowCreations', 'pages', { params: { id }, query }],
      url: buildUrl('listWorkflowCreations', { id }, { ...query, offset: 0 }),
      infinite: true,
    },
  ]
}

function namedCall(named: NamedRecipe): PlannedCall {
  return {
    key: workflowAtQuery(named).queryKey,
    url: buildUrl('findWorkflowAt', { ...named }),
    decidesStatus: true,
    leadsTo: (found) => workflowCalls((found as Answer<'findWorkflowAt'>).id),
  }
}

function creationCalls(id: string, search: URLSearchParams): PageCalls {
  const key = search.get('key') ?? undefined
  const call: PlannedCall = {
    key: apiKey('getCreation', { params: { id }, query: { key } }),
    url: buildUrl('getCreation', { id }, { key }),
    decidesStatus: true,
  }
  return { calls: [call], private: key !== undefined }
}

function collectionCalls(id: string, search: URLSearchParams): PageCalls {
  const key = search.get('key') ?? undefined
  const call: PlannedCall = {
    key: apiKey('getCollection', { params: { id }, query: { key } }),
    url: buildUrl('getCollection', { id }, { key }),
    decidesStatus: true,
  }
  return { calls: [call], private: key !== undefined }
}
