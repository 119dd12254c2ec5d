import { expect, test } from 'vitest'
import { listLicences } from './licences.mjs'

/** They ask for their notice, and for no more of who runs a server than the source of what was changed. */
const ACCEPTED =
  /^(MIT|Apache-2\.0|ISC|0BSD|BlueOak-1\.0\.0|BSD-[23]-Clause|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later|\(MIT OR CC0-1\.0\)|\(AFL-2\.1 OR BSD-3-Clause\))$/

test('every package of a server has a licence that who hosts it can keep', () => {
  const { packages, files } = listLicences()
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(({ licence }) => !ACCEPTED.test(licence))).toEqual([])
  expect(files).toContain('packages/local-studio/figures/LICENSE-fluent-emoji')
})
