import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookEvent } from './webhook-words.ts'

/** How the API document sorts calls, by the first part of their path. */
const TAG_OF: Record<string, string> = {
  workflows: 'Workflows',
  storefronts: 'Profiles',
  users: 'Account',
  auth: 'Account',
  assistants: 'Account',
  drafts: 'Drafts and tests',
  tests: 'Drafts and tests',
  creations: 'Creations',
  collections: 'Collections',
  jobs: 'Jobs',
  batches: 'Jobs',
  upload: 'Uploads',
  payment: 'Payments',
  payments: 'Payments',
  receipts: 'Payments',
  invoices: 'Payments',
  codes: 'Selling',
  sales: 'Selling',
  'sales.csv': 'Selling',
  studio: 'Selling',
  referrals: 'Selling',
  payouts: 'Payouts',
  cases: 'Cases and disputes',
  disputes: 'Cases and disputes',
  reports: 'Moderation',
  follows: 'Profiles',
  notices: 'Notices',
  letters: 'Notices',
  webhooks: 'Webhooks',
  admin: 'Administration',
}

const SITE = 'Site'

export const TAGS = [
  { name: 'Workflows', description: 'Recipes: read, publish, change' },
  { name: 'Jobs', description: 'Runs of recipes, while they are made' },
  { name: 'Creations', description: 'What runs have made' },
  { name: 'Uploads', description: 'Files for inputs' },
  { name: 'Payments', description: 'Checkouts, purchases, receipts' },
  { name: 'Account', description: 'Who calls, sessions, tokens' },
  { name: 'Profiles', description: 'Storefronts, and whom one follows' },
  { name: 'Collections', description: 'Creations and recipes that one saved' },
  { name: 'Drafts and tests', description: 'Recipes under work, and their free tests' },
  { name: 'Selling', description: 'Sales, codes, links and numbers' },
  { name: 'Payouts', description: 'What a creator earned and was paid, and its papers' },
  { name: 'Cases and disputes', description: 'Where something is wrong with a purchase' },
  { name: 'Moderation', description: 'Reports' },
  { name: 'Notices', description: 'What was told, and letters' },
  { name: 'Webhooks', description: 'News of the account, sent to an address of one’s own' },
  { name: 'Administration', description: 'For admins, from a browser alone' },
  { name: SITE, description: 'The server itself, and what it takes from others' },
]

export function tagOf(path: string): string {
  return TAG_OF[path.split('/')[1] ?? ''] ?? SITE
}

/** Names of schemas in the API document, by the call and fields where each stands. */
export const SCHEMA_NAMES: Readonly<Record<string, string>> = {
  'getWorkflow.answer': 'Workflow',
  'getWorkflow.answer.inputs': 'WorkflowInput',
  'getWorkflow.answer.steps': 'WorkflowStep',
  'getWorkflow.answer.launch': 'LaunchPrice',
  'getWorkflow.answer.last_runs': 'LastRuns',
  'getWorkflow.answer.output_size': 'OutputSize',
  'getWorkflow.answer.sample': 'Media',
  'getWorkflow.answer.sample.variants': 'MediaVariant',
  'listWorkflows.answer.workflows': 'WorkflowCard',
  'getWorkflowSource.answer': 'WorkflowSource',
  'createWorkflow.body': 'WorkflowDocument',
  'getCreation.answer': 'Creation',
  'getCreation.answer.proof': 'Proof',
  'getCreation.answer.workflow': 'WorkflowOfCreation',
  'listPublicCreations.answer': 'CreationList',
  'listPublicCreations.answer.creations': 'CreationCard',
  'getJob.answer': 'Job',
  'getBatch.answer': 'Batch',
  'getBatch.answer.rows': 'BatchRow',
  'listBatches.answer.items': 'BatchHead',
  'uploadFile.answer': 'Upload',
  'getMe.answer': 'Account',
  'logout.answer': 'Done',
  'listAccessTokens.answer.items': 'AccessToken',
  'createCollection.answer': 'Collection',
  'getDraft.answer': 'Draft',
  'getPurchase.answer': 'Purchase',
  'getPurchase.answer.receipt': 'Receipt',
  'getPayouts.answer.payouts': 'Payout',
  'listComfyServers.answer.items': 'ComfyServer',
  'createWebhook.answer': 'NewWebhook',
  'listWebhooks.answer.items': 'Webhook',
  'listWebhookDeliveries.answer.items': 'WebhookDelivery',
  'openCase.answer': 'Case',
  'createCode.answer': 'Code',
  'listSales.answer.sales': 'Sale',
  'getTest.answer': 'Test',
  'createReport.body.reason': 'ReportReason',
  'createWebhook.body.events': 'WebhookEvent',
  'getPayment.answer.state': 'PaymentState',
  'getSettings.answer.groups.group': 'SettingGroup',
  'getSettings.answer.groups.settings.name': 'SettingName',
  'listWorkflows.answer.kinds.category': 'Category',
}

/** What a webhook brings as `data`, by the schema's name; of two the account sees the one of its side. */
export const WEBHOOK_DATA: Readonly<
  Record<WebhookEvent | typeof WEBHOOK_TEST, readonly [string, ...string[]]>
> = {
  'creation.completed': ['DeliveredCreation'],
  'creation.failed': ['Job'],
  'creation.held': ['DeliveredCreation'],
  'payment.authorized': ['Purchase'],
  'payment.captured': ['Purchase', 'Sale'],
  'payment.released': ['Purchase'],
  'payment.refunded': ['Purchase', 'Sale'],
  'payout.paid': ['Payout'],
  'payout.failed': ['Payout'],
  'payout.held': ['PayoutHold'],
  'case.opened': ['Case'],
  'case.closed': ['Case'],
  'workflow.paused': ['Workflow'],
  'workflow.resumed': ['Workflow'],
  'workflow.hidden': ['Workflow'],
  [WEBHOOK_TEST]: ['WebhookTest'],
}

export const WEBHOOK_SUMMARIES: Readonly<Record<keyof typeof WEBHOOK_DATA, string>> = {
  ...WEBHOOK_EVENTS,
  [WEBHOOK_TEST]: 'A test that was asked for by hand',
}
