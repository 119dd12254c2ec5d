import type { TestBank } from '../objects.ts'

export interface IdentityForm {
  name: string
  /** As YYYY-MM-DD. */
  birthday: string
  bank: string
}

interface Identified {
  accepted: true
  /** `unknown`: no register knows the person. */
  state: 'ready' | 'unknown' | 'rejected'
  name: string
  bank: TestBank
  bankLast4: string
}

export type Verdict = Identified | { accepted: false; field: keyof IdentityForm; message: string }

/** The first two are Stripe's own test numbers: https://docs.stripe.com/connect/testing */
const BANKS: Record<string, TestBank> = {
  '000123456789': 'pays',
  '000111111116': 'fails',
  '000999999990': 'hangs',
  '000999999991': 'returns',
}
/** In Stripe's test mode, this birthday stands for a person whom no register knows. */
const UNKNOWN_BIRTHDAY = '1901-01-01'
const ADULT_YEARS = 18

function refuse(field: keyof IdentityForm, message: string): Verdict {
  return { accepted: false, field, message }
}

export function checkIdentity(form: IdentityForm, now: Date): Verdict {
  const name = form.name.trim()
  if (name === '') return refuse('name', 'Enter your name.')
  const birthday = checkBirthday(form.birthday.trim(), now)
  if (birthday) return refuse('birthday', birthday)
  const number = form.bank.replace(/[\s-]/g, '')
  if (number === '') return refuse('bank', 'Enter an account number.')
  if (!/^\d+$/.test(number)) return refuse('bank', 'An account number consists of digits.')
  const bank = BANKS[number]
  if (!bank) {
    return refuse('bank', 'This is a test page, and this is no test account number.')
  }
  return {
    accepted: true,
    name,
    bank,
    bankLast4: number.slice(-4),
    state: decideState(form, name),
  }
}

function decideState({ birthday }: IdentityForm, name: string): Identified['state'] {
  if (/\brejected\b/i.test(name)) return 'rejected'
  return birthday.trim() === UNKNOWN_BIRTHDAY ? 'unknown' : 'ready'
}

function checkBirthday(text: string, now: Date): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (!match || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return 'Enter your date of birth as year-month-day.'
  }
  const adultAt = Date.UTC(year + ADULT_YEARS, month - 1, day)
  return adultAt > now.getTime() ? `You must be at least ${ADULT_YEARS} years old.` : null
}
