import type { AppConfig } from '@vignette/contract/app.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { CARD_FEE, HIGHEST_TAX_PERCENT, lowestAskedCents } from '@vignette/contract/price-floor.ts'

/** The lowest price of a recipe without a cost. */
export function lowestPrice(
  config?: Pick<AppConfig, 'prices_include_tax' | 'price_floor'>,
): number {
  const taxPercent = config?.prices_include_tax ? HIGHEST_TAX_PERCENT : 0
  return (
    lowestAskedCents(0, { fee: CARD_FEE, taxPercent, floor: config?.price_floor ?? 'refuse' }) ?? 0
  )
}

/** The texts of the landing page below its pictures, in order of appearance; each fact stands once. */
export const audiences = [
  {
    to: 'fans',
    title: 'For fans',
    text: 'Bring a photo or a line of text. No prompt writing, no subscription, no account.',
  },
  {
    to: 'creators',
    title: 'For creators',
    text: 'You found the prompt and the settings that work. Publish them once, and earn with each sale.',
  },
  {
    to: 'teams',
    title: 'For teams',
    text: 'Turn the look everybody asks for into one page that anybody can use.',
  },
] as const

export const fanSteps = [
  { title: 'Find', text: 'Browse by what a recipe makes.' },
  {
    title: 'Remix',
    text: 'Add your photo, your words, your choices.',
  },
  { title: 'Keep', text: 'Download it, print it, share it, or keep it to yourself.' },
] as const

export const creatorSteps = (lowest: number) => [
  {
    title: 'Package',
    text: 'Say what buyers supply and which steps follow. Your prompts stay secret.',
  },
  {
    title: 'Price',
    text: `Ask nothing, or anything from ${formatCents(lowest)}, under the licence you choose.`,
  },
  { title: 'Publish', text: 'A page, a form and a checkout, at one link.' },
  { title: 'Earn', text: 'Your share of each sale is paid out every Friday.' },
]

export const reasons = [
  {
    title: 'Pay only if you keep it.',
    text: 'Recipes marked “Proof first” show you a proof before your card is charged. With every other recipe, a remix that fails costs nothing.',
  },
  {
    title: 'A recipe is more than a prompt.',
    text: 'A good picture takes a chain: a cut-out, a style, a second pass, an upscale. A recipe holds the whole chain.',
  },
] as const

export const features: readonly { title: string; text: string }[] = [
  { title: 'Hosted Remix pages', text: 'Form, checkout and gallery come from your recipe.' },
  {
    title: 'Analytics',
    text: 'Visits, sales and earnings, by day, recipe and source. Nobody is followed around the web.',
  },
  {
    title: 'Moderation, disputes and refunds',
    text: 'We answer reports and disputed payments.',
  },
  {
    title: 'Payouts you can plan with',
    text: 'Every cent that waits shows its reason and its date.',
  },
  { title: 'Licensing per recipe', text: 'Personal, commercial or CC BY.' },
  {
    title: 'A referral engine',
    text: 'Your link earns you 5% of what new buyers pay in 30 days, out of our share.',
  },
]

export const people = [
  {
    title: 'Photographers',
    text: 'Sell your grade and your grain.',
  },
  {
    title: 'Illustrators',
    text: 'Turn a style of yours into posters and cards.',
  },
  { title: 'Motion designers', text: 'Package a title card or a loop once.' },
  {
    title: 'Musicians and streamers',
    text: 'Give an audience covers to make their own.',
  },
  { title: 'Small shops', text: 'Put every product in the same good light.' },
  { title: 'The curious', text: 'Try what others have worked out.' },
] as const

export const questions = () => [
  {
    question: 'Do I need an account to remix?',
    answer:
      'No. You can browse, pay as a guest and download without one. An account keeps your gallery on all your devices.',
  },
  {
    question: 'What if a remix fails?',
    answer:
      'Then you are not charged. We authorise the amount when you start, and take it only for a result that was delivered. You can try again on the same authorisation, or have it released at once.',
  },
  {
    question: 'Who sees what I make?',
    answer:
      'You alone, until you choose to make it public. A public creation shows its words, and others may remix it.',
  },
  {
    question: 'When are creators paid?',
    answer: `A sale clears after seven days, for new creators after 14. Payouts leave every Friday at 06:00 UTC, from ${formatCents(PAYOUT.minCents).replace(/\.00$/, '')}, once you have a payout account.`,
  },
]
