import type { AppConfig } from '@vignette/contract/app.ts'
import { TERMS_VERSION } from '@vignette/contract/limits.ts'
import type { Ctx } from '../ctx.ts'

export function getAppConfig(ctx: Ctx): AppConfig {
  const { config } = ctx
  return {
    sign_in: config.signIn,
    sign_in_label: config.signIn === 'oidc' ? 'Continue with your account' : 'Continue with Google',
    payments: config.payments,
    prices_include_tax: ctx.gateway.includesTax,
    mail: config.mail,
    test_mode: ctx.gateway.testMode,
    waitlist_url: config.WAITLIST_FORM_URL ?? '/api/v1/waitlist',
    analytics_url: config.ANALYTICS_URL ?? '/api/v1/analytics/batch',
    analytics_key: config.ANALYTICS_KEY,
    operator: config.OPERATOR_NAME,
    contact: config.OPERATOR_CONTACT ?? null,
    invoices: config.OPERATOR_ADDRESS !== undefined,
    terms_version: TERMS_VERSION,
    public_url: config.PUBLIC_URL ?? null,
    bank_details_years: config.BANK_DETAILS_YEARS,
  }
}
