import { formatCents } from '@vignette/contract/money.ts'
import { CARD_FEE, HIGHEST_TAX_PERCENT, lowestPriceCents } from '@vignette/contract/price-floor.ts'

/** The lowest price of a recipe without a cost. */
export function lowestPrice(includesTax = false): number {
  return lowestPriceCents(0, CARD_FEE, includesTax ? HIGHEST_TAX_PERCENT : 0) ?? 0
}

/** All texts of the landing page, in order of appearance. */
export const audiences = [
  {
    title: 'For creators',
    text: 'You found the prompt, the order of steps and the settings that work. Publish them once as a recipe, and earn 70% each time somebody buys a run.',
  },
  {
    title: 'For fans',
    text: 'Bring your own photo or a line of text to a recipe you admire. No prompt craft, no subscription, no account: pay for one remix and keep what it makes.',
  },
  {
    title: 'For teams',
    text: 'Turn a look everybody keeps asking for into one page anybody can run, with its licence written on the label.',
  },
] as const

export const creatorSteps = (lowest: number) => [
  {
    title: 'Package',
    text: 'Describe the steps in JSON, say what a visitor must supply, and name the result. Your prompts and models stay yours; other people never see them.',
  },
  {
    title: 'Price',
    text: `Ask nothing, or anything from ${formatCents(lowest)}. Choose the licence under which people may use what they make.`,
  },
  {
    title: 'Publish',
    text: 'You get a hosted Remix page: a form built from your inputs, a checkout, and a gallery of what people made public. Share one link.',
  },
  {
    title: 'Earn',
    text: 'Keep 70% of every purchase. Earnings clear after seven days (new creators: 14), and payouts leave every Friday, from $10.',
  },
]

export const fanSteps = [
  {
    title: 'Find',
    text: 'Browse recipes by what they make. Each shows its price and its licence, and a sample once it has one.',
  },
  {
    title: 'Remix',
    text: 'Add your photo, your words, your choices. Check the price and the expected time before anything starts. Guest checkout is enough.',
  },
  {
    title: 'Keep',
    text: 'Download it, share it or keep it private. If a generation fails, you are not charged.',
  },
] as const

export const reasons = [
  {
    title: 'A prompt is not a product.',
    text: 'What makes an image work is a chain: a cut-out, a style, a second pass, an upscale. A recipe holds the whole chain, so that every run takes the same steps.',
  },
  {
    title: 'Craft should be paid for.',
    text: 'Posting a prompt gives the work away once. Publishing a recipe keeps the secret and shares the result, one fair price at a time.',
  },
  {
    title: 'Nobody should pay for a failure.',
    text: 'Your card is authorised when you start and charged only when the finished picture or film has been delivered and checked.',
  },
] as const

export const features: readonly { title: string; text: string; soon?: true }[] = [
  {
    title: 'Hosted Remix pages',
    text: 'Form, checkout and gallery, made from your recipe. Nothing to design, nothing to host.',
  },
  {
    title: 'A referral engine',
    soon: true,
    text: 'A link for every signed-in fan, so that the people who love a recipe can spread it.',
  },
  {
    title: 'Analytics',
    text: 'See remixes and earnings by recipe, without following anybody around the web.',
  },
  {
    title: 'Moderation, disputes and refunds',
    text: 'Anything public can be reported, refunds follow the rules in our terms, and disputes are ours to answer: with the receipt, the log of the delivery and your note.',
  },
  {
    title: 'Payouts you can plan with',
    text: 'A short clearance window, then a payout every Friday, from $10. Each cent that waits has its reason and its date.',
  },
  {
    title: 'Licensing per recipe',
    text: 'Personal, commercial or CC BY, shown on the recipe, before payment and beside every creation.',
  },
]

export const people = [
  {
    title: 'Photographers',
    text: 'Sell your grade and your grain as something a stranger can apply to a holiday picture.',
  },
  {
    title: 'Illustrators',
    text: 'Let fans see their dog, street or daughter in your line, under your terms.',
  },
  {
    title: 'Motion designers',
    text: 'Package a title card or a loop, and stop redoing it for every client.',
  },
  {
    title: 'Musicians and streamers',
    text: 'Give an audience covers, posters and loops they can make their own.',
  },
  {
    title: 'Small shops',
    text: 'Put every product on the same good table in the same good light.',
  },
  { title: 'The curious', text: 'Try what others have worked out, one small payment at a time.' },
] as const

export const questions = [
  {
    question: 'Do I need an account to remix?',
    answer:
      'No. You can browse, pay as a guest and download without signing in. Signing in gives you a gallery that follows you to other devices. A referral link is coming soon.',
  },
  {
    question: 'What if a generation fails?',
    answer:
      'Then you are not charged. We authorise the amount when you start and take it only after the result has been made, checked and stored. You can try again on the same authorisation, or have it released at once.',
  },
  {
    question: 'What may I do with what I make?',
    answer:
      'Each recipe states its licence before you pay: personal, commercial, or CC BY. Your creations are private until you choose to make one public; a public creation may be seen and remixed by others.',
  },
  {
    question: 'How and when are creators paid?',
    answer:
      'You keep 70% of every purchase. A sale is pending for seven days (for new creators 14), then it becomes available. Payouts leave every Friday at 06:00 UTC, from $10, once you have a payout account. Your money page shows each cent that waits, and why. Refunds and disputes appear in the same export.',
  },
] as const
