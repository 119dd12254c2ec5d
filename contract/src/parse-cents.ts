import { formatAmount, moneyHere } from './currency.ts'

/**
 * The smallest units of a sum that a person wrote, such as 12 or 1,200.50; undefined for any other text.
 * A currency without decimals takes whole numbers alone.
 */
export function parseCents(text: string): number | undefined {
  const { decimals, scale } = moneyHere()
  const sign = formatAmount(0).replace(/[\d.\s]/g, '')
  const plain = text.trim()
  const digits = 8 + String(scale).length - decimals
  const written = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{2}))?$/.exec(
    plain.startsWith(sign) ? plain.slice(sign.length).trim() : plain,
  )
  const [, whole = '', part] = written ?? []
  if (!written || (part !== undefined && decimals === 0)) return undefined
  if (!whole.includes(',') && whole.length > digits) return undefined
  return Number(whole.replaceAll(',', '')) * 10 ** decimals + Number(part ?? 0)
}
