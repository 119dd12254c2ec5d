import type { Feature } from '../../feature.ts'
import { ledgerCommands } from './cli.ts'

export const ledger: Feature = {
  name: 'ledger',
  commands: ledgerCommands,
}
