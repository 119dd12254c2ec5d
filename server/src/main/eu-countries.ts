import { foldAccents } from '../platform/fold-accents.ts'

/** The countries of the European Union: code, English name, and the names that an address may carry. */
const COUNTRIES = `
AT Austria, Österreich
BE Belgium, België, Belgique, Belgien
BG Bulgaria, България
HR Croatia, Hrvatska
CY Cyprus, Κύπρος, Kıbrıs, Republic of Cyprus
CZ Czechia, Czech Republic, Česko, Česká republika
DK Denmark, Danmark
EE Estonia, Eesti
FI Finland, Suomi
FR France
DE Germany, Deutschland
GR Greece, Ελλάδα, Ελλάς, Hellas
HU Hungary, Magyarország
IE Ireland, Éire, Republic of Ireland
IT Italy, Italia
LV Latvia, Latvija
LT Lithuania, Lietuva
LU Luxembourg, Luxemburg, Lëtzebuerg
MT Malta
NL Netherlands, The Netherlands, Nederland
PL Poland, Polska
PT Portugal
RO Romania, România
SK Slovakia, Slovensko, Slovak Republic
SI Slovenia, Slovenija
ES Spain, España
SE Sweden, Sverige
EL
`

const fold = (text: string) => foldAccents(text).trim().replace(/\.$/, '').toLowerCase()

const rows = COUNTRIES.trim().split('\n')
const codes = new Set(rows.map((row) => row.slice(0, 2).toLowerCase()))
const names = new Set(rows.flatMap((row) => row.slice(3).split(',').map(fold).filter(Boolean)))

/**
 * Whether a postal address is in the European Union, by its last line. A code counts only where it is the
 * whole line: “Wilmington, DE” is in Delaware.
 */
export function isInEu(address: string | undefined): boolean {
  const last = fold(address?.trim().split('\n').at(-1) ?? '')
  return codes.has(last) || names.has(last) || names.has(fold(last.split(',').at(-1) ?? ''))
}
