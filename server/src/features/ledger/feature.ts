import type { Feature } from '../../feature.ts'

export const ledger: Feature = {
  name: 'ledger',
}
