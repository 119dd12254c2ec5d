// The table of allowed imports, from which `import-rules.ts` generates the linter's configuration.

/**
 * The other features that a server feature may import, always through their index.ts. The graph
 * must stay acyclic.
 */
export const FEATURES: Record<string, string[]> = {
  identity: [],
  ledger: [],
  notices: ['identity'],
  media: ['identity'],
  moderation: ['identity', 'notices', 'media'],
  workflows: ['identity', 'media', 'moderation', 'visits'],
  creations: ['identity', 'notices', 'media', 'moderation', 'workflows'],
  drafts: ['identity', 'workflows'],
  visits: ['identity'],
  payments: ['identity', 'ledger', 'notices', 'workflows', 'visits'],
  payouts: ['identity', 'moderation', 'ledger', 'notices', 'payments'],
  cases: ['identity', 'notices', 'media', 'moderation', 'creations', 'payments'],
  claims: ['identity', 'notices', 'media', 'moderation', 'workflows'],
  generation: [
    'identity',
    'notices',
    'media',
    'moderation',
    'workflows',
    'visits',
    'drafts',
    'creations',
    'payments',
    'promotion',
  ],
  purchases: ['identity', 'notices', 'media', 'workflows', 'creations', 'payments', 'generation'],
  studio: [
    'identity',
    'ledger',
    'media',
    'moderation',
    'workflows',
    'payments',
    'generation',
    'notices',
  ],
  profiles: ['identity', 'media', 'moderation', 'workflows', 'creations', 'notices'],
  promotion: ['identity', 'ledger', 'workflows', 'payments', 'payouts', 'visits'],
  webhooks: [
    'identity',
    'workflows',
    'creations',
    'payments',
    'payouts',
    'cases',
    'generation',
    'purchases',
  ],
  catalogue: ['identity', 'media', 'workflows', 'creations', 'generation', 'profiles'],
  assistants: ['identity', 'workflows', 'generation'],
  console: ['identity', 'ledger', 'moderation', 'workflows', 'payments', 'generation'],
  'comfy-servers': ['identity'],
  settings: ['identity', 'moderation'],
}

/** The same table for the features of the web. */
export const WEB_FEATURES: Record<string, string[]> = {
  creations: [],
  workflows: ['creations'],
  remix: ['creations'],
  profiles: ['creations'],
  account: ['creations', 'workflows'],
  studio: ['account', 'creations', 'workflows'],
  admin: ['creations'],
  builder: ['account', 'creations', 'workflows', 'remix', 'studio'],
  landing: [],
  legal: [],
}

/** The folders inside a server feature that may import one another; the feature's root is open to each. */
export const FOLDERS: Record<string, Record<string, string[]>> = {
  payments: {
    disputes: [],
    capture: [],
    refunds: ['disputes'],
    checkout: ['capture'],
    reconcile: ['disputes', 'capture', 'refunds', 'checkout'],
    sales: ['disputes', 'refunds'],
    withdrawals: ['refunds'],
  },
}

/** Packages that only some folders may import, as regular expressions on the import's text. */
export const PACKAGES: { packages: string; only: string[]; why: string }[] = [
  {
    packages: '^(ai|@ai-sdk/.*|stripe|ws|nodemailer)(/|$)',
    only: ['server/src/providers'],
    why: 'Vendors’ SDKs appear only under providers/; use the spec.ts.',
  },
  {
    packages: '^(@vignette/local-studio|@napi-rs/canvas)(/|$)',
    only: ['server/src/providers/generation/local'],
    why: 'A server may be installed without the painters; only the local provider knows them.',
  },
  {
    packages: '^openid-client(/|$)',
    only: ['server/src/features/identity'],
    why: 'Signing in with an issuer belongs to the identity feature.',
  },
  {
    packages: '^(@modelcontextprotocol|oidc-provider)(/|$)',
    only: ['server/src/features/assistants'],
    why: 'What assistants speak belongs to the assistants feature.',
  },
  {
    packages: '^@aws-sdk/',
    only: ['server/src/platform/storage'],
    why: 'Stored files are reached through platform/storage.',
  },
  {
    packages: '^pg-boss(/|$)',
    only: ['server/src/platform/queue'],
    why: 'Jobs are sent and worked through platform/queue.',
  },
  {
    packages: '^(react|react-dom|vite)(/|$)',
    only: ['server/src/web-host'],
    why: 'The server knows the web app only as a built entry.',
  },
]

/** The only folder of the web that draws; its chunk must ride in no first load. */
export const WEB_DRAWS = ['landing', 'poster'] as const

/** The modules of the providers that features may import. */
export const PROVIDER_DOORS = [
  '*/spec.ts',
  'generation/registry.ts',
  'generation/download-product.ts',
]

/** Tests and their support code may import everything. */
export const FREE = ['**/*.test.ts', '**/*.test.tsx', 'server/test/**', '**/test-support/**']
