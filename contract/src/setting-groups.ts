/**
 * The variables that an admin may also set in the console, by the groups of its page. The server's
 * environment wins over what an admin sets.
 */
export const SETTING_GROUPS = {
  operator: [
    'SHOP_NAME',
    'SHOP_MODE',
    'INVITED_EMAILS',
    'SHOP_HOSTS',
    'SHOP_LOGO',
    'SHOP_ICON',
    'SHOP_ACCENT',
    'SHOP_NOTICE',
    'LANDING_TITLE',
    'LANDING_WORDS',
    'OPERATOR_NAME',
    'OPERATOR_CONTACT',
    'OPERATOR_ADDRESS',
    'OPERATOR_VAT_ID',
  ],
  law: [
    'TERMS_TEXT',
    'PRIVACY_TEXT',
    'IMPRINT_TEXT',
    'CONSUMER_LAW',
    'FACE_QUESTION',
    'MINIMUM_AGE',
    'CONTENT_POLICY',
  ],
  'sign-in': [
    'ADMIN_EMAILS',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'DEVELOPMENT_SIGN_IN',
  ],
  payments: [
    'CURRENCY',
    'PAYMENTS',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_TAX',
    'STRIPE_TAX_CODE_IMAGE',
    'STRIPE_TAX_CODE_VIDEO',
    'PRICE_FLOOR',
    'CARD_FEE_PERCENT',
    'CARD_FEE_FIXED_CENTS',
    'PAYOUTS',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'BANK_DETAILS_YEARS',
  ],
  mail: ['SMTP_URL', 'MAIL_FROM', 'ALERT_EMAILS', 'ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET'],
  storage: [
    'S3_BUCKET',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_FORCE_PATH_STYLE',
  ],
  generation: [
    'OPENAI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'FAL_KEY',
    'REPLICATE_API_TOKEN',
    'USD_RATE',
    'COMFYUI_URL',
    'PROVIDER_CONCURRENCY',
    'PROVIDER_RATE',
    'QUEUE_LIMIT',
  ],
  budgets: [
    'FREE_DAILY_BUDGET_CENTS',
    'PROOF_DAILY_BUDGET_CENTS',
    'TEST_BUDGET_CENTS',
    'FREE_DAILY_SECONDS',
  ],
  publishing: [
    'CREATOR_ACCESS',
    'PUBLISH_PER_DAY',
    'DISCOVER_PER_DAY',
    'SEED',
    'SEED_CREATIONS',
    'COPYRIGHT_STRIKES',
    'NSFW_THRESHOLD',
    'NSFW_REFUSE_THRESHOLD',
    'C2PA_TSA_URL',
  ],
  collectors: ['ANALYTICS_URL', 'ANALYTICS_KEY', 'ANALYTICS_DAILY_MB', 'WAITLIST_FORM_URL'],
  limits: [
    'RATE_WRITES',
    'RATE_REMIXES',
    'RATE_UPLOADS',
    'RATE_CHECKOUTS',
    'RATE_SIGN_INS',
    'RATE_REPORTS',
    'RATE_ANALYTICS',
    'RATE_WAITLIST',
    'RATE_LETTERS',
    'RATE_EXPORTS',
    'RATE_READS',
    'RATE_WEBHOOKS',
    'WAITS_PER_CALLER',
    'WAITS_PER_ADDRESS',
  ],
} as const

/** Texts of the operator's own, on a page of each. */
export const LEGAL_PAGES = ['terms', 'privacy', 'imprint'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

export type SettingGroup = keyof typeof SETTING_GROUPS
export type Setting = (typeof SETTING_GROUPS)[SettingGroup][number]
export const SETTINGS: readonly Setting[] = Object.values(SETTING_GROUPS).flat()

/** Sealed in the database, and never shown again. */
export const SECRET_SETTINGS: readonly Setting[] = [
  'OIDC_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'SMTP_URL',
  'ALERT_WEBHOOK_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'FAL_KEY',
  'REPLICATE_API_TOKEN',
]
