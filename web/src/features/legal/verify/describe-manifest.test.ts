import { expect, test } from 'vitest'
import { describeManifest, type Store } from './describe-manifest.ts'

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const made = (more: Partial<Store> = {}): Store => ({
  active_manifest: 'a',
  manifests: {
    a: {
      title: 'Boats',
      assertions: [
        {
          label: 'c2pa.actions.v2',
          data: {
            actions: [
              {
                action: 'c2pa.created',
                digitalSourceType: `${SOURCE}algorithmicMedia`,
                description: 'From the recipe “Boats”',
              },
            ],
          },
        },
        { label: 'cawg.metadata', data: { 'xmpRights:UsageTerms': 'Personal use' } },
      ],
      ingredients: [{ title: 'photo', active_manifest: 'b' }, { title: 'plain' }],
      signature_info: { issuer: 'A shop', common_name: 'shop.example' },
    },
    b: { signature_info: { issuer: 'A camera' } },
  },
  validation_state: 'Trusted',
  ...more,
})
const failing = (code: string) =>
  made({
    validation_state: 'Invalid',
    validation_results: { activeManifest: { failure: [{ code }] } },
  })

test('a file of ours tells how, by which recipe and of what it was made', () => {
  expect(describeManifest(made())).toEqual({
    verdict: 'ours',
    facts: [
      ['Title', 'Boats'],
      ['How', 'Drawn by software, without a trained model'],
      ['Made', 'From the recipe “Boats”'],
      ['Licence', 'Personal use'],
      ['Signed by', 'A shop, shop.example'],
      ['Made from', 'photo, signed by A camera'],
      ['Made from', 'plain'],
    ],
  })
})

test.each([
  ['of an unknown signer is another’s', made({ validation_state: 'Valid' }), 'other'],
  ['with other bytes is changed', failing('assertion.dataHash.mismatch'), 'changed'],
  ['with other frames is changed', failing('assertion.bmffHash.mismatch'), 'changed'],
  ['with a false signature is broken', failing('claimSignature.mismatch'), 'broken'],
  ['without a manifest has none', null, 'none'],
  ['whose active manifest is missing has none', made({ active_manifest: 'z' }), 'none'],
] as const)('a file %s', (_, store, verdict) => {
  const found = describeManifest(store)
  expect(found.verdict).toBe(verdict)
  // What somebody may have changed is not repeated as a fact.
  if (verdict !== 'other') expect(found.facts).toEqual([])
})
